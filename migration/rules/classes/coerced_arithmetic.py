"""Old-style classes that only say how to coerce: the arithmetic that Python 2 did with what they coerce to."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.classes import is_old_style, local_bases, methods
from migration.analysis.names import memory, names_by_id
from migration.analysis.values import returns_of
from migration.rewriting.members import after
from migration.rule import Findings, Rule
from migration.rules.classes._dunder import COMPARISONS, RICH
from migration.view.module import Module

#: The operators of a file → the method of Python 3, and how it says that of two values.
_OPERATORS: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("add", "{} + {}"),
    ast.Sub: ("sub", "{} - {}"),
    ast.Mult: ("mul", "{} * {}"),
    ast.Div: ("truediv", "{0} // {1} if isinstance({0}, int) and isinstance({1}, int) else {0} / {1}"),
    ast.FloorDiv: ("floordiv", "{} // {}"),
    ast.Mod: ("mod", "{} % {}"),
    ast.Pow: ("pow", "{} ** {}"),
}
_DIVMOD = ("divmod", "divmod({}, {})")
#: Which comparison Python 3 asks the other operand for.
_MIRRORED = {ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE}
_COMPARED = frozenset(["__cmp__", *RICH])


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Give the class the methods for the operators that the file uses."""
    own = methods(node)
    coerce = own.get("__coerce__")
    if not isinstance(coerce, ast.FunctionDef) or not is_old_style(node, module) or not _gives_others(coerce):
        return
    defined = {name for base in local_bases(node, module) for name in methods(base)}
    always = all(isinstance(r.value, ast.Tuple) for r in returns_of(coerce))
    always = always and isinstance(coerce.body[-1], ast.Return)
    lines: list[str] = []
    for name, form in _calculated(module):
        if defined.isdisjoint((f"__{name}__", f"__r{name}__", "__div__")):
            lines += _method(f"__{name}__", form.format("left", "right"), always)
            lines += _method(f"__r{name}__", form.format("right", "left"), always)
    if defined.isdisjoint(_COMPARED):
        compared = _compared(module)
        for kind, name in COMPARISONS.items():
            if kind in compared:
                lines += _method(name, f"left {RICH[name]} right", always)
        if ast.Eq in compared and "__hash__" not in defined:
            lines += ["", "__hash__ = object.__hash__"]
    part = after(coerce, lines, module) if lines else None
    if part is not None:
        yield module.edit(part)


def _method(name: str, answer: str, always: bool) -> list[str]:
    """A method that coerces first; `always`: coercing never gives nothing."""
    coerced = ["    left, right = self.__coerce__(other)"]
    if not always:
        coerced = [
            "    pair = self.__coerce__(other)",
            "    if pair is None:",
            "        return NotImplemented",
            "    left, right = pair",
        ]
    return ["", f"def {name}(self, other):", *coerced, f"    return {answer}"]


def _calculated(module: Module) -> Iterator[tuple[str, str]]:
    """The methods for operators that the file uses, and how they say it of two values."""
    for kind, (name, form) in _OPERATORS.items():
        if kind in _used(module):
            yield name, "{} / {}" if kind is ast.Div and module.has_future("division") else form
    if any(module.is_builtin(n, "divmod") for n in names_by_id(module).get("divmod", ())):
        yield _DIVMOD


def _compared(module: Module) -> set[type[ast.cmpop]]:
    """The comparisons of a file, and those that Python 3 asks the other operand for."""
    nodes = (n for n in module.nodes_of(ast.Compare) if isinstance(n, ast.Compare))
    found = {type(op) for n in nodes for op in n.ops}
    return found | {_MIRRORED[kind] for kind in found if kind in _MIRRORED}


def _gives_others(coerce: ast.FunctionDef) -> bool:
    """Whether what is returned is nothing, or pairs of which no instance of the class itself is the first."""
    own = coerce.args.args[0].arg if coerce.args.args else ""
    values = [r.value for r in returns_of(coerce)]
    pairs = [v.elts for v in values if isinstance(v, ast.Tuple) and len(v.elts) == 2]
    rest = [v for v in values if v is not None and not isinstance(v, ast.Tuple)]
    return (
        bool(pairs)
        and all(isinstance(v, ast.Constant) and v.value is None for v in rest)
        and not any(isinstance(p[0], ast.Name) and p[0].id == own for p in pairs)
        and all(isinstance(p[0], (ast.Attribute, ast.BinOp)) for p in pairs)
    )


def _used(module: Module) -> frozenset[type[ast.AST]]:
    """The operators between two values anywhere in the file."""
    known = memory(module)
    if "operators" not in known:
        found = (n.op for n in module.nodes_of(ast.BinOp) if isinstance(n, ast.BinOp))
        known["operators"] = frozenset(map(type, found))
    return known["operators"]  # type: ignore[no-any-return]


RULE = Rule(
    id="coerced_arithmetic",
    family="P14",
    summary="what is coerced to something else is calculated with that",
    before="class A:\n    def __coerce__(self, o):\n        return self.n, o\nx = A() + 1L\n",
    after=(
        "class A:\n    def __coerce__(self, o):\n        return self.n, o\n"
        "\n    def __add__(self, other):\n        left, right = self.__coerce__(other)\n        return left + right\n"
        "\n    def __radd__(self, other):\n        left, right = self.__coerce__(other)\n        return right + left\n"
        "x = A() + 1\n"
    ),
    caveats="Only for operators that the file itself uses, and where an attribute or a sum is what is coerced to.",
    triggers=("__coerce__",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.ClassDef,),
    visit=visit,
)
