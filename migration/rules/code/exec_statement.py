"""exec code in g, l → exec(code, g, l)."""

from __future__ import annotations

from migration.rule import Findings, Phase, Rule
from migration.source.edits import Piece
from migration.view.lexed import LexedSource


def lower(source: LexedSource) -> Findings:
    """Rewrite each exec statement; `exec(code)` is valid already and means the same."""
    tokens = source.tokens
    for statement in source.starting_with("exec"):
        first, last = statement.first + 1, statement.last
        if first >= last or not source.starts_expression(first):
            continue
        if tokens.texts[first] == "(" and tokens.partners.get(first) == last - 1:
            continue
        (code, *places) = _split_in(source, first, last)
        parts = [code, *places]
        pieces: list[Piece] = ["exec("]
        for number, (start, end) in enumerate(parts):
            wrapped = tokens.texts[start] == "(" and tokens.partners.get(start) == end - 1
            if wrapped and end - start > 2 and len(tokens.split(start + 1, end - 1)) == 1:
                start, end = start + 1, end - 1
            pieces += [", "] if number else []
            pieces.append(source.span(start, end))
        yield source.replace_span(source.span(statement.first, last), *pieces, ")")


def _split_in(source: LexedSource, first: int, last: int) -> list[tuple[int, int]]:
    """The code and the namespaces: `code in g, l`. The code itself holds no comparison at top level."""
    head, *tail = source.tokens.split(first, last, "in")
    if not tail:
        return [(first, last)]
    return [head, *source.tokens.split(tail[0][0], last)]


RULE = Rule(
    id="exec_statement",
    family="P4",
    summary="the exec statement becomes a call of exec()",
    before="exec code in names\nexec 'a = 1'\n",
    after="exec(code, names)\nexec('a = 1')\n",
    caveats="In a function, names that the code binds are no longer seen as locals: see exec_locals.",
    triggers=("exec",),
    phase=Phase.SYNTAX,
    evidence=True,
    lower=lower,
)
