"""sorted([2, None]), rows.sort(), map(max, rows) → ordered by a key that knows Python 2's order."""

from __future__ import annotations

import ast

from migration.analysis.builtins import is_none, type_asked
from migration.analysis.called import function_called
from migration.analysis.flow_order import any_without_order, is_crowded, row_without_order, without_order
from migration.analysis.laziness.use import held_against
from migration.analysis.names import names_by_id
from migration.analysis.order import ORDERED, seen_mixed, tested
from migration.analysis.orderless import holds_instances
from migration.analysis.values import reads_of, written_out
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.rules.numbers.decorated_order import holds_rows, sorts_rows
from migration.rules.ordering._either import holds_either, is_row_of_either
from migration.rules.ordering._getters import lists_got
from migration.rules.ordering._keys import keyed, may_lack
from migration.rules.ordering._mixed import gives_mixed_rows, holds_mixed, is_here, is_mixed, known_groups
from migration.rules.ordering._optional import answers_none
from migration.rules.ordering._rows import lists_places_of_none
from migration.view.module import Module

_CHOOSING = ("sorted", "min", "max")


def visit(node: ast.Call, module: Module) -> Findings:
    """Give the key to what sorts, or chooses, where types that can't be compared are certain, or, in Python 2,
    possible.
    """
    if inside_helper(node, ORDERED, module):
        return
    if isinstance(node.func, ast.Attribute):
        if node.func.attr == "sort" and not node.args:
            yield from _in_place(node, node.func, module)
    elif module.is_builtin(node.func, "map"):
        if len(node.args) == 2 and not node.keywords:
            yield from _mapped(node, module)
    elif module.is_builtin(node.func, *_CHOOSING) and node.args:
        yield from _chosen(node, module)


def _in_place(node: ast.Call, function: ast.Attribute, module: Module) -> Findings:
    """rows.sort(), of rows that may have no order, or by a key that may give such."""
    rows, others = function.value, [k.arg for k in node.keywords]
    yield from keyed(node, rows, module)
    if others not in ([], ["reverse"]) or holds_rows(rows, module):
        return  # decorated_order gives those their key
    certain = seen_mixed(node, module) or holds_mixed(rows, module) or _holds_unordered(rows, module)
    doubtful = (
        holds_instances,
        holds_either,
        without_order,
        _lists_mixed_rows,
        _looks_for_kinds,
        lists_got,
        lists_places_of_none,
    )
    if certain or any(holds(rows, module) for holds in doubtful):
        opening = module.text.index("(", module.span(function).end) + 1
        order = helper("ordered", ORDERED, module)
        yield module.insert(opening, "key=", order, ", " * bool(others), needs_python2=not certain)


def _chosen(node: ast.Call, module: Module) -> Findings:
    """sorted(rows), min(rows), max(a, b), of the same."""
    given, last = [k.arg for k in node.keywords], node.args[-1]
    if "key" in given:
        yield from keyed(node, node.args[0], module)
        return
    if "cmp" in given or None in given or sorts_rows(node, module):
        return  # decorated_order gives rows their key
    if seen_mixed(node, module) and not isinstance(last, ast.GeneratorExp):
        span = module.span(last) if isinstance(last, ast.Starred) else module.outer_span(last)
        yield module.insert(span.end, ", key=", helper("ordered", ORDERED, module))
        return
    certain = _without_order(node, module)
    if certain is None:
        return
    span, key = module.span(last), helper("ordered", ORDERED, module)
    if isinstance(last, ast.GeneratorExp) and span.end == module.span(node).end:
        # Its parentheses are those of the call.
        yield module.edit(module.part(span, "(", span, ", key=", key, ")"), needs_python2=not certain)
    else:
        yield module.insert(module.outer_span(last).end, ", key=", key, needs_python2=not certain)


def _without_order(node: ast.Call, module: Module) -> bool | None:
    """Whether what is sorted, or chosen from, has no order for certain, or may have none; None where nothing is said
    against it.
    """
    if any(isinstance(a, ast.Starred) for a in node.args):
        return None
    if len(node.args) > 1:
        return None if module.is_builtin(node.func, "sorted") else _several_without_order(node.args, module)
    rows = node.args[0]
    if _has_no_order(rows, module):
        return is_here(rows, module)
    if _lists_unset(rows, module) or lists_got(rows, module) or lists_places_of_none(rows, module):
        return False
    if _is_mixed_when_sorted(node, module) or _looks_for_kinds(rows, module, node):
        return True
    return False if without_order(rows, module) else None


def _several_without_order(values: list[ast.expr], module: Module) -> bool | None:
    """The same of values that are given one by one: `max(a, b)`."""
    if all(_may_be_unset(v, module) for v in values):
        return False
    if is_mixed(values, module) or any(map(is_none, values)):
        return True
    doubtful = any_without_order(values, module) and not any(is_crowded(value, module) for value in values)
    return False if doubtful else None


def _mapped(node: ast.Call, module: Module) -> Findings:
    """map(max, rows), where what stands in one row may have no order."""
    function, rows = node.args
    if module.is_builtin(function, *_CHOOSING) and row_without_order(rows, module):
        partial = module.use("functools.partial", node)
        key = helper("ordered", ORDERED, module)
        yield module.replace(
            function, partial, "(", module.span(function), ", key=", key, ")", needs_python2=True
        )


def _has_no_order(node: ast.expr, module: Module) -> bool:
    """Whether two of what is written out as the items of a collection have no order."""
    return (
        holds_mixed(node, module)
        or holds_instances(node, module)
        or holds_either(node, module)
        or _lists_mixed_rows(node, module)
        or _lists_unordered(node, module)
    )


def _lists_mixed_rows(node: ast.expr, module: Module) -> bool:
    """Whether `node` is all that one function of this file gives, which are rows of values of different types:
    `map(f, x)`, `[f(y) for y in x]`.
    """
    made = written_out(node, module)
    while isinstance(made, ast.Call) and module.is_builtin(made.func, "list", "iter") and len(made.args) == 1:
        made = made.args[0]
    if isinstance(made, (ast.ListComp, ast.GeneratorExp)):
        one = made.elt
    elif isinstance(made, ast.Call) and module.is_builtin(made.func, "map") and len(made.args) > 1:
        one = ast.Call(made.args[0], [], [])
    else:
        return False
    return isinstance(one, ast.Call) and (gives_mixed_rows(one, module) or is_row_of_either(one, module))


def _is_unordered(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a dictionary, or the type of something: of neither two have an order."""
    return known_groups(node, module) in ({"dict"}, {"type"})


def _lists_unordered(node: ast.expr, module: Module) -> bool:
    """Whether `node` lists such, one for each of something: `[type(x) for x in y]`, `map(type, y)`."""
    if isinstance(node, ast.Call) and module.is_builtin(node.func, "map") and len(node.args) == 2:
        return module.is_builtin(node.args[0], "type")
    return isinstance(node, (ast.ListComp, ast.GeneratorExp)) and _is_unordered(node.elt, module)


def _holds_unordered(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a list of a function's own that gets such, and nothing else, all at once or one by one."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    made = bindings[0].value if len(bindings) == 1 and module.function(node) is not None else None
    if made is not None and _lists_unordered(made, module):
        return True
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
    return bool(given) and all(_is_unordered(one, module) for one in given)


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
    return may_lack(values.elt, names, values, module)


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


RULE = Rule(
    id="mixed_sort",
    family="P13",
    summary="what holds None, or values of different types, is sorted by a key: it gives Python 2's order",
    before="x = sorted([3, None, 1])\n",
    after=f"{ORDERED.strip()}\n\n\nx = sorted([3, None, 1], key=ordered)\n",
    caveats=(
        "Types come from the file; what a key asks for None or truth is taken to be safe. Instances of classes without "
        "an order had one by address in Python 2, and have it here where a list of a function's own is seen to hold "
        "them."
    ),
    triggers=("sort", *_CHOOSING),
    nodes=(ast.Call,),
    names=frozenset(["map", "sort", *_CHOOSING]),
    follows=frozenset(["cmp_argument"]),
    visit=visit,
)
