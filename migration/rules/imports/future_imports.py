"""from __future__ import division goes, once the file is Python 3."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migration.analysis.names import alias_text, names_by_id
from migration.rewriting.imports import from_import, replace_import
from migration.rule import Findings, Phase, Rule
from migration.view.module import Module

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
    keep = [alias_text(a) for a in node.names if a.name not in _OLD or _tells(a.name, module)]
    if len(keep) < len(node.names):
        lines = [from_import("__future__", keep)] if keep else []
        yield module.edit(*replace_import(node, lines, module))


def _tells(feature: str, module: Module) -> bool:
    """Whether the feature still says what is meant: its flag is read, or an import is not one of the sibling."""
    if any(isinstance(name.ctx, ast.Load) for name in names_by_id(module).get(feature, ())):
        return True
    index = module.facts.index
    if feature == "division" and index.is_small:
        # Without it a program that shows neither language would be read by Python 2's meaning.
        return any(isinstance(n.op, ast.Div) for n in module.nodes_of(ast.BinOp, ast.AugAssign))  # type: ignore[attr-defined]
    return feature == "absolute_import" and any(
        index.implicit_relative(module.facts.key, name) is not None for name in _absolute_names(module)
    )


def _absolute_names(module: Module) -> Iterator[str]:
    for node in (*module.nodes_of(ast.Import), *module.nodes_of(ast.ImportFrom)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module


RULE = Rule(
    id="future_imports",
    family="P18",
    summary="__future__ imports that Python 3 needs no more",
    before="from __future__ import division, print_function\na = 1L\n",
    after="a = 1\n",
    caveats="They stay in a file that nothing proves to be Python 2: it may be meant for both. absolute_import stays "
    "where a sibling has the name of an imported module.",
    triggers=("__future__",),
    phase=Phase.FINISH,
    needs_python2=True,
    order=90,
    nodes=(ast.ImportFrom,),
    visit=visit,
)
