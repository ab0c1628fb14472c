"""Where names are defined and used, in Python 2 and 3 alike: by tokens, so that no file is too broken to be asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from migration.source.tokens import Kind, cut, kind_of

_OPEN, _CLOSE = frozenset("([{"), frozenset(")]}")
_ASSIGNS = frozenset(["=", "+=", ","])


@dataclass(frozen=True)
class Occurrence:
    """One place where a name stands in code. `how`: def, class, import, assignment, for, parameter, or "" for a use."""

    line: int
    how: str


def occurrences(text: str, name: str) -> Iterator[Occurrence]:
    """The places of `name` in `text`, comments and strings left out."""
    depth, line, opens_line = 0, 1, True
    word, parameters = "", 0
    before = ""
    pieces = cut(text.replace("\r\n", "\n").replace("\r", "\n"))
    for position, piece in enumerate(pieces):
        if piece == "\n":
            line += 1
            if not depth:
                opens_line, word = True, ""
            continue
        if piece[0] in " \t\f\\#":
            line += piece.count("\n")
            continue
        if piece in _OPEN:
            depth += 1
            if word == "def" and not parameters:
                parameters = depth
        elif piece in _CLOSE:
            parameters = 0 if parameters == depth else parameters
            depth = max(0, depth - 1)
        elif kind_of(piece) is Kind.NAME:
            if opens_line:
                word = piece
            if piece == name:
                yield Occurrence(
                    line, _how(word, before, _next(pieces, position), depth, opens_line, parameters)
                )
        elif piece == ";" and not depth:
            opens_line, before, word = True, piece, ""
            continue
        line += piece.count("\n")
        opens_line, before = False, piece


def _how(word: str, before: str, after: str, depth: int, opens_line: bool, parameters: int) -> str:
    if before in ("def", "class"):
        return before
    if word in ("import", "from") and before in ("import", "as", ","):
        return "import"
    if before == "for" or (before == "as" and word in ("with", "except")):
        return "assignment"
    if parameters and depth == parameters and before in ("(", ",", "*", "**"):
        return "parameter"
    if not depth and after in _ASSIGNS and (opens_line or before == ",") and word not in ("print", "return"):
        return "assignment"
    return ""


def _next(pieces: list[str], position: int) -> str:
    for piece in pieces[position + 1 :]:
        if piece[0] not in " \t\f\\#":
            return piece
    return ""
