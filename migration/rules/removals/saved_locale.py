"""old = locale.getlocale(locale.LC_ALL), to be set again → locale.setlocale(locale.LC_ALL): there is no one locale."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import stdlib_name
from migration.analysis.values import reads_of
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Ask for what setlocale() takes back: Python 3 sets LC_CTYPE as it starts, and getlocale() refuses a mixture."""
    if stdlib_name(node.func, module) != "locale.getlocale" or len(node.args) != 1 or node.keywords:
        return
    reads = reads_of(node, module) if stdlib_name(node.args[0], module) == "locale.LC_ALL" else []
    if reads and all(_is_set(read, module) for read in reads):
        yield module.replace(node.func, module.use("locale.setlocale", at=node))


def _is_set(read: ast.expr, module: Module) -> bool:
    call = module.parent(read)
    return (
        isinstance(call, ast.Call)
        and len(call.args) == 2
        and call.args[1] is read
        and stdlib_name(call.func, module) == "locale.setlocale"
    )


RULE = Rule(
    id="saved_locale",
    family="P19",
    summary="the locale of all categories is kept as setlocale() tells it",
    before="import locale\nold = locale.getlocale(locale.LC_ALL)\nlocale.setlocale(locale.LC_ALL, old)\nprint 1\n",
    after="import locale\nold = locale.setlocale(locale.LC_ALL)\nlocale.setlocale(locale.LC_ALL, old)\nprint(1)\n",
    caveats="Only a name that goes nowhere but into setlocale().",
    triggers=("getlocale",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["getlocale"]),
    visit=visit,
)
