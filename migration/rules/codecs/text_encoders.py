"""CODERS = {'hex': binascii.hexlify} → {'hex': of_text(binascii.hexlify)}: encoders that are handed on get text."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.classes import class_of
from migration.analysis.names import stdlib_name
from migration.analysis.strings.handed_functions import is_handed_on
from migration.analysis.values import called_here
from migration.rewriting.helpers import is_helper
from migration.rule import Findings, Rule, last_names
from migration.rules.codecs.base64_text import ENCODERS
from migration.view.module import Module

HELPER = '''
def of_text(function):
    """`function`, which makes ASCII of octets, for text: that is UTF-8 before."""

    def called(value, *more):
        return function(value.encode("utf-8") if isinstance(value, str) else value, *more).decode("ascii")

    return called
'''


def visit(node: ast.Name | ast.Attribute, module: Module) -> Findings:
    """Wrap what is not called on the spot."""
    if module.facts.index.octets or stdlib_name(node, module) not in ENCODERS:
        return
    call = module.parent(node)
    made = called_here(call, module) if isinstance(call, ast.Call) else None
    targets = call.targets if isinstance(call, ast.Assign) else []
    if any(isinstance(t, ast.Attribute) and class_of(t.value, module) is None for t in targets):
        return  # a module, say, is given it, for whoever calls it there
    if is_handed_on(node, module) and not (made is not None and is_helper(made, HELPER)):
        yield module.edit(module.remade(node, module.helper("of_text", HELPER)))


RULE = Rule(
    id="text_encoders",
    family="P10",
    summary="base64 and hex encoders that are handed on take text and give text",
    before="import binascii\ncoders = [binascii.hexlify]\nn = 1L\n",
    after="import binascii\n\n" + HELPER + "\n\ncoders = [of_text(binascii.hexlify)]\nn = 1\n",
    caveats="Decoders are left: what they give is octets.",
    triggers=("base64", "binascii", "quopri"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=5,
    nodes=(ast.Name, ast.Attribute),
    names=last_names(*ENCODERS),
    visit=visit,
)
