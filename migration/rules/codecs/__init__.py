"""Rules of family P10: codecs, digests, packed data."""
