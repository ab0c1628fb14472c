"""decode = str.decode → decode = decoded: text has no such method, and may be what it is given."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.rewriting.as_text import DECODED
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Attribute, module: Module) -> Findings:
    """Put a function in the place of the method."""
    owned = module.is_builtin(node.value, "str", "unicode")
    if node.attr == "decode" and owned and isinstance(node.ctx, ast.Load) and not module.guarded(node):
        yield module.replace(node, helper("decoded", DECODED, module))


RULE = Rule(
    id="decode_of_str",
    family="P8",
    summary="the method decode of the type str is a function that leaves text as it is",
    before="a = map(str.decode, b)\n",
    after=DECODED[1:] + "\n\na = list(map(decoded, b))\n",
    caveats="",
    triggers=("decode",),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    nodes=(ast.Attribute,),
    names=frozenset(["decode"]),
    visit=visit,
)
