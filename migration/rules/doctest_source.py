"""Examples in docstrings that only Python 2 can read: `>>> print x` → `>>> print(x)`."""

from __future__ import annotations

import ast
import re
import warnings

from migration.draft import Facts
from migration.edits import Part, Span
from migration.module import Module
from migration.repository_index import RepositoryIndex
from migration.rule import Findings, Phase, Rule

#: One example: its first line and the lines that continue it, with the same indentation.
_EXAMPLE = re.compile(r"(?m)^([ \t]*)>>> .*(?:\n\1\.\.\. ?.*)*")
_QUOTE = re.compile(r"[a-zA-Z]*(\"{3}|'{3}|\"|')")
_MAX_ROUNDS = 3


def visit(node: ast.Module | ast.ClassDef | ast.FunctionDef, module: Module) -> Findings:
    """Lower the syntax of each example that Python 3 can't read, where it keeps its lines."""
    if not node.body or ast.get_docstring(node, clean=False) is None:
        return
    span = module.span(node.body[0])
    opening = _QUOTE.match(module.text[span.start : span.end])
    if opening is None:
        return
    start = span.start + opening.end()
    text = module.text[start : span.end - len(opening[1])]
    parts: list[Part] = []
    for example in _EXAMPLE.finditer(text):
        written = example[0].split("\n")
        # A backslash in the source of a string is not what the example says.
        if "\\" in example[0]:
            continue
        heads = [line[: len(example[1]) + 4] for line in written]
        lowered = _lowered("\n".join(line[len(example[1]) + 4 :] for line in written))
        if lowered is None or lowered.count("\n") + 1 != len(written):
            continue
        new = "\n".join(head + line for head, line in zip(heads, lowered.split("\n"), strict=True))
        place = Span(start + example.start(), start + example.end())
        parts.append(module.part(place, new))
    if parts:
        yield module.edit(*parts)


def _lowered(code: str) -> str | None:
    """`code` in Python 3, or None when it is Python 3 already or syntax rules alone don't make it so."""
    from migration.registry import all_rules, of_phase
    from migration.syntax import lower

    if _reads(code):
        return None
    rules = of_phase(all_rules().triggered(code), Phase.SYNTAX)
    result = lower(code + "\n", rules, Facts("<example>", RepositoryIndex([])), _MAX_ROUNDS)
    return result.text[:-1] if _reads(result.text) else None


def _reads(code: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(code)
    except (SyntaxError, ValueError):
        return False
    return True


RULE = Rule(
    id="doctest_source",
    family="P1",
    summary="examples in docstrings are code too",
    before='def f(x):\n    """Twice.\n\n    >>> print f(2)\n    4\n    """\n    return 2 * x\n',
    after='def f(x):\n    """Twice.\n\n    >>> print(f(2))\n    4\n    """\n    return 2 * x\n',
    caveats="Only what Python 3 can't read; what an example is expected to print stays as it is.",
    triggers=(">>>",),
    evidence=True,
    phase=Phase.FINISH,
    nodes=(ast.Module, ast.ClassDef, ast.FunctionDef),
    visit=visit,
)
