"""Rules of family P14: special methods and classes."""
