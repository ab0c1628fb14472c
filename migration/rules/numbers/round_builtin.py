"""round(x) → half away from zero, and a float, where that shows."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import is_old_builtin
from migration.analysis.classes import class_of, defines
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.view.module import Module

HELPER = '''
def round_half_up(number, digits=0):
    """Round as Python 2 did: halves away from zero, and the result is a float."""
    exact = decimal.Decimal(float(number))
    if not exact.is_finite():
        return float(number)
    with decimal.localcontext() as context:
        context.prec = 1200
        return float(exact.quantize(decimal.Decimal(1).scaleb(-digits), decimal.ROUND_HALF_UP))
'''


def visit(node: ast.Call, module: Module) -> Findings:
    """Use the helper; `int(round(x))` too, since halves differ."""
    if not is_old_builtin(node.func, module, "round") or inside_helper(node, HELPER, module):
        return
    if not 1 <= len(node.args) <= 2 or node.keywords or any(isinstance(a, ast.Starred) for a in node.args):
        return
    types = module.type_of(node.args[0])
    if (
        types
        and types.isdisjoint(["int", "float", "bool", "long"])
        and not _becomes_float(node.args[0], module)
    ):
        return
    if len(node.args) == 2 and _many_digits(node.args[1]) and types == {"float"}:
        yield module.found(node)
        return
    name = helper("round_half_up", HELPER, module, ("import decimal",))
    yield module.edit(
        module.part(node.func, name), exactness=Exactness.EXACT if types else Exactness.SEMANTIC
    )


def _becomes_float(node: ast.expr, module: Module) -> bool:
    """Whether `node` is an object of a class of the file that says which float it is, as round() asked, and not how it
    is rounded.
    """
    owner = class_of(node, module)
    return (
        owner is not None and defines(owner, "__float__", module) and not defines(owner, "__round__", module)
    )


def _many_digits(node: ast.expr) -> bool:
    """Whether so many digits are asked for that a tie can't be told from its neighbours in practice."""
    return isinstance(node, ast.Constant) and isinstance(node.value, int) and node.value >= 12


RULE = Rule(
    id="round_builtin",
    family="P7",
    summary="round() rounds halves to even and gives an int: a helper rounds as before",
    before="print round(2.5)\n",
    after=f"import decimal\n\n\n{HELPER.strip()}\n\n\nprint(round_half_up(2.5))\n",
    caveats="A class with a __round__ of its own is not seen where the type is unknown.",
    triggers=("round",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["round"]),
    visit=visit,
)
