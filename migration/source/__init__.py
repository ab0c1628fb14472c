"""Texts: bytes decoded, tokens, edits that compose, and what was found at an offset."""
