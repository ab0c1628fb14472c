"""Rules of family P2: exceptions."""
