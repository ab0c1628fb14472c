"""str(10 ** 5000) → all_digits(10 ** 5000): the text of a number of more than 4300 digits has to be allowed."""

from __future__ import annotations

import ast
import math
from itertools import chain

from migration.analysis.strings.shown import put_plainly, spelled
from migration.analysis.values import assigned
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.view.module import Module

#: How many digits Python spells unasked (since 3.11, and in the last versions before).
_LIMIT = 4300
_DEPTH = 4
HELPER = '''
def all_digits(number):
    """The text of a number, however long: Python 3.11 and later have a limit that can be lifted."""
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)
    return str(number)
'''


def visit(node: ast.BinOp | ast.Call, module: Module) -> Findings:
    """Where the number is spelled out."""
    shown = put_plainly(node, module)
    if isinstance(node, ast.Call):
        represented = node.args[:1] if module.is_builtin(node.func, "repr") else []
        shown = chain(shown, spelled(node, module), represented)
    for value in shown:
        if _is_long(value, module, _DEPTH) and not inside_helper(node, HELPER, module):
            whole = node if module.is_builtin(getattr(node, "func", node), "str", "repr") else value
            text = helper("all_digits", HELPER, module, ("import sys",))
            yield module.replace(whole, text, "(", *module.sub(value), ")")


def _is_long(node: ast.expr, module: Module, depth: int) -> bool:
    """Whether `node` is made of a power that is written out and has so many digits."""
    if isinstance(node, ast.Name):
        value = assigned(node, module)
        return value is not None and depth > 0 and _is_long(value, module, depth - 1)
    if not isinstance(node, ast.BinOp):
        return False
    base, exponent = (getattr(n, "value", None) for n in (node.left, node.right))
    if isinstance(node.op, ast.Pow) and type(base) is int and type(exponent) is int:
        return abs(base) > 1 and exponent * math.log10(abs(base)) >= _LIMIT
    return isinstance(node.op, (ast.Add, ast.Sub, ast.Mult)) and any(
        _is_long(n, module, depth) for n in (node.left, node.right)
    )


RULE = Rule(
    id="digit_limit",
    family="P19",
    summary="numbers of more than 4300 digits are spelled out only where that is allowed",
    before="n = len(str(10 ** 5000))\n",
    after=f"import sys\n\n{HELPER}\n\nn = len(all_digits(10 ** 5000))\n",
    caveats="Only powers that are written out, in place or by one name.",
    triggers=("**",),
    nodes=(ast.BinOp, ast.Call),
    names=frozenset(["format", "print", "repr", "str"]),
    visit=visit,
)
