"""Whether a repository uses native strings for octets throughout, so that text of Latin-1 keeps their meaning.

Python 2's str held octets or text alike. A program about binary protocols or file formats indexes such strings, joins
them, compares them with literals, calls ord and chr on their items; all of that means the same for a text whose
characters are the octets (Latin-1), and bytes are only made where the standard library asks for them. A program
that tells text (unicode) from octets is left to the rules that decide place by place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

# Each alternative begins with a character of its own and looks back from there for what must not stand before it:
# then the engine skips to the next such character, which is fifteen times as fast as to try `\b` everywhere.
#: Uses of octets: packing, items as numbers, hashes, compression, sockets, binary files.
_OCTETS = re.compile(
    r"s(?<!\ws)truct\.(?:un)?pack|S(?<!\wS)truct\(|c(?<!\wc)hr\(|o(?<!\wo)rd\(|z(?<!\wz)lib\.|b(?<!\wb)inascii\."
    r"|h(?<!\wh)ashlib\.|\.(?:digest|recv|sendall)\(|'[rwa]\+?b['\"]|\"[rwa]\+?b['\"]|\\x[89a-fA-F][0-9a-fA-F]"
    r"|\\0\b|\\x0|p(?<![\w.]p)ack\(['\"]|u(?<![\w.]u)npack\(['\"]"
)
#: Uses of text as a kind of its own (the word alone is prose), and of bytes as one.
_TEXT = re.compile(
    r"u(?:(?<!\wu)ni(?:code(?=[(),:\]])|chr\()|(?<![\w'\"]u)['\"])|\.(?:en|de)code\(|c(?<!\wc)odecs\."
)
_BYTES = re.compile(
    r"b(?:(?<![\w'\"]b)['\"]|(?<!\wb)ytearray\()|i(?<!\wi)mport six\b|f(?<!\wf)rom six\b|P(?<!\wP)Y3\b"
)
#: From so many uses on, in at least two files, there is something to conclude from.
_ENOUGH = 24


def holds_octets(texts: Iterable[str]) -> bool:
    """Whether the native strings of a repository with these texts are best kept as text of Latin-1."""
    octets = text = aware = files = 0
    for source in texts:
        found = len(_OCTETS.findall(source))
        octets += found
        files += bool(found)
        text += len(_TEXT.findall(source))
        aware += len(_BYTES.findall(source))
    return files > 1 and octets >= _ENOUGH and octets > 2 * text and octets > 10 * aware
