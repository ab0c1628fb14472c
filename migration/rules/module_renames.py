"""Standard modules that were renamed: import Queue → import queue, and the same through aliases."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.edits import Part
from migration.module import Module
from migration.rule import Finding, Findings, Rule
from migration.rules._imports import from_import, module_span, replace_import
from migration.rules._names import (
    alias_text,
    binding_scope,
    can_rename,
    is_local,
    only_imported,
    stdlib_name,
    uses,
)
from migration.rules._stdlib_names import RENAMED_DATABASES, RENAMED_MODULES
from migration.scopes import Scope

#: Old name → new name.
ALL = RENAMED_MODULES | RENAMED_DATABASES


def visit(node: ast.Import | ast.ImportFrom, module: Module) -> Findings:
    """Rename in place; uses follow where the new name is free, else the old name stays as an alias."""
    if isinstance(node, ast.ImportFrom):
        yield from _from(node, module)
        return
    for alias in node.names:
        new = ALL.get(alias.name)
        if new is not None and not is_local(alias.name, module):
            parts = _parts(alias, new, node, module)
            yield module.edit(*parts, exactness=_exactness(alias.name))


def _exactness(name: str) -> Exactness:
    return Exactness.SEMANTIC if name in RENAMED_DATABASES else Exactness.EXACT


def _parts(alias: ast.alias, new: str, node: ast.Import, module: Module) -> Iterator[Part]:
    if alias.asname:
        yield module.part(alias, f"{new} as {alias.asname}")
        return
    bound = alias.name.split(".")[0]
    scope = binding_scope(node, bound, module)
    if "." in alias.name:
        yield module.part(alias, new)
        for other in module.nodes_of(ast.Attribute):
            if isinstance(other, ast.Attribute) and stdlib_name(other, module) == alias.name:
                yield module.part(other, new)
        return
    if (
        only_imported(bound, scope, bound)
        and _is_free(new.split(".")[0], scope)
        and can_rename(bound, new, scope, module)
    ):
        yield module.part(alias, new)
        for use in uses(bound, scope, module):
            yield module.part(use, new)
    else:
        yield module.part(alias, f"{new} as {bound}")


def _is_free(head: str, scope: Scope) -> bool:
    """Whether an import of `head` in `scope` takes the name from nothing else that has it there."""
    found = scope.lookup(head)
    return found is None or all(b.kind == "import" and b.target == head for b in found[1])


def _from(node: ast.ImportFrom, module: Module) -> Iterator[Finding]:
    source = node.module or ""
    if node.level or is_local(source, module):
        return
    if source in ALL:
        part = Part(module_span(node, module), (ALL[source],))
        yield module.edit(part, exactness=_exactness(source))
        return
    moved: dict[str, list[str]] = {}
    keep = []
    for alias in node.names:
        new = ALL.get(f"{source}.{alias.name}")
        if new is None:
            keep.append(alias_text(alias))
        else:
            package, _, last = new.rpartition(".")
            moved.setdefault(package, []).append(f"{last} as {alias.asname or alias.name}")
    if moved:
        indentation = module.indentation(node)
        lines = [from_import(source, keep, indentation)] if keep else []
        lines += [from_import(p, names, indentation) for p, names in sorted(moved.items())]
        yield module.edit(*replace_import(node, lines, module))


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
