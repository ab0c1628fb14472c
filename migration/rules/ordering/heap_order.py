"""heappush(heap, (priority, {…})) with equal priorities → entries wrapped so that they order as in Python 2."""

from __future__ import annotations

import ast
from enum import Enum

from environment.traces import Exactness
from migration.analysis.flow_order import any_without_order, items_without_order, without_order
from migration.analysis.names import is_of_self
from migration.analysis.order import ORDERED, seen_mixed
from migration.analysis.orderless import has_no_order
from migration.analysis.values import gathers_keywords
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule, last_names
from migration.rules.ordering._mixed import holds_mixed, is_mixed
from migration.source.edits import Part
from migration.view.module import Module

WRAPPER = '''
class HeapEntry:
    """A value on a heap, ordered as Python 2 ordered it."""

    def __init__(self, value):
        self.value = value
        self.key = {ordered}(value)

    def __lt__(self, other):
        return self.key < other.key
'''
_PUSHES = ("heapq.heappush", "heapq.heappushpop", "heapq.heapreplace")
_POPS = ("heapq.heappop", "heapq.heappushpop", "heapq.heapreplace")
_PUSHING = last_names(*_PUSHES)
_MADE = "heapq.heapify"
#: What makes a list of the entries, in their order.
_LISTINGS = ("builtins.list", "builtins.sorted")
_KEYED, _MERGING = ("heapq.nlargest", "heapq.nsmallest"), "heapq.merge"


def visit(node: ast.Call, module: Module) -> Findings:
    """Wrap what goes on a heap, and unwrap what comes off, where 2.7 was seen to order what has no order now."""
    name = module.qualified_name(node.func)
    if name in _KEYED:
        if len(node.args) != 2 or node.keywords:
            return
        values = node.args[1]
        if _is_wrapped(values, module):
            return
        if seen_mixed(node, module) or holds_mixed(values, module) or without_order(values, module):
            place = module.outer_span(node.args[1]).end
            asked = not seen_mixed(node, module)
            yield module.insert(place, ", key=", helper("ordered", ORDERED, module), needs_python2=asked)
        return
    if name == _MERGING and not node.keywords and items_without_order(node.args, module):
        yield module.edit(module.added(node, "key=", helper("ordered", ORDERED, module)), needs_python2=True)
        return
    if node.keywords or len(node.args) != (2 if name in _PUSHES else 1) or name not in (*_PUSHES, _MADE):
        return
    uses = _uses_of(node.args[0], module)
    order = _order_of(node, uses, module)
    if order is _Order.KEPT:
        return
    if not _is_understood(uses, module):
        if order is not _Order.MAY_LACK:
            yield module.open(
                node, "2.7 was seen to order what Python 3 can't: give the heap's entries an order"
            )
    elif node is _first_of(uses, module):
        needs_python2 = order is not _Order.SEEN
        yield module.edit(*_parts(uses, module), exactness=Exactness.SEMANTIC, needs_python2=needs_python2)


class _Order(Enum):
    """Whether the entries of a heap have an order: they do, may lack it by what flows there, do by what stands there,
    or 2.7 was seen to order such.
    """

    KEPT = 0
    MAY_LACK = 1
    LACKED = 2
    SEEN = 3


def _order_of(node: ast.Call, uses: list[ast.expr], module: Module) -> _Order:
    calls = _calls(uses, module)
    pushes = [c for c in calls if module.qualified_name(c.func) in _PUSHES]
    pushed = [c.args[1] for c in pushes if len(c.args) == 2]
    pushed += [call.args[0] for use in uses if (call := _append(use, module)) is not None]
    pushed += [first for use in uses for first in _first_entries(use, module)]
    if any(isinstance(entry, ast.Call) and _is_entry(entry, module) for entry in pushed):
        return _Order.KEPT
    if any(seen_mixed(call, module) for call in (node, *calls)):
        return _Order.SEEN
    mixed = (
        is_mixed(pushed, module)
        or _is_of_unlike_rows(pushed)
        or any(_holds_what_has_no_order(p, module) for p in pushed)
    )
    if mixed:
        return _Order.LACKED
    return _Order.MAY_LACK if any_without_order(pushed, module) else _Order.KEPT


def _calls(uses: list[ast.expr], module: Module) -> list[ast.Call]:
    return [u for u in map(module.parent, uses) if isinstance(u, ast.Call)]


def _first_of(uses: list[ast.expr], module: Module) -> ast.Call:
    """The call at which a heap's entries are wrapped."""
    calls = _calls(uses, module)
    pushes = [c for c in calls if module.qualified_name(c.func) in _PUSHES]
    return (pushes or [c for c in calls if module.qualified_name(c.func) == _MADE])[0]


def _is_understood(uses: list[ast.expr], module: Module) -> bool:
    born = any(_given_to(u, module) is not None for u in uses)
    return born and all(_understood(u, module) for u in uses)


def _is_wrapped(values: ast.expr, module: Module) -> bool:
    """Whether values come off a heap whose entries are wrapped, for which nothing else is to be done."""
    for call in module.nodes_named(ast.Call, _PUSHING):
        if not isinstance(call, ast.Call) or not call.args or module.qualified_name(call.func) not in _PUSHES:
            continue
        uses = _uses_of(call.args[0], module)
        if values in uses and _order_of(call, uses, module) is not _Order.KEPT:
            return _is_understood(uses, module)
    return False


def _uses_of(heap: ast.expr, module: Module) -> list[ast.expr]:
    home = _home(heap, module)
    return _uses(heap, home, module) if home is not None else []


def _given_to(use: ast.expr, module: Module) -> ast.expr | None:
    """What an assignment gives the heap, alone or among others: `self.heap, self.seen = [], {}`."""
    outer: ast.AST | None = use
    place = module.parent(use)
    if isinstance(place, ast.Tuple):
        outer, place = place, module.parent(place)
    if not isinstance(place, ast.Assign) or outer not in place.targets:
        return None
    if outer is use:
        return place.value
    if not isinstance(outer, ast.Tuple) or not isinstance(place.value, ast.Tuple):
        return None
    if len(place.value.elts) != len(outer.elts) or any(
        isinstance(e, ast.Starred) for e in (*place.value.elts, *outer.elts)
    ):
        return None
    return place.value.elts[outer.elts.index(use)]


def _first_entries(use: ast.expr, module: Module) -> list[ast.expr]:
    """What a list holds from its beginning, before it becomes a heap: its items, or what a comprehension makes."""
    given = _given_to(use, module)
    if isinstance(given, ast.ListComp):
        return [given.elt]
    return list(given.elts) if isinstance(given, ast.List) else []


def _is_of_unlike_rows(entries: list[ast.expr]) -> bool:
    """Whether one entry holds a row where another holds a name behind what is computed: a tree and its leaves."""
    rows = [e.elts for e in entries if isinstance(e, ast.Tuple)]
    if len(rows) != len(entries) or not rows or len({len(row) for row in rows}) != 1:
        return False
    columns = list(zip(*rows, strict=True))[1:]
    return any(
        any(isinstance(item, ast.Tuple) for item in column)
        and any(isinstance(item, ast.Name) for item in column)
        for column in columns
    )


def _holds_what_has_no_order(entry: ast.expr, module: Module) -> bool:
    """Whether an entry is a row with a dictionary in it, or with an object of the file's that has no order: that is
    compared where what stands before it is equal.
    """
    rest = entry.elts[1:] if isinstance(entry, ast.Tuple) else []
    return any(
        module.type_of(e) == {"dict"} or gathers_keywords(e, module) or has_no_order(e, module) for e in rest
    )


def _home(heap: ast.expr, module: Module) -> ast.AST | None:
    """Where all uses of a heap are to be seen: the function of a local list, the class of an attribute of self."""
    if isinstance(heap, ast.Name):
        bindings = module.bindings(heap)
        scope = module.scope(heap)
        local = heap.id in scope.bindings and scope.kind in ("function", "module")
        return scope.node if local and all(b.kind == "assign" for b in bindings) else None
    if is_of_self(heap):
        return next((a for a in module.ancestors(heap) if isinstance(a, ast.ClassDef)), None)
    return None


def _uses(heap: ast.expr, home: ast.AST, module: Module) -> list[ast.expr]:
    wanted = module.source(module.span(heap))
    same = type(heap)
    found = [
        n
        for n in ast.walk(home)
        if isinstance(n, same) and isinstance(n, ast.expr) and module.source(module.span(n)) == wanted
    ]
    if isinstance(heap, ast.Name):
        # Functions of a module have names of their own.
        found = [n for n in found if isinstance(n, ast.Name) and module.bindings(n) == module.bindings(heap)]
    if isinstance(heap, ast.Attribute):
        # Others look at it through the object.
        others = module.nodes_named(ast.Attribute, frozenset([heap.attr]))
        found += [n for n in others if isinstance(n, ast.Attribute) and not is_of_self(n) and n not in found]
    return found


def _understood(use: ast.expr, module: Module) -> bool:
    """Whether a use of the heap keeps its meaning when the entries are wrapped, or can be unwrapped."""
    parent = module.parent(use)
    if isinstance(parent, (ast.Assign, ast.Tuple)):
        return isinstance(_given_to(use, module), (ast.List, ast.ListComp))
    if isinstance(parent, ast.Call):
        name = module.qualified_name(parent.func)
        if name in ("builtins.len", "builtins.bool"):
            return True
        if name in _LISTINGS:
            return len(parent.args) == 1 and not parent.keywords
        if name in _KEYED:
            return len(parent.args) == 2 and parent.args[1] is use and not parent.keywords
        known = name in _PUSHES or name in _POPS or name == _MADE
        return known and parent.args[0] is use and not parent.keywords
    if isinstance(parent, ast.Attribute):
        return _append(use, module) is not None
    if isinstance(parent, ast.Subscript):
        return isinstance(parent.slice, (ast.Constant, ast.Slice)) and isinstance(parent.ctx, ast.Load)
    if isinstance(parent, ast.comprehension):
        wanted = ast.dump(use)
        return [ast.dump(n) for n in ast.walk(module.parent(parent)) if isinstance(n, type(use))].count(
            wanted
        ) == 1
    if isinstance(parent, (ast.While, ast.If, ast.IfExp)):
        return use is parent.test
    return isinstance(parent, ast.BoolOp) or (
        isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not)
    )


def _append(use: ast.expr, module: Module) -> ast.Call | None:
    """The call that appends one entry to a list which becomes a heap."""
    method = module.parent(use)
    call = module.parent(method) if isinstance(method, ast.Attribute) and method.attr == "append" else None
    if not isinstance(call, ast.Call) or call.func is not method or call.keywords or len(call.args) != 1:
        return None
    return None if isinstance(call.args[0], ast.Starred) else call


def _parts(uses: list[ast.expr], module: Module) -> list[Part]:
    order = helper("ordered", ORDERED, module)
    entry = helper("HeapEntry", WRAPPER.replace("{ordered}", order), module)
    entry.helpers += order.helpers
    parts = []
    for use in uses:
        parent, appended = module.parent(use), _append(use, module)
        parts += [module.in_call(first, entry) for first in _first_entries(use, module)]
        if appended is not None:
            parts.append(module.in_call(appended.args[0], entry))
        elif isinstance(parent, ast.Subscript) and isinstance(parent.slice, ast.Constant):
            parts.append(module.part(parent, module.span(parent), ".value"))
        elif isinstance(parent, (ast.Subscript, ast.comprehension)):
            parts.append(_values(parent if isinstance(parent, ast.Subscript) else use, module))
        elif isinstance(parent, ast.Call):
            name = module.qualified_name(parent.func)
            if name in (*_LISTINGS, *_KEYED):
                parts.append(_values(parent, module))
            if name in _PUSHES:
                parts.append(module.in_call(parent.args[1], entry))
            if name in _POPS:
                parts.append(module.part(parent, module.span(parent), ".value"))
    return parts


def _values(entries: ast.expr, module: Module) -> Part:
    """What the entries of a list stand for."""
    one = module.fresh_name("entry")
    return module.part(entries, f"[{one}.value for {one} in ", module.span(entries), "]")


def _is_entry(call: ast.Call, module: Module) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id.startswith("HeapEntry")


_AFTER = f"""import heapq


{WRAPPER.strip().format(ordered="ordered")}


{ORDERED.strip()}


heap = []
heapq.heappush(heap, HeapEntry((1, {{"b": 2}})))
heapq.heappush(heap, HeapEntry((1, {{"a": 2}})))
print(heapq.heappop(heap).value)
"""

RULE = Rule(
    id="heap_order",
    family="P13",
    summary="heap entries that Python 3 can't compare are wrapped in what orders as Python 2 did",
    before='import heapq\nheap = []\nheapq.heappush(heap, (1, {"b": 2}))\nheapq.heappush(heap, (1, {"a": 2}))\n'
    "print heapq.heappop(heap)\n",
    after=_AFTER,
    caveats=(
        "Only where Python 2.7 was seen to order values of different types or dictionaries on the line, or where "
        "entries are written out that have no order, or hold dictionaries; and where all uses of the heap are in one "
        "function or class."
    ),
    triggers=("heapq",),
    nodes=(ast.Call,),
    visit=visit,
)
