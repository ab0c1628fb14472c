"""from __future__ import division goes, once the file is Python 3."""

from __future__ import annotations

import ast

from migration.module import Module
from migration.rule import Findings, Phase, Rule
from migration.rules._imports import from_import, replace_import
from migration.rules._names import alias_text

#: Features that Python 3 has without asking.
_OLD = frozenset(
    [
        "absolute_import", "division", "generator_stop", "generators", "nested_scopes", "print_function",
        "unicode_literals", "with_statement",
    ]
)  # fmt: skip


def visit(node: ast.ImportFrom, module: Module) -> Findings:
    """Drop the superfluous names, at the end: other rules ask what they were."""
    if node.module != "__future__" or node.level:
        return
    keep = [alias_text(a) for a in node.names if a.name not in _OLD]
    if len(keep) < len(node.names):
        lines = [from_import("__future__", keep)] if keep else []
        yield module.edit(*replace_import(node, lines, module))


RULE = Rule(
    id="future_imports",
    family="P18",
    summary="__future__ imports that Python 3 needs no more",
    before="from __future__ import division, print_function\na = 1L\n",
    after="a = 1\n",
    caveats="They stay in a file that nothing proves to be Python 2: it may be meant for both.",
    triggers=("__future__",),
    phase=Phase.FINISH,
    needs_python2=True,
    order=90,
    nodes=(ast.ImportFrom,),
    visit=visit,
)
