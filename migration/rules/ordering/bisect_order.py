"""bisect(values, None) → values and what is looked for ordered by a key that knows Python 2's order."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.displays import displays, gone_through
from migration.analysis.flow_order import item_without_order, without_order
from migration.analysis.names import is_named, is_of_self, stdlib_name
from migration.analysis.order import ORDERED, seen_mixed, tested
from migration.analysis.values import may_hold
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.rules.ordering._either import is_row_of_either
from migration.rules.ordering._mixed import is_mixed
from migration.source.edits import Part
from migration.view.module import Module

_LOOKS = ("bisect.bisect", "bisect.bisect_left", "bisect.bisect_right")
_PUTS = ("bisect.insort", "bisect.insort_left", "bisect.insort_right")
_LAST_NAMES = frozenset(name.rpartition(".")[2] for name in (*_LOOKS, *_PUTS))
_PLACES = ("lo", "hi")
#: The first version whose functions take a key.
_KEYED = (3, 10)


def visit(node: ast.Call, module: Module) -> Findings:
    """Give a key where what is looked for, and what it is looked for in, may have no order in Python 3."""
    if not searches(node, module) or len(node.args) < 2 or any(k.arg not in _PLACES for k in node.keywords):
        return
    if any(isinstance(a, ast.Starred) for a in node.args):
        return
    values, wanted = node.args[:2]
    added = _added(values, node, module)
    seen = seen_mixed(node, module)
    # Rows of numbers and texts as they come are put among such.
    rows = any(is_row_of_either(one, module) for one in (wanted, *added))
    certain = seen or rows or _is_mixed_with(values, [*added, wanted], module)
    if not certain:
        known = tested(wanted, node, module) or _is_reckoned_with(wanted, node, module)
        put = stdlib_name(node.func, module) in _PUTS and without_order(values, module)
        if known or not (put or item_without_order(values, wanted, module)):
            return
    if module.target < _KEYED:
        yield module.open(node, "Python 3 can't order these values, and before 3.10 bisect takes no key")
        return
    yield module.edit(*keyed(node, module), needs_python2=not seen)


def searches(node: ast.Call, module: Module) -> bool:
    """Whether a call asks a function of bisect."""
    return stdlib_name(node.func, module) in (*_LOOKS, *_PUTS)


def keyed(node: ast.Call, module: Module) -> list[Part]:
    """The key for a call of bisect: what is put in goes through it, what is only looked for has to be given its."""
    order = helper("ordered", ORDERED, module)
    looked_for = [] if stdlib_name(node.func, module) in _PUTS else [module.in_call(node.args[1], order)]
    return [*looked_for, module.added(node, "key=", order)]


def _is_reckoned_with(wanted: ast.expr, node: ast.Call, module: Module) -> bool:
    """Whether what is looked for is the result of arithmetic, or goes into some in the function: it is a number."""
    values = may_hold(wanted, module) if isinstance(wanted, ast.Name) else [wanted]
    if any(isinstance(value, ast.BinOp) for value in values):
        return True
    name = wanted.id if isinstance(wanted, ast.Name) else ""
    sums = (n for n in module.below(module.function(node) or module.tree) if isinstance(n, ast.BinOp))
    return bool(name) and any(is_named(side, name) for n in sums for side in (n.left, n.right))


def _is_mixed_with(values: ast.expr, others: list[ast.expr], module: Module) -> bool:
    """Whether one of `others` certainly has no order beside what a collection is seen to hold, or beside another."""
    spread: list[ast.expr] = []
    for other in others:
        spread += (gone_through(other, module) if isinstance(other, ast.Name) else []) or [other]
    return any(is_mixed([*elements, *spread], module) for elements in displays(values, module) or [[]])


def _added(values: ast.expr, node: ast.Call, module: Module) -> list[ast.expr]:
    """What is put into the same list elsewhere in the function, or in the class whose attribute it is."""
    wanted = ast.dump(values)
    home = module.class_of(node) if is_of_self(values) else module.function(node)
    found: list[ast.expr] = []
    for call in module.nodes_named(ast.Call, _LAST_NAMES):
        if not isinstance(call, ast.Call) or len(call.args) < 2 or ast.dump(call.args[0]) != wanted:
            continue
        around = module.class_of(call) if is_of_self(values) else module.function(call)
        if around is home and stdlib_name(call.func, module) in _PUTS:
            found.append(call.args[1])
    return found


RULE = Rule(
    id="bisect_order",
    family="P13",
    summary="lists that are searched in halves order None and other types as in Python 2",
    before="import bisect\nplace = bisect.bisect([1, 2], None)\nn = 1L\n",
    after=(
        f"import bisect\n\n\n{ORDERED.strip()}\n\n\n"
        "place = bisect.bisect([1, 2], ordered(None), key=ordered)\nn = 1\n"
    ),
    caveats="Where types show: in the file, in what flows to the place, or in what 2.7 was seen to order.",
    triggers=("bisect", "insort"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=_LAST_NAMES,
    visit=visit,
)
