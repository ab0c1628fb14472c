"""Whether a value may be text that ends in white space, after which Python 2's print wrote no blank: lines of files,
text that is written so, what functions of the file give back of that kind.
"""

from __future__ import annotations

import ast
import re

from migration.analysis.classes import classes, methods
from migration.analysis.effects import called_functions
from migration.analysis.made import opened
from migration.analysis.names import asked_once, names_by_id, stdlib_name
from migration.analysis.values import (
    attributes_given,
    given_last,
    given_to,
    may_hold,
    returns_of,
    table_items,
)
from migration.flow.atoms import Atom, Bound, Function
from migration.trees.bodies import own_nodes
from migration.trees.scopes import Binding
from migration.view.module import Module

WHITE = ("\n", "\t", "\r", "\v", "\f")
#: Functions and methods whose text may end a line.
_LINES = frozenset(
    [
        "readline",
        "read",
        "getvalue",
        "get_payload",
        "format_help",
        "getrawheader",
        "toprettyxml",
        "base64.encodestring",
        "base64.encodebytes",
        "binascii.b2a_base64",
        "binascii.b2a_uu",
        "inspect.getsource",
        "linecache.getline",
        "os.read",
        "subprocess.check_output",
        "traceback.format_exc",
    ]
)
#: Functions and methods that give lists of lines with their ends.
_LISTS_OF_LINES = frozenset(
    [
        "readlines",
        "xreadlines",
        "difflib.context_diff",
        "difflib.ndiff",
        "difflib.unified_diff",
        "fileinput.input",
        "inspect.getsourcelines",
        "linecache.getlines",
        "traceback.format_exception",
        "traceback.format_exception_only",
        "traceback.format_list",
        "traceback.format_stack",
        "traceback.format_tb",
    ]
)
#: Functions whose text ends as what they are given does.
_SAME_END = frozenset(["cgi.escape", "string.expandtabs", "textwrap.dedent", "xml.sax.saxutils.escape"])
#: Methods of strings whose results end as the string does.
_ALIKE = frozenset(
    [
        "capitalize",
        "decode",
        "encode",
        "expandtabs",
        "lower",
        "lstrip",
        "replace",
        "swapcase",
        "title",
        "upper",
    ]
)
#: Functions of which the argument's items are those of the result.
_SAME_ITEMS = ("iter", "list", "reversed", "set", "sorted", "tuple")
#: A format that ends in a conversion to text.
_LAST_TEXT = re.compile(r"%(?:\((\w*)\))?s\Z")
#: Through how many names and functions a value is followed.
_DEEPEST = 6


def may_end_line(node: ast.expr, module: Module, depth: int = _DEEPEST) -> bool:
    """Whether `node` is text that ends a line, or is read from what holds lines: no blank follows it."""
    return asked_once(
        ("ends a line", node), module, lambda: depth > 0 and _may_end_line(node, module, depth - 1)
    )


def _may_end_line(node: ast.expr, module: Module, depth: int) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and node.value.endswith(WHITE)
    if isinstance(node, ast.BinOp):
        return _sum_may(node, module, depth)
    if isinstance(node, ast.IfExp):
        return may_end_line(node.body, module, depth) or may_end_line(node.orelse, module, depth)
    if isinstance(node, ast.BoolOp):
        return any(may_end_line(v, module, depth) for v in node.values)
    if isinstance(node, ast.Call):
        return _call_may(node, module, depth)
    if isinstance(node, ast.Subscript):
        if isinstance(node.slice, ast.Slice):
            return node.slice.upper is None and may_end_line(node.value, module, depth)
        return _is_communicated(node.value) or holds_lines(node.value, module, depth)
    if isinstance(node, ast.Attribute):
        return _attribute_may(node.attr, module, depth)
    return isinstance(node, ast.Name) and _name_may(node, module, depth)


def _attribute_may(name: str, module: Module, depth: int) -> bool:
    """Whether the file gives an attribute of that name text that may end a line, also by a property."""
    for place, value in attributes_given(module).get(name, ()):
        if may_end_line(value, module, depth) if value else _adds_line(module.parent(place), module, depth):
            return True
    for owner in (c for several in classes(module).values() for c in several):
        stated = methods(owner).get(name)
        if isinstance(stated, ast.Assign) and may_end_line(stated.value, module, depth):
            return True
        decorated = isinstance(stated, ast.FunctionDef) and stated.decorator_list
        if decorated and _gives_line(stated, module, depth):  # type: ignore[arg-type]
            return True
    return False


def _sum_may(node: ast.BinOp, module: Module, depth: int) -> bool:
    if isinstance(node.op, ast.Mod):
        text = node.left.value if isinstance(node.left, ast.Constant) else None
        last = _LAST_TEXT.search(text) if isinstance(text, str) else None
        if last is None or last[1] is not None:
            return may_end_line(node.left, module, depth)
        filled = node.right.elts[-1:] if isinstance(node.right, ast.Tuple) else [node.right]
        return any(may_end_line(v, module, depth) for v in filled)
    if isinstance(node.op, ast.Add):
        return may_end_line(node.right, module, depth)
    if not isinstance(node.op, ast.Mult):
        return False
    return may_end_line(node.left, module, depth) or may_end_line(node.right, module, depth)


def _call_may(node: ast.Call, module: Module, depth: int) -> bool:
    own = called_functions(node, module)
    if not own and any(map(_gives_line_afar, module.may_hold(node.func))):
        return True
    if own and any(f.name != "__init__" and _gives_line(f, module, depth) for f in own):
        return True
    name = getattr(node.func, "attr", "")
    if own and name not in _LINES:
        return False
    if (stdlib_name(node.func, module) or name) in _LINES:
        return True
    if module.is_builtin(node.func, "str", "unicode") or stdlib_name(node.func, module) in _SAME_END:
        return len(node.args) == 1 and may_end_line(node.args[0], module, depth)
    if not isinstance(node.func, ast.Attribute):
        return False
    codec = node.args[0] if name == "encode" and node.args else None
    if isinstance(codec, ast.Constant) and codec.value in ("base64", "uu"):
        return True
    if name == "join" and len(node.args) == 1:
        return holds_lines(node.args[0], module, depth)
    if name == "replace" and any(
        isinstance(a, ast.Constant) and isinstance(a.value, str) and a.value.endswith(WHITE)
        for a in node.args[:1]
    ):
        return False
    return (name == "format" or name in _ALIKE) and may_end_line(node.func.value, module, depth)


def _gives_line(function: ast.FunctionDef, module: Module, depth: int) -> bool:
    """Whether some result of a function that is called may end a line."""
    if any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in own_nodes(function.body)):
        return False
    values = (r.value for r in returns_of(function))
    return any(may_end_line(v, module, depth) for v in values if v is not None)


def _gives_line_afar(atom: Atom) -> bool:
    """Whether a function, of whichever file, is seen to give back text that ends a line."""
    function = atom.function if isinstance(atom, Bound) else atom
    if not isinstance(function, Function) or function.is_generator:
        return False
    if not isinstance(function.node, ast.FunctionDef):
        return isinstance(function.node, ast.Lambda) and ends_line(function.node.body)
    return any(ends_line(r.value) for r in returns_of(function.node) if r.value is not None)


def _name_may(name: ast.Name, module: Module, depth: int) -> bool:
    if name.id == "__doc__" and not module.bindings(name):
        text = ast.get_docstring(module.tree, clean=False)
        return text is not None and text.endswith(WHITE)
    loop = given_last(name, module)
    if isinstance(loop, ast.For):
        return holds_lines(loop.iter, module, depth)
    given = may_hold(name, module)
    if any(v is not None and may_end_line(v, module, depth) for v in given):
        return not _is_stripped(name, module)
    if None not in given:
        return False
    held = any(_is_given_line(b, module, depth) for b in module.bindings(name))
    return held and not _is_stripped(name, module)


def _is_given_line(binding: Binding, module: Module, depth: int) -> bool:
    """Whether what gives a name no value that stands there by itself gives it text that may end a line: a loop, a call
    that hands it on as a parameter.
    """
    target = binding.node
    if isinstance(target, ast.arg):
        return any(may_end_line(v, module, depth) for v in module.arguments_for(target))
    if isinstance(target, ast.AugAssign):
        return _adds_line(target, module, depth)
    outer = module.parent(target)
    if isinstance(outer, (ast.For, ast.comprehension)):
        return holds_lines(outer.iter, module, depth)
    around = module.parent(outer)
    if not isinstance(outer, ast.Tuple):
        return False
    place = next((n for n, part in enumerate(outer.elts) if part is target), 0)
    if isinstance(around, ast.Assign):
        return _is_communicated(around.value) or _returns_line_at(place, around.value, module, depth)
    if not isinstance(around, (ast.For, ast.comprehension)):
        return False
    through = around.iter
    if place == 1 and isinstance(through, ast.Call):
        if module.is_builtin(through.func, "enumerate") and through.args:
            return holds_lines(through.args[0], module, depth)
        if isinstance(through.func, ast.Attribute) and through.func.attr in ("items", "iteritems"):
            return holds_lines(through.func.value, module, depth)
    rows = (r for r in table_items(through, module) if isinstance(r, (ast.Tuple, ast.List)))
    return any(len(r.elts) > place and may_end_line(r.elts[place], module, depth) for r in rows)


def _returns_line_at(place: int, call: ast.expr, module: Module, depth: int) -> bool:
    """Whether functions of the file that are called give rows with text at a place that may end a line."""
    called = called_functions(call, module) if isinstance(call, ast.Call) else []
    rows = (r.value for f in called for r in returns_of(f) if isinstance(r.value, ast.Tuple))
    return any(len(r.elts) > place and may_end_line(r.elts[place], module, depth) for r in rows)


def _adds_line(node: ast.AST | None, module: Module, depth: int) -> bool:
    """Whether `s += …` may add the end of a line."""
    adds = isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add)
    return adds and may_end_line(node.value, module, depth)  # type: ignore[union-attr]


def _is_communicated(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "communicate"


def _is_stripped(name: ast.Name, module: Module) -> bool:
    """Whether the end of a line is taken off what a name holds before it is read: `line = line.strip()`, be it under a
    condition.
    """
    for binding in module.bindings(name):
        value = binding.value
        taken: ast.expr | None = None
        if isinstance(value, ast.Call) and getattr(value.func, "attr", "") in ("strip", "rstrip"):
            taken = value.func.value  # type: ignore[attr-defined]
        elif isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice) and value.slice.upper:
            taken = value.value
        if isinstance(taken, ast.Name) and taken.id == name.id and taken.lineno < name.lineno:
            return True
    return False


def ends_line(node: ast.expr) -> bool:
    """Whether text certainly ends a line, as it is written there: what a name holds may be changed from elsewhere."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Mod)):
        return ends_line(node.left if isinstance(node.op, ast.Mod) else node.right)
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.endswith(WHITE)


def holds_lines(node: ast.expr, module: Module, depth: int = _DEEPEST) -> bool:
    """Whether going through `node`, or asking it for an item, may give text that ends a line."""
    return asked_once(
        ("holds lines", node), module, lambda: depth > 0 and _holds_lines(node, module, depth - 1)
    )


def _holds_lines(node: ast.expr, module: Module, depth: int) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and any(c in node.value for c in WHITE)
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return any(may_end_line(e, module, depth) for e in node.elts)
    if isinstance(node, ast.Dict):
        return any(may_end_line(v, module, depth) for v in node.values)
    if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        return may_end_line(node.elt, module, depth)
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Slice) and holds_lines(node.value, module, depth)
    if isinstance(node, ast.Call):
        return _gives_lines(node, module, depth)
    if stdlib_name(node, module) == "sys.stdin":
        return True
    if isinstance(node, ast.Attribute):
        given = (value for _, value in attributes_given(module).get(node.attr, ()))
        return any(holds_lines(v, module, depth) for v in given if v is not None) or _is_added(
            node, module, depth
        )
    if not isinstance(node, ast.Name):
        return False
    for binding in module.bindings(node):
        value = given_to(binding.node, binding.value, module)
        values = [] if value is None else [value]
        if isinstance(binding.node, ast.arg):
            values = module.arguments_for(binding.node)
        if any(holds_lines(v, module, depth) for v in values):
            return True
    return _is_added(node, module, depth)


def _gives_lines(node: ast.Call, module: Module, depth: int) -> bool:
    if opened(node, module):
        return True
    name = getattr(node.func, "attr", "")
    if (stdlib_name(node.func, module) or name) in _LISTS_OF_LINES:
        return True
    if name == "splitlines":
        return bool(node.args or node.keywords)
    if module.is_builtin(node.func, *_SAME_ITEMS):
        return len(node.args) >= 1 and holds_lines(node.args[0], module, depth)
    inside = (n for f in called_functions(node, module) for n in own_nodes(f.body))
    for inner in inside:
        value = inner.value if isinstance(inner, (ast.Yield, ast.Return)) else None
        found = may_end_line if isinstance(inner, ast.Yield) else holds_lines
        if value is not None and found(value, module, depth):
            return True
    return False


def _is_added(node: ast.Name | ast.Attribute, module: Module, depth: int) -> bool:
    """Whether text that may end a line is appended to a list, or put into a place of it."""
    places: list[ast.AST]
    if isinstance(node, ast.Name):
        bindings = module.bindings(node)
        places = [n for n in names_by_id(module).get(node.id, ()) if module.bindings(n) == bindings]
    else:
        places = list(module.nodes_named(ast.Attribute, frozenset([node.attr])))
    for place in places:
        outer = module.parent(place)
        user = module.parent(outer)
        given: list[ast.expr] = []
        if isinstance(outer, ast.Attribute) and outer.attr == "append" and isinstance(user, ast.Call):
            given = user.args if user.func is outer else []
        elif isinstance(outer, ast.Subscript) and outer.value is place and isinstance(user, ast.Assign):
            given = [user.value] if outer in user.targets else []
        if any(may_end_line(v, module, depth) for v in given):
            return True
    return False
