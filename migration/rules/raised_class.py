"""A class without bases that is raised or caught → derived from Exception."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._exceptions import local_class


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Python 2 could raise instances of old-style classes; Python 3 wants a base."""
    if node.bases or node.keywords or not _is_raised(node, module):
        return
    header = module.span(node).start
    colon = module.text.index(node.name, header) + len(node.name)
    brackets = module.text[colon:].split(":", 1)[0]
    yield module.replace_span((colon, colon + len(brackets.rstrip())), "(Exception)")


def _is_raised(node: ast.ClassDef, module: Module) -> bool:
    for other in module.nodes_of(ast.Raise, ast.ExceptHandler):
        if isinstance(other, ast.Raise):
            raised = other.exc.func if isinstance(other.exc, ast.Call) else other.exc
            if local_class(raised, module) is node:
                return True
        elif isinstance(other, ast.ExceptHandler):
            kinds = other.type.elts if isinstance(other.type, ast.Tuple) else [other.type]
            if any(local_class(k, module) is node for k in kinds):
                return True
    return False


RULE = Rule(
    id="raised_class",
    family="P2",
    summary="a class that is raised derives from Exception",
    before="class E:\n    pass\nraise E()\n",
    after="class E(Exception):\n    pass\nraise E()\n",
    caveats="`except Exception` now catches it; only classes raised or caught in their own file are seen.",
    triggers=("raise", "except"),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    nodes=(ast.ClassDef,),
    visit=visit,
)
