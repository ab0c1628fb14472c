"""An old-style class with __getattr__ → the special methods that Python 2 found through it."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._classes import class_of, defines, is_old_style, methods, refuses_special
from migration.rules._dunder import COMPARISONS
from migration.rules._instances import CALLED, OPERATORS, special_uses
from migration.rules._members import after
from migration.rules._names import memory

_METHODS = dict(OPERATORS.values())
_TEXTS = {"str": "__str__", "print": "__str__", "repr": "__repr__"}
_BY_INDEX = frozenset(["__iter__", "__contains__"])
_SIGNS: dict[type[ast.unaryop], str] = {ast.USub: "__neg__", ast.UAdd: "__pos__", ast.Invert: "__invert__"}


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Write out the methods that are seen in use, here or in other files; say so where none is."""
    method = methods(node).get("__getattr__")
    if not isinstance(method, ast.FunctionDef) or not is_old_style(node, module) or refuses_special(method):
        return
    uses = _used(module).get(node, set()) | special_uses(node, module)
    indexed = defines(
        node, "__getitem__", module
    )  # what takes the place of these, where __getattr__ has none
    used = sorted(n for n in uses if not defines(node, n, module) and not (indexed and n in _BY_INDEX))
    if not used:
        if not any(
            n.startswith("__") and n not in ("__init__", "__getattr__", "__setattr__") for n in methods(node)
        ):
            yield module.open(
                node,
                "special methods are no longer found through __getattr__: define those in use",
                needs_python2=True,
            )
        return
    lines: list[str] = []
    for name in used:
        lines += ["", f"def {name}(self, *arguments):", f'    return self.__getattr__("{name}")(*arguments)']
    part = after(method, lines, module)
    if part is not None:
        yield module.edit(part)


def _used(module: Module) -> dict[ast.ClassDef, set[str]]:
    """For each class the special methods that expressions of the file call on its instances."""
    known = memory(module)
    if "special uses" not in known:
        table: dict[ast.ClassDef, set[str]] = {}
        for node in module.nodes:
            for subject, name in _uses_of(node, module):
                owner = class_of(subject, module) if isinstance(subject, (ast.Name, ast.Call)) else None
                if owner is not None:
                    table.setdefault(owner, set()).add(name)
        known["special uses"] = table
    return known["special uses"]  # type: ignore[no-any-return]


def _uses_of(node: ast.AST, module: Module) -> list[tuple[ast.expr, str]]:
    if isinstance(node, ast.Call):
        name = module.qualified_name(node.func) or ""
        special = CALLED.get(name.removeprefix("builtins."))
        if special and node.args:
            return [(node.args[0], special)]
        text = _TEXTS.get(name.removeprefix("builtins."))
        if text:
            return [(a, text) for a in node.args]
        return [(node.func, "__call__")]
    if isinstance(node, ast.Subscript):
        kinds = {ast.Store: "__setitem__", ast.Del: "__delitem__"}
        return [(node.value, kinds.get(type(node.ctx), "__getitem__"))]
    if isinstance(node, (ast.For, ast.comprehension)):
        return [(node.iter, "__iter__")]
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn)):
        return [(node.comparators[0], "__contains__")]
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARISONS:
        return [(node.left, COMPARISONS[type(node.ops[0])])]
    if isinstance(node, ast.UnaryOp) and type(node.op) in _SIGNS:
        return [(node.operand, _SIGNS[type(node.op)])]
    if isinstance(node, ast.BinOp) and type(node.op) in _METHODS:
        return [(node.left, _METHODS[type(node.op)])]
    return []


RULE = Rule(
    id="old_style_proxy",
    family="P14",
    summary="special methods are not looked up through __getattr__: written out where they are used",
    before=(
        "class P:\n    def __init__(self, t): self.__dict__['t'] = t\n"
        "    def __getattr__(self, name): return getattr(self.t, name)\nn = len(P([1]))\n"
    ),
    after=(
        "class P:\n    def __init__(self, t): self.__dict__['t'] = t\n"
        "    def __getattr__(self, name): return getattr(self.t, name)\n\n"
        '    def __len__(self, *arguments):\n        return self.__getattr__("__len__")(*arguments)\nn = len(P([1]))\n'
    ),
    caveats="Only uses of instances whose class is seen are found: here by inference, in other files by name.",
    triggers=("__getattr__",),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.ClassDef,),
    visit=visit,
)
