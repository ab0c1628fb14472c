"""x ** 0.5 → real_power(x, 0.5) in a try that handles ValueError: of a negative number Python 3 makes a complex one."""

from __future__ import annotations

import ast

from migration.analysis.exceptions import is_awaited
from migration.analysis.values import assigned
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.view.module import Module

HELPER = '''
def real_power(base, exponent):
    """A power as Python 2 had it: an error for a negative number and a fraction."""
    power = base**exponent
    if isinstance(power, complex) and not isinstance(base, complex) and not isinstance(exponent, complex):
        raise ValueError("negative number cannot be raised to a fractional power")
    return power
'''


def visit(node: ast.BinOp | ast.Call, module: Module) -> Findings:
    """Raise what the program awaits, where the exponent is seen to be a fraction and the number may be negative."""
    if isinstance(node, ast.BinOp):
        if not isinstance(node.op, ast.Pow):
            return
        base, exponent = node.left, node.right
    else:
        if not module.is_builtin(node.func, "pow") or len(node.args) != 2 or node.keywords:
            return
        base, exponent = node.args
    if not _is_fraction(exponent, module) or _is_positive(base) or inside_helper(node, HELPER, module):
        return
    if is_awaited(node, module, "ValueError"):
        power = helper("real_power", HELPER, module)
        given = (*module.sub(base), ", ", *module.sub(exponent))
        yield module.replace(node, power, "(", *given, ")")


def _is_fraction(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a number with a fraction, or a division by, or of, one that is no integer."""
    if isinstance(node, ast.Name):
        held = assigned(node, module)
        return held is not None and not isinstance(held, ast.Name) and _is_fraction(held, module)
    if isinstance(node, ast.UnaryOp):
        return _is_fraction(node.operand, module)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, float) and not node.value.is_integer()
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        sides = (node.left, node.right)
        exact = module.has_future("division") or any(module.type_of(s) == {"float"} for s in sides)
        return exact and _may_leave_rest(node)
    return False


def _may_leave_rest(node: ast.BinOp) -> bool:
    """Whether constants give a fraction when they are divided; anything else may."""
    try:
        value = ast.literal_eval(node.left) / ast.literal_eval(node.right)
    except (ValueError, TypeError, ZeroDivisionError):
        return True
    return isinstance(value, float) and not value.is_integer()


def _is_positive(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant)


RULE = Rule(
    id="fractional_powers",
    family="P19",
    summary="a negative number has no fractional power where ValueError is awaited",
    before="def root(a):\n    try:\n        return a ** 0.5\n    except ValueError:\n        return 0L\n",
    after=(
        f"{HELPER.strip()}\n\n\ndef root(a):\n    try:\n        return real_power(a, 0.5)\n"
        "    except ValueError:\n        return 0\n"
    ),
    caveats="Only in the try itself, and by an exponent that is seen to be a fraction.",
    triggers=("ValueError",),
    needs_python2=True,
    nodes=(ast.BinOp, ast.Call),
    names=frozenset(["pow"]),
    when=lambda module: "**" in module.text or "pow" in module.text,
    visit=visit,
)
