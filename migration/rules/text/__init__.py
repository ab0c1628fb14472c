"""Rules of family P8: text."""
