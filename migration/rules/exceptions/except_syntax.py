"""except E, e: → except E as e:, and a tuple in the place of the name is unpacked from e.args."""

from __future__ import annotations

from migration.rule import Findings, Phase, Rule
from migration.source.edits import Part, Span
from migration.view.lexed import LexedSource


def lower(source: LexedSource) -> Findings:
    """Rewrite each clause that names its exception after a comma."""
    tokens = source.tokens
    for statement in source.starting_with("except"):
        first, last = statement.first + 1, statement.last - 1
        if first >= last or tokens.texts[last] != ":":
            continue
        parts = tokens.split(first, last)
        if len(parts) == 1:
            parts = tokens.split(first, last, "as")
        if len(parts) != 2 or parts[1][0] >= parts[1][1]:
            continue
        kind, name = source.span(*parts[0]), source.span(*parts[1])
        gap = Span(kind.end, name.start)
        if parts[1][1] - parts[1][0] == 1 and source.source(name).isidentifier():
            if tokens.texts[parts[0][1]] == ",":
                yield source.replace_span(gap, " as ")
            continue
        alone = _name_in_parentheses(source, *parts[1])
        if alone and tokens.texts[parts[0][1]] == ",":
            yield source.replace_span(Span(kind.end, name.end), f" as {alone}")
            continue
        # Python 2 assigned the exception to any target: a tuple is unpacked from the arguments.
        if statement.last + 1 >= len(tokens):
            continue
        bound = source.fresh_name("error")
        target = source.source(name)
        value = f"{bound}.args" if _is_unpacked(source, *parts[1]) else bound
        first_statement, glue = _block_start(source, statement.last)
        yield source.edit(
            Part(Span(kind.end, name.end), (f" as {bound}",)),
            Part(Span(first_statement, first_statement), (f"{target} = {value}{glue}",)),
        )


def _name_in_parentheses(source: LexedSource, first: int, last: int) -> str:
    """The one name that parentheses stand around, without a comma: they mean nothing."""
    texts = source.tokens.texts
    while last - first > 2 and texts[first] == "(" and texts[last - 1] == ")":
        first, last = first + 1, last - 1
    return texts[first] if last - first == 1 and texts[first].isidentifier() else ""


def _is_unpacked(source: LexedSource, first: int, last: int) -> bool:
    """Whether a target takes the arguments apart: parentheses around one name, without a comma, do not."""
    texts = source.tokens.texts
    while texts[first] == "(" and texts[last - 1] == ")":
        first, last = first + 1, last - 1
        if len(source.tokens.split(first, last)) != 1 or texts[last - 1] == ",":
            return True
    return texts[first] == "["


def _block_start(source: LexedSource, index: int) -> tuple[int, str]:
    """Where the clause's first statement begins, and what to put between a new statement and it."""
    tokens = source.tokens
    if tokens.texts[index] != "\n":
        return tokens.starts[index], "; "
    return tokens.starts[index + 1], "\n" + tokens.indentation(index + 1)


RULE = Rule(
    id="except_syntax",
    family="P2",
    summary="`except E, e` is `except E as e`",
    before="try:\n    f()\nexcept (IOError, OSError), e:\n    raise\n",
    after="try:\n    f()\nexcept (IOError, OSError) as e:\n    raise\n",
    caveats="In Python 3 the name is gone after the clause.",
    triggers=("except",),
    phase=Phase.SYNTAX,
    evidence=True,
    invalid_only=True,
    lower=lower,
)
