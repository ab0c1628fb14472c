"""def f(a, (b, c)): → def f(a, b_c): b, c = b_c; lambda (k, v): e → lambda k_v: e with k_v[0] and k_v[1]."""

from __future__ import annotations

import re

from migration.rule import Findings, Phase, Rule
from migration.source.edits import Edit, Part, Span
from migration.source.tokens import Kind, Statement
from migration.view.lexed import LexedSource


def lower(source: LexedSource) -> Findings:
    """Give each tuple parameter a name and unpack it where it is used."""
    for statement in source.starting_with("def"):
        opener = statement.first + 2
        if source.tokens.texts[opener] == "(" and opener in source.tokens.partners:
            edit = _definition(source, statement, opener)
            if edit is not None:
                yield edit
    for index in source.tokens.positions("lambda"):
        edit = _lambda(source, index)
        if edit is not None:
            yield edit


def _tuples(source: LexedSource, first: int, last: int) -> list[tuple[int, int]]:
    """The tuple parameters among the parameters in tokens [first, last), without their defaults."""
    tokens = source.tokens
    return [
        (start, tokens.partners[start] + 1)
        for start, end in tokens.split(first, last)
        if start < end and tokens.texts[start] == "(" and start in tokens.partners
    ]


def _names(source: LexedSource, first: int, last: int) -> list[str]:
    return [t for t in source.tokens.texts[first:last] if t.isidentifier()]


def _fresh(source: LexedSource, names: list[str], taken: set[str]) -> str:
    wanted = source.fresh_name("_".join(names)[:40] or "values")
    while wanted in taken:
        wanted += "_"
    taken.add(wanted)
    return wanted


def _unpacking(source: LexedSource, first: int, last: int) -> str:
    """What to assign the parameter to: the tuple as written, `(a)` being the same as `a`."""
    text = re.sub(r"\s+", " ", source.source(source.span(first, last)))
    inner = source.tokens.split(first + 1, last - 1)
    return text if len(inner) == 1 and inner[0][1] - inner[0][0] > 1 else text[1:-1].strip()


def _bare(source: LexedSource, first: int, last: int) -> str | None:
    """The name in a parameter that is no tuple: `(a)` is `a` in parentheses."""
    while last - first > 3 and source.tokens.texts[first + 1] == "(" == source.tokens.texts[first]:
        if source.tokens.partners[first + 1] != last - 2:
            return None
        first, last = first + 1, last - 1
    return source.tokens.texts[first + 1] if last - first == 3 else None


def _spaced(source: LexedSource, first: int, name: str) -> str:
    """`name` for the parenthesis at token `first`, apart from a keyword that stood right before it."""
    glued = (
        source.tokens.texts[first - 1] == "lambda"
        and source.tokens.ends[first - 1] == source.tokens.starts[first]
    )
    return f" {name}" if glued else name


def _definition(source: LexedSource, statement: Statement, opener: int) -> Edit | None:
    tokens = source.tokens
    tuples = _tuples(source, opener + 1, tokens.partners[opener])
    if not tuples:
        return None
    taken: set[str] = set()
    parts, assignments = [], []
    for first, last in tuples:
        bare = _bare(source, first, last)
        name = bare or _fresh(source, _names(source, first, last), taken)
        parts.append(Part(source.span(first, last), (name,)))
        if bare:
            continue
        assignments.append(f"{_unpacking(source, first, last)} = {name}")
    if not assignments:
        return source.edit(*parts)
    if statement.last + 1 >= len(tokens):
        return None
    offset, separator, leading = _body(source, statement.last)
    text = leading + separator.join(assignments) + ("" if leading else separator)
    parts.append(Part(Span(offset, offset), (text,)))
    return source.edit(*parts)


def _body(source: LexedSource, index: int) -> tuple[int, str, str]:
    """Where the first statement goes, what separates statements there, and what must come before the
    new one.
    """
    tokens = source.tokens
    if tokens.texts[index] != "\n":
        return tokens.starts[index], "; ", ""
    first = index + 1
    indentation = "\n" + tokens.indentation(first)
    line_first, line_last = tokens.line_of(first)
    if all(tokens.kind(i) is Kind.STRING for i in range(line_first, line_last)):
        return tokens.ends[line_last - 1], indentation, indentation
    return tokens.starts[first], indentation, ""


def _lambda(source: LexedSource, index: int) -> Edit | None:
    tokens = source.tokens
    _, line_end = tokens.line_of(index)
    colon = tokens.lambda_colon(index, line_end)
    if colon == index:
        return None
    tuples = _tuples(source, index + 1, colon)
    if not tuples:
        return None
    end = _lambda_end(source, colon + 1, line_end)
    body = source.span(colon + 1, end)
    taken: set[str] = set()
    parts: list[Part] = []
    replacements: dict[str, str] = {}
    for first, last in tuples:
        bare = _bare(source, first, last)
        name = bare or _fresh(source, _names(source, first, last), taken)
        parts.append(Part(source.span(first, last), (_spaced(source, first, name),)))
        if bare:
            continue
        for path, leaf in _leaves(source, first, last):
            replacements[leaf] = name + path
    if _is_simple(source, colon + 1, end, set(replacements)):
        for position in range(colon + 1, end):
            text = tokens.texts[position]
            if (
                text in replacements
                and tokens.texts[position - 1] != "."
                and not _is_keyword(source, position)
            ):
                parts.append(Part(source.span(position, position + 1), (replacements[text],)))
        return source.edit(*parts)
    # Names are bound again inside the body: an inner lambda takes them as parameters, which is what they
    # were.
    parameters = ", ".join(replacements)
    values = ", ".join(replacements.values())
    parts.append(Part(body, (f"(lambda {parameters}: ", body, f")({values})")))
    return source.edit(*parts)


def _leaves(source: LexedSource, first: int, last: int, path: str = "") -> list[tuple[str, str]]:
    """Each name of a tuple parameter with the subscripts that reach it."""
    tokens, found = source.tokens, []
    inner = [p for p in tokens.split(first + 1, last - 1) if p[0] < p[1]]
    if len(inner) == 1 and tokens.texts[last - 2] != ",":
        start, end = inner[0]
        if end - start == 1:
            return [(path, tokens.texts[start])]
    for number, (start, end) in enumerate(inner):
        here = f"{path}[{number}]"
        if tokens.texts[start] == "(":
            found += _leaves(source, start, end, here)
        else:
            found.append((here, tokens.texts[start]))
    return found


def _lambda_end(source: LexedSource, first: int, last: int) -> int:
    """The token after a lambda's body: the first comma, colon or closing bracket that is not part of it."""
    tokens, position = source.tokens, first
    while position < last:
        text = tokens.texts[position]
        if text in ("(", "[", "{"):
            position = tokens.partners.get(position, position)
        elif text == "lambda":
            position = tokens.lambda_colon(position, last)
        elif text in (",", ":", ")", "]", "}", ";", "=", "`", "for", "\n"):
            return position
        position += 1
    return position


def _is_keyword(source: LexedSource, position: int) -> bool:
    texts = source.tokens.texts
    return texts[position + 1] == "=" and texts[position - 1] in ("(", ",")


def _is_simple(source: LexedSource, first: int, last: int, names: set[str]) -> bool:
    """Whether the body binds none of the names anew."""
    texts = source.tokens.texts[first:last]
    return "lambda" not in texts and "for" not in texts


RULE = Rule(
    id="tuple_parameters",
    family="P16",
    summary="tuple parameters are unpacked in the body",
    before="def f(a, (b, c)=(1, 2)):\n    return b\ng = lambda (k, v): v\n",
    after="def f(a, b_c=(1, 2)):\n    b, c = b_c\n    return b\ng = lambda k_v: k_v[1]\n",
    caveats="A lambda's tuple has to allow subscripts, not only iteration.",
    triggers=(
        re.compile(r"def\b(?<!\wdef)[^:]*\([^)]*\("),
        re.compile(r"lambda\b(?<!\wlambda)[^:]*\("),
    ),
    phase=Phase.SYNTAX,
    evidence=True,
    invalid_only=True,
    lower=lower,
)
