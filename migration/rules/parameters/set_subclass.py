"""class C(set) → class C(OwnKindSet): unions and copies of a C were of its class, and are plain sets in Python 3."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.classes import class_of, methods
from migration.rewriting.helpers import helper, is_helper
from migration.rule import Findings, Rule
from migration.source.edits import Part
from migration.view.module import Module

_METHODS = ("copy", "union", "intersection", "difference", "symmetric_difference")
_OPERATORS = {ast.BitOr: "__or__", ast.BitAnd: "__and__", ast.Sub: "__sub__", ast.BitXor: "__xor__"}
_ALL = frozenset([*_METHODS, *_OPERATORS.values()])
_SETS = ("set", "frozenset")
_MADE = {
    "set": """    made = set.__new__(type(self))
        set.update(made, items)
        return made""",
    "frozenset": "    return frozenset.__new__(type(self), items)",
}


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Derive a class whose own results are used from a set that keeps its class."""
    base = next((b for b in node.bases if module.is_builtin(b, *_SETS)), None)
    if not isinstance(base, ast.Name):
        return
    wanted = "OwnKindSet" if base.id == "set" else "OwnKindFrozenset"
    source = _source(wanted, base.id)
    if is_helper(node, source):
        return
    named = [
        n
        for n in ast.walk(node)
        if isinstance(n, ast.Attribute) and n.attr in _ALL and module.is_builtin(n.value, base.id)
    ]
    if not named and not _is_operand(node, module):
        return
    new = helper(wanted, source, module)
    parts: list[Part] = [module.part(base, new), *(module.part(n.value, new) for n in named)]
    yield module.edit(*parts)


def _is_operand(owner: ast.ClassDef, module: Module) -> bool:
    """Whether the file makes another set of an object of the class, that is not named as the class's by itself."""
    made: ast.expr
    for node in module.nodes_of(ast.BinOp, ast.Attribute):
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            made, left, name = node, node.left, _OPERATORS[type(node.op)]
        elif isinstance(node, ast.Attribute) and node.attr in _METHODS:
            call = module.parent(node)
            if not isinstance(call, ast.Call) or call.func is not node:
                continue
            made, left, name = call, node.value, node.attr
        else:
            continue
        # What is only gone through, counted or compared is the same for a plain set.
        if name not in methods(owner) and class_of(left, module) is owner and _is_kept(made, module):
            return True
    return False


def _is_kept(node: ast.expr, module: Module) -> bool:
    parent = module.parent(node)
    if isinstance(parent, (ast.For, ast.comprehension)):
        return parent.iter is not node
    return not isinstance(parent, (ast.Compare, ast.Expr, ast.If, ast.While, ast.Starred))


def _source(name: str, base: str) -> str:
    """The class that keeps its kind; the constructor was not called by Python 2 either."""
    lines = [
        f"class {name}({base}):",
        f'    """A {base} whose copies and unions are of its own class, as in Python 2: made without __init__."""',
        "",
        "    __slots__ = ()",
        "",
        "    def _of_own_kind(self, items):",
        "        if items is NotImplemented:",
        "            return items",
        f"    {_MADE[base]}",
    ]
    for method in _METHODS:
        others = "" if method == "copy" else ", *others"
        given = f"{name}._of_own_kind(self, {base}.{method}(self{others}))"
        lines += ["", f"    def {method}(self{others}):", f"        return {given}"]
    for method in _OPERATORS.values():
        given = f"{name}._of_own_kind(self, {base}.{method}(self, other))"
        lines += ["", f"    def {method}(self, other):", f"        return {given}"]
    return "\n" + "\n".join(lines) + "\n"


RULE = Rule(
    id="set_subclass",
    family="P16",
    summary="what is made of an object of a class derived from set is of that class",
    before="class C(set):\n    def without(self, other): return set.difference(self, other)\nn = 1L\n",
    after=(
        _source("OwnKindSet", "set").replace("\n", "", 1)
        + "\n\nclass C(OwnKindSet):\n    def without(self, other): return OwnKindSet.difference(self, other)\nn = 1\n"
    ),
    caveats="Only where the class, or the file with an object of it, makes such results.",
    triggers=("set", "frozenset"),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.ClassDef,),
    visit=visit,
)
