"""What a call does besides giving a result: whether it prints, and which object it changes."""

from __future__ import annotations

import ast

from migration.analysis.called import function_called
from migration.analysis.classes import classes, maker
from migration.analysis.exceptions import tries_around
from migration.analysis.far_output import ENDED, far_output
from migration.analysis.mutation import functions_by_name
from migration.analysis.names import asked_once, last_name, stdlib_name
from migration.analysis.values import attributes_given, called_here, may_hold
from migration.flow.atoms import Bound
from migration.trees.bodies import own_nodes
from migration.trees.fields import walk
from migration.view.module import Module

#: Methods that change the list, dictionary, set or deque they are called on.
CHANGING = frozenset(
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
_CHANGER_NAMES = frozenset(name.rpartition(".")[2] for name in _CHANGERS)
#: Methods of generators that go on with them.
_RESUMING = frozenset(["next", "__next__", "send", "throw"])
#: Builtins that go through all of what they are given.
_CONSUMERS = (
    "all",
    "any",
    "dict",
    "frozenset",
    "list",
    "max",
    "min",
    "next",
    "set",
    "sorted",
    "sum",
    "tuple",
)
#: Builtins, and methods, that hardly ever refuse what they are given.
_SAFE = (
    "bool", "callable", "dict", "dir", "hasattr", "id", "isinstance", "issubclass", "list", "len", "locals", "print",
    "bin", "hex", "oct", "range", "repr", "set", "sorted", "str", "tuple", "type", "vars", "xrange", "zip",
)  # fmt: skip
_HARMLESS = frozenset(
    [
        "center", "copy", "endswith", "format", "get", "isdigit", "items", "join", "keys", "ljust", "lower", "replace",
        "rjust", "rstrip", "split", "startswith", "strip", "title", "upper", "values", "getvalue", "has_key",
    ]
)  # fmt: skip
_DEEPEST = 4


def prints(call: ast.Call, module: Module) -> bool:
    """Whether a call runs a function that prints: of this file, of another, or one that is given as a parameter; or
    goes on with a generator that prints.
    """
    if any(_prints(f, module, _DEEPEST) for f in called_functions(call, module)):
        return True
    resumed = _resumed(call, module)
    if resumed is not None and any(_outputs(f, module, _DEEPEST) for f in _generators(resumed, module)):
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
    return not _is_generator(function) and _outputs(function, module, depth)


def _is_generator(function: ast.FunctionDef) -> bool:
    return any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in own_nodes(function.body))


def _outputs(function: ast.FunctionDef, module: Module, depth: int) -> bool:
    """Whether the body of a function, or of a generator, prints as it runs."""

    def outputs(call: ast.Call) -> bool:
        if is_output(call, module) or asks(call, module):
            return True
        return depth > 0 and any(_prints(f, module, depth - 1) for f in called_functions(call, module))

    calls = (n for n in own_nodes(function.body) if isinstance(n, ast.Call))
    return asked_once(("prints", function), module, lambda: any(map(outputs, calls)))


def asks(call: ast.Call, module: Module) -> bool:
    """Whether a call reads a line from the terminal, for which what was printed before must show."""
    return module.is_builtin(call.func, "raw_input", "input")


def reached(call: ast.Call, module: Module) -> list[ast.FunctionDef]:
    """The functions of this file that a call may run, with those that these run: what `prints` looks at."""
    found: list[ast.FunctionDef] = []
    pending = [call]
    while pending:
        new = [f for f in _run_by(pending.pop(), module) if f not in found]
        found += dict.fromkeys(new)
        pending += [n for f in new for n in own_nodes(f.body) if isinstance(n, ast.Call)]
    return found


def _run_by(call: ast.Call, module: Module) -> list[ast.FunctionDef]:
    found = [*called_functions(call, module)]
    resumed = _resumed(call, module)
    found += _generators(resumed, module) if resumed is not None else []
    for binding in module.bindings(call.func) if isinstance(call.func, ast.Name) else []:
        for value in module.arguments_for(binding.node) if isinstance(binding.node, ast.arg) else ():
            named = module.bindings(value) if isinstance(value, ast.Name) else []
            found += [b.node for b in named if isinstance(b.node, ast.FunctionDef)]
            inner = ast.walk(value.body) if isinstance(value, ast.Lambda) else ()
            found += [f for n in inner if isinstance(n, ast.Call) for f in called_functions(n, module)]
    return found


def _resumed(call: ast.Call, module: Module) -> ast.expr | None:
    """What may be a generator that a call goes on with."""
    if isinstance(call.func, ast.Attribute) and call.func.attr in _RESUMING:
        return call.func.value
    consumed = module.is_builtin(call.func, *_CONSUMERS) or getattr(call.func, "attr", "") == "join"
    return call.args[0] if consumed and call.args else None


def _generators(node: ast.expr, module: Module) -> list[ast.FunctionDef]:
    """The generators of this file that `node` may be made by."""
    made: list[ast.expr | None] = [node]
    if isinstance(node, ast.Name):
        made = may_hold(node, module)
    elif isinstance(node, ast.Attribute):
        made = [value for _, value in attributes_given(module).get(node.attr, ())]
    calls = (m for m in made if isinstance(m, ast.Call))
    return [f for c in calls for f in called_functions(c, module) if _is_generator(f)]


def may_fail(argument: ast.expr, module: Module) -> bool:
    """Whether what Python 2 had written of a line stays behind where the next value can't be had: a clause around the
    statement goes on printing.
    """
    if isinstance(argument, (ast.Name, ast.Constant)):
        return False
    tried = next((t for t in tries_around(argument, module) if t.handlers), None)
    if tried is None or not any(_prints_on(h, module) for h in tried.handlers):
        return False
    return any(
        (isinstance(n, ast.Call) and not _is_harmless(n, module))
        or (isinstance(n, ast.BinOp) and isinstance(n.op, (ast.Div, ast.FloorDiv)))
        or isinstance(n, ast.Subscript)
        for n in walk(argument)
    )


def _prints_on(handler: ast.ExceptHandler, module: Module) -> bool:
    """Whether a clause prints, and be it without ending the line."""
    calls = [n for n in walk(handler) if isinstance(n, ast.Call)]
    open_lines = (c for c in calls if module.is_builtin(c.func, "print"))
    return any(is_output(c, module) for c in calls) or any(
        all(k.arg != "file" for k in c.keywords) for c in open_lines
    )


def _is_harmless(call: ast.Call, module: Module) -> bool:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr in _HARMLESS and not called_functions(call, module)
    return module.is_builtin(call.func, *_SAFE)


def writes_first(call: ast.Call, module: Module, depth: int = _DEEPEST) -> bool:
    """Whether the first thing that a function of the file shows, wherever it is called, it writes by
    sys.stdout.write: Python 2 forgot the blank that a print before had left open.
    """
    function = function_called(call, module)
    return function is not None and _writes_first(function, module, depth)


def _writes_first(function: ast.FunctionDef, module: Module, depth: int) -> bool:
    if function.decorator_list or _is_generator(function):
        return False
    for statement in function.body:
        nodes = list(own_nodes([statement]))
        calls = [n for n in nodes if isinstance(n, ast.Call)]
        shown = [c for c in calls if is_output(c, module) or asks(c, module) or prints(c, module)]
        if not shown:
            if any(isinstance(n, (ast.Return, ast.Raise)) for n in nodes):
                return False
            continue
        simple = isinstance(statement, (ast.Expr, ast.Assign, ast.Return)) and statement.value is shown[0]
        if not simple or len(shown) != 1:
            return False
        if stdlib_name(shown[0].func, module) == "sys.stdout.write":
            return True
        return depth > 0 and writes_first(shown[0], module, depth - 1)
    return False


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
        return not own and (name in CHANGING or _is_changed_afar(call.func, module))
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


def _is_changed_afar(method: ast.Attribute, module: Module) -> bool:
    """Whether a method of a class of another file changes its object, as far as its own statements show."""
    for atom in module.may_hold(method):
        function = atom.function.node if isinstance(atom, Bound) else None
        if isinstance(function, ast.FunctionDef) and function.args.args:
            name = function.args.args[0].arg
            if any(_stores(node, name) for node in own_nodes(function.body)):
                return True
    return False


def _stores(node: ast.AST, name: str) -> bool:
    """Whether what a variable holds is given an attribute or an item, or one of its attributes is changed."""
    if isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
        return _root(node.value) == name
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING:
        return isinstance(node.func.value, ast.Attribute) and _root(node.func.value) == name
    return last_name(node.func) in _CHANGER_NAMES and any(_root(a) == name for a in node.args[:1])


def _is_method(function: ast.FunctionDef, module: Module) -> bool:
    return any(function in owner.body for several in classes(module).values() for owner in several)


def _changes_parameter(function: ast.FunctionDef, place: int, module: Module, depth: int) -> bool:
    """Whether a function changes an object it is given: its attributes, its items, by a method of its own."""
    if place >= len(function.args.args):
        return False
    name = function.args.args[place].arg
    return asked_once(
        ("changes", function, place),
        module,
        lambda: any(_does_change(n, name, module, depth) for n in own_nodes(function.body)),
    )


def _does_change(node: ast.AST, name: str, module: Module, depth: int) -> bool:
    if isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
        return _root(node.value) == name
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute) and _root(node.func.value) == name:
        own = functions_by_name(module).get(node.func.attr, ())
        if isinstance(node.func.value, ast.Name) and own:
            return depth > 0 and any(_changes_parameter(f, 0, module, depth - 1) for f in own)
        return node.func.attr in CHANGING
    return stdlib_name(node.func, module) in _CHANGERS and any(_root(a) == name for a in node.args[:1])


def _root(node: ast.expr) -> str | None:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def is_softspace(node: ast.Call, module: Module) -> bool:
    """Whether `node` calls the helper that prints as Python 2's statement did."""
    return getattr(node.func, "id", "") == "print_softspace" and called_here(node, module) is not None
