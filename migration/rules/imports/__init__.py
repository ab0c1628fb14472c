"""Rules of family P18: imports."""
