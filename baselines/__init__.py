"""Other ways to coordinate the same crafts, for comparison."""
