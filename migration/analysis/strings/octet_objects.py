"""Objects that str() makes octets of in Python 2: packets, which pack themselves."""

from __future__ import annotations

import ast
import re

from migration.analysis.called import function_called
from migration.analysis.made import is_bytearray
from migration.analysis.names import in_repository
from migration.analysis.strings.encoded import is_encoded
from migration.analysis.strings.kinds import GIVING_THEIR_KIND, is_octets
from migration.analysis.values import returns_of
from migration.flow.atoms import Class, Instance
from migration.trees.bodies import own_nodes
from migration.view.module import Module

_DEEPEST = 6
#: What an attribute holds that is set to a bytearray sooner or later.
_ARRAYS = frozenset(["bytearray", "NoneType"])
#: A method that packs what it gives, in a few lines.
_PACKS = re.compile(r"def __str__\(\w+\):(?:\n[^\n]*){0,9}?\n[ \t]+return [^\n]*\bpack\(")


def shows_octets(method: ast.FunctionDef, module: Module) -> bool:
    """Whether `__str__` of a class gives octets wherever it returns, and no encoded text but by literals of octets."""
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
        v is not None
        and (
            (is_octets(v, module) and not is_encoded(v, module))
            or spelled_octets(v, module)
            or spells_array(v, module)
        )
        for v in values
    )


def spells_array(node: ast.expr, module: Module) -> bool:
    """Whether `node` is `str(x)` of what is a bytearray, or None: of one it gave the octets."""
    if not isinstance(node, ast.Call) or not module.is_builtin(node.func, "str") or node.keywords:
        return False
    if len(node.args) != 1 or isinstance(node.args[0], ast.Starred):
        return False
    held = frozenset(module.held(node.args[0]))
    return is_bytearray(node.args[0], module) or ("bytearray" in held and held <= _ARRAYS)


def is_shown_array(node: ast.expr, module: Module) -> bool:
    """Whether `node` is `str(x)` that a `__str__` returns which gives the octets of a bytearray."""
    method = module.function(node) if isinstance(module.parent(node), ast.Return) else None
    if not isinstance(method, ast.FunctionDef) or method.name not in ("__str__", "__bytes__"):
        return False
    return spells_array(node, module) and (method.name == "__bytes__" or shows_octets(method, module))


def shows_array(node: ast.expr, module: Module) -> bool:
    """Whether all that `node` can hold is objects whose `__str__` gives the octets of a bytearray."""
    if module.facts.index.octets:
        return False
    held = module.held(node)
    return bool(held) and all(isinstance(a, Instance) and _gives_array(a.kind) for a in held)


def _gives_array(kind: Class, depth: int = 0) -> bool:
    """Whether a class, or a base that it has the method from, returns `str(self.x)` of a bytearray."""
    for statement in kind.node.body:
        if isinstance(statement, ast.FunctionDef) and statement.name == "__str__":
            given = [r.value for r in returns_of(statement)]
            kept = [
                kind.space.names.get(v.args[0].attr)
                for v in given
                if isinstance(v, ast.Call)
                and getattr(v.func, "id", "") == "str"
                and len(v.args) == 1
                and isinstance(v.args[0], ast.Attribute)
            ]
            arrays = [
                k for k in kept if k is not None and "bytearray" in k.atoms and k.atoms.keys() <= _ARRAYS
            ]
            return bool(given) and len(arrays) == len(given)
    bases = (b for base in kind.bases for b in base.atoms) if depth < _DEEPEST else ()
    return any(_gives_array(b, depth + 1) for b in bases if isinstance(b, Class))


def gives_text(method: ast.FunctionDef, module: Module) -> bool:
    """Whether the octets that a `__str__` gives may be encoded text: literals of octets spell them, in a class that
    encodes something.
    """
    values = [statement.value for statement in returns_of(method)]
    if not any(v is not None and spelled_octets(v, module) for v in values):
        return False
    owner = module.class_of(method)
    return owner is not None and any(getattr(n, "attr", "") == "encode" for n in ast.walk(owner))


def spelled_octets(node: ast.expr, module: Module, depth: int = 0) -> bool:
    """Whether `node` is octets by the mark of a literal, in a file where one without a mark is text."""
    if depth > _DEEPEST or not module.has_future("unicode_literals") or module.facts.index.octets:
        return False
    below = depth + 1
    if isinstance(node, ast.Constant):
        return isinstance(node.value, bytes)
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Mod)):
        return spelled_octets(node.left, module, below) or (
            isinstance(node.op, ast.Add) and spelled_octets(node.right, module, below)
        )
    if isinstance(node, ast.IfExp):
        return all(spelled_octets(n, module, below) for n in (node.body, node.orelse))
    if isinstance(node, ast.Name):
        bindings = module.bindings(node)
        values = [b.value for b in bindings if b.kind == "assign" and b.value is not None]
        plain = all(b.kind in ("assign", "augmented") for b in bindings)
        return plain and any(spelled_octets(v, module, below) for v in values)
    if not isinstance(node, ast.Call):
        return False
    called = function_called(node, module)
    if called is not None:
        given = [statement.value for statement in returns_of(called)]
        return bool(given) and all(v is not None and spelled_octets(v, module, below) for v in given)
    method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    same = method == "join" or method in GIVING_THEIR_KIND
    return same and isinstance(node.func, ast.Attribute) and spelled_octets(node.func.value, module, below)


def may_show_octets(node: ast.expr, module: Module) -> bool:
    """Whether `node` may be an object that shows itself as octets."""
    if module.facts.index.octets:
        return False
    held = [atom for atom in module.may_hold(node) if isinstance(atom, Instance)]
    if held:
        return any(_packs_itself(atom.kind) or _gives_array(atom.kind) for atom in held)
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
