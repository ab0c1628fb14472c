"""Rules of family P9: bytes and text where data comes in or goes out."""
