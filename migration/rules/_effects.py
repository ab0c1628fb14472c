"""What a call does besides giving a result: whether it prints, and which object it changes."""

from __future__ import annotations

import ast

from migration.inference_flow import own_nodes
from migration.module import Module
from migration.rules._classes import classes, maker
from migration.rules._far_output import ENDED, far_output
from migration.rules._mutation import functions_by_name
from migration.rules._names import memory, stdlib_name
from migration.rules._shown import is_softspace

#: Methods that change the list, dictionary, set or deque they are called on.
_CHANGING = frozenset(
    [
        "pop", "popitem", "popleft", "clear", "update", "setdefault", "remove", "append", "appendleft", "insert",
        "extend", "add", "discard", "sort", "reverse", "rotate",
    ]
)  # fmt: skip
#: Functions that change their first argument.
_CHANGERS = frozenset(
    [
        "heapq.heappop",
        "heapq.heappush",
        "heapq.heapify",
        "heapq.heapreplace",
        "random.shuffle",
        "bisect.insort",
    ]
)
_DEEPEST = 4


def prints(call: ast.Call, module: Module) -> bool:
    """Whether a call runs a function that prints: of this file, of another, or one that is given as a parameter."""
    if any(_prints(f, module, _DEEPEST) for f in called_functions(call, module)):
        return True
    if far_output(call, module) == ENDED:
        return True
    bindings = module.bindings(call.func) if isinstance(call.func, ast.Name) else []
    parameter = bindings[0].node if len(bindings) == 1 else None
    given = module.arguments_for(parameter) if isinstance(parameter, ast.arg) else []
    return any(_does_print(value, module) for value in given)


def _does_print(value: ast.expr, module: Module) -> bool:
    """Whether a function that is handed on prints."""
    if isinstance(value, ast.Lambda):
        calls = [n for n in ast.walk(value.body) if isinstance(n, ast.Call)]
        return any(_prints(f, module, _DEEPEST) for c in calls for f in called_functions(c, module))
    bindings = module.bindings(value) if isinstance(value, ast.Name) else []
    return any(isinstance(b.node, ast.FunctionDef) and _prints(b.node, module, _DEEPEST) for b in bindings)


def _prints(function: ast.FunctionDef, module: Module, depth: int) -> bool:
    known = memory(module)
    key = ("prints", function)
    if key not in known:
        known[key] = False
        nodes = list(own_nodes(function.body))
        known[key] = not any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in nodes) and any(
            is_output(n, module)
            or (depth > 0 and any(_prints(f, module, depth - 1) for f in called_functions(n, module)))
            for n in nodes
            if isinstance(n, ast.Call)
        )
    return bool(known[key])


def is_output(call: ast.Call, module: Module) -> bool:
    """Whether a call writes to standard output, a line that ends or that a helper knows to be open."""
    if module.is_builtin(call.func, "print"):
        # Of what leaves its line open, print_softspace has to know who comes next.
        return not any(k.arg in ("file", "end") for k in call.keywords)
    if is_softspace(call, module):
        return not any(k.arg == "file" for k in call.keywords)
    return stdlib_name(call.func, module) == "sys.stdout.write"


def called_functions(call: ast.Call, module: Module) -> list[ast.FunctionDef]:
    """The functions of this file that a call may run: by their name, of methods all that have it, of a class what makes
    its objects.
    """
    if isinstance(call.func, ast.Attribute):
        return (
            functions_by_name(module).get(call.func.attr, [])
            if module.qualified_name(call.func) is None
            else []
        )
    if not isinstance(call.func, ast.Name):
        return []
    found: list[ast.FunctionDef] = []
    for binding in module.bindings(call.func):
        if isinstance(binding.node, ast.FunctionDef):
            found.append(binding.node)
        elif isinstance(binding.node, ast.ClassDef):
            made = maker(binding.node, module)
            found += [made] if made is not None else []
    return found


def changes(call: ast.Call, wanted: str, module: Module) -> bool:
    """Whether a call may change the object that an expression names (its dump), where it can be seen to."""
    if isinstance(call.func, ast.Attribute) and ast.dump(call.func.value) == wanted:
        name = call.func.attr
        own = functions_by_name(module).get(name, ())
        if any(_changes_parameter(f, 0, module, _DEEPEST) for f in own if _is_method(f, module)):
            return True
        return not own and name in _CHANGING
    places = [n for n, a in enumerate(call.args) if ast.dump(a) == wanted]
    if not places:
        return False
    if stdlib_name(call.func, module) in _CHANGERS:
        return 0 in places
    shift = isinstance(call.func, ast.Attribute)
    return any(
        _changes_parameter(f, place + shift, module, _DEEPEST)
        for f in called_functions(call, module)
        if f.name != "__init__"
        for place in places
    )


def _is_method(function: ast.FunctionDef, module: Module) -> bool:
    return any(function in owner.body for several in classes(module).values() for owner in several)


def _changes_parameter(function: ast.FunctionDef, place: int, module: Module, depth: int) -> bool:
    """Whether a function changes an object it is given: its attributes, its items, by a method of its own."""
    if place >= len(function.args.args):
        return False
    known = memory(module)
    key = ("changes", function, place)
    if key not in known:
        known[key] = False
        name = function.args.args[place].arg
        known[key] = any(_does_change(n, name, module, depth) for n in own_nodes(function.body))
    return bool(known[key])


def _does_change(node: ast.AST, name: str, module: Module, depth: int) -> bool:
    if isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
        return _root(node.value) == name
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute) and _root(node.func.value) == name:
        own = functions_by_name(module).get(node.func.attr, ())
        if isinstance(node.func.value, ast.Name) and own:
            return depth > 0 and any(_changes_parameter(f, 0, module, depth - 1) for f in own)
        return node.func.attr in _CHANGING
    return stdlib_name(node.func, module) in _CHANGERS and any(_root(a) == name for a in node.args[:1])


def _root(node: ast.expr) -> str | None:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None
