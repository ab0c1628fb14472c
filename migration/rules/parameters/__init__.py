"""Rules of family P16: tuples as parameters."""
