"""The standard names that expressions mean in a repository of octets: also behind guards, variables and other files."""

from __future__ import annotations

import ast

from migration.analysis.flow_kinds import library_function
from migration.analysis.names import defined_in_repository, is_local
from migration.analysis.strings.octet_edges import GIVE, HASH_MAKERS, OPENERS, TAKE
from migration.analysis.values import assigned
from migration.view.module import Module

#: What takes or gives octets whatever they hold: pickles hold strings, an address or a cipher may be something else.
EDGES = OPENERS | frozenset(
    name
    for name in (*TAKE, *GIVE, "struct.pack", "struct.pack_into", "struct.calcsize")
    if name.split(".")[0]
    in ("base64", "binascii", "bz2", "hashlib", "hmac", "os", "quopri", "socket", "struct", "zlib")
)


def _looked_up(call: ast.Call, module: Module) -> str:
    """The standard name that `getattr(base64, 'urlsafe_b64encode', other)` gives."""
    match call:
        case ast.Call(func=function, args=[owner, ast.Constant(value=str(name)), *_], keywords=[]):
            if module.is_builtin(function, "getattr") and isinstance(owner, (ast.Name, ast.Attribute)):
                return f"{module.qualified_name(owner)}.{name}"
    return ""


def standard_name(node: ast.expr, module: Module) -> str:
    """The standard name `node` means, also where it is imported under a guard, or kept in a variable of a function to
    be at hand; '' for what is not standard.
    """
    name = module.qualified_name(node)
    flowing = library_function(node, module) if name is None else ""
    unbound = isinstance(node, ast.Name) and not module.bindings(node)
    # A module that a function gives is nobody's own name for it.
    owner = node.value if isinstance(node, ast.Attribute) else None
    of_module = isinstance(owner, ast.Name) and library_function(owner, module) != ""
    if flowing and (unbound or of_module or flowing in HASH_MAKERS):
        return flowing  # other functions that are handed on are wrapped where they are named
    kept = assigned(node, module) if name is None and isinstance(node, ast.Name) else None
    if isinstance(kept, ast.Call) and (looked_up := _looked_up(kept, module)) in EDGES:
        return looked_up
    if isinstance(kept, (ast.Name, ast.Attribute)) and module.function(node) is not None:
        return standard_name(kept, module) if module.qualified_name(kept) else ""
    root = node
    while isinstance(root, ast.Attribute):
        root = root.value
    if name is not None and name.startswith("_socket."):
        name = name[1:]
    if isinstance(node, ast.Name) and f"hashlib.{node.id}" in HASH_MAKERS and name == f"builtins.{node.id}":
        # It comes along with all that another file has, which has it from the library.
        return "" if defined_in_repository(node.id, module) else f"hashlib.{node.id}"
    if name is None or name.startswith(".") or not isinstance(root, ast.Name):
        return ""
    # What a file of the repository has from the library, others may have from that file.
    return library_function(node, module) if is_local(name, module) else name
