"""__slots__ = ['a', 'b'] beside `a = property(…)` → ['b']: Python 2 let the value win, Python 3 refuses the class."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.classes import classes, foreign_bases, is_old_style, local_bases, methods
from migration.analysis.far_classes import far_value
from migration.rule import Findings, Rule
from migration.source.edits import Piece
from migration.view.module import Module

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
    if isinstance(slots, (ast.Name, ast.Attribute, ast.BinOp)):
        parts = _parts_of(slots, module)
        listed = [n for part in parts if isinstance(part, (ast.List, ast.Tuple)) for n in part.elts]
        taken = sorted(valued & {str(n.value) for n in listed if isinstance(n, ast.Constant)})
        if taken:
            asked = f"!= {taken[0]!r}" if len(taken) == 1 else f"not in ({', '.join(map(repr, taken))})"
            opened, closed = ("tuple(", ")") if any(_is_tuple(p, module) for p in parts) else ("[", "]")
            others = [t.id for t in statement.targets if isinstance(t, ast.Name) and t.id != "__slots__"]
            if len(statement.targets) == 1:
                yield module.replace(
                    slots, f"{opened}n for n in ", *module.sub(slots), f" if n {asked}{closed}"
                )
            elif len(others) == len(statement.targets) - 1 and _is_alone(statement, module):
                # What else has the list keeps it whole: classes that derive from this one had slots of all of it.
                filtered = f"{opened}n for n in {others[0]} if n {asked}{closed}"
                rest = f"\n{module.indentation(statement)}__slots__ = {filtered}"
                yield module.replace(statement, f"{' = '.join(others)} = ", *module.sub(slots), rest)
            else:
                yield module.open(slots, "names of slots that the class gives a value are refused")
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


def _parts_of(slots: ast.expr, module: Module, seen: tuple[ast.expr, ...] = ()) -> list[ast.expr]:
    """What slots are put together from, those of a class or of a name written out: `Base.__slots__ + ['a']`."""
    if slots in seen:
        return [slots]
    seen = (*seen, slots)
    if isinstance(slots, ast.BinOp) and isinstance(slots.op, ast.Add):
        return _parts_of(slots.left, module, seen) + _parts_of(slots.right, module, seen)
    held = _held(slots, module)
    if held is not None:
        return _parts_of(held, module, seen)
    far = far_value(slots.value, slots.attr, module) if isinstance(slots, ast.Attribute) else None
    return [slots] if far is None else _summands(far)


def _held(slots: ast.expr, module: Module) -> ast.expr | None:
    """The one value that this file gives a name, or an attribute of one of its classes."""
    if isinstance(slots, ast.Name):
        bindings = module.bindings(slots)
        return bindings[0].value if len(bindings) == 1 and bindings[0].kind == "assign" else None
    if not isinstance(slots, ast.Attribute) or not isinstance(slots.value, ast.Name):
        return None
    owners = classes(module).get(slots.value.id, ())
    bases = local_bases(owners[0], module) if len(owners) == 1 else []
    found = next((m for c in bases if (m := methods(c).get(slots.attr)) is not None), None)
    return found.value if isinstance(found, ast.Assign) else None


def _summands(far: ast.expr) -> list[ast.expr]:
    """The parts of what another file says: what its names mean is not known here, only what is written out."""
    if isinstance(far, ast.BinOp) and isinstance(far.op, ast.Add):
        return _summands(far.left) + _summands(far.right)
    return [far] if isinstance(far, (ast.List, ast.Tuple)) else []


def _is_alone(statement: ast.stmt, module: Module) -> bool:
    """Whether nothing else stands on the lines of a statement, but a comment behind it."""
    lines, own = module.line_span(statement), module.span(statement)
    before, behind = module.text[lines.start : own.start], module.text[own.end : lines.end].strip()
    return not before.strip() and not behind.startswith(";")


def _is_tuple(node: ast.expr, module: Module) -> bool:
    made = isinstance(node, ast.Call) and module.is_builtin(node.func, "tuple")
    return made or isinstance(node, ast.Tuple)


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
