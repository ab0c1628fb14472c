"""Objects that str() makes octets of in Python 2: packets, which pack themselves."""

from __future__ import annotations

import ast
import re

from migration.analysis.names import in_repository
from migration.analysis.strings.encoded import is_encoded
from migration.analysis.strings.kinds import is_octets
from migration.analysis.values import returns_of
from migration.flow.atoms import Class, Instance
from migration.trees.bodies import own_nodes
from migration.view.module import Module

_DEEPEST = 6
#: A method that packs what it gives, in a few lines.
_PACKS = re.compile(r"def __str__\(\w+\):(?:\n[^\n]*){0,9}?\n[ \t]+return [^\n]*\bpack\(")


def shows_octets(method: ast.FunctionDef, module: Module) -> bool:
    """Whether `__str__` of a class gives octets, and no encoded text, wherever it returns."""
    owner = module.parent(method)
    if method.name != "__str__" or method.decorator_list or not isinstance(owner, ast.ClassDef):
        return False
    named = {n.name for n in owner.body if isinstance(n, ast.FunctionDef)}
    if module.facts.index.octets or named & {"__bytes__", "__unicode__"}:
        return False
    if any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in own_nodes(method.body)):
        return False
    values = [statement.value for statement in returns_of(method)]
    return bool(values) and all(
        v is not None and is_octets(v, module) and not is_encoded(v, module) for v in values
    )


def may_show_octets(node: ast.expr, module: Module) -> bool:
    """Whether `node` may be an object that shows itself as octets."""
    if module.facts.index.octets:
        return False
    held = [atom for atom in module.may_hold(node) if isinstance(atom, Instance)]
    if held:
        return any(_packs_itself(atom.kind) for atom in held)
    nothing = not module.type_of(node) and isinstance(node, (ast.Name, ast.Attribute, ast.Subscript))
    return nothing and in_repository(_PACKS, module)


def _packs_itself(kind: Class, depth: int = 0) -> bool:
    """Whether a class, or a base that it has the method from, gives what is packed, or in a file of octets."""
    for statement in kind.node.body:
        if isinstance(statement, ast.FunctionDef) and statement.name == "__str__":
            spelled = {n.attr for n in ast.walk(statement) if isinstance(n, ast.Attribute)}
            named = {n.id for n in ast.walk(statement) if isinstance(n, ast.Name)}
            return bool({"pack", "BytesIO"} & (spelled | named))
    bases = (b for base in kind.bases for b in base.atoms) if depth < _DEEPEST else ()
    return any(_packs_itself(b, depth + 1) for b in bases if isinstance(b, Class))
