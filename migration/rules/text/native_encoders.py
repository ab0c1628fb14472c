"""def utf8(s): return s.encode('utf-8') → the same with .decode('utf-8'), where native text is made of the result."""

from __future__ import annotations

import ast

from migration.rule import Exactness, Findings, Rule
from migration.rules.text import native_text
from migration.rules.text._encoders import encodes_text, encodings
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Decode again what a function encodes only to give back a native string."""
    if not encodes_text(node, module):
        return
    function = module.function(node)
    if not isinstance(function, ast.FunctionDef) or node not in encodings(function, module):
        return
    if not any(native_text.visit(node, module)):
        yield module.wrap(node, "", f".decode({module.source(module.span(node.args[0]))})")


RULE = Rule(
    id="native_encoders",
    family="P8",
    summary="what a function encodes to give back a native string leaves it as text",
    before="def f(s, codec='utf-8'):\n    return s.encode(codec)\nprint '<%s>' % f(u'x')\n",
    after="def f(s, codec='utf-8'):\n    return s.encode(codec).decode(codec)\nprint('<%s>' % f('x'))\n",
    caveats="Known by the calls of that name: some put it into native text, none gives it to what takes octets.",
    triggers=("encode",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=39,
    nodes=(ast.Call,),
    names=frozenset(["encode"]),
    visit=visit,
)
