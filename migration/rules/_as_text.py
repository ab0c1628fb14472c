"""What makes text of text or bytes in a migrated program: shared by the rules that can't tell which it is."""

from __future__ import annotations

HELPER = '''
def as_text(value):
    """Text for text or bytes: those are UTF-8, or else Latin-1."""
    if not isinstance(value, (bytes, bytearray)):
        return value
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")
'''
