"""Rules of family P19: removed since, or changed since."""
