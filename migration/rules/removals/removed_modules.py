"""Standard modules without a successor of the same shape: left open, naming what stands in."""

from __future__ import annotations

import ast

from migration import companions
from migration.analysis.names import alias_text, binding_scope, imported_elsewhere, is_local, strings, uses
from migration.rewriting.imports import replace_import
from migration.rule import Findings, Rule
from migration.stdlib.names import REMOVED_MODULES
from migration.view.module import Module


def visit(node: ast.Import | ast.ImportFrom, module: Module) -> Findings:
    """Say which module is missing, and what provides or replaces it; drop what nothing uses."""
    if isinstance(node, ast.Import):
        keep = [a for a in node.names if not _is_idle(a, node, module)]
        if len(keep) < len(node.names):
            lines = [f"import {', '.join(alias_text(a) for a in keep)}"] if keep else []
            first = next(a.name for a in node.names if a not in keep)
            proves = REMOVED_MODULES[first][0] == (3, 0)
            yield module.edit(*replace_import(node, lines, module), evidence=proves)
        names = [a.name for a in keep]
    else:
        names = [node.module or ""] if not node.level and node.module != "future_builtins" else []
        idle = all(a.name != "*" and _is_idle(a, node, module) for a in node.names)
        if names and idle and REMOVED_MODULES[names[0]][0] == (3, 0):
            yield module.edit(*replace_import(node, [], module), evidence=True)
            return
    for name in names:
        gone = REMOVED_MODULES.get(name.split(".")[0])
        if name.split(".")[0] in companions.NAMES:
            continue
        if gone is not None and gone[0] <= module.target and not is_local(name, module):
            yield module.open(node, f"{name.split('.')[0]}: {gone[1]}")


def _is_idle(alias: ast.alias, node: ast.Import | ast.ImportFrom, module: Module) -> bool:
    """Whether an import of a module that the target does not have, or from one, is never used."""
    source = alias.name if isinstance(node, ast.Import) else node.module or ""
    gone = REMOVED_MODULES.get(source)
    if gone is None or gone[0] > module.target or is_local(source, module):
        return False
    bound = alias.asname or alias.name
    scope = binding_scope(node, bound, module)
    return (
        not uses(bound, scope, module)
        and bound not in strings(module)
        and not imported_elsewhere(bound, module)
    )


RULE = Rule(
    id="removed_modules",
    family="P19",
    summary="standard modules that are gone",
    before="import os, mimetools\n",
    after="import os\n",
    caveats="What is used is not rewritten: the stand-in is a decision, or a requirement to add.",
    triggers=tuple(REMOVED_MODULES),
    nodes=(ast.Import, ast.ImportFrom),
    follows=frozenset(["moved_names", "rfc822_module", "statvfs_fields"]),
    visit=visit,
)
