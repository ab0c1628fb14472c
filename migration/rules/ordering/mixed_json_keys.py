"""json.dumps({1: a, 'b': c}, sort_keys=True) → json.dumps(keys_ordered(…, ordered)): keys of all types had an order."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migration.analysis.arguments import without
from migration.analysis.displays import displays
from migration.analysis.names import stdlib_name
from migration.analysis.order import ORDERED
from migration.analysis.values import reads_alike, written_out
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule, last_names
from migration.rules.ordering._mixed import is_mixed
from migration.trees.fields import walk
from migration.view.module import Module

_WRITERS = frozenset(["json.dump", "json.dumps"])
HELPER = '''
def keys_ordered(value, order):
    """What JSON is made of, with the keys of all its objects in an order."""
    if isinstance(value, dict):
        return {key: keys_ordered(value[key], order) for key in sorted(value, key=order)}
    if isinstance(value, (list, tuple)):
        return [keys_ordered(one, order) for one in value]
    return value
'''


def visit(node: ast.Call, module: Module) -> Findings:
    """Order them before, where keys without an order are seen."""
    if stdlib_name(node.func, module) not in _WRITERS or not node.args:
        return
    sorts = [k for k in node.keywords if k.arg == "sort_keys"]
    if not sorts or not isinstance(sorts[0].value, ast.Constant) or not sorts[0].value.value:
        return
    if any(is_mixed(keys, module) for keys in _keys(node.args[0], module)):
        made, order = helper("keys_ordered", HELPER, module), helper("ordered", ORDERED, module)
        data = module.in_call(node.args[0], made, ", ", order)
        yield module.edit(data, *without(sorts, node, module))


def _keys(data: ast.expr, module: Module) -> Iterator[list[ast.expr]]:
    """The keys of each object that the data is, or that is written out in it, there or under one name."""
    held = written_out(data, module)
    if isinstance(held, (ast.Dict, ast.List, ast.Tuple)):
        for one in walk(held):
            if isinstance(one, ast.Dict):
                yield [key for key in one.keys if key is not None]
    if module.type_of(data) == {"dict"}:
        added = _added(data, module) if isinstance(data, ast.Name) else []
        for keys in displays(data, module):
            yield [*keys, *added]


def _added(name: ast.Name, module: Module) -> list[ast.expr]:
    """The keys under which something is put into what a name holds."""
    places = (module.parent(place) for place in reads_alike(name, module))
    return [p.slice for p in places if isinstance(p, ast.Subscript) and isinstance(p.ctx, ast.Store)]


RULE = Rule(
    id="mixed_json_keys",
    family="P13",
    summary="keys of different types have no order: they get Python 2's before JSON is made of them",
    before="import json\na = json.dumps({1: 2, 'b': 3}, sort_keys=True)\nn = 1L\n",
    after=(
        f"import json\n\n\n{HELPER.strip()}\n\n\n{ORDERED.strip()}\n\n\n"
        "a = json.dumps(keys_ordered({1: 2, 'b': 3}, ordered))\nn = 1\n"
    ),
    caveats="Only where such keys are written out in the file.",
    triggers=("sort_keys",),
    needs_python2=True,
    nodes=(ast.Call,),
    names=last_names(*_WRITERS),
    visit=visit,
)
