"""from threading import * → and its two old names by themselves, which a star does not bring any more."""

from __future__ import annotations

import ast

from migration.analysis.names import names_by_id, strings
from migration.rule import Findings, Rule
from migration.view.module import Module

#: What `import *` took from a module of Python 2's library, and Python 3's keeps, but not for a star.
_KEPT = {"threading": ("activeCount", "currentThread")}


def visit(node: ast.ImportFrom, module: Module) -> Findings:
    """Name those that the file reads, or lists in `__all__`."""
    names = _KEPT.get(node.module or "", ()) if not node.level else ()
    if not names or [a.name for a in node.names] != ["*"] or not isinstance(module.parent(node), ast.Module):
        return
    bound = module.module_scope.bindings
    wanted = [n for n in names if n not in bound and (n in names_by_id(module) or n in strings(module))]
    if wanted:
        line = f"\nfrom {node.module} import {', '.join(wanted)}"
        yield module.insert(module.span(node).end, line)


RULE = Rule(
    id="starred_names",
    family="P11",
    summary="a star brings fewer names of threading",
    before="from threading import *\nt = currentThread()\nn = 1L\n",
    after="from threading import *\nfrom threading import currentThread\nt = currentThread()\nn = 1\n",
    caveats="Only names that the file itself reads, or lists in a string.",
    triggers=("threading",),
    nodes=(ast.ImportFrom,),
    visit=visit,
)
