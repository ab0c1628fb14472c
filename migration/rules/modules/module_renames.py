"""Standard modules that were renamed: import Queue → import queue, and the same through aliases."""

from __future__ import annotations

import ast
from posixpath import dirname

from environment.traces import Exactness
from migration.rule import Findings, Rule
from migration.rules.modules._renames import renamed
from migration.source.words import words_of
from migration.stdlib.names import RENAMED_DATABASES, RENAMED_MODULES
from migration.view.module import Module

#: Old name → new name.
ALL = RENAMED_MODULES | RENAMED_DATABASES


def visit(node: ast.Import | ast.ImportFrom, module: Module) -> Findings:
    """Rename in place; uses follow where the new name is free, else the old name stays as an alias."""
    for old, parts in renamed(node, ALL, module):
        own = _hidden_by(ALL[old], module) if old in ALL else None
        if own is not None and not _gives_all(node, old, own, module):
            reason = (
                f"the program's own {own} is found instead of Python 3's {ALL[old]}: give it another name"
            )
            yield module.open(node, reason)
            continue
        exactness = Exactness.SEMANTIC if old in RENAMED_DATABASES else Exactness.EXACT
        yield module.edit(*parts, exactness=exactness)


def _hidden_by(new: str, module: Module) -> str | None:
    """The file of the repository that is imported for the new name of a module: one beside a script, which lies in no
    package, or beside the outermost package that the file is in.
    """
    index, head = module.facts.index, new.partition(".")[0]
    folder = dirname(module.facts.key)
    while folder in index.packages:
        folder = dirname(folder)
    return index.module_file(folder, head)


def _gives_all(node: ast.Import | ast.ImportFrom, old: str, own: str, module: Module) -> bool:
    """Whether the program's own module speaks of all that is asked of the old one: it may stand in for the new, for
    others than itself.
    """
    if own == module.facts.key:
        return False
    if isinstance(node, ast.ImportFrom):
        asked = {alias.name for alias in node.names}
    else:
        bound = {a.asname or a.name for a in node.names if a.name == old}
        attributes = (n for n in module.nodes_of(ast.Attribute) if isinstance(n, ast.Attribute))
        asked = {n.attr for n in attributes if isinstance(n.value, ast.Name) and n.value.id in bound}
    return asked <= words_of(module.facts.index.text(own) or "")


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
