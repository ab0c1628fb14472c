"""How a value that was a list and is lazy now is used: shared by the rules about map, zip, dict views …"""

from __future__ import annotations

import ast
from enum import Enum

from migration.module import Module
from migration.rules._mutation import changed_meanwhile
from migration.rules._names import uses


class Use(Enum):
    """What a place needs of the value it gets."""

    ONCE = "goes through it once, at once"
    LAZY = "hands it on to a lazy reader"
    LIST = "needs a list"
    LENGTH = "needs its length or truth"
    UNKNOWN = "can't be seen"


_READERS = frozenset(
    [
        "list", "tuple", "set", "frozenset", "sorted", "sum", "min", "max", "any", "all", "dict", "bytearray",
    ]
)  # fmt: skip
_LAZY_READERS = frozenset(["enumerate", "iter", "zip", "map", "filter"])
_LISTERS = frozenset(
    ["str", "repr", "unicode", "cmp", "isinstance", "type", "print", "id", "range", "xrange"]
)
#: Standard functions that take a sequence and no iterator.
_LIST_FUNCTIONS = frozenset(
    [
        "json.dumps", "json.dump", "random.choice", "random.sample", "random.shuffle", "pickle.dumps", "pickle.dump",
        "cPickle.dumps", "cPickle.dump", "copy.copy", "copy.deepcopy", "pprint.pprint", "pprint.pformat",
        "bisect.bisect", "bisect.insort", "heapq.heapify", "heapq.heappush", "heapq.heappop", "marshal.dumps",
        "simplejson.dumps",
    ]
)  # fmt: skip
_READING_METHODS = frozenset(
    [
        "join", "extend", "update", "union", "intersection", "difference", "issubset", "issuperset", "writelines",
        "symmetric_difference", "intersection_update", "difference_update", "fromkeys", "executemany", "extendleft",
    ]
)  # fmt: skip


def use_of(node: ast.expr, module: Module) -> Use:
    """What the place of `node` needs."""
    parent = module.parent(node)
    if isinstance(parent, (ast.For, ast.AsyncFor)):
        return Use.ONCE if parent.iter is node else Use.UNKNOWN
    if isinstance(parent, ast.comprehension):
        return _comprehension(node, parent, module)
    if isinstance(parent, ast.Call):
        return _argument(node, parent, module)
    if isinstance(parent, ast.keyword):
        return Use.UNKNOWN
    if isinstance(parent, ast.Compare):
        last = parent.comparators[-1] is node and isinstance(parent.ops[-1], (ast.In, ast.NotIn))
        if last and len(parent.ops) == 1:
            return Use.ONCE
        compared = [parent.left, *parent.comparators]
        identity = any(isinstance(o, (ast.Is, ast.IsNot)) for o in parent.ops)
        none = any(isinstance(c, ast.Constant) and c.value is None for c in compared)
        return Use.UNKNOWN if identity or none else Use.LIST
    if isinstance(parent, ast.Subscript):
        return Use.LIST if parent.value is node else Use.UNKNOWN
    if isinstance(parent, ast.Attribute):
        return Use.LIST if hasattr(list, parent.attr) or parent.attr == "__getslice__" else Use.UNKNOWN
    if isinstance(parent, ast.BinOp):
        return Use.LIST if isinstance(parent.op, (ast.Add, ast.Mult, ast.Mod)) else Use.UNKNOWN
    if isinstance(parent, ast.AugAssign):
        return Use.UNKNOWN
    if isinstance(parent, ast.Starred):
        return Use.ONCE
    if isinstance(parent, (ast.If, ast.While, ast.Assert)) and parent.test is node:
        return Use.LENGTH
    if isinstance(parent, ast.UnaryOp):
        return Use.LENGTH if isinstance(parent.op, ast.Not) else Use.UNKNOWN
    if isinstance(parent, ast.BoolOp):
        return Use.LENGTH if node is not parent.values[-1] or _is_test(parent, module) else Use.UNKNOWN
    if isinstance(parent, ast.IfExp):
        return Use.LENGTH if parent.test is node else use_of(parent, module)
    if isinstance(parent, ast.Assign):
        return _assigned(node, parent, module)
    if isinstance(parent, ast.FormattedValue):
        return Use.LIST
    return Use.UNKNOWN


def _is_test(node: ast.expr, module: Module) -> bool:
    return use_of(node, module) is Use.LENGTH


def _comprehension(node: ast.expr, parent: ast.comprehension, module: Module) -> Use:
    if parent.iter is not node:
        return Use.LENGTH if node in parent.ifs else Use.UNKNOWN
    outer = module.parent(parent)
    if isinstance(outer, ast.GeneratorExp):
        return Use.LAZY
    return Use.ONCE


def _argument(node: ast.expr, call: ast.Call, module: Module) -> Use:
    if call.func is node:
        return Use.UNKNOWN
    name = module.qualified_name(call.func)
    if name is not None:
        kind, _, last = name.rpartition(".")
        if kind == "builtins":
            if last in _READERS:
                # Two arguments: min(a, b) compares them.
                return Use.ONCE if len(call.args) == 1 or last in ("sorted", "sum") else Use.LIST
            if last in _LAZY_READERS and (last not in ("map", "filter") or call.args[0] is not node):
                return Use.LAZY
            if last in ("len", "bool"):
                return Use.LENGTH
            if last == "reduce":
                return Use.ONCE
            return Use.LIST if last in (*_LISTERS, "reversed") else Use.UNKNOWN
        if kind == "itertools":
            return Use.LAZY
        if name in (
            "functools.reduce",
            "collections.Counter",
            "collections.OrderedDict",
            "collections.deque",
            "heapq.nlargest",
        ):
            return Use.ONCE
        if name in _LIST_FUNCTIONS:
            return Use.LIST
    if isinstance(call.func, ast.Attribute) and call.func.attr in _READING_METHODS and len(call.args) == 1:
        return Use.ONCE
    return Use.UNKNOWN


def _assigned(node: ast.expr, parent: ast.Assign, module: Module) -> Use:
    if len(parent.targets) != 1:
        return Use.UNKNOWN
    target = parent.targets[0]
    if isinstance(target, (ast.Tuple, ast.List)):
        return Use.ONCE
    if isinstance(target, ast.Subscript):
        return Use.ONCE if isinstance(target.slice, ast.Slice) else Use.UNKNOWN
    if not isinstance(target, ast.Name):
        return Use.UNKNOWN
    found = module.scope(target).lookup(target.id)
    if found is None:
        return Use.UNKNOWN
    scope, bindings = found
    reads = [n for n in uses(target.id, scope, module) if isinstance(n.ctx, ast.Load)]
    if scope.kind == "class":
        return Use.UNKNOWN
    results = [_use_of_read(r, module) for r in reads]
    if len(bindings) == 1 and any(r in (Use.LIST, Use.LENGTH) for r in results):
        return Use.LIST if Use.LIST in results or len(results) > 1 else Use.LENGTH
    if len(bindings) == 1 and len(results) > 1 and module.function(target) is not None:
        if all(r in (Use.ONCE, Use.LAZY) for r in results):
            return Use.LIST
    alone = len(bindings) == 1 and len(results) == 1 and results[0] is Use.ONCE
    if (
        alone
        and module.function(reads[0]) is module.function(node)
        and not _repeated(reads[0], parent, module)
    ):
        following = module.block(parent)
        position = following.index(parent)
        if position + 1 < len(following) and module.statement(reads[0]) is following[position + 1]:
            return Use.ONCE
    return Use.UNKNOWN


def _use_of_read(node: ast.Name, module: Module) -> Use:
    parent = module.parent(node)
    return Use.UNKNOWN if isinstance(parent, ast.Assign) else use_of(node, module)


def _repeated(read: ast.Name, assignment: ast.Assign, module: Module) -> bool:
    """Whether `read` can happen more often than `assignment`."""
    inside = set(module.ancestors(assignment))
    for outer in module.ancestors(read):
        if outer in inside:
            return False
        if isinstance(outer, ast.While) or (
            isinstance(outer, (ast.For, ast.comprehension)) and outer.iter is not read
        ):
            if not (isinstance(outer, ast.For) and read in ast.walk(outer.iter)):
                return True
        if isinstance(outer, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            if outer.generators[0].iter is not read:
                return True
    return False


def loop_over(node: ast.expr, module: Module) -> ast.For | None:
    """The `for` statement that goes through `node`, directly or through enumerate, zip, reversed …, or None."""
    while True:
        parent = module.parent(node)
        if isinstance(parent, ast.For) and parent.iter is node:
            return parent
        if not (isinstance(parent, ast.Call) and use_of(node, module) is Use.LAZY):
            return None
        node = parent


def disturbed(node: ast.expr, sources: list[ast.expr], module: Module) -> bool:
    """Whether one of `sources` may change its size while a loop goes through `node`."""
    loop = loop_over(node, module)
    return loop is not None and any(changed_meanwhile(s, loop, module) for s in sources)
