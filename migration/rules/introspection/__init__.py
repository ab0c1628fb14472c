"""Rules of family P15: looking into functions and types."""
