"""Standard modules that were renamed: import Queue → import queue, and the same through aliases."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._renames import renamed
from migration.rules._stdlib_names import RENAMED_DATABASES, RENAMED_MODULES

#: Old name → new name.
ALL = RENAMED_MODULES | RENAMED_DATABASES


def visit(node: ast.Import | ast.ImportFrom, module: Module) -> Findings:
    """Rename in place; uses follow where the new name is free, else the old name stays as an alias."""
    for old, parts in renamed(node, ALL, module):
        exactness = Exactness.SEMANTIC if old in RENAMED_DATABASES else Exactness.EXACT
        yield module.edit(*parts, exactness=exactness)


RULE = Rule(
    id="module_renames",
    family="P11",
    summary="standard modules have new names",
    before="import Queue, httplib as h\nfrom cPickle import loads\nq = Queue.Queue()\n",
    after="import queue, http.client as h\nfrom pickle import loads\nq = queue.Queue()\n",
    caveats="Keys and values of databases (anydbm) are bytes now. Other files that reach through the old name "
    "(`mod.Queue`) are not followed.",
    triggers=tuple(sorted({m.rpartition(".")[2] for m in ALL})),
    evidence=True,
    nodes=(ast.Import, ast.ImportFrom),
    visit=visit,
)
