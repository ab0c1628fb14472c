"""__slots__ = ['a', 'b'] beside `a = property(…)` → ['b']: Python 2 let the value win, Python 3 refuses the class."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.edits import Piece
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._classes import classes, foreign_bases, is_old_style, methods

#: Slots of which the class may have a value.
_KEPT = frozenset(["__dict__", "__weakref__"])


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Take from the slots of a class what its body gives a value: no slot was made of those names."""
    statement = next((s for s in node.body if isinstance(s, ast.Assign) and _names_slots(s)), None)
    if statement is None:
        return
    if is_old_style(node, module) and len(statement.targets) == 1:
        # An old-style class had no slots: its objects took any attribute, its body any value.
        yield module.delete_statement(statement, needs_python2=True)
        return
    if "builtins.int" in foreign_bases(node, module) and len(statement.targets) == 1:
        # Numbers have as many digits as they need now, and no room behind them.
        if not (isinstance(statement.value, (ast.List, ast.Tuple)) and not statement.value.elts):
            yield module.delete_statement(statement, needs_python2=True)
        return
    slots, valued = statement.value, methods(node).keys() - _KEPT
    if isinstance(slots, (ast.Attribute, ast.BinOp)):
        taken = sorted(valued & _names_in(slots, module))
        if taken:
            asked = f"!= {taken[0]!r}" if len(taken) == 1 else f"not in ({', '.join(map(repr, taken))})"
            opened, closed = ("tuple(", ")") if _is_tuple(slots, module) else ("[", "]")
            yield module.replace(slots, f"{opened}n for n in ", *module.sub(slots), f" if n {asked}{closed}")
        return
    names = slots.elts if isinstance(slots, (ast.List, ast.Tuple)) else [slots]
    kept = [n for n in names if not (isinstance(n, ast.Constant) and n.value in valued)]
    if len(kept) == len(names):
        return
    if "#" in module.source(module.span(slots)):
        yield module.open(slots, "names of slots that the class gives a value are refused")
        return
    opened, closed = "[]" if isinstance(slots, ast.List) else "()"
    pieces: list[Piece] = [opened]
    for number, name in enumerate(kept):
        pieces += [", " if number else "", *module.sub(name)]
    if len(kept) == 1 and opened == "(":
        pieces.append(",")
    yield module.replace(slots, *pieces, closed)


def _names_in(slots: ast.expr, module: Module) -> set[str]:
    """The names that a sum of lists of slots is known to hold: `Base.__slots__ + ['a']`."""
    if isinstance(slots, ast.BinOp) and isinstance(slots.op, ast.Add):
        return _names_in(slots.left, module) | _names_in(slots.right, module)
    if isinstance(slots, (ast.List, ast.Tuple)):
        return {str(n.value) for n in slots.elts if isinstance(n, ast.Constant)}
    if isinstance(slots, ast.Attribute) and slots.attr == "__slots__" and isinstance(slots.value, ast.Name):
        held = [methods(c).get("__slots__") for c in classes(module).get(slots.value.id, ())]
        given = held[0].value if len(held) == 1 and isinstance(held[0], ast.Assign) else None
        return _names_in(given, module) if given is not None else set()
    return set()


def _is_tuple(slots: ast.expr | None, module: Module) -> bool:
    """Whether slots that are put together are a tuple."""
    if isinstance(slots, ast.BinOp):
        return _is_tuple(slots.left, module) or _is_tuple(slots.right, module)
    if isinstance(slots, ast.Attribute) and isinstance(slots.value, ast.Name):
        held = [methods(c).get("__slots__") for c in classes(module).get(slots.value.id, ())]
        return any(isinstance(h, ast.Assign) and _is_tuple(h.value, module) for h in held)
    made = isinstance(slots, ast.Call) and module.is_builtin(slots.func, "tuple")
    return made or isinstance(slots, ast.Tuple)


def _names_slots(statement: ast.Assign) -> bool:
    return any(isinstance(t, ast.Name) and t.id == "__slots__" for t in statement.targets)


RULE = Rule(
    id="slots_with_values",
    family="P14",
    summary="a name that the class gives a value is no slot",
    before="class A(object):\n    __slots__ = ['a', 'b']\n    a = property(f)\n",
    after="class A(object):\n    __slots__ = ['b']\n    a = property(f)\n",
    caveats="An old-style class, which had none, and one of numbers lose them.",
    triggers=("__slots__",),
    exactness=Exactness.EXACT,
    nodes=(ast.ClassDef,),
    visit=visit,
)
