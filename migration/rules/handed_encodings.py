"""def f(form): d.strftime(form) → d.strftime(as_text(form)), where other files hand over `form.encode('utf-8')`."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._callers import may_be_made
from migration.rules._shown import TAKING, taken_as_text
from migration.rules.decoded_results import HELPER

_MAKERS = frozenset(["encode"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Make text of a parameter that is taken as text alone."""
    named = (
        isinstance(node.func, ast.Attribute) and node.func.attr == "strftime"
    )  # whoever has one of its own
    for value in node.args[:1] if named else taken_as_text(node, module):
        function = module.function(value)
        if not isinstance(value, ast.Name) or not isinstance(function, ast.FunctionDef):
            continue
        bindings = module.bindings(value)
        if len(bindings) != 1 or module.parent(bindings[0].node) is not function.args:
            continue
        if may_be_made(function, value.id, module, _MAKERS):
            yield module.replace(value, module.helper("as_text", HELPER), "(", module.span(value), ")")


RULE = Rule(
    id="handed_encodings",
    family="P8",
    summary="encoded text that other files hand over is text again where text alone is taken",
    before="def f(d, form):\n    print d.strftime(form)\n",
    after="def f(d, form):\n    print(d.strftime(form))\n",
    caveats="As far as the calls of the function, by its name, show what it is given.",
    triggers=(re.compile(rf"\b(?:{'|'.join(sorted(TAKING))})\("),),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=TAKING,
    when=lambda module: len(module.facts.index.keys) > 1,
    visit=visit,
)
