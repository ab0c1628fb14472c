"""'é %s'.encode('utf-8') % x → ('é %s' % x).encode('utf-8'): bytes take no text in."""

from __future__ import annotations

import ast

from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._kinds import is_octets


def visit(node: ast.BinOp, module: Module) -> Findings:
    """Put the values in first, and encode the whole."""
    call = node.left
    if not isinstance(node.op, ast.Mod) or not isinstance(call, ast.Call):
        return
    function = call.func
    if not (isinstance(function, ast.Attribute) and function.attr == "encode" and call.args):
        return
    template = function.value
    values = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
    if not (isinstance(template, ast.Constant) and isinstance(template.value, str)):
        return
    if isinstance(node.right, ast.Dict) or any(is_octets(v, module) for v in values):
        return
    # From the template's end to the end of the call: what encodes.
    encoding = module.text[module.outer_span(template).end : module.span(call).end]
    yield module.replace(node, "(", module.span(template), " % ", *module.sub(node.right), ")", encoding)


RULE = Rule(
    id="encoded_template",
    family="P9",
    summary="what is put into encoded text is put into the text, which is encoded then",
    before="a = u'x: %s'.encode('utf-8') % b\nn = 1L\n",
    after="a = ('x: %s' % b).encode('utf-8')\nn = 1\n",
    triggers=("encode",),
    needs_python2=True,
    order=5,
    nodes=(ast.BinOp,),
    visit=visit,
)
