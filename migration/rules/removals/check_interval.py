"""sys.setcheckinterval(n) → sys.setswitchinterval(n / 20000): bytecodes became seconds."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import arguments, spell_builtin
from migration.analysis.names import stdlib_name
from migration.rule import Findings, Rule
from migration.trees.precedence import Precedence
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Scale so that the old default (100 instructions) is the new one (5 milliseconds)."""
    name = stdlib_name(node.func, module)
    if module.target < (3, 9):
        return
    if name == "sys.setcheckinterval" and arguments(node, 1, 1):
        function = module.use("sys.setswitchinterval", at=node)
        if _is_none_left(node.args[0]):
            yield module.replace(node, function, "(1e-06)")
            return
        yield module.replace(
            node, function, "(", *module.sub(node.args[0], Precedence.PRODUCT), " / 20000.0)"
        )
    elif name == "sys.getcheckinterval" and not node.args:
        rounded = spell_builtin("round", node, module)
        yield module.replace(node, rounded, "(", module.use("sys.getswitchinterval", at=node), "() * 20000)")


def _is_none_left(node: ast.expr) -> bool:
    """Whether an interval is zero, or a number below: after every instruction."""
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant)
    return isinstance(node, ast.Constant) and node.value == 0


RULE = Rule(
    id="check_interval",
    family="P19",
    summary="the check interval is measured in seconds",
    before="import sys\nsys.setcheckinterval(100)\n",
    after="import sys\nsys.setswitchinterval(100 / 20000.0)\n",
    caveats="An interval of zero or less, which is refused now, is the shortest that there is.",
    triggers=("setcheckinterval", "getcheckinterval"),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Call,),
    visit=visit,
)
