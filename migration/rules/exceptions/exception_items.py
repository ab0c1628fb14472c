"""An exception that is kept and read by position elsewhere: its class gets the __getitem__ that Python 2 gave all."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.classes import local_bases, methods
from migration.analysis.exceptions import local_class
from migration.analysis.names import memory, stdlib_name
from migration.rewriting.members import after
from migration.rule import Findings, Rule
from migration.view.module import Module

_ENDINGS = ("Error", "Exception", "Warning")
_METHOD = ["", "def __getitem__(self, index):", "    return self.args[index]"]


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Define items once, where the class leaves those of this file: in the one nearest to the builtin exception."""
    if node not in _read_by_position(module) or {"__getitem__", "__iter__"} & methods(node).keys():
        return
    part = after(node.body[-1], _METHOD, module)
    if part is None:
        yield module.open(node, "Python 3 can't read exceptions by position, their args it can")
    else:
        yield module.edit(part)


def _read_by_position(module: Module) -> set[ast.ClassDef]:
    """The exceptions of the file, directly below a builtin one, that are handed to where items are read."""
    known = memory(module)
    if "exceptions by position" not in known:
        found: set[ast.ClassDef] = set()
        for handler in module.nodes_of(ast.ExceptHandler):
            assert isinstance(handler, ast.ExceptHandler)
            if (roots := _roots(handler, module)) and any(
                _handed_to_reader(name, module) for name in _reads(handler)
            ):
                found |= roots
        known["exceptions by position"] = found
    return known["exceptions by position"]  # type: ignore[no-any-return]


def _roots(handler: ast.ExceptHandler, module: Module) -> set[ast.ClassDef]:
    """What the classes of this file that a handler catches derive from, just below the builtin exception."""
    if handler.name is None:
        return set()
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    found = set()
    for kind in kinds:
        if (caught := local_class(kind, module)) is not None:
            every = local_bases(caught, module)
            if any({"__getitem__", "__iter__"} & methods(c).keys() for c in every):
                continue
            bases = [module.qualified_name(b) or "" for b in every[-1].bases]
            if len(bases) == 1 and bases[0].startswith("builtins.") and bases[0].endswith(_ENDINGS):
                found.add(every[-1])
    return found


def _reads(handler: ast.ExceptHandler) -> Iterator[ast.Name]:
    for node in ast.walk(handler):
        if isinstance(node, ast.Name) and node.id == handler.name and isinstance(node.ctx, ast.Load):
            yield node


def _handed_to_reader(name: ast.Name, module: Module) -> bool:
    """`read(e)`, or `kept.append(e)` and `read(kept)`, where a function of this file reads items of what it gets."""
    call = module.parent(name)
    if not isinstance(call, ast.Call) or name not in call.args:
        return False
    if not (isinstance(call.func, ast.Attribute) and call.func.attr == "append"):
        return any(_reads_items(p, f) for f, p in _receivers(name, call, module))
    kept, place = call.func.value, module.function(call)
    if not isinstance(kept, ast.Name) or place is None:
        return False
    for node in ast.walk(place):
        other = module.parent(node) if isinstance(node, ast.Name) and node.id == kept.id else None
        if isinstance(node, ast.Name) and isinstance(other, ast.Call):
            readers = _receivers(node, other, module)
            if any(_reads_items_of_each(parameter, function, module) for function, parameter in readers):
                return True
    return _reads_items_of_each(kept.id, place, module)


def _receivers(argument: ast.expr, call: ast.Call, module: Module) -> Iterator[tuple[ast.AST, str]]:
    """The functions of this file that a call by this name may mean, with the parameter that gets `argument`."""
    if argument not in call.args:
        return
    method = isinstance(call.func, ast.Attribute)
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", None)
    for function in module.nodes_of(ast.FunctionDef):
        if isinstance(function, ast.FunctionDef) and function.name == name:
            position = call.args.index(argument) + method
            if position < len(function.args.args):
                yield function, function.args.args[position].arg


def _reads_items(name: str, function: ast.AST) -> bool:
    """Whether a function reads an item of `name` by its number."""
    return any(
        isinstance(n, ast.Subscript)
        and _is_number(n.slice)
        and isinstance(n.value, ast.Name)
        and n.value.id == name
        for n in ast.walk(function)
    )


def _reads_items_of_each(name: str, function: ast.AST, module: Module) -> bool:
    """Whether a function reads items of what the list `name` holds: by two numbers, in a loop, for an order."""
    for node in ast.walk(function):
        if not isinstance(node, ast.Name) or node.id != name or not isinstance(node.ctx, ast.Load):
            continue
        parent = module.parent(node)
        if isinstance(parent, ast.Subscript) and parent.value is node and _is_number(parent.slice):
            outer = module.parent(parent)
            if isinstance(outer, ast.Subscript) and outer.value is parent and _is_number(outer.slice):
                return True
        if isinstance(parent, (ast.For, ast.comprehension)) and parent.iter is node:
            owner = parent if isinstance(parent, ast.For) else module.parent(parent)
            if owner and isinstance(parent.target, ast.Name) and _reads_items(parent.target.id, owner):
                return True
        call = (
            module.parent(parent) if isinstance(parent, ast.Attribute) and parent.attr == "sort" else parent
        )
        if isinstance(call, ast.Call) and any(
            k.arg == "key"
            and isinstance(k.value, ast.Call)
            and stdlib_name(k.value.func, module) == "operator.itemgetter"
            and all(map(_is_number, k.value.args))
            for k in call.keywords
        ):
            return True
    return False


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


RULE = Rule(
    id="exception_items",
    family="P2",
    summary="exceptions can't be indexed or unpacked: one that is read by position elsewhere says how",
    before=(
        "class Failed(Exception):\n    pass\n\n"
        "def place(error):\n    return error[0]\n\n"
        "try:\n    raise Failed(1L)\nexcept Failed as e:\n    n = place(e)\n"
    ),
    after=(
        "class Failed(Exception):\n    pass\n\n    def __getitem__(self, index):\n        return self.args[index]\n\n"
        "def place(error):\n    return error[0]\n\n"
        "try:\n    raise Failed(1)\nexcept Failed as e:\n    n = place(e)\n"
    ),
    caveats="Only functions of the same file are looked at, by their names.",
    triggers=("except",),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.ClassDef,),
    visit=visit,
)
