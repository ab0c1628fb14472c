"""Whether a repository uses native strings for octets throughout, so that text of Latin-1 keeps their meaning.

Python 2's str held octets or text alike. A program about binary protocols or file formats indexes such strings, joins
them, compares them with literals, calls ord and chr on their items; all of that means the same for a text whose
characters are the octets (Latin-1), and bytes are only made where the standard library asks for them. A program
that tells text (unicode) from octets is left to the rules that decide place by place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from migration.source.tokens import STRING, cut

# Each alternative begins with a character of its own and looks back from there for what must not stand before it:
# then the engine skips to the next such character, which is fifteen times as fast as to try `\b` everywhere. One that
# begins with a whole word, alone in its expression, is found twice as fast again.
#: Uses of octets: packing, items as numbers, hashes, ciphers, compression, sockets, binary files.
_OCTETS = tuple(
    map(
        re.compile,
        (
            r"struct\.(?<!\wstruct\.)(?:un)?pack", r"Struct\((?<!\wStruct\()", r"chr\((?<!\wchr\()",
            r"ord\((?<!\word\()", r"zlib\.(?<!\wzlib\.)", r"binascii\.(?<!\wbinascii\.)",
            r"hashlib\.(?<!\whashlib\.)", r"\.digest\(", r"\.recv\(", r"\.sendall\(", r"'[rwa]\+?b['\"]",
            r"\"[rwa]\+?b['\"]", r"\\x[89a-fA-F][0-9a-fA-F]", r"\\0\b", r"\\x0", r"pack\((?<![\w.]pack\()['\"]",
            r"unpack\((?<![\w.]unpack\()['\"]",
            r"\.new\((?<=(?:AES|DES|ES3|RC2|RC4|ish)\.new\()",
        ),
    )
)  # fmt: skip
#: Uses of text as a kind of its own (the word alone is prose), and of bytes as one.
_TEXT = re.compile(
    r"u(?:(?<!\wu)ni(?:code(?=[(),:\]])|chr\()|(?<![\w'\"]u)['\"])|\.(?<!quopri\.)(?<!base64\.)(?<!\buu\.)(?:en|de)code\(|c(?<!\wc)odecs\."
)
_BYTES = re.compile(
    r"b(?:(?<![\w'\"]b)['\"]|(?<!\wb)ytearray\()|i(?<!\wi)mport six\b|f(?<!\wf)rom six\b|P(?<!\wP)Y(?:THON)?_?3\b"
)
#: A literal that is encoded where it stands: octets, spelled as text.
_ENCODED_LITERAL = re.compile(r"""[uU](['"])(?:(?!\1)[^\\\n]|\\.)*\1\.encode\([ ]*['"][\w-]+['"][ ]*\)""")
#: Codecs that make octets of octets.
_BINARY_CODECS = re.compile(
    r"\.(?:en|de)code\(['\"](?:hex|base64|zlib|zip|bz2|rot_?13|string[-_]escape)(?:[-_]codec)?['\"]\)"
)
#: Where a program hands octets to the standard library, or is given some.
_EDGES = re.compile(
    r"s(?<!\ws)truct\.|z(?<!\wz)lib\.|b(?<!\wb)inascii\.|h(?<!\wh)(?:ashlib|mac)\.|m(?<!\wm)d5\.|b(?<!\wb)ase64\."
    r"|\.(?:digest|recv|sendall|encrypt|decrypt)\(|'[rwa]\+?b['\"]|\"[rwa]\+?b['\"]"
)
#: More such places, which text goes through as often: they tell in a program that only Python 2 can run.
_GATES = re.compile(
    r"b(?<!\wb)z2\.|g(?<!\wg)zip\.|os\.(?:read|write|urandom)\(|a(?<!\wa)rray\(['\"]|m(?<!\wm)arshal\.|m(?<!\wm)map\("
    r"|[pP](?<!\w[pP])ickle(?:\.dumps| as )|\.(?:recvfrom|makefile|tostring|communicate|urlopen)\(|z(?<!\wz)ipfile\."
    r"|t(?<!\wt)arfile\.|\.(?:get_payload|readframes|writeframes)\(|r(?<!\wr)file\b"
    r"|c(?<!\wc)hr\([^\n]*(?:[\^|&]|<<|256|255)|t(?<!\wt)empfile\.\w*(?:File)\(|inet_\w+\("
    r"|b(?<!\wb)ytearray\(|m(?<!\wm)emoryview\(|b(?<!\wb)uffer\("
    r"|p(?<!\wp)listlib\.Data\b|a(?<!\wa)udioop\.|x(?<!\wx)drlib\.|\.(?:send|recv)_bytes\("
    r"|u(?<!\wu)uid\.UUID\(bytes|from (?:base64|zlib|struct|binascii|hashlib|md5|sha|bz2) import"
)
#: A tree of XML as text, whose name an array's octets share.
_OF_TREES = re.compile(
    r"tostring\((?:(?<=\bET\.tostring\()|(?<=\betree\.tostring\()|(?<=[eE]lement[tT]ree\.tostring\())"
)
_UNICODE_LITERAL = re.compile(r"""[uU](?<!\w[uU])(['"])(?:(?!\1)[^\\\n]|\\.)*\1""")
#: A character of UTF-8, octet by octet.
_ESCAPED_UTF8 = re.compile(r"\\(?<!\\\\)x[c-fC-F][0-9a-fA-F](?:\\x[89abAB][0-9a-fA-F])+")
#: Variables that say whether Python 3 runs; from so many files with one on, the repository is written for both.
_FLAGS, _SEVERAL = ("PY3", "PYTHON3"), 3
_BOTH = (
    *_FLAGS,
    "import six",
    "from six",
    "bytes is str",
    "bytes is not str",
    "str is bytes",
    "str is not bytes",
)
_HIGH = re.compile(r"\\x[89a-fA-F][0-9a-fA-F]|c(?<!\wc)hr\((?:12[89]|1[3-9]\d|2\d\d)\)")
_HIGH_ESCAPE = re.compile(r"\\(?:x[89a-fA-F]|[uUN])")
_DEFINES_CODEC = re.compile(r"def (?<!\wdef )(?:en|de)code\(")
_OWN_CODECS = re.compile(r"\.(?:en|de)code\(")
_CODECS = re.compile(r"c(?<!\wc)odecs\.")
_LONG = frozenset(['"""', "'''"])
#: A name for what makes bytes in Python 3, which is str in Python 2, or is another package's.
_MAKES_BYTES = re.compile(r"asbytes\b|_bytes = str[ \t]*$", re.MULTILINE)
#: A file that takes all names of struct, and how it uses them then; literal formats are seen as it is.
_STARRED = re.compile(r"^[ \t]*from[ \t]+struct[ \t]+import[ \t]*\(?[ \t]*\*", re.MULTILINE)
_PACKED = re.compile(r"pack(?<![\w.]pack)\((?!['\"])|unpack(?<![\w.]unpack)\((?!['\"])")
#: How a literal of bytes begins, where no other literal touches it: `'rb'` is a mode, not the end of one.
_BYTES_LITERAL = re.compile(
    r"b(?<![\w'\"]b)[rR]?['\"]|B(?<![\w'\"]B)[rR]?['\"]|r(?<![\w'\"]r)[bB]['\"]|R(?<![\w'\"]R)[bB]['\"]"
)
#: What looks like one by its quote, and may be the end of another: `'queue-b'`. That of a pattern, `r'\b'`, is left as
#: the sign of text that it is.
_PLAIN_BYTES = re.compile(r"b(?<![\w'\"\\]b)['\"]")
#: The same in front of a quote, and the text up to the first literal of bytes, comments and other literals skipped.
_BYTES_PREFIX = r"(?:(?<=[bB])(?<!\w[bB])|(?<=[bB][rR])(?<!\w[bB][rR])|(?<=[rR][bB])(?<!\w[rR][bB]))"
_TO_BYTES_LITERAL = re.compile(rf"(?:[^'\"#]++|#[^\n]*+|(?!{_BYTES_PREFIX})(?:{STRING}))*+['\"]", re.DOTALL)
#: From so many uses on, in at least two files, there is something to conclude from.
_ENOUGH = 24
#: How many times the uses of text there must be. Of the packages of the benchmark whose tests tell the two ways apart,
#: those above this keep more with octets, nearly all.
_MORE = 1.5
#: Half as many tell as well where some are edges, and with these they are so many times the uses of text and what shows
#: that octets are told from it: of seven packages of the benchmark that come in by this, three keep more so, none less.
_FEWER, _EDGED, _MUCH_MORE = 12, 3, 6
#: How many times what shows that octets are told from text, and in a repository that only Python 2 can run.
_MORE_THAN_AWARE, _MORE_IN_PYTHON2 = 10, 4
#: The same for a program without packages; so many octets above 127, where none goes to the standard library.
_ENOUGH_FOR_A_PROGRAM, _ENOUGH_HIGH = 6, 3
#: The same where it has text of another kind as well, and how many of them are edges: of one file, and of several.
_ENOUGH_BESIDE_TEXT = ((7, 1), (3, 3))
#: Fewer will do in a program where they are so many times the uses of text.
_MORE_THAN_TEXT = (5, 2, 2)
#: The same of a program that sends and receives by sockets itself.
_MORE_THAN_TEXT_BY_SOCKETS = (3, 2, 2)
_SENDS = re.compile(r"\.send(?:all)?\(")
#: So many times, where they stay inside, and so much text at most: who has more of it knows what is what.
_MUCH_MORE_THAN_TEXT, _HARDLY_ANY_TEXT = 4, 2
_TIMES_WITHOUT_ESCAPES, _A_LITTLE_TEXT = 3, 20
#: And of the uses of text, in a program and in a package.
_SHARE_OF_TEXT = (0.4, 0.6)
#: A program that only Python 2 can run needs no more than one: what else it does with strings, it does with octets.
_ENOUGH_OF_PYTHON2 = 1


def holds_octets(
    texts: Iterable[str], own_codecs: bool = False, is_python2: Callable[[], bool] = lambda: False
) -> bool:
    """Whether the native strings of a repository with these texts are best kept as text of Latin-1.

    `own_codecs`: a module of its own is called `codecs`, whatever that encodes. `is_python2` is asked whether only
    Python 2 can run it, to which `b'…'` is a native string: they tell less of what the author knew.
    """
    sources = [_CODECS.sub("", text) for text in texts] if own_codecs else list(texts)
    parted = [_BINARY_CODECS.subn("", source) for source in sources]
    codecs = sum(number for _, number in parted)
    uses = [_octets_in(plain) + number for plain, number in parted]
    octets, files = sum(uses), sum(map(bool, uses))
    # The dearest questions come last: most repositories are told by the first ones.
    if files < 2 or octets < _FEWER:
        return False
    own = any(_DEFINES_CODEC.search(source) for source in sources)
    text = sum(len(_TEXT.findall(_OWN_CODECS.sub("", plain) if own else plain)) for plain, _ in parted)
    if octets <= _MORE * text:
        return False
    if sum(any(flag in source for flag in _FLAGS) for source in sources) >= _SEVERAL:
        return False
    aware = sum(len(_BYTES.findall(source)) for source in sources)
    if octets < _ENOUGH:
        edges = codecs + sum(len(_EDGES.findall(plain)) for plain, _ in parted)
        if edges < _EDGED or octets + edges <= _MUCH_MORE * (text + aware):
            return False
    if octets > _MORE_THAN_AWARE * aware:
        return True
    aware -= sum(len(_PLAIN_BYTES.findall(source)) for source in sources if not has_bytes_literal(source))
    return octets > _MORE_THAN_AWARE * aware or (octets > _MORE_IN_PYTHON2 * aware and is_python2())


def _octets_in(text: str) -> int:
    """How many uses of octets a text holds."""
    starred = len(_PACKED.findall(text)) if "import *" in text and _STARRED.search(text) is not None else 0
    return sum(len(use.findall(text)) for use in _OCTETS) + starred


def uses_octets(text: str) -> bool:
    """Whether a text hands octets to the standard library, is given some, or spells them."""
    return any(use.search(text) for use in _OCTETS) or _GATES.search(text) is not None


def uses_octets_besides_utf8(text: str) -> bool:
    """As `uses_octets`, but for what spells characters by escapes: of UTF-8, and in literals of unicode; and for trees
    of XML that are written.
    """
    return uses_octets(_ESCAPED_UTF8.sub("", _UNICODE_LITERAL.sub("", _OF_TREES.sub("", text))))


def has_bytes_literal(text: str) -> bool:
    """Whether there is any b'…': its author knew octets from text."""
    return _BYTES_LITERAL.search(text) is not None and _TO_BYTES_LITERAL.match(text) is not None


def has_high_literal(text: str) -> bool:
    """Whether a literal without a prefix that says which holds characters that are octets or text, as one sees it."""
    if text.isascii() and _HIGH_ESCAPE.search(text) is None:
        return False
    strings = (piece for piece in cut(text) if piece[-1] in "'\"")
    return any(
        piece[0] not in "uUbB" and (not piece.isascii() or _HIGH_ESCAPE.search(piece)) for piece in strings
    )


def spells_octets(text: str) -> bool:
    """Whether a text that has such literals shows that octets are meant: their escapes spell UTF-8, which as text is
    gibberish, or text has a prefix of its own beside them.
    """
    strings = [piece for piece in cut(text) if piece[-1] in "'\""]
    if any(piece[0] in "uU" for piece in strings):
        return True
    return any(piece[0] not in "bB" and _ESCAPED_UTF8.search(piece) for piece in strings)


def spells_beyond_ascii(source: str) -> bool:
    """Whether any literal holds other characters than those of ASCII as they are: octets of the file's own codec."""
    return not source.isascii() and any(map(_is_spelled_beyond_ascii, cut(source)))


def spells_native_beyond_ascii(source: str) -> bool:
    """The same of literals that are native strings, and no documentation."""
    return not source.isascii() and any(
        piece[0] not in "uU" and piece[-3:] not in _LONG and _is_spelled_beyond_ascii(piece)
        for piece in cut(source)
    )


def _is_spelled_beyond_ascii(piece: str) -> bool:
    return not piece.isascii() and piece[-1] in "'\"" and piece[0] != "#"


def is_program_of_octets(
    texts: Iterable[str], is_python2: Callable[[], bool] = lambda: False, packaged: bool = False
) -> bool:
    """Whether that holds for a program of a few files: nothing in it is text of another kind, or octets are many.

    `is_python2` is asked whether only Python 2 can run it, where it has too few octets to tell by itself. `packaged`:
    it is a package, for others to use.
    """
    sources = list(texts)
    own = any(_DEFINES_CODEC.search(source) for source in sources)
    octets = edges = high = gates = 0
    text = spelled = native = 0
    has_text = talks = False
    for source in sources:
        plain, codecs = _BINARY_CODECS.subn("", _ENCODED_LITERAL.sub("''", source))
        text += len(_TEXT.findall(plain))
        told = _TEXT.search(_OWN_CODECS.sub("", plain) if own else plain)
        has_text = has_text or told is not None or spells_beyond_ascii(source)
        if any(literal in source for literal in _BOTH) or _MAKES_BYTES.search(source) is not None:
            return False
        if has_bytes_literal(source):
            return False
        plain = _UNICODE_LITERAL.sub("u''", plain)  # what is escaped there is no octet
        octets += _octets_in(plain) + codecs
        edges += len(_EDGES.findall(plain)) + codecs
        high += len(_HIGH.findall(plain))
        spelled += len(_ESCAPED_UTF8.findall(plain))
        native += spells_native_beyond_ascii(source)
        gates += len(_GATES.findall(plain))
        talks = talks or (".recv(" in plain and _SENDS.search(plain) is not None)
    if has_text:
        enough, at_edges = _ENOUGH_BESIDE_TEXT[len(sources) > 1]
        many = octets >= enough and edges >= at_edges and octets + edges >= _SHARE_OF_TEXT[packaged] * text
        enough, at_edges, times = _MORE_THAN_TEXT_BY_SOCKETS if talks else _MORE_THAN_TEXT
        inside = text <= _HARDLY_ANY_TEXT and octets + edges > _MUCH_MORE_THAN_TEXT * text
        # Where there are many, escapes, of which a table has hundreds, tell nothing.
        inside = inside or (
            edges > 0 and octets >= _ENOUGH and octets + edges - high > _TIMES_WITHOUT_ESCAPES * text
        )
        clear = octets >= enough and (inside or (edges >= at_edges and octets + edges > times * text))
        if text <= _A_LITTLE_TEXT:
            # Text that a small program spells octet by octet, or in its own codec, beside text of another kind: its
            # length, items and kind are those of octets. Or else what is handed over and given tells; escapes do not.
            handed = edges + gates
            clear = clear or spelled > 0 or min(native, text) > 0 or 0 < handed >= text - (octets - high)
        return (many or (clear and not packaged)) and is_python2()
    if packaged and octets < _ENOUGH_FOR_A_PROGRAM:
        return False
    if octets >= _ENOUGH_FOR_A_PROGRAM and (edges > 0 or high >= _ENOUGH_HIGH):
        return True
    return octets + gates + edges >= _ENOUGH_OF_PYTHON2 and edges + high + gates > 0 and is_python2()
