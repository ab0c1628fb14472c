"""Octets that are not UTF-8 in a source file that declares UTF-8: Python 2 never looked at them, Python 3 refuses.

A comment may hold anything, and an ordinary literal held the octets themselves; in what is `unicode`, or raw, nobody
can say what was meant.
"""

from __future__ import annotations

import re

from migration.source.tokens import OPENING, cut

_STRAY = re.compile("[\udc80-\udcff]")
#: After a backslash that is none of an escape's, an octet can't become an escape itself.
_ESCAPED = re.compile(r"(?<!\\)(?:\\\\)*\\[\udc80-\udcff]")


def without_stray_octets(data: bytes) -> str | None:
    """The text of `data`, which is not all UTF-8: in comments such octets become the letters they are most likely
    meant for, in ordinary literals escapes. None where one stands anywhere else.
    """
    mended = []
    for piece in cut(data.decode("utf-8", "surrogateescape")):
        if _STRAY.search(piece):
            opening = OPENING.match(piece)
            if piece.startswith("#"):
                piece = _STRAY.sub(_letter, piece)
            elif opening and opening["prefix"].lower() in ("", "b") and not _ESCAPED.search(piece):
                piece = _STRAY.sub(lambda octet: rf"\x{ord(octet[0]) - 0xDC00:02x}", piece)
            else:
                return None
        mended.append(piece)
    return "".join(mended)


def _letter(stray: re.Match[str]) -> str:
    octet = bytes([ord(stray[0]) - 0xDC00])
    try:
        return octet.decode("cp1252")
    except UnicodeDecodeError:
        return octet.decode("latin-1")
