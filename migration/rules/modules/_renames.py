"""Imports of a module under another name, with the uses that follow: shared by the rules about renamed modules."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from migration.analysis.names import (
    alias_text,
    binding_scope,
    can_rename,
    is_local,
    only_imported,
    stdlib_name,
    taken_by_star,
    uses,
)
from migration.rewriting.imports import from_import, module_span, replace_import
from migration.source.edits import Part
from migration.trees.scopes import Scope
from migration.view.module import Module


def renamed(
    node: ast.Import | ast.ImportFrom, table: Mapping[str, str], module: Module
) -> Iterator[tuple[str, tuple[Part, ...]]]:
    """Old name and edit of each module that an import takes by a name of `table`.

    Uses follow where the new name is free, else the old name stays as an alias.
    """
    if isinstance(node, ast.ImportFrom):
        yield from _from(node, table, module)
        return
    package = _put_into_package(node, table, module)
    if package:
        line = from_import(package, [a.name for a in node.names], module.indentation(node))
        yield node.names[0].name, tuple(replace_import(node, [line], module))
        return
    for alias in node.names:
        new = table.get(alias.name)
        if new is not None and not is_local(alias.name, module):
            yield alias.name, tuple(_parts(alias, new, node, module))


def _put_into_package(node: ast.Import, table: Mapping[str, str], module: Module) -> str:
    """The package that all modules of an import lie in now, by the names they had: `from PIL import Image` binds what
    `import Image` did, and no use of it changes.
    """
    found = {table.get(a.name, "").rpartition(".")[0] for a in node.names}
    kept = all(
        not a.asname and table.get(a.name, "").rpartition(".")[2] == a.name and not is_local(a.name, module)
        for a in node.names
    )
    return found.pop() if kept and len(found) == 1 else ""


def _parts(alias: ast.alias, new: str, node: ast.Import, module: Module) -> Iterator[Part]:
    if alias.asname:
        yield module.part(alias, new if alias.asname == new else f"{new} as {alias.asname}")
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
        and _is_free(new.split(".")[0], scope, module)
        and can_rename(bound, new, scope, module)
        and not taken_by_star(bound, module)
    ):
        yield module.part(alias, new)
        for use in uses(bound, scope, module):
            yield module.part(use, new)
    else:
        yield module.part(alias, f"{new} as {bound}")


def _is_free(head: str, scope: Scope, module: Module) -> bool:
    """Whether an import of `head` in `scope` takes the name from nothing else that has it there, such as a module of
    the program's own beside the file.
    """
    found = scope.lookup(head)
    if found is None:
        return True
    return all(b.kind == "import" and b.target == head for b in found[1]) and not is_local(head, module)


def _from(
    node: ast.ImportFrom, table: Mapping[str, str], module: Module
) -> Iterator[tuple[str, tuple[Part, ...]]]:
    source = node.module or ""
    if node.level or is_local(source, module):
        return
    if source in table:
        yield source, (Part(module_span(node, module), (table[source],)),)
        return
    moved: dict[str, list[str]] = {}
    keep = []
    for alias in node.names:
        new = table.get(f"{source}.{alias.name}")
        if new is None:
            keep.append(alias_text(alias))
        else:
            package, _, last = new.rpartition(".")
            moved.setdefault(package, []).append(f"{last} as {alias.asname or alias.name}")
    if moved:
        indentation = module.indentation(node)
        lines = [from_import(source, keep, indentation)] if keep else []
        lines += [from_import(p, names, indentation) for p, names in sorted(moved.items())]
        yield source, tuple(replace_import(node, lines, module))
