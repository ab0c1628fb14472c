"""try: set except NameError: from sets import Set as set → nothing: both languages have had it all along."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import stand_in
from migration.rule import Findings, Rule
from migration.stdlib.names import SETTLED_BUILTINS
from migration.view.module import Module


def visit(node: ast.Try, module: Module) -> Findings:
    """Drop a stand-in that is never made, and binds the builtin's name all the same."""
    found = stand_in(node, SETTLED_BUILTINS)
    if found is not None and isinstance(module.parent(node), ast.Module) and _only_binds(*found):
        yield module.delete_statement(node)


def _only_binds(name: str, body: list[ast.stmt]) -> bool:
    """Whether all that the statements do is to give `name` a value."""
    for statement in body:
        if isinstance(statement, ast.Assign):
            bound = {getattr(t, "id", "") for t in statement.targets}
        elif isinstance(statement, ast.FunctionDef):
            bound = {statement.name}
        elif isinstance(statement, (ast.Import, ast.ImportFrom)):
            continue
        else:
            return False
        if name not in bound:
            return False
    return True


RULE = Rule(
    id="settled_builtins",
    family="P18",
    summary="a stand-in for a builtin that both languages have is never made",
    before="n = 1L\ntry:\n    set\nexcept NameError:\n    from sets import Set as set\n",
    after="n = 1\n",
    caveats="Only at the top of a module: in a function the name would be local.",
    triggers=("NameError",),
    exactness=Exactness.EXACT,
    needs_python2=True,
    order=30,
    nodes=(ast.Try,),
    visit=visit,
)
