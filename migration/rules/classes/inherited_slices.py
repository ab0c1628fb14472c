"""class L(list): def __setitem__(…) → slices go past it, to list, as when list had slice methods of its own."""

from __future__ import annotations

import ast

from migration.analysis.classes import definers, foreign_bases, local_bases, methods
from migration.rule import Findings, Rule
from migration.source.edits import Edit, Piece, Span
from migration.view.module import Module

_OLD = {"__getitem__": "__getslice__", "__setitem__": "__setslice__", "__delitem__": "__delslice__"}
#: What had slice methods in Python 2, and changed in place.
_BASES = frozenset(f"builtins.{name}" for name in ("list", "tuple", "str", "unicode", "bytearray"))
_MUTABLE = frozenset(["builtins.list", "builtins.bytearray"])


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Hand slices without a step to the builtin, where only the method for items is the class's own."""
    builtin = next((b for b in foreign_bases(node, module) if b in _BASES), None)
    if builtin is None:
        return
    own = methods(node)
    for item, old in _OLD.items():
        method = own.get(item)
        if not isinstance(method, ast.FunctionDef) or (item != "__getitem__" and builtin not in _MUTABLE):
            continue
        if any(old in methods(c) for c in local_bases(node, module)) or not _is_for_items(method, item):
            continue
        if definers(old, module) and not all(b in _BASES for b in foreign_bases(node, module)):
            continue  # a class in a file that is imported, another base perhaps
        edit = _handed_on(method, item, builtin.removeprefix("builtins."), module)
        if edit is not None:
            yield edit


def _is_for_items(method: ast.FunctionDef, item: str) -> bool:
    """Whether a method takes an index that it does more with than to hand it to a base, and knows no slices."""
    arguments = method.args
    if arguments.vararg or arguments.kwarg or arguments.defaults or method.decorator_list:
        return False
    if len(arguments.args) != (3 if item == "__setitem__" else 2):
        return False
    body = [s for s in method.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    words = {n.id for s in body for n in ast.walk(s) if isinstance(n, ast.Name)}
    words |= {n.attr for s in body for n in ast.walk(s) if isinstance(n, ast.Attribute)}
    if words & {"slice", "SliceType", "indices", "step"}:
        return False
    return bool(body) and not (len(body) == 1 and _only_hands_on(body[0], method))


def _only_hands_on(statement: ast.stmt, method: ast.FunctionDef) -> bool:
    """Whether a statement does what the builtin does: `return list.__getitem__(self, i)`; or it refuses."""
    if isinstance(statement, ast.Raise):
        return False
    value = getattr(statement, "value", None)
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Attribute):
        return False
    given = [a.id for a in value.args if isinstance(a, ast.Name)]
    names = [a.arg for a in method.args.args]
    return value.func.attr == method.name and len(given) == len(value.args) and given in (names, names[1:])


def _handed_on(method: ast.FunctionDef, item: str, builtin: str, module: Module) -> Edit | None:
    """The edit that puts the dispatch before a method's first statement, or None where that shares its line."""
    first = method.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and len(method.body) > 1:
        first = method.body[1]
    start = module.start(first)
    if module.text[module.line_starts[first.lineno - 1] : start].strip():
        return None
    own, index, *value = (a.arg for a in method.args.args)
    indent = module.indentation(first)
    spelled = "str" if builtin == "unicode" else builtin
    call = f"{spelled}.{item}({', '.join([own, index, *value])})"
    left = "return " if item == "__getitem__" else ""
    lines: list[Piece] = [
        f"if isinstance({index}, slice) and {index}.step is None:\n{indent}    {left}{call}\n"
    ]
    if not left:
        lines.append(f"{indent}    return\n")
    return module.edit(module.part(Span(start, start), *lines, indent), needs_python2=True)


RULE = Rule(
    id="inherited_slices",
    family="P14",
    summary="slices that Python 2 took from a builtin base go past the class's own method for items",
    before=(
        "class Names(list):\n    def __getitem__(self, i):\n        return list.__getitem__(self, i).lower()\n"
        "print Names(['A'])[:1]\n"
    ),
    after=(
        "class Names(list):\n    def __getitem__(self, i):\n"
        "        if isinstance(i, slice) and i.step is None:\n            return list.__getitem__(self, i)\n"
        "        return list.__getitem__(self, i).lower()\nprint(Names(['A'])[:1])\n"
    ),
    caveats="Slice methods of another base that is not of the repository are not seen.",
    triggers=tuple(_OLD),
    needs_python2=True,
    nodes=(ast.ClassDef,),
    visit=visit,
)
