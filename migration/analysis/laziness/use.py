"""How a value that was a list and is lazy now is used: shared by the rules about map, zip, dict views …"""

from __future__ import annotations

import ast
from enum import Enum

from migration.analysis.mutation import changed_meanwhile
from migration.analysis.names import imported_elsewhere, last_name, names_by_id, uses
from migration.analysis.strings.shown import handed_on
from migration.analysis.values import called_here
from migration.view.module import Module


class Use(Enum):
    """What a place needs of the value it gets."""

    ONCE = "goes through it once, at once"
    LAZY = "hands it on to a lazy reader"
    LIST = "needs a list"
    SEQUENCE = "takes items by number"
    LENGTH = "needs its length or truth"
    STORED = "is kept in a name for later"
    TWICE = "goes through it more than once"
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
        "json.dumps", "json.dump", "random.shuffle", "pickle.dumps", "pickle.dump",
        "cPickle.dumps", "cPickle.dump", "copy.copy", "copy.deepcopy", "pprint.pprint", "pprint.pformat",
        "bisect.bisect", "bisect.insort", "heapq.heapify", "heapq.heappush", "heapq.heappop", "marshal.dumps",
        "simplejson.dumps",
    ]
)  # fmt: skip
#: What holds two values against each other: an iterator is equal to nothing, while a range or a view may be.
COMPARING = frozenset(
    [
        "assertEqual",
        "assertEquals",
        "assertListEqual",
        "assertNotEqual",
        "assert_equal",
        "eq_",
        "failUnlessEqual",
    ]
)
#: What calls its second argument with those that follow, and expects its first to be raised.
EXPECTING = frozenset(["assertRaises", "assert_raises", "failUnlessRaises", "raises"])
#: Methods that add the items of their argument, and functions that hand items on one by one.
_FILLING = frozenset(["extend", "update"])
_PASSING = ("enumerate", "filter", "iter", "map", "zip")
_ITERATORS = frozenset(["filter", "map", "zip"])
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
        if parent.value is not node:
            return Use.UNKNOWN
        plain = isinstance(parent.ctx, ast.Load) and not isinstance(parent.slice, ast.Slice)
        return Use.SEQUENCE if plain else Use.LIST
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
        return _alternative(node, parent, module)
    if isinstance(parent, ast.IfExp):
        return Use.LENGTH if parent.test is node else use_of(parent, module)
    if isinstance(parent, ast.Assign):
        return _assigned(parent)
    if isinstance(parent, ast.FormattedValue):
        return Use.LIST
    return Use.UNKNOWN


def _alternative(node: ast.expr, parent: ast.BoolOp, module: Module) -> Use:
    """What `a and node or b` needs: what is not the last is tested, and may be the result of `or` as well."""
    last = node is parent.values[-1]
    if not last and isinstance(parent.op, ast.And):
        return Use.LENGTH
    needed = use_of(parent, module)
    return needed if last or needed not in (Use.ONCE, Use.LAZY) else Use.LENGTH


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
    if _is_compared(node, call):
        return Use.LIST
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
            if last == "reversed":
                return Use.SEQUENCE
            return Use.LIST if last in _LISTERS else Use.UNKNOWN
        if kind == "itertools":
            return Use.LAZY
        if name in (
            "functools.reduce",
            "collections.Counter",
            "collections.OrderedDict",
            "collections.deque",
            "heapq.nlargest",
            "sets.ImmutableSet",
            "sets.Set",
        ):
            return Use.ONCE
        if name in ("string.join", "string.joinfields") and call.args[0] is node:
            return Use.ONCE
        if name in ("random.choice", "random.sample"):
            return Use.SEQUENCE
        if name in _LIST_FUNCTIONS:
            return Use.LIST
    if isinstance(call.func, ast.Attribute) and call.func.attr in _READING_METHODS and len(call.args) == 1:
        return Use.ONCE
    return _handed_on(node, call, module)


def _handed_on(node: ast.expr, call: ast.Call, module: Module) -> Use:
    """What a function of the file does with a value that it is given: where it spells it out, or takes items of it, or
    holds what map(), filter() or zip() gives against something, a list is needed.
    """
    if any(node is argument for argument in handed_on(call, module)):
        return Use.LIST
    function = called_here(call, module)
    if function is None or function.decorator_list or node not in call.args:
        return Use.UNKNOWN
    names, position = [a.arg for a in function.args.args], call.args.index(node)
    if position >= len(names) or any(isinstance(a, ast.Starred) for a in call.args[:position]):
        return Use.UNKNOWN
    reads = [n for n in names_by_id(module).get(names[position], ()) if module.function(n) is function]
    if not all(isinstance(n.ctx, ast.Load) for n in reads):
        return Use.UNKNOWN
    for read in reads:
        place = module.parent(read)
        compared = isinstance(place, ast.Compare) and isinstance(place.ops[0], (ast.Eq, ast.NotEq))
        if (compared and _is_iterator(node)) or (isinstance(place, ast.Subscript) and place.value is read):
            return Use.LIST
    return Use.UNKNOWN


def held_against(node: ast.expr, module: Module) -> list[ast.expr]:
    """What `node` is compared with, by an operator or by a test's method."""
    parent = module.parent(node)
    if isinstance(parent, ast.Compare) and isinstance(parent.ops[0], (ast.Eq, ast.NotEq)):
        return [parent.left, *parent.comparators]
    if isinstance(parent, ast.Call) and node in parent.args[:2]:
        name = last_name(parent.func)
        return parent.args[:2] if name in COMPARING else []
    return []


def _is_compared(node: ast.expr, call: ast.Call) -> bool:
    """Whether `call` asserts that what map(), filter() or zip() gives is equal to something."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return _is_iterator(node) and name in COMPARING and node in call.args[:2] and len(call.args) > 1


def _is_iterator(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _ITERATORS


def _assigned(parent: ast.Assign) -> Use:
    if len(parent.targets) != 1:
        return Use.UNKNOWN
    target = parent.targets[0]
    if isinstance(target, (ast.Tuple, ast.List)):
        return Use.ONCE
    if isinstance(target, ast.Subscript):
        return Use.ONCE if isinstance(target.slice, ast.Slice) else Use.UNKNOWN
    return Use.STORED if isinstance(target, ast.Name) else Use.UNKNOWN


def uses_of(node: ast.expr, module: Module) -> frozenset[Use]:
    """What the place of `node` needs; for a value kept in a name, what all places need that read the name.

    {ONCE} also stands for a name that only the next statement reads, once. STORED and UNKNOWN mean that nothing
    may be concluded from what is missing.
    """
    use = use_of(node, module)
    if use is not Use.STORED:
        return frozenset([use])
    assignment, tested, value = module.parent(node), set[Use](), node
    while isinstance(assignment, (ast.IfExp, ast.BoolOp)):
        if isinstance(assignment, ast.BoolOp) and value is not assignment.values[-1]:
            tested.add(Use.LENGTH)
        value, assignment = assignment, module.parent(assignment)
    target: ast.Name = assignment.targets[0]  # type: ignore[attr-defined]
    found = module.scope(target).lookup(target.id)
    if found is None or len(found[1]) != 1 or found[0].kind == "class":
        return frozenset([Use.UNKNOWN, *tested, *_at_once(target, assignment, module)])
    reads = [n for n in uses(target.id, found[0], module) if isinstance(n.ctx, ast.Load)]
    results = [_use_of_read(r, module) for r in reads]
    everything = set(results) | {Use.STORED} | tested
    if found[0] is module.module_scope and imported_elsewhere(target.id, module):
        everything.add(Use.UNKNOWN)
    if len(results) == 1 and everything <= {Use.ONCE, Use.STORED} and _follows(reads[0], assignment, module):
        return frozenset([Use.ONCE])
    same = module.function(target)
    straight = [r for r in reads if module.function(r) is same]
    if len(straight) > 1 and all(r in (Use.ONCE, Use.LAZY) for r in results):
        first, *others = sorted(straight, key=lambda r: (r.lineno, r.col_offset))
        block = module.block(module.statement(first))
        certain = [o for o in others if module.statement(o) in block and not _conditional(o, module)]
        if certain and not _leaves(module.statement(first)) and not _conditional(first, module):
            everything.add(Use.TWICE)
    return frozenset(everything)


def _at_once(target: ast.Name, assignment: ast.AST, module: Module) -> set[Use]:
    """What the statement after an assignment needs of a name that others give other values: `k = d.keys(); k.sort()`.

    Only what it reads first, and in any case: that is the value of this assignment.
    """
    if not isinstance(assignment, ast.stmt):
        return set()
    block = module.block(assignment)
    following = block[block.index(assignment) + 1 :][:1]
    if not following or not isinstance(following[0], (ast.Expr, ast.Assign, ast.Return)):
        return set()
    reads = [n for n in ast.walk(following[0]) if isinstance(n, ast.Name) and n.id == target.id]
    if len(reads) != 1 or not isinstance(reads[0].ctx, ast.Load) or _conditional(reads[0], module):
        return set()
    return {_use_of_read(reads[0], module)} & {Use.LIST, Use.SEQUENCE}


def _conditional(node: ast.AST, module: Module) -> bool:
    """Whether an expression may leave `node` out."""
    return any(isinstance(a, (ast.IfExp, ast.BoolOp, ast.Lambda)) for a in module.ancestors(node))


def _leaves(statement: ast.stmt) -> bool:
    return isinstance(statement, (ast.Return, ast.Raise))


def _follows(read: ast.Name, assignment: ast.AST, module: Module) -> bool:
    """Whether `read` happens once, in the statement after `assignment`."""
    if not isinstance(assignment, ast.stmt) or module.function(read) is not module.function(assignment):
        return False
    block = module.block(assignment)
    position = block.index(assignment) + 1
    return (
        position < len(block)
        and module.statement(read) is block[position]
        and not _repeated(read, assignment, module)
    )


def _use_of_read(node: ast.Name, module: Module) -> Use:
    parent = module.parent(node)
    return Use.UNKNOWN if isinstance(parent, ast.Assign) else use_of(node, module)


def _repeated(read: ast.Name, assignment: ast.AST, module: Module) -> bool:
    """Whether `read` can happen more often than `assignment`."""
    inside = set(module.ancestors(assignment))
    child: ast.AST = read
    for outer in module.ancestors(read):
        if outer in inside:
            return False
        if isinstance(outer, ast.While) or (isinstance(outer, ast.For) and child is not outer.iter):
            return True
        if isinstance(outer, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            first = outer.generators[0]
            if child is not first or read not in ast.walk(first.iter):
                return True
        child = outer
    return False


def loop_over(node: ast.expr, module: Module) -> ast.For | None:
    """The `for` statement that goes through `node`, directly or through enumerate, zip, reversed …, or None."""
    loop = _goes_through(node, module)
    return loop if isinstance(loop, ast.For) else None


def _goes_through(node: ast.expr, module: Module) -> ast.For | ast.comprehension | None:
    while True:
        parent = module.parent(node)
        if isinstance(parent, (ast.For, ast.comprehension)) and parent.iter is node:
            return parent
        if not (isinstance(parent, ast.Call) and use_of(node, module) is Use.LAZY):
            return None
        node = parent


def disturbed(node: ast.expr, sources: list[ast.expr], module: Module) -> bool:
    """Whether one of `sources` may change its size while a loop goes through `node`, or a method that fills it."""
    if any(_fills_itself(node, source, module) for source in sources):
        return True
    while (loop := _goes_through(node, module)) is not None:
        if any(_is_namespace(s, loop, module) or changed_meanwhile(s, loop, module) for s in sources):
            return True
        generator = module.parent(loop)
        if not isinstance(generator, ast.GeneratorExp) or isinstance(loop, ast.For):
            return False
        node = generator  # goes on step by step with what goes through it
    return False


def _fills_itself(node: ast.expr, source: ast.expr, module: Module) -> bool:
    """Whether `node` is gone through, item for item, by what adds these to `source`: `d.update((v, k) for k, v in
    d.items())`.
    """
    while True:
        parent = module.parent(node)
        if isinstance(parent, ast.comprehension) and parent.iter is node:
            outer = module.parent(parent)
            if not isinstance(outer, ast.GeneratorExp) or outer.generators[0] is not parent:
                return False
            node = outer
        elif isinstance(parent, ast.Call) and node in parent.args:
            if isinstance(parent.func, ast.Attribute) and parent.func.attr in _FILLING:
                return ast.dump(parent.func.value) == ast.dump(source)
            if not module.is_builtin(parent.func, *_PASSING):
                return False
            node = parent
        else:
            return False


def _is_namespace(node: ast.expr, loop: ast.For | ast.comprehension, module: Module) -> bool:
    """Whether `node` is the namespace that the loop's own variables are part of: of a function, where its body asks for
    that again, which brings it up to date.
    """
    if isinstance(loop, ast.comprehension):
        return False
    function = module.function(loop)
    bindings = module.bindings(node) if function is not None and isinstance(node, ast.Name) else []
    if len(bindings) == 1 and bindings[0].value is not None:
        node = bindings[0].value
    if not (isinstance(node, ast.Call) and not node.args and not node.keywords):
        return False
    if function is None:
        return module.is_builtin(node.func, "globals", "locals", "vars")
    return module.is_builtin(node.func, "locals", "vars") and any(
        isinstance(n, ast.Call)
        and not n.args
        and module.function(n) is function
        and module.is_builtin(n.func, "locals", "vars", "dir")
        for statement in loop.body
        for n in ast.walk(statement)
    )
