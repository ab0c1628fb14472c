"""The craft of knowing: whether a migrated file behaves as the original did."""
