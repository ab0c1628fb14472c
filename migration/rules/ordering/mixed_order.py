"""1 < 'a', best < 3 with best = None, sorted([2, None]) → ordered by a key that knows Python 2's order."""

from __future__ import annotations

import ast
import itertools

from migration.analysis.arrays import compares_arrays
from migration.analysis.builtins import is_none, type_asked
from migration.analysis.called import function_called
from migration.analysis.displays import column_of, displays, gone_through
from migration.analysis.flow_order import (
    any_without_order,
    attribute_without_order,
    clash_between,
    divides_number,
    groups_of,
    is_crowded,
    is_something,
    result_without_order,
    row_without_order,
    values_without_order,
    without_order,
)
from migration.analysis.laziness.use import held_against
from migration.analysis.names import names_by_id, stdlib_name
from migration.analysis.order import ORDERED, seen_mixed, tested
from migration.analysis.orderless import holds_instances, lacks_argument
from migration.analysis.values import as_read, assigned, called_here, default_there, places_of, reads_of
from migration.rewriting.helpers import helper, inside_helper, is_helper
from migration.rule import Findings, Rule
from migration.rules.numbers.decorated_order import holds_rows, sorts_rows
from migration.rules.ordering._either import gives_either, holds_either, is_row_of_either
from migration.rules.ordering._optional import answers_none, begins_without, is_given_none, may_be_none
from migration.view.module import Module

_GROUPS = {
    "NoneType": "none", "bool": "number", "int": "number", "long": "number", "float": "number", "str": "text",
    "unicode": "text", "bytes": "text", "list": "list", "tuple": "tuple", "dict": "dict",
}  # fmt: skip
_VERSION = "sys.hexversion"
#: The method that each comparison asks the left side for, and the one that it asks the right side for.
_METHODS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("__lt__", "__gt__"), ast.LtE: ("__le__", "__ge__"), ast.Gt: ("__gt__", "__lt__"),
    ast.GtE: ("__ge__", "__le__"),
}  # fmt: skip
_ORDERING = tuple(_METHODS)
#: What a dictionary answers for a key by.
_LOOKS_UP = frozenset(["get", "__getitem__"])


def visit(node: ast.Compare | ast.Call, module: Module) -> Findings:
    """Use the key where types that can't be compared are certain, or, in Python 2, possible and not tested for."""
    if isinstance(node, ast.Call):
        if not inside_helper(node, ORDERED, module):
            yield from _call(node, module)
        return
    if len(node.ops) != 1 or not isinstance(node.ops[0], _ORDERING):
        yield from _chain(node, module)
        return
    left, right = node.left, node.comparators[0]
    if compares_arrays(node, module):
        return
    seen = seen_mixed(node, module) and _alone(node, module)
    unknown = _groups(left, module) is None or _groups(right, module) is None
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
        or all(_gives_mixed_rows(side, module) or is_row_of_either(side, module) for side in (left, right))
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
    groups = _groups(left, module), _groups(right, module)
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
    always = _VERSION in (stdlib_name(left, module), stdlib_name(right, module))
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
        if any(_is_something(test, wanted) for test in held) or any(_is_nothing(t, wanted) for t in failed):
            return True
        inner = outer  # type: ignore[assignment]
    return False


def _is_something(test: ast.expr, wanted: str) -> bool:
    """Whether a test only holds where an expression, as it is read, is not None."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return any(_is_something(value, wanted) for value in test.values)
    if isinstance(test, ast.Compare) and isinstance(test.ops[0], (ast.IsNot, ast.NotEq)):
        return len(test.ops) == 1 and ast.dump(test.left) == wanted and is_none(test.comparators[0])
    return ast.dump(test) == wanted


def _is_nothing(test: ast.expr, wanted: str) -> bool:
    """Whether a test holds where an expression, as it is read, is None."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or):
        return any(_is_nothing(value, wanted) for value in test.values)
    if isinstance(test, ast.Compare) and isinstance(test.ops[0], (ast.Is, ast.Eq)):
        return len(test.ops) == 1 and ast.dump(test.left) == wanted and is_none(test.comparators[0])
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
    wanted = _groups(other, module)
    if not isinstance(item, ast.Name) or wanted is None or tested(item, node, module):
        return False
    several = _picked_from(item, module)
    if several is not None and _lists_got(several, module):
        return True
    groups = [g for one in gone_through(item, module) if (g := _groups(one, module)) is not None]
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


def _chain(node: ast.Compare, module: Module) -> Findings:
    """low <= n <= high, where one of them may be None."""
    if not all(isinstance(op, _ORDERING) for op in node.ops):
        return
    operands = [node.left, *node.comparators]
    pairs = [p for a, b in itertools.pairwise(operands) for p in ((a, b), (b, a))]
    flows = any(_flows_together(a, b, node, module) for a, b in itertools.pairwise(operands))
    if flows or any(may_be_none(a, b, node, module) for a, b in pairs):
        name = helper("ordered", ORDERED, module)
        spans = [module.span(o) for o in operands]
        yield module.edit(*(module.part(s, name, "(", s, ")") for s in spans), needs_python2=True)


def _groups(node: ast.expr, module: Module) -> set[str] | None:
    """The groups of comparable types that `node` may belong to; None when unknown."""
    if stdlib_name(node, module) == _VERSION:
        return {"number"}
    types = module.type_of(node)
    groups = {_GROUPS.get(t, "") for t in types}
    if "none" in groups and len(groups) > 1 and is_something(node, module):
        groups.discard("none")

    if "number" in groups and isinstance(node, ast.BinOp) and divides_number(node):
        groups.discard("text")
    return groups if groups and "" not in groups else None


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


def _call(node: ast.Call, module: Module) -> Findings:
    """sorted, min and max, and sort(), of what can't be compared: as observed, or as a literal shows."""
    if isinstance(node.func, ast.Attribute):
        if node.func.attr == "sort" and not node.args:
            yield from _keyed(node, node.func.value, module)
        values = node.func.value
        others = [k.arg for k in node.keywords]
        plain = node.func.attr == "sort" and not node.args and others in ([], ["reverse"])
        plain = plain and not holds_rows(values, module)  # decorated_order gives those their key
        certain = plain and (
            seen_mixed(node, module) or holds_mixed(values, module) or _holds_dicts(values, module)
        )
        doubtful = (
            holds_instances, holds_either, without_order, _lists_mixed_rows, _looks_for_kinds, _lists_got
        )  # fmt: skip
        if certain or (plain and any(holds(values, module) for holds in doubtful)):
            opening = module.text.index("(", module.span(node.func).end) + 1
            order = helper("ordered", ORDERED, module)
            yield module.insert(opening, "key=", order, ", " * bool(others), needs_python2=not certain)
        return
    if module.is_builtin(node.func, "map") and len(node.args) == 2 and not node.keywords:
        yield from _mapped(node, module)
    if not module.is_builtin(node.func, "sorted", "min", "max") or not node.args:
        return
    if any(k.arg == "key" for k in node.keywords):
        yield from _keyed(node, node.args[0], module)
        return
    if any(k.arg in ("cmp", None) for k in node.keywords) or sorts_rows(node, module):
        return  # decorated_order gives rows their key
    if seen_mixed(node, module) and not isinstance(node.args[-1], ast.GeneratorExp):
        place = module.span(node.args[-1]).end
        if not isinstance(node.args[-1], ast.Starred):
            place = module.outer_span(node.args[-1]).end
        yield module.insert(place, ", key=", helper("ordered", ORDERED, module))
        return
    if any(isinstance(a, ast.Starred) for a in node.args):
        return
    several = len(node.args) > 1
    if several and module.is_builtin(node.func, "sorted"):
        return
    unset = several and all(_may_be_unset(v, module) for v in node.args)
    if several:
        mixed = unset or is_mixed(node.args, module) or any(map(is_none, node.args))
    else:
        mixed = _has_no_order(node.args[0], module)
        unset = not mixed and (_lists_unset(node.args[0], module) or _lists_got(node.args[0], module))
        mixed = mixed or unset
    expected = (
        not mixed
        and not several
        and (_is_mixed_when_sorted(node, module) or _looks_for_kinds(node.args[0], module, node))
    )
    flows = not (mixed or expected) and (
        any_without_order(node.args, module) if several else without_order(node.args[0], module)
    )
    if not (mixed or expected or flows):
        return
    span = module.span(node.args[-1])
    if isinstance(node.args[-1], ast.GeneratorExp) and span.end == module.span(node).end:
        # Its parentheses are those of the call.
        key = helper("ordered", ORDERED, module)
        yield module.edit(module.part(span, "(", span, ", key=", key, ")"), needs_python2=not expected)
        return
    place = module.outer_span(node.args[-1]).end
    yield module.insert(
        place,
        ", key=",
        helper("ordered", ORDERED, module),
        needs_python2=unset or flows or not (several or expected or _is_here(node.args[0], module)),
    )


def _mapped(node: ast.Call, module: Module) -> Findings:
    """map(max, rows), where what stands in one row may have no order."""
    function, rows = node.args
    if module.is_builtin(function, "sorted", "min", "max") and row_without_order(rows, module):
        partial = module.use("functools.partial", node)
        key = helper("ordered", ORDERED, module)
        yield module.replace(
            function, partial, "(", module.span(function), ", key=", key, ")", needs_python2=True
        )


def _looks_for_kinds(values: ast.expr, module: Module, ordered: ast.expr | None = None) -> bool:
    """Whether a loop through what is sorted here asks whether one of the items is None, or a collection.

    `ordered`: the call of sorted(), which is gone through in place of the values.
    """
    function, source = module.function(values), ast.dump(values)
    for loop in module.nodes_of(ast.For):
        assert isinstance(loop, ast.For)
        through = loop.iter is ordered if ordered is not None else ast.dump(loop.iter) == source
        if not (through and isinstance(loop.target, ast.Name) and module.function(loop) is function):
            continue
        name = loop.target.id
        if any(_asks_what_it_is(n, name, module) for n in module.below(loop)):
            return True
    return False


def _asks_what_it_is(node: ast.AST, name: str, module: Module) -> bool:
    """Whether a variable is held against None, or asked whether it is a list or a tuple."""
    if isinstance(node, ast.Compare):
        held = isinstance(node.left, ast.Name) and node.left.id == name
        return held and isinstance(node.ops[0], (ast.Is, ast.IsNot)) and is_none(node.comparators[0])
    asked = type_asked(node, module) if isinstance(node, ast.Call) else None
    if asked is None or getattr(asked[0], "id", "") != name:
        return False
    kinds = asked[1].elts if isinstance(asked[1], ast.Tuple) else [asked[1]]
    return any(module.is_builtin(kind, "list", "tuple") for kind in kinds)


def _may_be_unset(node: ast.expr, module: Module) -> bool:
    """Whether `node` is `self.x`, which the class starts with None."""
    holder = module.class_of(node)
    if holder is None or not (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)):
        return False
    return node.value.id == "self" and any(
        isinstance(s, ast.Assign)
        and is_none(s.value)
        and any(isinstance(t, ast.Name) and t.id == node.attr for t in s.targets)
        for s in holder.body
    )


def _keyed(node: ast.Call, values: ast.expr, module: Module) -> Findings:
    """sorted(d, key=d.get), sorted(d.items(), key=lambda i: i[1]): what the key gives has no order."""
    given = next((k.value for k in node.keywords if k.arg == "key"), None)
    found = displays(values, module)
    if isinstance(given, ast.Lambda) and (
        _gives_unset(given, module)
        or _takes_values_with_none(given, values, module)
        or is_row_of_either(given.body, module)
        or result_without_order(given, module)
    ):
        span = module.span(given.body)
        yield module.replace(
            given.body, helper("ordered", ORDERED, module), "(", span, ")", needs_python2=True
        )
        return
    if isinstance(given, ast.Lambda) and len(given.args.args) == 1:
        body, name = given.body, given.args.args[0].arg
        place = (
            body.slice.value
            if isinstance(body, ast.Subscript) and isinstance(body.slice, ast.Constant)
            else ""
        )
        of_item = (
            isinstance(body, ast.Subscript) and isinstance(body.value, ast.Name) and body.value.id == name
        )
        if isinstance(body, ast.Subscript) and getattr(body.slice, "id", "") == name:
            held = _written_out(body.value, module)
            if isinstance(held, ast.Dict) and is_mixed(held.values, module):
                yield module.replace(body, helper("ordered", ORDERED, module), "(", module.span(body), ")")
            return
        if not (of_item and isinstance(place, int | str) and place != ""):
            return
        if any(is_mixed(column_of(one, place), module) for one in found):
            order, asked = helper("ordered", ORDERED, module), not _is_here(values, module)
            yield module.replace(body, order, "(", module.span(body), ")", needs_python2=asked)
    elif given is not None and any(
        begins_without(a, node, module) or attribute_without_order(values, a.attr, module)
        for a in _attributes_got(given, module)
    ):
        row, order = module.fresh_name("row"), helper("ordered", ORDERED, module)
        text = (f"lambda {row}: ", order, "(", module.span(given), f"({row}))")
        yield module.replace(given, *text, needs_python2=True)
    elif isinstance(given, ast.Call) and len(given.args) > 1 and not given.keywords:
        places = [a.value for a in given.args if isinstance(a, ast.Constant)]
        known = module.qualified_name(given.func) == "operator.itemgetter" and len(places) == len(given.args)
        if known and any(is_mixed(column_of(one, place), module) for one in found for place in places):  # type: ignore[arg-type]
            row, order = module.fresh_name("row"), helper("ordered", ORDERED, module)
            text = (f"lambda {row}: ", order, "(", module.span(given), f"({row}))")
            yield module.replace(given, *text, needs_python2=not _is_here(values, module))
    elif isinstance(given, (ast.Name, ast.Attribute)) and (
        result_without_order(given, module)
        or gives_either(given, module)
        or _gives_mixed_rows(ast.Call(given, [], []), module)
        or is_row_of_either(ast.Call(given, [], []), module)
    ):
        row, order = module.fresh_name("row"), helper("ordered", ORDERED, module)
        text = (f"lambda {row}: ", order, "(", module.span(given), f"({row}))")
        yield module.replace(given, *text, needs_python2=True)
    elif (taken := _taken(given, module)) is not None:
        if (
            any(is_mixed(column_of(one, taken.value), module) for one in found)  # type: ignore[arg-type]
            or (isinstance(taken.value, int) and lacks_argument(taken.value, module))
            or _is_key_of_none(taken, module)
        ):
            order, asked = helper("ordered", ORDERED, module), not _is_here(values, module)
            row = module.fresh_name("row")
            text = (f"lambda {row}: ", order, f"({row}[", module.span(taken), "])")
            yield module.replace(given, *text, needs_python2=asked)  # type: ignore[arg-type]
    elif isinstance(given, ast.Attribute) and given.attr in _LOOKS_UP:
        same = given.attr == "get" and ast.dump(given.value) == ast.dump(values)
        held = _written_out(given.value, module) if same else None
        certain = isinstance(held, ast.Dict) and is_mixed(held.values, module)
        if certain or values_without_order(given.value, module):
            order = helper("ordered", ORDERED, module)
            text = ("lambda key: ", order, "(", module.span(given), "(key))")
            yield module.replace(given, *text, needs_python2=not certain)


def _is_key_of_none(key: ast.Constant, module: Module) -> bool:
    """Whether a text is a key that dictionaries of the repository have with None."""
    row = ast.Subscript(ast.Name("row", ast.Load()), key, ast.Load())
    return isinstance(key.value, str) and module.is_python2 and is_given_none(row, module)


def _lists_got(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a list of what a getter takes of each of several, of which some may be None:
    `map(attrgetter('cost'), tasks)`.
    """
    made = _written_out(node, module)
    if isinstance(made, ast.Call) and module.is_builtin(made.func, "list", "iter") and len(made.args) == 1:
        made = _written_out(made.args[0], module)
    if not isinstance(made, ast.Call) or len(made.args) != 2 or made.keywords:
        return False
    if not (module.is_builtin(made.func, "map") or stdlib_name(made.func, module) == "itertools.imap"):
        return False
    getter, rows = made.args
    if any(
        begins_without(a, node, module) or attribute_without_order(rows, a.attr, module)
        for a in _attributes_got(getter, module)
    ):
        return True
    taken = _taken(_written_out(getter, module), module)
    if taken is None:
        return False
    columns = [column_of(one, taken.value) for one in displays(rows, module)]  # type: ignore[arg-type]
    return any(is_mixed(one, module) for one in columns) or (
        not any(columns) and _is_key_of_none(taken, module)
    )


def _gives_unset(key: ast.Lambda, module: Module) -> bool:
    """Whether a key is, or has among others, what may be None: an attribute of what is ordered that its class has so
    if not told, what it answers for a key, or by a method.
    """
    names = [a.arg for a in key.args.args]
    parts = key.body.elts if isinstance(key.body, (ast.Tuple, ast.List)) else [key.body]
    return any(_may_lack(part, names, key, module) for part in parts)


def _may_lack(part: ast.expr, names: list[str], key: ast.AST, module: Module) -> bool:
    if isinstance(part, (ast.Tuple, ast.List)):
        return any(_may_lack(one, names, key, module) for one in part.elts)
    asked = part.func if isinstance(part, ast.Call) else part
    if isinstance(asked, ast.Subscript) and getattr(asked.value, "id", "") in names:
        return module.is_python2 and is_given_none(asked, module) and not tested(asked, key, module)
    if not (
        isinstance(asked, ast.Attribute) and isinstance(asked.value, ast.Name) and asked.value.id in names
    ):
        return False
    if isinstance(part, ast.Call):
        return answers_none(part, module) and not tested(part, key, module)
    return begins_without(part, key, module)


def _takes_values_with_none(key: ast.Lambda, items: ast.expr, module: Module) -> bool:
    """Whether a key takes the value of each item of a dictionary that is given None for some keys, and more for others:
    `sorted(d.items(), key=lambda i: i[1])`.
    """
    method = items.func if isinstance(items, ast.Call) and not items.args else None
    if not (isinstance(method, ast.Attribute) and method.attr in ("items", "iteritems")):
        return False
    names = [a.arg for a in key.args.args]
    parts = key.body.elts if isinstance(key.body, (ast.Tuple, ast.List)) else [key.body]
    taken = any(
        isinstance(p, ast.Subscript)
        and getattr(p.value, "id", "") in names
        and isinstance(p.slice, ast.Constant)
        and p.slice.value == 1
        for p in parts
    )
    return taken and module.is_python2 and _is_given_none_too(method.value, module)


def _is_given_none_too(table: ast.expr, module: Module) -> bool:
    """Whether a dictionary of one name, which is begun empty, is given None for some keys and more for others."""
    made = assigned(table, module) if isinstance(table, ast.Name) else None
    if not isinstance(table, ast.Name) or not isinstance(made, ast.Dict) or made.keys:
        return False
    holders = [module.parent(place) for place in places_of(table, module)]
    stores = [
        module.parent(h) for h in holders if isinstance(h, ast.Subscript) and isinstance(h.ctx, ast.Store)
    ]
    given = [s.value for s in stores if isinstance(s, ast.Assign)]
    return any(map(is_none, given)) and not all(map(is_none, given))


def _is_none_of_none(node: ast.expr, module: Module) -> bool:
    """Whether `node` is None where there is nothing that could be the greatest: `max(xs or [None])`."""
    if not (
        isinstance(node, ast.Call) and module.is_builtin(node.func, "max", "min") and len(node.args) == 1
    ):
        return False
    either = node.args[0].values if isinstance(node.args[0], ast.BoolOp) else []
    last = either[-1] if either and isinstance(node.args[0].op, ast.Or) else None  # type: ignore[attr-defined]
    return isinstance(last, (ast.List, ast.Tuple)) and len(last.elts) == 1 and is_none(last.elts[0])


def _lists_unset(values: ast.expr, module: Module) -> bool:
    """Whether a comprehension lists an attribute that some have as None, or what a function of the file gives that
    gives None, too: `max([t.cost for t in tasks])`.
    """
    if isinstance(values, ast.BoolOp) and isinstance(values.op, ast.Or):
        return any(_lists_unset(value, module) for value in values.values)
    if not isinstance(values, (ast.ListComp, ast.GeneratorExp)) or values.generators[-1].ifs:
        return False
    names = [g.target.id for g in values.generators if isinstance(g.target, ast.Name)]
    called = function_called(values.elt, module) if isinstance(values.elt, ast.Call) else None
    if called is not None and module.is_python2 and answers_none(values.elt, module):
        return not tested(values.elt, values, module)
    return _may_lack(values.elt, names, values, module)


def _gives_mixed_rows(node: ast.expr, module: Module) -> bool:
    """Whether `node` calls a function of this file that gives lists of values of different types."""
    function = called_here(node, module)
    if function is None or is_helper(function, ORDERED):
        return False
    return any(is_mixed(one, module) for one in displays(node, module))


def _taken(key: ast.expr | None, module: Module) -> ast.Constant | None:
    """The place that `operator.itemgetter(place)` takes."""
    if not isinstance(key, ast.Call) or module.qualified_name(key.func) != "operator.itemgetter":
        return None
    place = key.args[0] if len(key.args) == 1 else None
    known = isinstance(place, ast.Constant) and isinstance(place.value, int | str)
    return place if known and isinstance(place, ast.Constant) else None


def _attributes_got(key: ast.expr, module: Module) -> list[ast.Attribute]:
    """The attributes that `operator.attrgetter('a', 'b.c')` reads, which may stand in a variable, as of any object."""
    made = _written_out(key, module)
    if not isinstance(made, ast.Call) or module.qualified_name(made.func) != "operator.attrgetter":
        return []
    given = [one for a in made.args for one in _given_for(a, module)]
    names = [a.value for a in given if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    row = ast.Name("row", ast.Load())
    return [ast.Attribute(row, name.rpartition(".")[2], ast.Load()) for name in names]


def _given_for(node: ast.expr, module: Module) -> list[ast.expr]:
    """What calls in the file give for the parameter that `node` is, or its default; else itself."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    parameter = bindings[0].node if len(bindings) == 1 else None
    if not isinstance(parameter, ast.arg):
        return [node]
    default = default_there(parameter, module)
    return module.arguments_for(parameter) or ([default] if default is not None else [])


def _written_out(node: ast.expr, module: Module) -> ast.expr | None:
    """The display that `node` is, in place or by the one name it has."""
    return assigned(node, module) if isinstance(node, ast.Name) else node


def _holds_dicts(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a list of a function's own that gets dictionaries, and nothing else, one by one."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    made = bindings[0].value if len(bindings) == 1 and module.function(node) is not None else None
    if isinstance(made, ast.ListComp):
        return _groups(made.elt, module) == {"dict"}
    if not (isinstance(node, ast.Name) and isinstance(made, ast.List) and not made.elts):
        return False
    given = []
    for name in names_by_id(module)[node.id]:
        method = module.parent(name)
        call = module.parent(method)
        if module.bindings(name) != bindings or not isinstance(method, ast.Attribute):
            continue
        if method.attr in ("extend", "insert") or not isinstance(call, ast.Call):
            return False
        given += call.args if method.attr == "append" else []
    return bool(given) and all(_groups(one, module) == {"dict"} for one in given)


def _has_no_order(node: ast.expr, module: Module) -> bool:
    return (
        holds_mixed(node, module)
        or holds_instances(node, module)
        or holds_either(node, module)
        or _lists_mixed_rows(node, module)
    )


def _lists_mixed_rows(node: ast.expr, module: Module) -> bool:
    """Whether `node` is all that one function of this file gives, which are rows of values of different types:
    `map(f, x)`, `[f(y) for y in x]`.
    """
    made = _written_out(node, module)
    while isinstance(made, ast.Call) and module.is_builtin(made.func, "list", "iter") and len(made.args) == 1:
        made = made.args[0]
    if isinstance(made, (ast.ListComp, ast.GeneratorExp)):
        one = made.elt
    elif isinstance(made, ast.Call) and module.is_builtin(made.func, "map") and len(made.args) > 1:
        one = ast.Call(made.args[0], [], [])
    else:
        return False
    return isinstance(one, ast.Call) and (_gives_mixed_rows(one, module) or is_row_of_either(one, module))


def holds_mixed(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a collection, or may be one, of which two elements certainly have no order in Python 3."""
    return any(is_mixed(elements, module) for elements in displays(node, module))


def _is_here(node: ast.expr, module: Module) -> bool:
    """Whether a collection is written out in place, or for the one name it has, and not far away."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        node = node.func.value
    held = assigned(node, module) if isinstance(node, ast.Name) else node
    return isinstance(held, (ast.List, ast.Tuple, ast.Set, ast.Dict))


def _is_mixed_when_sorted(node: ast.Call, module: Module) -> bool:
    """Whether a list that is written out, and has no order itself, is what a sorted one is expected to be; or one of
    its items is to be a dictionary.
    """
    if not module.is_builtin(node.func, "sorted"):
        return False
    for place in reads_of(node, module):
        item = module.parent(place)
        first = (
            isinstance(item, ast.Subscript) and item.value is place and isinstance(item.slice, ast.Constant)
        )
        if first and any(isinstance(other, ast.Dict) for other in held_against(item, module)):  # type: ignore[arg-type]
            return True
        if any(_has_no_order_as_written(o) for o in held_against(place, module) if isinstance(o, ast.List)):
            return True
    return False


def _has_no_order_as_written(expected: ast.List) -> bool:
    """Whether a list of literals can't be sorted: rows that differ before their dictionaries can."""
    try:
        sorted(ast.literal_eval(expected))
    except TypeError:
        return True
    except ValueError:
        pass
    return False


def is_mixed(values: list[ast.expr], module: Module) -> bool:
    """Whether two of `values` certainly have no order in Python 3, or two of what stands at one place of them."""
    if values and all(isinstance(v, (ast.Tuple, ast.List)) for v in values):
        if len({type(v) for v in values}) > 1:
            return True
        shortest = min(len(v.elts) for v in values)  # type: ignore[attr-defined]
        for place in range(shortest):
            column = column_of(values, place)
            if is_mixed(column, module):
                return True
            if _decides(column):
                return False
        return False
    if len(values) > 1 and all(_gives_mixed_rows(v, module) for v in values):
        return True
    groups = [_groups(v, module) for v in values]
    known = [g for g in groups if g is not None and len(g) == 1]
    kinds = {next(iter(g)) for g in known}
    return len(known) > 1 and (len(kinds) > 1 or kinds == {"dict"})


def _decides(values: list[ast.expr]) -> bool:
    """Whether constants of one type differ so that nothing behind them in their rows is ever compared."""
    constants = [v.value for v in values if isinstance(v, ast.Constant)]
    alike = len(constants) == len(values) and len({type(c) for c in constants}) == 1
    return alike and len(set(constants)) == len(constants)


RULE = Rule(
    id="mixed_order",
    family="P13",
    summary="None and values of different types have no order: a key gives them Python 2's",
    before="x = sorted([3, None, 1])\n",
    after=f"{ORDERED.strip()}\n\n\nx = sorted([3, None, 1], key=ordered)\n",
    caveats=(
        "Types come from the file; a name that the function tests for None or truth anywhere is taken to be safe. "
        "Instances of classes without an order had one by address in Python 2, and have it here where a list of a "
        "function's own is seen to hold them."
    ),
    triggers=("<", ">", "sorted", "min", "max", "sort"),
    nodes=(ast.Compare, ast.Call),
    names=frozenset(["map", "sorted", "min", "max", "sort"]),
    follows=frozenset(["cmp_argument"]),
    visit=visit,
)
