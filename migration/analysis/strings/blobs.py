"""Octets that a file keeps in a database, and their text."""

from __future__ import annotations

import re

from migration.view.module import Module

HELPER = '''
def blob_text(value):
    """The text of a value from a database: of a blob, the characters of its octets (Latin-1)."""
    octets = isinstance(value, (bytes, bytearray, memoryview))
    return bytes(value).decode("latin-1") if octets else str(value)
'''
#: Two expressions: each is looked for by its first letters.
_DATABASES = (re.compile(r"sqlite"), re.compile(r"BLOB"))
#: Who only speaks of the database, of its name for types say, keeps nothing in it.
_USES = re.compile(r"(?:import|from)[ \t(]+(?:[\w.]+,[ \t]*)*(?:py)?sqlite|sqlite\d?\.\w|BLOB")
_BLOBS = re.compile(r"b(?<!\wb)uffer\(|b(?<!\wb)lob\b|x'[0-9a-f]*'|b(?<!\wb)inary\(")


def has_blobs(module: Module) -> bool:
    """Whether the file keeps octets in a database: what it spells by numbers is no text, as it is or read back."""
    text = module.text
    spoken_of = any(d.search(text) for d in _DATABASES)
    return spoken_of and _USES.search(text) is not None and _BLOBS.search(text.lower()) is not None
