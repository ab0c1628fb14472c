"""oct(8) → '010', oct(n) → octal_text(n): the text Python 2 gave."""

from __future__ import annotations

import ast

from migration.analysis.classes import class_of, defines
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.rules.classes.number_methods import may_say
from migration.view.module import Module

HELPER = '''
def octal_text(number):
    """oct() as Python 2 had it: 0777, not 0o777."""
    return ("-" if number < 0 else "") + (f"0{abs(number):o}" if number else "0")
'''


def visit(node: ast.Call | ast.Name, module: Module) -> Findings:
    """Rewrite calls of the builtin, and the builtin itself where it is handed on."""
    if isinstance(node, ast.Name):
        called = getattr(module.parent(node), "func", None) is node
        if not called and isinstance(node.ctx, ast.Load) and module.is_builtin(node, "oct"):
            yield module.replace(node, helper("octal_text", HELPER, module))
        return
    if module.is_builtin(node.func, "oct") and len(node.args) == 1 and not node.keywords:
        given = node.args[0]
        if may_say(node, "__oct__", module) or _says_itself(given, module) or _is_cut_by_choice(node, module):
            return
        value = given.operand if isinstance(given, ast.UnaryOp) and isinstance(given.op, ast.USub) else given
        if isinstance(value, ast.Constant) and isinstance(value.value, int):
            # Zero has no other digit before it, and the sign of a negative number comes first.
            sign = "-" if value is not given and value.value else ""
            zero = "0" if value.value else ""
            yield module.replace(node, f"'{sign}{zero}{value.value:o}'")
            return
        yield module.replace(node.func, helper("octal_text", HELPER, module))


def _is_cut_by_choice(node: ast.Call, module: Module) -> bool:
    """Whether what is before the digits is cut off by a length that was chosen of several: for each Python its own."""
    outer = module.parent(node)
    cut = outer.slice if isinstance(outer, ast.Subscript) and outer.value is node else None
    first = cut.lower if isinstance(cut, ast.Slice) else None
    return isinstance(first, ast.Name) and len(module.bindings(first)) > 1


def _says_itself(node: ast.expr, module: Module) -> bool:
    owner = class_of(node, module)
    return owner is not None and defines(owner, "__oct__", module)


RULE = Rule(
    id="oct_text",
    family="P3",
    summary="oct() wrote 0777, now 0o777",
    before="a = oct(8L)\n",
    after="a = '010'\n",
    caveats="Long integers had a final L.",
    triggers=("oct",),
    needs_python2=True,
    nodes=(ast.Call, ast.Name),
    names=frozenset(["oct"]),
    visit=visit,
)
