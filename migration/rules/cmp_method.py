"""__cmp__ alone → the six comparisons that call it, and the hash Python 2 kept."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._classes import local_bases, methods
from migration.rules._members import after, hash_to_keep, unhashable_base

_RICH = {"__eq__": "==", "__ne__": "!=", "__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Add what is missing after __cmp__; subclasses get it by inheritance."""
    own = methods(node)
    compare = own.get("__cmp__")
    if compare is None or any("__cmp__" in methods(b) for b in local_bases(node, module)[1:]):
        return
    missing = [n for n in _RICH if n not in own]
    if not missing:
        return
    if own.keys() & _RICH.keys() == _RICH.keys() - {
        "__ne__",
        "__le__",
        "__gt__",
        "__ge__",
    } and _totally_ordered(node):
        return
    lines: list[str] = []
    for name in missing:
        lines += ["", f"def {name}(self, other):", f"    return self.__cmp__(other) {_RICH[name]} 0"]
    kept = hash_to_keep(node, module) if "__eq__" in missing or "__eq__" in own else None
    if kept and not unhashable_base(node, module):
        lines += ["", f"__hash__ = {kept}"]
    part = after(compare, lines, module)
    if part is None:
        yield module.open(node, "Python 3 never calls __cmp__: add __eq__, __lt__ and the other comparisons")
        return
    yield module.edit(part)


def _totally_ordered(node: ast.ClassDef) -> bool:
    return any("total_ordering" in ast.unparse(d) for d in node.decorator_list)


RULE = Rule(
    id="cmp_method",
    family="P14",
    summary="__cmp__ is never called: the six comparisons are",
    before="class V:\n    def __cmp__(self, other):\n        return 0\n",
    after=(
        "class V:\n    def __cmp__(self, other):\n        return 0\n"
        + "".join(
            f"\n    def {n}(self, other):\n        return self.__cmp__(other) {o} 0\n"
            for n, o in _RICH.items()
        )
    ),
    caveats="A __cmp__ that returns NotImplemented, and a class whose base elsewhere compares itself, are not seen.",
    triggers=("__cmp__",),
    exactness=Exactness.EXACT,
    evidence=True,
    nodes=(ast.ClassDef,),
    visit=visit,
)
