"""Rules of family P3: literals and operators."""
