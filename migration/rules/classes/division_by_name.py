"""getattr(float, name), where `name` may say '__div__' → the method that divides so in Python 3."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.view.module import Module

_NUMBERS = ("float", "complex", "int", "long")
#: The operator's name as it is put together, or the whole method's.
_SPOKEN = re.compile(r"['\"](?:__)?[ri]?div(?:__)?['\"]")

HELPER = '''
def method_of(number, name):
    """A method of a type of numbers, by the name that it had in Python 2."""
    divides = "floordiv__" if issubclass(number, int) else "truediv__"
    return getattr(number, name[:-5] + divides if name in ("__div__", "__rdiv__") else name)
'''


def visit(node: ast.Call, module: Module) -> Findings:
    """Ask for the method by the name it has now; a name that is spelled out is a rule's that reads attributes."""
    if len(node.args) != 2 or node.keywords or not module.is_builtin(node.func, "getattr"):
        return
    number, name = node.args
    if isinstance(name, ast.Constant) or not module.is_builtin(number, *_NUMBERS):
        return
    if _SPOKEN.search(module.text) and not inside_helper(node, HELPER, module):
        yield module.replace(node.func, helper("method_of", HELPER, module))


RULE = Rule(
    id="division_by_name",
    family="P14",
    summary="the methods of numbers that divide have other names",
    before="n = 1L\nfor op in ('add', 'div'):\n    d = getattr(float, '__%s__' % op)\n",
    after=f"{HELPER.lstrip()}\n\nn = 1\nfor op in ('add', 'div'):\n    d = method_of(float, '__%s__' % op)\n",
    caveats="What is set under the old name is called by nobody.",
    triggers=("getattr",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["getattr"]),
    visit=visit,
)
