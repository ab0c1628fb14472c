"""pairs = [(x.age, x) for x in xs]; pairs.sort() → pairs.sort(key=ordered): ties came to the objects themselves."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migration.analysis.names import memory
from migration.analysis.order import ORDERED
from migration.analysis.orderless import is_instance, rows_of_instances
from migration.analysis.values import assigned
from migration.rewriting.helpers import helper
from migration.rule import Exactness, Findings, Rule
from migration.view.module import Module

_CHOOSING = ("sorted", "min", "max")
#: What texts have as well: those have an order.
_OF_TEXTS = frozenset(dir(str))


def visit(node: ast.Call, module: Module) -> Findings:
    """Order rows that end with what they were made of as Python 2 did: objects without an order by their place."""
    if any(k.arg != "reverse" for k in node.keywords):
        return
    function = node.func
    if isinstance(function, ast.Attribute):
        if function.attr != "sort" or node.args or not holds_rows(function.value, module):
            return
        opening = module.text.index("(", module.span(function).end) + 1
        comma = ", " if node.keywords else ""
        yield module.insert(opening, "key=", helper("ordered", ORDERED, module), comma)
    elif module.is_builtin(function, *_CHOOSING) and len(node.args) == 1:
        rows = node.args[0]
        if isinstance(rows, ast.GeneratorExp) and module.span(rows).end == module.span(node).end:
            if sorts_rows(node, module):
                # The brackets are those of the call.
                span = module.span(rows)
                yield module.replace_span(span, "(", span, ", key=", helper("ordered", ORDERED, module), ")")
            return
        if sorts_rows(node, module):
            yield module.insert(module.outer_span(rows).end, ", key=", helper("ordered", ORDERED, module))


def sorts_rows(node: ast.Call, module: Module) -> bool:
    """Whether sorted(), min() or max() is given such rows, or a loop takes what is sorted apart into such."""
    return len(node.args) == 1 and (holds_rows(node.args[0], module) or _taken_apart(node, module))


def _taken_apart(node: ast.Call, module: Module) -> bool:
    """Whether a loop takes what is sorted apart into an instance and something: `for option, group in sorted(…)`."""
    loop = module.parent(node)
    if not isinstance(loop, (ast.For, ast.comprehension)) or not isinstance(loop.target, ast.Tuple):
        return False
    first = loop.target.elts[0]
    return isinstance(first, ast.Name) and is_instance(first, module)


def holds_rows(node: ast.expr, module: Module) -> bool:
    """Whether a list is made of such rows: at once, or one by one in the same function; or taken apart into such."""
    if isinstance(node, (ast.Name, ast.Attribute)) and rows_of_instances(node, module):
        return True
    if isinstance(node, ast.Name):
        value = assigned(node, module)
        if isinstance(value, ast.List) and not value.elts:
            return any(_is_row(row, loops) for row, loops in _appended(node.id, node, module))
        return value is not None and not isinstance(value, ast.Name) and holds_rows(value, module)
    return isinstance(node, (ast.ListComp, ast.GeneratorExp)) and _is_row(node.elt, node.generators)


def _appended(name: str, at: ast.expr, module: Module) -> Iterator[tuple[ast.expr, list[ast.For]]]:
    """What is appended to a list of the function around `at`, with the loops it happens in."""
    around = module.function(at)
    known = memory(module)
    if "appended rows" not in known:
        known["appended rows"] = [
            c
            for c in module.nodes_named(ast.Call, frozenset(["append"]))
            if isinstance(c, ast.Call) and len(c.args) == 1 and isinstance(c.args[0], ast.Tuple)
        ]
    for call in known["appended rows"]:
        owner = call.func.value if isinstance(call.func, ast.Attribute) else None
        if isinstance(owner, ast.Name) and owner.id == name and module.function(call) is around:
            yield call.args[0], [a for a in module.ancestors(call) if isinstance(a, ast.For)]


def _is_row(row: ast.expr, loops: list[ast.comprehension] | list[ast.For]) -> bool:
    """Whether a row ends with what a loop gives, after something that is asked of it: `(x.age, x)`."""
    if not isinstance(row, ast.Tuple) or len(row.elts) < 2 or not isinstance(row.elts[-1], ast.Name):
        return False
    name = row.elts[-1].id
    if not any(isinstance(t, ast.Name) and t.id == name for loop in loops for t in ast.walk(loop.target)):
        return False
    return any(
        isinstance(n, ast.Attribute)
        and n.attr not in _OF_TEXTS
        and isinstance(n.value, ast.Name)
        and n.value.id == name
        for key in row.elts[:-1]
        for n in ast.walk(key)
    )


RULE = Rule(
    id="decorated_order",
    family="P7",
    summary="rows of a key and an object are ordered though the keys be the same",
    before="def f(xs):\n    rows = [(x.age, x) for x in xs]\n    rows.sort(reverse=True)\n    return rows\nn = 1L\n",
    after=(
        f"{ORDERED.strip()}\n\n\n"
        "def f(xs):\n    rows = [(x.age, x) for x in xs]\n    rows.sort(key=ordered, reverse=True)\n    return rows\n"
        "n = 1\n"
    ),
    caveats="Objects of the same key come in the order of their places in memory, which was never another one.",
    triggers=("sort", "sorted", "min", "max"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["sort", *_CHOOSING]),
    visit=visit,
)
