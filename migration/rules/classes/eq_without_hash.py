"""__eq__ without __hash__ → the hash that Python 2 kept."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.classes import class_of, methods, only_describes
from migration.analysis.names import memory
from migration.rewriting.members import after, hash_to_keep, unhashable_base
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Name the inherited hash again: Python 3 drops it from a class that defines __eq__."""
    own = methods(node)
    if "__eq__" not in own or "__cmp__" in own or unhashable_base(node, module):
        return
    kept = hash_to_keep(node, module)
    if kept is None or only_describes(node, module):
        return
    hashed = node.name in _hashed(module)
    part = after(own["__eq__"], [], module, kept)
    if part is None:
        yield module.open(
            node, "Python 3 can't hash a class with __eq__ and without __hash__", needs_python2=True
        )
        return
    yield module.edit(part, needs_python2=not hashed)


def _hashed(module: Module) -> set[str]:
    """The classes of the file whose instances are seen to be hashed: in dicts, sets, by hash()."""
    known = memory(module)
    if "hashed" not in known:
        found: set[str] = set()
        for node in module.nodes:
            for used in _hashed_by(node, module):
                owner = class_of(used, module) if isinstance(used, (ast.Name, ast.Call)) else None
                if owner is not None:
                    found.add(owner.name)
        known["hashed"] = found
    return known["hashed"]  # type: ignore[no-any-return]


def _hashed_by(node: ast.AST, module: Module) -> list[ast.expr]:
    if isinstance(node, ast.Dict):
        return [k for k in node.keys if k is not None]
    if isinstance(node, ast.Set):
        return node.elts
    if isinstance(node, ast.Call) and node.args:
        if module.is_builtin(node.func, "hash"):
            return node.args[:1]
        first = node.args[0]
        if module.is_builtin(node.func, "set", "frozenset") and isinstance(first, (ast.List, ast.Tuple)):
            return first.elts
    if isinstance(node, ast.Subscript) and module.type_of(node.value) == {"dict"}:
        return [node.slice]
    return []


RULE = Rule(
    id="eq_without_hash",
    family="P14",
    summary="a class with __eq__ loses its inherited __hash__: named again",
    before="class P(object):\n    def __eq__(self, other):\n        return True\nx = {P(): 1}\n",
    after=(
        "class P(object):\n    def __eq__(self, other):\n        return True\n\n"
        "    __hash__ = object.__hash__\nx = {P(): 1}\n"
    ),
    caveats="Equal objects may then have different hashes, as they had in Python 2.",
    triggers=("__eq__",),
    exactness=Exactness.EXACT,
    nodes=(ast.ClassDef,),
    visit=visit,
)
