"""print d.isocalendar() → print(tuple(d.isocalendar())): what was a plain tuple has names now, and shows them."""

from __future__ import annotations

import ast
from itertools import chain

from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._names import defined_in_repository, stdlib_name
from migration.rules._shown import put_plainly, spelled
from migration.rules._values import may_hold

#: Functions, and the method of dates.
_FUNCTIONS = frozenset(["os.times", "os.uname", "platform.uname"])
_METHOD = "isocalendar"


def visit(node: ast.BinOp | ast.Call, module: Module) -> Findings:
    """Make a plain tuple of it where it is spelled out, also inside of a list or a tuple there."""
    shown = put_plainly(node, module)
    if isinstance(node, ast.Call):
        represented = node.args[:1] if module.is_builtin(node.func, "repr") else []
        shown = chain(shown, spelled(node, module), represented)
    for value in chain.from_iterable(map(_items, shown)):
        if _has_names(value, module):
            yield module.wrap(value, "tuple(", ")")


def _items(node: ast.expr) -> list[ast.expr]:
    return [*node.elts] if isinstance(node, (ast.List, ast.Tuple)) else [node]


def _has_names(node: ast.expr, module: Module) -> bool:
    """Whether `node` is such a result, in place or by a name that holds nothing else."""
    held = may_hold(node, module) if isinstance(node, ast.Name) else [node]
    return bool(held) and all(isinstance(v, ast.Call) and _gives_names(v, module) for v in held)


def _gives_names(call: ast.Call, module: Module) -> bool:
    if isinstance(call.func, ast.Attribute) and call.func.attr == _METHOD:
        return not (call.args or call.keywords or defined_in_repository(_METHOD, module))
    return stdlib_name(call.func, module) in _FUNCTIONS


RULE = Rule(
    id="named_results",
    family="P19",
    summary="results that were plain tuples are shown as such",
    before="import datetime\nprint datetime.date(2005, 1, 2).isocalendar()\n",
    after="import datetime\nprint(tuple(datetime.date(2005, 1, 2).isocalendar()))\n",
    caveats="Only where the result is spelled out, in place or by one name.",
    triggers=(_METHOD, "times", "uname"),
    needs_python2=True,
    order=60,
    nodes=(ast.BinOp, ast.Call),
    names=frozenset(["format", "print", "repr", "str"]),
    visit=visit,
)
