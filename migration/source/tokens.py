"""A tokenizer of our own that reads Python 2 and 3: absolute offsets, logical lines, statements, recovery.

One regular expression cuts the text into pieces that cover it exactly; what is no token is kept as a piece,
so that nothing a file holds can make this fail. Only the lines a rule asks for are split into statements.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache

_PREFIX = r"(?:[bBuUfF][rR]?|[rR][bBfF]?)?"
#: The literal of a string behind its prefix; to the end of the text or the line where it is not closed.
STRING = (
    r"'''[^'\\]*+(?:(?:\\.|'(?!''))[^'\\]*+)*+(?:'''|\Z)"
    r'|"""[^"\\]*+(?:(?:\\.|"(?!""))[^"\\]*+)*+(?:"""|\Z)'
    r"|'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'"
    r'|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"'
    r"|['\"][^\n]*+"
)
#: The commonest pieces come first; what looks ahead tells early that a string or a number is no use to try.
_PIECE = re.compile(
    r"[ \t\f]++(?:\\\n[ \t\f]*+)*+"
    r"|[^\W\d]\w*+(?!['\"])"
    r"|[()\[\],;{}`~$?]|:(?!=)|\.(?!\d)"
    r"|\n"
    rf"|(?=[bBuUfFrR'\"]){_PREFIX}(?:{STRING})"
    r"|#[^\n]*+"
    r"|(?=[\d.])(?:0[xX][0-9a-fA-F_]+[lL]?|0[bB][01_]+[lL]?|0[oO][0-7_]+[lL]?"
    r"|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?[jJlL]?)"
    r"|\*\*=|//=|>>=|<<=|<>|[-+*/%&|^@=!<>:]=|->|\*\*|//|>>|<<"
    r"|(?:\\\n)++[ \t\f]*+(?:\\\n[ \t\f]*+)*+"
    r"|[^\W\d]\w*+"
    r"|.",
    re.DOTALL,
)
#: The same for texts of ASCII alone, whose names are found by a table of characters.
_ASCII_PIECE = re.compile(
    _PIECE.pattern.replace(r"[^\W\d]\w*+", "[A-Za-z_][A-Za-z0-9_]*+"), re.DOTALL | re.ASCII
)
#: How the literal of a string opens.
OPENING = re.compile(r"(?P<prefix>[a-zA-Z]*)(?P<quote>'{3}|\"{3}|'|\")")
_SKIPPED = frozenset(" \t\f\\#")
_DIGITS = frozenset("0123456789")
_QUOTES = frozenset("'\"")
_OPEN = {"(": ")", "[": "]", "{": "}"}
_CLOSE = frozenset(")]}")
#: Keywords that can't occur inside brackets: where one starts a line, an unclosed bracket is given up.
_BREAKS = frozenset(
    [
        "def",
        "class",
        "return",
        "import",
        "raise",
        "while",
        "try",
        "break",
        "continue",
        "pass",
        "del",
        "global",
        "elif",
        "except",
        "finally",
        "assert",
    ]
)
#: What a piece does to the logical lines, for those that do anything.
_SIGNS = {
    "\n": "line",
    **dict.fromkeys(_OPEN, "opens"),
    **dict.fromkeys(_CLOSE, "closes"),
    **dict.fromkeys(_BREAKS, "breaks"),
}
COMPOUND = frozenset(
    ["if", "elif", "else", "while", "for", "try", "except", "finally", "with", "def", "class", "async"]
)


class Kind(Enum):
    """What a token is."""

    NAME = "name"
    NUMBER = "number"
    STRING = "string"
    OP = "op"
    NEWLINE = "newline"


def kind_of(piece: str) -> Kind:
    """The kind of a token by its text."""
    first = piece[0]
    if first == "_" or first.isalpha():
        return (
            Kind.STRING
            if piece[-1] in _QUOTES or (len(piece) > 1 and not piece.isidentifier())
            else Kind.NAME
        )
    if first in _DIGITS or (first == "." and len(piece) > 1):
        return Kind.NUMBER
    if first in _QUOTES:
        return Kind.STRING
    return Kind.NEWLINE if first == "\n" else Kind.OP


def cut(text: str) -> list[str]:
    """`text` cut into pieces, blanks and comments included: joined, they are the text again."""
    return (_ASCII_PIECE if text.isascii() else _PIECE).findall(text)


@dataclass(frozen=True, slots=True)
class Statement:
    """A simple statement or the header of a compound one: tokens [first, last), the colon included.

    `line_first` is the first token of its logical line; `suite` says that a header on the same line precedes
    it.
    """

    first: int
    last: int
    line_first: int
    suite: bool = False


class Tokens:
    """The significant tokens of a text (no blanks, comments, blank lines), by index.

    `texts[i]`, `starts[i]` and `ends[i]` are a token's text and span in characters; a NEWLINE token ends each
    logical line. `lines` holds the index of each logical line's first token.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.texts: list[str] = []
        self.starts: list[int] = []
        self.lines: list[int] = []
        self._read(cut(text))

    def _read(self, pieces: list[str]) -> None:
        texts, starts, lines = self.texts, self.starts, self.lines
        sign_of = _SIGNS.get
        offset = line_first = depth = 0
        fresh = False
        for piece in pieces:
            sign = sign_of(piece)
            if sign is None:
                if piece[0] in _SKIPPED:
                    offset += len(piece)
                    continue
            elif sign == "line":
                fresh = True
                if depth == 0 and len(texts) > line_first:
                    lines.append(line_first)
                    texts.append("\n")
                    starts.append(offset)
                    line_first = len(texts)
                offset += 1
                continue
            elif sign == "opens":
                depth += 1
            elif sign == "closes":
                if depth:
                    depth -= 1
            elif fresh and depth:
                depth = 0
                lines.append(line_first)
                texts.append("\n")
                starts.append(offset)
                line_first = len(texts)
            fresh = False
            texts.append(piece)
            starts.append(offset)
            offset += len(piece)
        if len(texts) > line_first:
            lines.append(line_first)
            texts.append("\n")
            starts.append(offset)

    def __len__(self) -> int:
        return len(self.texts)

    @cached_property
    def ends(self) -> list[int]:
        """The end of each token (a NEWLINE that is only implied has no width)."""
        text = self.text
        return [
            s if t == "\n" and text[s : s + 1] != "\n" else s + len(t)
            for s, t in zip(self.starts, self.texts, strict=True)
        ]

    def within(self, start: int, end: int) -> range:
        """The indexes of the tokens that begin at offsets from `start` on, before `end`."""
        return range(bisect_left(self.starts, start), bisect_left(self.starts, end))

    def kind(self, index: int) -> Kind:
        """The kind of a token."""
        return kind_of(self.texts[index])

    @cached_property
    def numbers(self) -> list[int]:
        """Indexes of all numbers that begin with a digit."""
        return self.positions(*(t for t in self.by_text if t[0] in _DIGITS))

    @cached_property
    def strings(self) -> list[int]:
        """Indexes of all string literals, whatever their prefix."""
        return self.positions(*(t for t in self.by_text if t[-1] in _QUOTES or t[0] in _QUOTES))

    @cached_property
    def by_text(self) -> dict[str, list[int]]:
        """Token indexes by token text."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for index, text in enumerate(self.texts):
            found[text].append(index)
        return dict(found)

    def positions(self, *texts: str) -> list[int]:
        """Indexes of all tokens that read as one of `texts`, in order."""
        return sorted(i for t in texts for i in self.by_text.get(t, ()))

    @cached_property
    def partners(self) -> dict[int, int]:
        """Each bracket's partner, both ways; brackets without one are absent."""
        partners: dict[int, int] = {}
        stack: list[int] = []
        texts = self.texts
        for index in self.positions(*_OPEN, *_CLOSE, "\n"):
            text = texts[index]
            if text == "\n":
                stack.clear()
            elif text in _OPEN:
                stack.append(index)
            elif stack and _OPEN[texts[stack[-1]]] == text:
                opener = stack.pop()
                partners[opener], partners[index] = index, opener
        return partners

    def line_of(self, index: int) -> tuple[int, int]:
        """The logical line that token `index` lies on, as [first, last) with its NEWLINE outside."""
        number = bisect_right(self.lines, index) - 1
        last = self.lines[number + 1] if number + 1 < len(self.lines) else len(self.texts)
        return self.lines[number], last - 1

    def statements(self, index: int) -> Iterator[Statement]:
        """The statements of the logical line that holds token `index`."""
        first, last = self.line_of(index)
        start, suite = first, False
        while start < last:
            end = self._statement_end(start, last)
            if end > start:
                yield Statement(start, end, first, suite)
            if self.texts[end - 1] == ":" and self.texts[start] in COMPOUND:
                start, suite = end, True
            else:
                start = end + 1

    def statement_at(self, index: int) -> Statement:
        """The statement that token `index` belongs to."""
        for statement in self.statements(index):
            if statement.first <= index < statement.last:
                return statement
        first, last = self.line_of(index)
        return Statement(first, last, first)

    def _statement_end(self, start: int, last: int) -> int:
        compound, lambdas, index = self.texts[start] in COMPOUND, 0, start
        while index < last:
            text = self.texts[index]
            if text in _OPEN:
                index = self.partners.get(index, index)
            elif text == "lambda":
                lambdas += 1
            elif text == ":":
                if lambdas:
                    lambdas -= 1
                elif compound:
                    return index + 1
            elif text == ";":
                return index
            index += 1
        return last

    def split(self, first: int, last: int, separator: str = ",") -> list[tuple[int, int]]:
        """The parts of [first, last) between top-level separators (an empty last part is kept).

        Separators inside brackets, backticks or the parameters of a lambda don't count.
        """
        parts, start, index = [], first, first
        while index < last:
            text = self.texts[index]
            if text in _OPEN:
                index = self.partners.get(index, index)
            elif text == "`":
                index = self.backtick_end(index, last)
            elif text == "lambda":
                index = self.lambda_colon(index, last)
            elif text == separator:
                parts.append((start, index))
                start = index + 1
            index += 1
        parts.append((start, last))
        return parts

    def backtick_end(self, index: int, last: int) -> int:
        """The backtick that closes the one at `index` (brackets in between are skipped)."""
        position = index + 1
        while position < last:
            if self.texts[position] in _OPEN:
                position = self.partners.get(position, position)
            elif self.texts[position] == "`":
                return position
            position += 1
        return index

    def lambda_colon(self, index: int, last: int) -> int:
        """The colon of the lambda at `index` (lambdas in its defaults are skipped)."""
        nested, position = 0, index + 1
        while position < last:
            text = self.texts[position]
            if text in _OPEN:
                position = self.partners.get(position, position)
            elif text == "lambda":
                nested += 1
            elif text == ":":
                if not nested:
                    return position
                nested -= 1
            position += 1
        return index

    def span(self, first: int, last: int) -> tuple[int, int]:
        """The characters of tokens [first, last); the empty span at `first` when there are none."""
        if last <= first:
            return self.starts[first], self.starts[first]
        return self.starts[first], self.ends[last - 1]

    def indentation(self, index: int) -> str:
        """The white space before the logical line that holds token `index`."""
        start = self.starts[self.line_of(index)[0]]
        return self.text[self.text.rfind("\n", 0, start) + 1 : start]


@lru_cache(maxsize=2)
def tokens_of(text: str) -> Tokens:
    """The tokens of `text`: the rules on tokens and those on the tree ask for the same ones."""
    return Tokens(text)
