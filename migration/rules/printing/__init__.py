"""Rules of family P1: the print statement."""
