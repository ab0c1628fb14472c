"""print x, y → print(x, y): every form of the statement, as Python 2's parser reads it."""

from __future__ import annotations

from collections.abc import Iterator

from migration.rule import Findings, Phase, Rule
from migration.source.edits import Piece
from migration.source.tokens import Kind, Statement
from migration.view.lexed import LexedSource

#: What, after `print(…)`, shows that the parenthesis was only the beginning of an expression. `and`, `or` and
#: `if` make sense after a call too, so they need a file known to be Python 2.
_GOES_ON = frozenset(
    ["%", ",", ".", "[", "+", "-", "*", "/", "//", "**", "==", "!=", "<>", "<", ">", "&", "|", "^"]
)


def lower(source: LexedSource) -> Findings:
    """Rewrite each print statement of the file."""
    if "print_function" in source.facts.future:
        return
    for statement in source.starting_with("print"):
        yield from _rewrite(source, statement)


def _rewrite(source: LexedSource, statement: Statement) -> Findings:
    tokens = source.tokens
    first, last = statement.first + 1, statement.last
    if first < last and tokens.texts[first] in ("=", ":", ")", "."):
        return
    whole = source.span(statement.first, last)
    if first == last:
        yield source.replace_span(whole, "print()", evidence=True)
        return
    chevron = tokens.texts[first] == ">>"
    parts = tokens.split(first + chevron, last)
    target: list[Piece] = []
    if chevron:
        start, end = parts.pop(0)
        target = [source.span(start, end)]
    trailing = bool(parts) and parts[-1][0] == parts[-1][1]
    if trailing:
        parts.pop()
    if any(start >= end for start, end in parts):
        return
    certainty = {} if chevron else _certainty(source, first, last, parts, trailing)
    if certainty is None:
        return
    ending = _ending(source, parts) if trailing else None
    arguments: list[tuple[Piece, ...]] = []
    if len(parts) == 1:
        arguments.append(_argument(source, *parts[0]))
    elif any(_ends_white(source, part) for part in parts[:-1]):
        arguments.extend(_apart(source, parts))
    elif parts:
        arguments.append((source.span(parts[0][0], parts[-1][1]),))
    if ending is not None and parts:
        arguments.append((f"end={ending}",))
    if target:
        arguments.append(("file=", *target))
    pieces: list[Piece] = ["print("]
    for number, argument in enumerate(arguments):
        pieces.extend([", "] if number else [])
        pieces.extend(argument)
    pattern = "print_chevron" if chevron else "print_statement"
    flags = {"evidence": True, "needs_python2": False, **certainty}
    yield source.replace_span(whole, *pieces, ")", pattern=pattern, **flags)


def _certainty(
    source: LexedSource, first: int, last: int, parts: list[tuple[int, int]], trailing: bool
) -> dict[str, bool] | None:
    """How sure it is that this is the statement; None when there is nothing to do."""
    tokens = source.tokens
    if tokens.texts[first] != "(":
        return {}
    close = tokens.partners.get(first)
    if close is None:
        return None
    spaced = tokens.starts[first] > tokens.ends[first - 1]
    if close + 1 < last:
        following = tokens.texts[close + 1]
        return {} if following in _GOES_ON else {"evidence": False, "needs_python2": True}
    inner = tokens.split(first + 1, close)
    is_tuple = len(inner) > 1 or inner[0][0] >= inner[0][1]
    if not is_tuple or _is_call(source, first + 1, close):
        return None
    return {"evidence": False, "needs_python2": not spaced}


def _is_call(source: LexedSource, first: int, last: int) -> bool:
    """Whether the parenthesis holds what only a call can: a keyword argument or a starred one."""
    tokens = source.tokens
    for start, end in tokens.split(first, last):
        if end > start and tokens.texts[start] in ("*", "**"):
            return True
        if end > start + 1 and tokens.texts[start + 1] == "=" and tokens.kind(start) is Kind.NAME:
            return True
    return False


def _ending(source: LexedSource, parts: list[tuple[int, int]]) -> str:
    """What `print x,` writes at its end: nothing after white space other than a blank, else a blank."""
    return "''" if parts and _ends_white(source, parts[-1]) else "' '"


def _apart(source: LexedSource, parts: list[tuple[int, int]]) -> Iterator[tuple[Piece, ...]]:
    """The arguments where not every two are parted by a blank: `print 'Usage:\\n', x` writes none after the line."""
    blanks = [not _ends_white(source, part) for part in parts[:-1]]
    for number, part in enumerate(parts):
        yield (source.span(*part),)
        if number < len(blanks) and blanks[number]:
            yield ("' '",)
    yield ("sep=''",)


def _ends_white(source: LexedSource, part: tuple[int, int]) -> bool:
    """Whether what a part writes surely ends with white space other than a blank: a literal, also a formatted one."""
    texts = source.tokens.texts[part[0] : part[1]]
    literals = next((n for n, text in enumerate(texts) if not text.endswith(("'", '"'))), len(texts))
    if not literals or (literals < len(texts) and not _formats_one(source, part[0] + literals, part[1])):
        return False
    text = texts[literals - 1]
    raw = "r" in text[: min(text.find(quote) for quote in "'\"" if quote in text)].lower()
    return not raw and text.rstrip("'\"").endswith(("\\n", "\\t", "\\r", "\n", "\t"))


def _formats_one(source: LexedSource, start: int, end: int) -> bool:
    """Whether the tokens are `% name` or `% (…)`, and nothing more."""
    tokens = source.tokens
    if tokens.texts[start] != "%" or end - start < 2:
        return False
    bracket = tokens.partners.get(start + 1) == end - 1 and tokens.texts[start + 1] in "({["
    return bracket or (end - start == 2 and tokens.kind(start + 1) is Kind.NAME)


def _argument(source: LexedSource, start: int, end: int) -> tuple[Piece, ...]:
    span = source.span(start, end)
    texts = source.tokens.texts
    if texts[start] == "(" and source.tokens.partners.get(start) == end - 1 and "for" not in texts[start:end]:
        inner = source.tokens.split(start + 1, end - 1)
        if len(inner) == 1 and inner[0][1] > inner[0][0] and "yield" not in texts[start:end]:
            return (span if source.lacks_brackets(start + 1, end - 1) else source.span(start + 1, end - 1),)
    return (span,)


RULE = Rule(
    id="print_statement",
    family="P1",
    summary="the print statement becomes a call of print()",
    before="import sys\nprint 'a', 1\nprint\nprint ('a', 'b')\nprint >>sys.stderr, 'x'\n",
    after="import sys\nprint('a', 1)\nprint()\nprint(('a', 'b'))\nprint('x', file=sys.stderr)\n",
    caveats=(
        "print('a', 'b') without a blank is left alone unless the file is known to be Python 2. "
        "The blank that `print x,` leaves for the next print is written at once; see print_softspace."
    ),
    patterns=("print_statement", "print_chevron"),
    triggers=("print",),
    phase=Phase.SYNTAX,
    evidence=True,
    lower=lower,
)
