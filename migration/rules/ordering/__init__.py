"""Rules of family P13: order."""
