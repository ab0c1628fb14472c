"""re.escape(s) that is shown → re.sub(…): it put a backslash before all that is no ASCII letter or digit."""

from __future__ import annotations

import ast
from itertools import chain

from environment.traces import Exactness
from migration.analysis.literals import literal
from migration.analysis.names import stdlib_name
from migration.analysis.strings.shown import handed_on, spelled
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Where the text itself matters: to match, the new one is as good."""
    if stdlib_name(node.func, module) != "re.escape" or len(node.args) != 1 or node.keywords:
        return
    if _matters(node, module):
        sub = module.use("re.sub", at=node)
        yield module.replace(node, sub, "(r'([^a-zA-Z0-9])', r'\\\\\\1', ", *module.sub(node.args[0]), ")")


def _matters(node: ast.Call, module: Module) -> bool:
    parent = module.parent(node)
    if isinstance(parent, ast.Compare):
        return any(literal(side, module) for side in (parent.left, *parent.comparators))
    if isinstance(parent, ast.Call):
        asserts = isinstance(parent.func, ast.Attribute) and parent.func.attr in (
            "assertEqual",
            "assertEquals",
        )
        if asserts and any(literal(a, module) for a in parent.args):
            return True
        if module.is_builtin(parent.func, "repr", "len"):
            return True
    whole: ast.expr = node
    while isinstance(parent, (ast.Tuple, ast.BinOp)):
        whole, parent = parent, module.parent(parent)
    # What is put into another text is as often a pattern.
    return isinstance(parent, ast.Call) and any(
        whole is shown for shown in chain(spelled(parent, module), handed_on(parent, module))
    )


RULE = Rule(
    id="escaped_patterns",
    family="P19",
    summary="re.escape() escaped more where its text is shown",
    before="import re\nprint re.escape('a-b!')\n",
    after="import re\nprint(re.sub(r'([^a-zA-Z0-9])', r'\\\\\\1', 'a-b!'))\n",
    caveats="Only where it is shown or compared in place.",
    triggers=("escape",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["escape"]),
    visit=visit,
)
