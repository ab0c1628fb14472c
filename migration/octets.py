"""Whether a repository uses native strings for octets throughout, so that text of Latin-1 keeps their meaning.

Python 2's str held octets or text alike. A program about binary protocols or file formats indexes such strings, joins
them, compares them with literals, calls ord and chr on their items; all of that means the same for a text whose
characters are the octets (Latin-1), and bytes are only made where the standard library asks for them. A program
that tells text (unicode) from octets is left to the rules that decide place by place.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from migration.repository_index import RepositoryIndex

#: Uses of octets: packing, items as numbers, hashes, compression, sockets, binary files.
_OCTETS = re.compile(
    r"\bstruct\.(?:un)?pack|\bStruct\(|\b(?:chr|ord)\(|\bzlib\.|\bbinascii\.|\bhashlib\.|\.digest\(|\.recv\("
    r"|\.sendall\(|['\"](?:r|w|a)\+?b['\"]|\\x[89a-fA-F][0-9a-fA-F]|\\0\b|\\x0"
)
#: Uses of text as a kind of its own, and of bytes as one.
_TEXT = re.compile(r"\bunicode\b|(?<![\w'\"])u['\"]|\.encode\(|\.decode\(|\bunichr\(|\bcodecs\.")
_BYTES = re.compile(r"(?<![\w'\"])b['\"]|\bbytearray\(|\bimport six\b|\bfrom six\b|\bPY3\b")
#: From so many uses on, in at least two files, there is something to conclude from.
_ENOUGH = 24


def holds_octets(index: RepositoryIndex) -> bool:
    """Whether the repository's native strings are best kept as text of Latin-1. Reads all files."""
    octets = text = aware = files = 0
    if not index.packages:
        return False
    for key in index.keys:
        source = index.text(key) or ""
        found = len(_OCTETS.findall(source))
        octets += found
        files += bool(found)
        text += len(_TEXT.findall(source))
        aware += len(_BYTES.findall(source))
    return files > 1 and octets >= _ENOUGH and octets > 2 * text and octets > 10 * aware
