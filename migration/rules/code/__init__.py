"""Rules of family P4: exec, execfile, and code in texts."""
