"""Rules of family P12: builtins that are gone."""
