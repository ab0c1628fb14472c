"""x[index] → x[tuple(index)]: a list of slices was an index of NumPy's arrays, one slice for each dimension."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field

from migration.analysis.classes import class_of
from migration.analysis.flow_kinds import is_own
from migration.analysis.values import assigned, places_of
from migration.rewriting.helpers import helper
from migration.rule import Exactness, Findings, Rule
from migration.view.module import Module

HELPER = '''
def array_index(index):
    """An index as NumPy read it: a short list with slices or sequences in it stood for a tuple."""
    import numpy

    several = (slice, list, tuple, range, numpy.ndarray)
    if isinstance(index, list) and len(index) < 32:
        if any(part is None or part is Ellipsis or isinstance(part, several) for part in index):
            return tuple(index)
    return index
'''
_IMPORTED = re.compile(r"^[ \t]*(?:import|from)[ \t].*\b(?:numpy|scipy|pylab)\b", re.M)
_SLICES = frozenset(["numpy.s_", "numpy.index_exp"])
_FILLING = {"append": 0, "insert": 1}
_DEEPEST = 4
#: Functions that make arrays; what `where` and `nonzero` give is a tuple of such.
_MAKERS = frozenset(
    ["arange", "argsort", "argwhere", "array", "asarray", "empty", "flatnonzero", "indices", "linspace", "nonzero",
     "ones", "where", "zeros"]
)  # fmt: skip


@dataclass
class _Made:
    """A list as the file makes it: all that is put into it, and whether nothing else can be."""

    items: list[ast.expr] = field(default_factory=list)
    known: bool = True


def when(module: Module) -> bool:
    """Whether the file imports the library."""
    return _IMPORTED.search(module.text) is not None


def visit(node: ast.Subscript, module: Module) -> Findings:
    """Make the index a tuple where slices are all that it holds; else ask it when it is there."""
    index = node.slice
    if not isinstance(index, (ast.Name, ast.List, ast.BinOp)):
        return
    made = _made(index, module)
    if made is None or not _holds_several(made, node.value, module):
        return
    if module.qualified_name(node.value) is not None:
        return  # `numpy.r_` makes something of a list itself
    if module.type_of(node.value) or class_of(node.value, module) is not None or is_own(node.value, module):
        return
    if made.known and all(_is_slice(item, module) or _is_none(item) for item in made.items):
        yield module.wrap(index, "tuple(", needs_python2=True)
    else:
        yield module.edit(module.in_call(index, helper("array_index", HELPER, module)), needs_python2=True)


def _holds_several(made: _Made, container: ast.expr, module: Module) -> bool:
    """Whether a list holds what stands for more than one item of an array: slices and arrays anywhere, lists where it
    is known that an array is asked.
    """
    if any(_is_slice(item, module) or _is_array(item, module) for item in made.items):
        return True
    return any(_is_list(item, module) for item in made.items) and _is_array(container, module)


def _is_array(node: ast.expr, module: Module) -> bool:
    """Whether `node` is made an array by the library, or is part of one, by what the file shows."""
    if isinstance(node, ast.Name):
        values = [b.value for b in module.bindings(node) if b.kind == "assign"]
        return any(v is not None and not isinstance(v, ast.Name) and _is_array(v, module) for v in values)
    while isinstance(node, ast.Subscript):
        node = node.value
    called = module.qualified_name(node.func) if isinstance(node, ast.Call) else None
    library, _, maker = (called or "").rpartition(".")
    return library == "numpy" and maker in _MAKERS


def _is_list(node: ast.expr, module: Module) -> bool:
    types = module.type_of(node)
    return bool(types) and types <= {"list", "tuple"}


def _made(node: ast.expr, module: Module, depth: int = 0) -> _Made | None:
    """What a list is made of that `node` is, or may be; None where the file makes none for it."""
    if depth > _DEEPEST:
        return None
    match node:
        case ast.List():
            return _Made(list(node.elts), not any(isinstance(e, ast.Starred) for e in node.elts))
        case ast.ListComp():
            return _Made([node.elt])
        case ast.BinOp(op=ast.Mult()):
            return _made(node.left, module, depth + 1) or _made(node.right, module, depth + 1)
        case ast.BinOp(op=ast.Add()):
            return _both(_made(node.left, module, depth + 1), _made(node.right, module, depth + 1))
        case ast.Call(func=ast.Name(id="list"), args=[whole], keywords=[]) if module.is_builtin(
            node.func, "list"
        ):
            return _made(whole, module, depth + 1) or _Made(known=False)
        case ast.Subscript(value=whole, slice=ast.Slice(lower=None, upper=None, step=None)):
            return _made(whole, module, depth + 1)
        case ast.Name():
            return _kept(node, module, depth)
    return None


def _both(left: _Made | None, right: _Made | None) -> _Made | None:
    if left is None or right is None:
        one = left or right
        return _Made(one.items, known=False) if one else None
    return _Made([*left.items, *right.items], left.known and right.known)


def _kept(name: ast.Name, module: Module, depth: int) -> _Made | None:
    """The same of a list under a name: what it is made of, and what is put into it afterwards."""
    bindings = module.bindings(name)
    values = [b.value if b.kind == "assign" else None for b in bindings]
    given = [_made(value, module, depth + 1) if value is not None else None for value in values]
    lists = [made for made in given if made is not None]
    if not lists:
        return None
    known = len(lists) == len(given) and all(made.known for made in lists)
    items = [item for made in lists for item in made.items]
    for place in places_of(name, module):
        use = module.parent(place)
        match use:
            case ast.Assign() if place in use.targets:
                continue
            case ast.Subscript() if use.slice is place:
                continue
            case ast.Subscript(ctx=ast.Load()):
                continue
            case ast.Subscript(ctx=ast.Store()):
                statement = module.parent(use)
                if isinstance(statement, ast.Assign) and use in statement.targets and _is_one(use):
                    items.append(statement.value)
                    continue
            case ast.Attribute(attr=attribute) if attribute in _FILLING:
                call = module.parent(use)
                if (
                    isinstance(call, ast.Call)
                    and call.func is use
                    and len(call.args) == _FILLING[attribute] + 1
                ):
                    items.append(call.args[-1])
                    continue
            case ast.Call(func=ast.Name(id="len" | "list" | "tuple" | "array_index")) if place in use.args:
                continue
        known = False
    return _Made(items, known)


def _is_one(place: ast.Subscript) -> bool:
    """Whether one item of a list is set, and no slice of it."""
    return not isinstance(place.slice, ast.Slice)


def _is_slice(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a slice, or stands for some dimensions: no list but an index has such in it."""
    if isinstance(node, ast.Name):
        value = assigned(node, module)
        if value is not None:
            return not isinstance(value, ast.Name) and _is_slice(value, module)
        return module.is_builtin(node, "Ellipsis")
    if isinstance(node, ast.Call):
        return module.is_builtin(node.func, "slice")
    if isinstance(node, ast.Subscript):
        return module.qualified_name(node.value) in _SLICES and isinstance(node.slice, ast.Slice)
    return isinstance(node, ast.Constant) and node.value is Ellipsis


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


RULE = Rule(
    id="index_lists",
    family="P19",
    summary="a list of slices is no index of an array any more: a tuple is",
    before="import numpy\ndef f(x):\n    at = [slice(None)] * x.ndim\n    return x[at], 1L\n",
    after="import numpy\ndef f(x):\n    at = [slice(None)] * x.ndim\n    return x[tuple(at)], 1\n",
    caveats="A list that a function is given, or gets from another, is left as it is.",
    triggers=("numpy", "pylab", "scipy"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Subscript,),
    when=when,
    visit=visit,
)
