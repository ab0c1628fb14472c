"""`x` → repr(x)."""

from __future__ import annotations

from migration.rule import Findings, Phase, Rule
from migration.source.edits import Part, Span
from migration.view.lexed import LexedSource


def lower(source: LexedSource) -> Findings:
    """Pair the backticks of each logical line by bracket depth; a comma inside makes a tuple."""
    tokens = source.tokens
    pending: list[tuple[int, int]] = []
    depth = 0
    closed: set[int] = set()
    for index, text in enumerate(tokens.texts):
        if text == "\n":
            pending.clear()
            depth = 0
        elif text in ("(", "[", "{"):
            depth += 1
        elif text in (")", "]", "}"):
            depth -= 1
        elif text == "`":
            if not pending or not _closes(source, index, closed) or pending[-1][1] != depth:
                pending.append((index, depth))
                continue
            opener = pending.pop()[0]
            closed.add(index)
            plain = len(tokens.split(opener + 1, index)) == 1
            before, after = ("repr(", ")") if plain else ("repr((", "))")
            left, right = tokens.starts[opener], tokens.starts[index]
            yield source.edit(
                Part(Span(left, left + 1), (before,)),
                Part(Span(right, right + 1), (after,)),
            )


def _closes(source: LexedSource, index: int, closed: set[int]) -> bool:
    """Whether a backtick can only end an expression here: what stands before it is an operand."""
    before = source.tokens.texts[index - 1]
    if before == "`":
        return index - 1 in closed
    if before in (")", "]", "}"):
        return True
    if before in ("in", "not", "and", "or", "is", "if", "else", "return", "print", "yield", "lambda"):
        return False
    return before[-1].isalnum() or before[-1] in "_'\""


RULE = Rule(
    id="backticks",
    family="P3",
    summary="backticks are repr()",
    before="a = `x` + `1, 2`\n",
    after="a = repr(x) + repr((1, 2))\n",
    caveats="repr() itself differs for text, long integers, sets and types.",
    triggers=("`",),
    phase=Phase.SYNTAX,
    evidence=True,
    invalid_only=True,
    lower=lower,
)
