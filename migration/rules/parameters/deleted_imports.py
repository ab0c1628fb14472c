"""import urllib2 … del urllib2 → without the `del`: a module that is called otherwise now need not be forgotten."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import is_local
from migration.rule import Findings, Rule
from migration.stdlib.names import DISSOLVED_MODULES, REMOVED_MODULES, RENAMED_MODULES
from migration.view.module import Module

_GONE = DISSOLVED_MODULES | frozenset(RENAMED_MODULES) | frozenset(REMOVED_MODULES)


def visit(node: ast.Delete, module: Module) -> Findings:
    """Leave out the names of modules that are gone; the statement, where it has no others."""
    kept = [target for target in node.targets if not _is_gone(target, module)]
    if not kept:
        yield module.delete_statement(node)
    elif len(kept) < len(node.targets):
        names = ", ".join(module.source(module.span(target)) for target in kept)
        yield module.replace(node, f"del {names}")


def _is_gone(target: ast.expr, module: Module) -> bool:
    """Whether a name is only ever given a module that Python 3 has under another name, or has not."""
    if not isinstance(target, ast.Name):
        return False
    found = module.scope(target).lookup(target.id)
    bindings = [b for b in found[1] if b.kind != "delete"] if found else []
    imported = [b for b in bindings if b.kind == "import"]
    gone = bool(imported) and all(b.target in _GONE and not is_local(b.target, module) for b in imported)
    return gone and len(imported) == len(bindings)


RULE = Rule(
    id="deleted_imports",
    family="P16",
    summary="`del` of a module that has another name in Python 3 goes",
    before="import urllib2\nx = urllib2.urlopen\ndel urllib2\n",
    after="import urllib.request\nx = urllib.request.urlopen\n",
    caveats="Other names in the same statement stay.",
    triggers=("del",),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    unsettles=True,
    nodes=(ast.Delete,),
    visit=visit,
)
