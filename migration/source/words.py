"""The words of a text, found without parsing it: what decides which rules can apply at all."""

from __future__ import annotations

import re
from functools import lru_cache

#: A word, with the quote that may follow it: then it is the prefix of a string.
WORD = re.compile(r"[^\W\d]\w*+['\"]?")
#: The same for ASCII, spelled as the ranges that are looked up in one table.
_ASCII_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*+['\"]?")


@lru_cache(maxsize=2)
def words_of(text: str) -> frozenset[str]:
    """The words of `text`, inside strings and comments too; the prefix of a string also with its quote (`u'`)."""
    found = frozenset((_ASCII_WORD if text.isascii() else WORD).findall(text))
    return found.union(word[:-1] for word in found if word[-1] in "'\"")
