"""raise E, V, T → raise E(V).with_traceback(T)."""

from __future__ import annotations

import re

from environment.traces import Exactness
from migration.rule import Findings, Phase, Rule
from migration.source.edits import Edit, Piece, Span
from migration.source.tokens import Kind, Statement
from migration.view.lexed import LexedSource

#: Names that, as the value of a raise, usually hold an exception that was caught.
_CAUGHT = frozenset(
    ["e", "ex", "err", "exc", "error", "exception", "inst", "value", "val", "v", "ev", "evalue", "exc_value"]
)

#: The head of a function: its indentation, its parameters.
_DEF = re.compile(r"(?m)^([ \t]*)def[ \t]+\w+[ \t]*\(([^:]*)\)[ \t]*:")
#: Names among them that hold what a caller gave as well.
_GIVEN = frozenset(["value", "val", "v"])


def lower(source: LexedSource) -> Findings:
    """Rewrite each raise with commas."""
    for statement in source.starting_with("raise"):
        first, last = statement.first + 1, statement.last
        if first >= last:
            continue
        parts = [p for p in source.tokens.split(first, last) if p[0] < p[1]]
        if len(parts) > 1 and source.tokens.kind(parts[0][0]) is Kind.STRING:
            # Python 2.7 raises a TypeError here as Python 3 does, of a tuple too: what was to be told is kept.
            whole = Span(source.tokens.starts[first], source.tokens.ends[last - 1])
            yield source.replace_span(whole, "(", whole, ")")
        elif 1 < len(parts) <= 3:
            yield _rewrite(source, statement, parts)


def _rewrite(source: LexedSource, statement: Statement, parts: list[tuple[int, int]]) -> Edit:
    value, start = parts[1], source.tokens.starts[parts[0][0]]
    kind = _first(source, parts[0])
    traceback = source.span(*parts[2]) if len(parts) == 3 else None
    if traceback is not None and source.source(traceback) == "None":
        traceback = None
    pieces, exactness = _instance(source, kind, value, reraised=len(parts) == 3)
    if traceback is not None:
        pieces = [*pieces, ".with_traceback(", traceback, ")"]
    end = source.tokens.ends[statement.last - 1]
    return source.replace_span(Span(start, end), *pieces, exactness=exactness)


def _first(source: LexedSource, kind: tuple[int, int]) -> tuple[int, int]:
    """What is raised: of a tuple in brackets the first item, however deep, where that is a name."""
    tokens, whole = source.tokens, kind
    while tokens.texts[kind[0]] == "(" and tokens.partners.get(kind[0]) == kind[1] - 1:
        inner = tokens.split(kind[0] + 1, kind[1] - 1)
        if len(inner) < 2 or inner[0][0] == inner[0][1]:
            break
        kind = inner[0]
    return kind if _is_dotted(source, kind) else whole


def _instance(
    source: LexedSource, kind: tuple[int, int], value: tuple[int, int], reraised: bool
) -> tuple[list[Piece], Exactness]:
    """The exception itself, as Python 2 made it: V when V is one already, E(), E(*V) for a tuple, else
    E(V).
    """
    tokens, callee, argument = source.tokens, source.span(*kind), source.span(*value)
    made: list[Piece] = [callee] if kind[1] - kind[0] == 1 or _is_dotted(source, kind) else ["(", callee, ")"]
    called = tokens.texts[kind[1] - 1] == ")" and tokens.texts[kind[0]] != "("
    text = source.source(argument)
    name = source.source(callee)
    is_class = name.split(".")[-1].lstrip("_")[:1].isupper()
    if _is_dotted(source, value) and name in (f"{text}.__class__", f"type({text})"):
        return [argument], Exactness.SEMANTIC  # an instance beside its own class
    if text == "None":
        if name.endswith("[1]"):
            # The second of what sys.exc_info() gives is an instance already.
            return [callee], Exactness.SEMANTIC
        if called or is_class or not _is_dotted(source, kind):
            return ([callee] if called else [*made, "()"]), Exactness.EXACT
        # What a variable holds may be an instance already.
        return [
            "(",
            callee,
            " if isinstance(",
            callee,
            ", BaseException) else ",
            callee,
            "())",
        ], Exactness.EXACT
    if tokens.texts[value[0]] == "(" and tokens.partners.get(value[0]) == value[1] - 1:
        inner = tokens.split(value[0] + 1, value[1] - 1)
        is_tuple = len(inner) > 1  # a comma that no other brackets are around
        if inner[-1][0] == inner[-1][1]:
            inner.pop()
        if not inner or is_tuple or "for" not in tokens.texts[value[0] : value[1]]:
            kept = source.span(inner[0][0], inner[-1][1]) if inner else ""
            return [*made, "(", kept, ")"], Exactness.EXACT
    if (
        source.source(argument).startswith(name + "(")
        and tokens.partners.get(value[0] + kind[1] - kind[0]) == value[1] - 1
    ):
        # An instance of the class is raised itself.
        return [argument], Exactness.EXACT
    if _is_text(source, value):
        return [*made, "(", argument, ")"], Exactness.EXACT
    if (
        _is_call_of_tuple(source, value)
        or _are_arguments(source, text, tokens.starts[value[0]])
        or (value[1] - value[0] == 1 and _holds_tuple(source, value[0]))
    ):
        return [*made, "(*", argument, ")"], Exactness.EXACT
    if text in _CAUGHT or (not is_class and value[1] - value[0] == 1) or not _is_dotted(source, kind):
        of_one = name.endswith("]") and text.endswith("]") and name[:-3] == text[:-3]
        if of_one and (reraised or "exc_info" in source.text):
            return [argument], Exactness.SEMANTIC
        absent = value[1] - value[0] == 1 and _need_not_be_given(source, value[0])
        alone: list[Piece] = [callee, " if isinstance(", callee, ", BaseException) else ", *made, "()"]
        return [
            "(",
            *(["(", *alone, ") if ", argument, " is None else "] if absent else []),
            argument,
            " if isinstance(",
            argument,
            ", ",
            callee,
            ") else ",
            *_spread(
                source,
                name,
                text,
                reraised and not absent,
                [*made, "(*", argument, ") if isinstance(", argument, ", tuple) else "],
                [] if absent else [*made, "() if ", argument, " is None else "],
            ),
            *made,
            "(",
            argument,
            "))",
        ], (Exactness.SEMANTIC)
    required, most = _takes(source, name) if value[1] - value[0] == 1 else (1, 1)
    if required > 1:
        return [*made, "(*", argument, ")"], Exactness.SEMANTIC
    if required < 1 < most:
        return [
            *("(", argument, " if isinstance(", argument, ", ", callee, ") else "),
            *(*made, "(*", argument, ") if isinstance(", argument, ", tuple) else "),
            *(*made, "() if ", argument, " is None else ", *made, "(", argument, "))"),
        ], Exactness.SEMANTIC
    if text == "args":
        # So is called what is several, or one.
        several: list[Piece] = [*made, "(*", argument, ") if isinstance(", argument, ", tuple) else "]
        return ["(", *several, *made, "(", argument, "))"], Exactness.SEMANTIC
    return [*made, "(", argument, ")"], Exactness.SEMANTIC


def _spread(
    source: LexedSource, kind: str, name: str, reraised: bool, pieces: list[Piece], alone: list[Piece]
) -> list[Piece]:
    """`pieces`, which spread a tuple over the arguments, where a variable may hold one and nothing in the file says
    what the class is: what was caught is no tuple, and who names a class knows what it takes. `alone` is for None.
    """
    caught = reraised or name in _CAUGHT - _GIVEN
    if kind.endswith("]") and not reraised:
        return [*pieces, *alone]  # what stands in a row of arguments may be anything
    if caught or not (name.isidentifier() and kind.isidentifier()):
        return []
    known = re.search(
        rf"\b(?:class|import)\b[^\n(]*\b{kind}\b|^[ \t]*{kind}[ \t]*=(?!=)", source.text, re.MULTILINE
    )
    return [] if known else [*pieces, *alone]


def _takes(source: LexedSource, name: str) -> tuple[int, int]:
    """How many arguments a class of this file has to be given, and may be; one where that does not show."""
    head = re.search(rf"(?m)^([ \t]*)class[ \t]+{re.escape(name)}\b[^\n]*:[ \t]*(?:#.*)?\n", source.text)
    body = (
        re.compile(rf"(?:{head[1]}[ \t]+[^\n]*\n|[ \t]*\n)*").match(source.text, head.end()) if head else None
    )
    maker = re.search(r"def[ \t]+__init__[ \t]*\(([\w \t,='\".\n]*)\)[ \t]*:", body[0]) if body else None
    if maker is None:
        return 1, 1
    parameters = [one for one in maker[1].split(",")[1:] if one.strip()]
    return sum("=" not in one for one in parameters), len(parameters)


def _are_arguments(source: LexedSource, text: str, start: int) -> bool:
    """Whether a value is `e.args` of the exception that the nearest `except` before it caught: always a tuple."""
    caught, _, last = text.rpartition(".")
    if last != "args" or not caught.isidentifier():
        return False
    clauses = list(re.finditer(rf"\bexcept\b[^\n]*(?:,|\bas)[ \t]*{caught}[ \t]*:", source.text[:start]))
    return bool(clauses) and re.search(r"^[ \t]*def\b", source.text[clauses[-1].end() : start], re.M) is None


def _holds_tuple(source: LexedSource, place: int) -> bool:
    """Whether a name is what gathers the arguments of the function around it, or was given a tuple there last."""
    name, start = source.tokens.texts[place], source.tokens.starts[place]
    if not name.isidentifier() or not (f"*{name}" in source.text or f"{name} = (" in source.text):
        return False
    line = source.text.rfind("\n", 0, start) + 1
    header = _header(source, start)
    if header is None:
        return False
    body = source.text[header.end() : line]
    given = list(re.finditer(rf"(?m)(?<![\w.]){name}\b[ \t]*(?:=(?!=)|[-+*/%]=|,|\bin\b)([^\n]*)", body))
    if not given:
        return bool(re.search(rf"(?<!\*)\*{name}\b", header[2]))
    return len(given) == 1 and bool(re.fullmatch(r"[ \t]*\([^()]+,[^()]*\)[ \t]*(?:#.*)?", given[0][1]))


def _header(source: LexedSource, start: int) -> re.Match[str] | None:
    """The head of the function around a place."""
    line = source.text.rfind("\n", 0, start) + 1
    indent = len(source.text[line:start]) - len(source.text[line:start].lstrip())
    heads = [m for m in _DEF.finditer(source.text, 0, line) if len(m[1]) < indent]
    return heads[-1] if heads else None


def _need_not_be_given(source: LexedSource, place: int) -> bool:
    """Whether a name is a parameter of the function around it that is None by default."""
    header = _header(source, source.tokens.starts[place])
    name = re.escape(source.tokens.texts[place])
    return header is not None and bool(re.search(rf"\b{name}[ \t]*=[ \t]*None\b", header[2]))


def _is_dotted(source: LexedSource, part: tuple[int, int]) -> bool:
    texts = source.tokens.texts[part[0] : part[1]]
    return all(t == "." for t in texts[1::2]) and all(t.isidentifier() for t in texts[::2])


def _is_call_of_tuple(source: LexedSource, value: tuple[int, int]) -> bool:
    """Whether the value is `tuple(…)`, in a file that has no other meaning for that name."""
    tokens = source.tokens
    called = tokens.texts[value[0]] == "tuple" and value[1] - value[0] > 2
    return called and tokens.partners.get(value[0] + 1) == value[1] - 1


def _is_text(source: LexedSource, part: tuple[int, int]) -> bool:
    """Whether the value is certainly a string or number: a literal, perhaps formatted or concatenated."""
    tokens = source.tokens
    first, last = part
    while tokens.texts[first] == "(" and tokens.partners.get(first) == last - 1:
        first, last = first + 1, last - 1
    if first >= last or tokens.kind(first) not in (Kind.STRING, Kind.NUMBER):
        return False
    position = first
    while position < last and tokens.kind(position) in (Kind.STRING, Kind.NUMBER):
        position += 1
    rest = tokens.texts[position:last]
    return (
        not rest or rest[0] in ("%", "+") or rest[:1] + rest[1:2] == [".", "format"] or rest[1:2] == ["join"]
    )


RULE = Rule(
    id="raise_syntax",
    family="P2",
    summary="`raise E, V, T` is `raise E(V).with_traceback(T)`",
    before="raise ValueError, 'no'\n",
    after="raise ValueError('no')\n",
    caveats=(
        "Where V may be an instance of E already (Python 2 then raised V itself) the choice is written out "
        "when the names suggest it; elsewhere E(V) is assumed, and the change marked semantic. A V that is a tuple "
        "at run time was spread over the arguments: so it is where both are variables."
    ),
    triggers=("raise",),
    phase=Phase.SYNTAX,
    evidence=True,
    invalid_only=True,
    lower=lower,
)
