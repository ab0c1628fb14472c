"""Rules of family P7: division and rounding."""
