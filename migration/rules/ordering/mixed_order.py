"""1 < 'a', best < 3 with best = None → compared by a key that knows Python 2's order."""

from __future__ import annotations

import ast
import itertools

from migration.analysis.arrays import compares_arrays
from migration.analysis.builtins import is_none, type_asked
from migration.analysis.displays import gone_through
from migration.analysis.flow_order import clash_between, groups_of, is_crowded
from migration.analysis.names import stdlib_name
from migration.analysis.order import ORDERED, is_number_there, seen_mixed, tested
from migration.analysis.values import as_read
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.rules.ordering._either import is_row_of_either
from migration.rules.ordering._getters import lists_got
from migration.rules.ordering._mixed import VERSION, gives_mixed_rows, is_mixed, known_groups
from migration.rules.ordering._optional import may_be_none
from migration.view.module import Module

#: The method that each comparison asks the left side for, and the one that it asks the right side for.
_METHODS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("__lt__", "__gt__"), ast.LtE: ("__le__", "__ge__"), ast.Gt: ("__gt__", "__lt__"),
    ast.GtE: ("__ge__", "__le__"),
}  # fmt: skip
_ORDERING = tuple(_METHODS)
_ALIKE, _UNLIKE = (ast.Is, ast.Eq), (ast.IsNot, ast.NotEq)


def visit(node: ast.Compare, module: Module) -> Findings:
    """Use the key where types that can't be compared are certain, or, in Python 2, possible and not tested for."""
    if len(node.ops) != 1 or not isinstance(node.ops[0], _ORDERING):
        yield from _chain(node, module)
        return
    left, right = node.left, node.comparators[0]
    if compares_arrays(node, module):
        return
    seen = seen_mixed(node, module) and _alone(node, module)
    if not seen and all(is_number_there(side, module) for side in (left, right)):
        return
    unknown = known_groups(left, module) is None or known_groups(right, module) is None
    if unknown and not seen and _stands_for_a_collection(left, right, node, module):
        return
    may_lack_order = (
        (
            (
                any(may_be_none(a, b, node, module) for a, b in ((left, right), (right, left)))
                or (unknown and _beside_none(node, module))
                or any(_is_none_of_none(side, module) for side in (left, right))
            )
            and not inside_helper(node, ORDERED, module)
        )
        or all(gives_mixed_rows(side, module) or is_row_of_either(side, module) for side in (left, right))
        or _is_of_mixed(left, right, node, module)
        or _is_of_mixed(right, left, node, module)
        or (
            unknown
            and not seen
            and _flows_together(left, right, node, module)
            and not inside_helper(node, ORDERED, module)
        )
    )
    if may_lack_order:
        name = helper("ordered", ORDERED, module)
        yield module.edit(*(module.in_call(side, name) for side in (left, right)), needs_python2=True)
        return
    if not seen and unknown:
        return
    if (
        isinstance(left, (ast.Tuple, ast.List))
        and type(left) is type(right)
        and is_mixed([left, right], module)
    ):
        name = helper("ordered", ORDERED, module)
        yield module.edit(*(module.in_call(side, name) for side in (left, right)))
        return
    groups = known_groups(left, module), known_groups(right, module)
    pairs = [(a, b) for a in groups[0] or () for b in groups[1] or ()]
    wrong = [a != b or a in ("none", "dict") for a, b in pairs]
    if not (seen or any(wrong)) or inside_helper(node, ORDERED, module):
        return
    asked = tested(left, node, module) or tested(right, node, module)
    if not (seen or all(wrong)) and asked and not _flows_together(left, right, node, module):
        return
    kept = not seen and any(_is_come_to_with(side, node, module) for side in (left, right))
    if kept and not _flows_together(left, right, node, module):
        return  # nobody in sight gives it anything but None, which does not get here
    name = helper("ordered", ORDERED, module)
    if isinstance(left, ast.Call) and module.source(module.span(left.func)) == name:
        return
    parts = [module.in_call(operand, name) for operand in (left, right)]
    # A version that is held against text is no guard: the answer is always the same.
    always = VERSION in (stdlib_name(left, module), stdlib_name(right, module))
    yield module.edit(*parts, guarded=always or None, needs_python2=not seen and not all(wrong))


def _is_come_to_with(operand: ast.expr, node: ast.Compare, module: Module) -> bool:
    """Whether a comparison is only made where `operand` is something: `x is not None and x < 3`."""
    wanted, inner = as_read(operand), node
    for outer in module.ancestors(node):
        held: list[ast.expr] = []
        failed: list[ast.expr] = []
        if isinstance(outer, ast.BoolOp):
            earlier = outer.values[: outer.values.index(inner)]
            held, failed = (earlier, []) if isinstance(outer.op, ast.And) else ([], earlier)
        elif isinstance(outer, (ast.If, ast.IfExp, ast.While)) and inner is not outer.test:
            other = [outer.orelse] if isinstance(outer, ast.IfExp) else outer.orelse
            held, failed = ([], [outer.test]) if inner in other else ([outer.test], [])
        elif isinstance(outer, (ast.FunctionDef, ast.Lambda)):
            return False
        if any(_shows(t, True, wanted) for t in held) or any(_shows(t, False, wanted) for t in failed):
            return True
        inner = outer  # type: ignore[assignment]
    return False


def _shows(test: ast.expr, holds: bool, wanted: str) -> bool:
    """Whether an expression, as it is read, is not None where a test holds, or where it fails.

    Of what `flow/narrowing.py` knows of names and attributes this is the part that is asked of any expression.
    """
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And if holds else ast.Or):
        return any(_shows(value, holds, wanted) for value in test.values)
    if isinstance(test, ast.Compare) and isinstance(test.ops[0], _UNLIKE if holds else _ALIKE):
        return len(test.ops) == 1 and ast.dump(test.left) == wanted and is_none(test.comparators[0])
    if holds:
        return ast.dump(test) == wanted
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) and ast.dump(test.operand) == wanted


def _stands_for_a_collection(left: ast.expr, right: ast.expr, node: ast.Compare, module: Module) -> bool:
    """Whether a side is written as a collection, and the other not known to be one of another type among others: it
    is one, or stands for one, and orders itself.
    """
    if not any(isinstance(side, (ast.List, ast.Dict, ast.Set)) for side in (left, right)):
        return False
    meant = groups_of(left, module) | groups_of(right, module)
    return not ({"list", "tuple"} <= meant and _flows_together(left, right, node, module))


def _flows_together(left: ast.expr, right: ast.expr, node: ast.Compare, module: Module) -> bool:
    """Whether what flows to the two sides may have no order, and nothing asks what it is."""
    groups = groups_of(left, module), groups_of(right, module)
    if not clash_between(*groups) or is_crowded(left, module) or is_crowded(right, module):
        return False
    for side, held in zip((left, right), groups, strict=True):
        if tested(side, node, module):
            held.discard("none")
    return clash_between(*groups) and not any(_type_is_asked(side, node, module) for side in (left, right))


def _type_is_asked(operand: ast.expr, node: ast.AST, module: Module) -> bool:
    """Whether the function around asks what type `operand` is of, or refuses values by a TypeError."""
    function = module.function(node) or module.tree
    wanted = ast.dump(operand)
    for call in module.below(function):
        if not isinstance(call, ast.Call):
            continue
        asked = type_asked(call, module)
        subject = asked[0] if asked is not None else call.args[0] if len(call.args) == 1 else None
        asks = asked is not None or module.is_builtin(call.func, "type")
        if asks and subject is not None and ast.dump(subject) == wanted:
            return True
        if module.is_builtin(call.func, "TypeError") and function is not module.tree:
            return True
    return False


def _is_of_mixed(item: ast.expr, other: ast.expr, node: ast.Compare, module: Module) -> bool:
    """Whether a loop's variable goes through values of which some have an order beside `other`, and some have none."""
    wanted = known_groups(other, module)
    if not isinstance(item, ast.Name) or wanted is None or tested(item, node, module):
        return False
    several = _picked_from(item, module)
    if several is not None and lists_got(several, module):
        return True
    groups = [g for one in gone_through(item, module) if (g := known_groups(one, module)) is not None]
    return any(g == wanted for g in groups) and any(g.isdisjoint(wanted) for g in groups)


def _picked_from(item: ast.Name, module: Module) -> ast.expr | None:
    """What `filter` or `map` gives one by one to the function whose parameter `item` is."""
    bindings = module.bindings(item)
    function = module.parent(module.parent(bindings[0].node)) if len(bindings) == 1 else None
    call = module.parent(function) if isinstance(function, ast.Lambda) else None
    if not isinstance(call, ast.Call) or len(call.args) != 2 or call.args[0] is not function:
        return None
    return call.args[1] if module.is_builtin(call.func, "filter", "map") else None


def _beside_none(node: ast.Compare, module: Module) -> bool:
    """Whether None, or a variable that is never anything else, is compared with what no class of the file orders."""
    nothing = [
        is_none(o)
        or (isinstance(o, ast.Name) and module.type_of(o) == {"NoneType"} and not tested(o, node, module))
        for o in (node.left, *node.comparators)
    ]
    if nothing.count(True) != 1:
        return False
    # The one method that is asked for: None has none itself.
    asked, otherwise = _METHODS[type(node.ops[0])]
    own = otherwise if nothing[0] else asked
    defined = (f"def {own}(", f"{own} =", "def __cmp__(", "total_ordering")
    return not any(text in module.text for text in defined)


def _is_none_of_none(node: ast.expr, module: Module) -> bool:
    """Whether `node` is None where there is nothing that could be the greatest: `max(xs or [None])`."""
    if not (
        isinstance(node, ast.Call) and module.is_builtin(node.func, "max", "min") and len(node.args) == 1
    ):
        return False
    either = node.args[0].values if isinstance(node.args[0], ast.BoolOp) else []
    last = either[-1] if either and isinstance(node.args[0].op, ast.Or) else None  # type: ignore[attr-defined]
    return isinstance(last, (ast.List, ast.Tuple)) and len(last.elts) == 1 and is_none(last.elts[0])


def _chain(node: ast.Compare, module: Module) -> Findings:
    """low <= n <= high, where one of them may be None."""
    if not all(isinstance(op, _ORDERING) for op in node.ops):
        return
    operands = [node.left, *node.comparators]
    if all(is_number_there(operand, module) for operand in operands):
        return
    pairs = [p for a, b in itertools.pairwise(operands) for p in ((a, b), (b, a))]
    flows = any(_flows_together(a, b, node, module) for a, b in itertools.pairwise(operands))
    if flows or any(may_be_none(a, b, node, module) for a, b in pairs):
        name = helper("ordered", ORDERED, module)
        spans = [module.span(o) for o in operands]
        yield module.edit(*(module.part(s, name, "(", s, ")") for s in spans), needs_python2=True)


def _alone(node: ast.Compare, module: Module) -> bool:
    """Whether nothing else on the line of `node` orders values: what was seen there was seen of `node`."""
    line = module.line(module.start(node))
    others = [
        n
        for n in module.nodes
        if isinstance(n, (ast.Compare, ast.Call)) and n is not node and module.line(module.start(n)) == line
    ]
    return not any(
        isinstance(n.ops[0], _ORDERING)
        if isinstance(n, ast.Compare)
        else module.is_builtin(n.func, "sorted", "min", "max") or getattr(n.func, "attr", "") == "sort"
        for n in others
    )


RULE = Rule(
    id="mixed_order",
    family="P13",
    summary="None and values of different types have no order: a key compares them as Python 2 did",
    before="best = None\nfor n in range(3):\n    if n > best:\n        best = n\nm = 1L\n",
    after=(
        f"{ORDERED.strip()}\n\n\n"
        "best = None\nfor n in range(3):\n    if ordered(n) > ordered(best):\n        best = n\nm = 1\n"
    ),
    caveats="Types come from the file; a name that the function tests for None or truth anywhere is taken to be safe.",
    triggers=("<", ">"),
    nodes=(ast.Compare,),
    visit=visit,
)
