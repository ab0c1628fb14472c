"""Rules of family P11: standard modules that were renamed or merged."""
