"""What a codec does, by its name, as Python's own registry of codecs knows it."""

from __future__ import annotations

import codecs
from functools import lru_cache

_ASCII = bytes(range(128))
#: Codecs of text that spell characters by other characters.
_SPELLING = frozenset(["unicode-escape", "raw-unicode-escape", "idna", "punycode", "undefined"])
#: Those of the others that have all characters.
_UNIVERSAL = ("utf", "gb18030")


@lru_cache(maxsize=256)
def encodes_text(codec: str) -> bool:
    """Whether a codec of this name makes octets of text, each character by its own."""
    try:
        found = codecs.lookup(codec)
    except (LookupError, ValueError):
        return False
    return getattr(found, "_is_text_encoding", True) and found.name not in _SPELLING


@lru_cache(maxsize=256)
def is_ascii_based(codec: str) -> bool:
    """Whether ASCII text is spelled by its own octets in a codec of this name, so that decoding it changed nothing."""
    try:
        return encodes_text(codec) and _ASCII.decode(codec) == _ASCII.decode("ascii")
    except ValueError:
        return False


def is_utf8(codec: str) -> bool:
    """Whether a codec of this name is UTF-8."""
    return encodes_text(codec) and codecs.lookup(codec).name == "utf-8"


def has_some_characters(codec: str) -> bool:
    """Whether a codec of this name is one of text that lacks characters, so that text can be refused by it."""
    return encodes_text(codec) and not codecs.lookup(codec).name.startswith(_UNIVERSAL)
