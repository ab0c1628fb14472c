"""getattr(operator, name) → operator_by_name(name), where a name that went is spelled somewhere."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.names import in_repository, stdlib_name
from migration.rewriting.helpers import CLASSIC_DIVISION, helper
from migration.rule import Findings, Rule
from migration.source.edits import Needs
from migration.view.module import Module

#: Functions that went, as one names them by a text.
_GONE = re.compile(r"['\"][\w ]*\b(?:i?div|isCallable|sequenceIncludes|i?repeat)\b[\w ]*['\"]")
HELPER = '''
def operator_by_name(name, *default):
    """A function of operator by the name that it had in Python 2."""
    if name in ("div", "idiv"):
        return DIVISION
    names = {"sequenceIncludes": "contains", "repeat": "mul", "irepeat": "imul"}
    return callable if name == "isCallable" else getattr(operator, names.get(name, name), *default)
'''


def visit(node: ast.Call, module: Module) -> Findings:
    """Ask a helper, which knows what the names were."""
    if not module.is_builtin(node.func, "getattr") or not 2 <= len(node.args) <= 3 or node.keywords:
        return
    owner, name = node.args[:2]
    if isinstance(name, ast.Constant) or stdlib_name(owner, module) != "operator":
        return
    if not in_repository(_GONE, module):
        return
    division = helper("classic_division", CLASSIC_DIVISION, module)
    made = helper("operator_by_name", HELPER.replace("DIVISION", division), module, ("import operator",))
    both = Needs.of(made, made.imports, division.helpers + made.helpers)
    rest = [piece for argument in node.args[1:] for piece in (", ", *module.sub(argument))][1:]
    yield module.replace(node, both, "(", *rest, ")")


RULE = Rule(
    id="operator_by_name",
    family="P15",
    summary="functions of operator that went are asked for by names that are variables",
    before="import operator\nf = getattr(operator, {'/': 'div'}[sign])\nn = 1L\n",
    after=(
        "import operator\n\n\n"
        + CLASSIC_DIVISION.strip()
        + "\n\n\n"
        + HELPER.replace("DIVISION", "classic_division").strip()
        + "\n\n\nf = operator_by_name({'/': 'div'}[sign])\nn = 1\n"
    ),
    caveats="Only where such a name is spelled by itself in the repository.",
    triggers=("getattr",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["getattr"]),
    visit=visit,
)
