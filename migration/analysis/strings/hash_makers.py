"""What makes hashes, under whatever name."""

from __future__ import annotations

import ast

from migration.analysis.strings.octet_edges import HASH_MAKERS
from migration.analysis.values import default_there, written_out
from migration.view.module import Module


def is_made_by_default(node: ast.expr, module: Module) -> bool:
    """Whether `node`, a call or the one name of what it gave, is a hash that such a parameter makes."""
    made = written_out(node, module)
    return isinstance(made, ast.Call) and is_maker_by_default(made.func, module)


def is_maker_by_default(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a parameter that makes hashes of the library's unless it is told otherwise: `hasher=md5`."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    parameter = next((b.node for b in bindings if isinstance(b.node, ast.arg)), None)
    default = default_there(parameter, module) if parameter is not None else None
    if isinstance(default, ast.Name):  # `try: from hashlib import md5`, `except: from md5 import md5`
        imports = module.bindings(default)
        return bool(imports) and all(b.kind == "import" and b.target in HASH_MAKERS for b in imports)
    return default is not None and module.qualified_name(default) in HASH_MAKERS
