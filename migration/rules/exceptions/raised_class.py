"""A class without bases that is raised or caught → derived from Exception."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.exceptions import local_class
from migration.analysis.names import memory
from migration.rule import Findings, Rule
from migration.rules.exceptions._caught import kinds_caught
from migration.view.module import Module


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Python 2 could raise instances of old-style classes; Python 3 wants a base."""
    if node.bases or node.keywords or not _is_raised(node, module):
        return
    header = module.span(node).start
    colon = module.text.index(node.name, header) + len(node.name)
    brackets = module.text[colon:].split(":", 1)[0]
    yield module.replace_span((colon, colon + len(brackets.rstrip())), "(Exception)")


def _is_raised(node: ast.ClassDef, module: Module) -> bool:
    known = memory(module)
    if "raised classes" not in known:
        known["raised classes"] = set(_raised(module))
    return node in known["raised classes"]


def _raised(module: Module) -> Iterator[ast.ClassDef | None]:
    """The classes of the file that it raises or catches, by tuples of any depth too."""
    for other in module.nodes_of(ast.Raise, ast.ExceptHandler):
        if isinstance(other, ast.Raise):
            yield local_class(other.exc.func if isinstance(other.exc, ast.Call) else other.exc, module)
        elif isinstance(other, ast.ExceptHandler):
            for kind in kinds_caught(other.type, module):
                yield local_class(kind, module)


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
