"""Rules of family P17: scope and generators."""
