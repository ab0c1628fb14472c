"""What makes text of text or bytes in a migrated program: shared by the rules that can't tell which it is."""

from __future__ import annotations

from migration.analysis.literals import spells_texts
from migration.edits import Needs
from migration.module import Module
from migration.rewriting.helpers import helper

DECODED = '''
def decoded(value, encoding="ascii", errors="strict"):
    """Text for text or bytes."""
    return value if isinstance(value, str) else str(value, encoding, errors)
'''
#: The same in a file that spells text as octets, which a codec has to read though they stand in text now.
OCTETS_DECODED = '''
def decoded_octets(value, encoding="ascii", errors="strict"):
    """Text for bytes, and for text that spells octets which the codec can read; other text as it is."""
    if not isinstance(value, str):
        return str(value, encoding, errors)
    try:
        return value.encode("latin-1").decode(encoding)
    except UnicodeError:
        return value
'''

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


def decoding(module: Module) -> Needs:
    """The name of the helper that makes text of what may be text or bytes."""
    if spells_texts(module) and not module.facts.index.octets:
        return helper("decoded_octets", OCTETS_DECODED, module)
    return helper("decoded", DECODED, module)
