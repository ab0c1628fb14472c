"""parser.GetInputContext() → the same, decoded: expat's parsers give what they are reading as bytes."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import defined_in_repository
from migration.rule import Findings, Rule
from migration.view.module import Module

_ASKED = "GetInputContext"
#: Of a document cut off within a character, the rest is still to be searched.
_DECODED = '.decode("utf-8", "replace")'


def visit(node: ast.Call, module: Module) -> Findings:
    """Make text of it, for patterns and literals that are text."""
    parent = module.parent(node)
    decoded = isinstance(parent, ast.Attribute) and parent.attr == "decode"
    asked = isinstance(node.func, ast.Attribute) and not (node.args or node.keywords or decoded)
    if asked and not defined_in_repository(_ASKED, module):
        yield module.wrap(node, "", _DECODED)


RULE = Rule(
    id="parser_context",
    family="P9",
    summary="what a parser of XML is reading comes as bytes",
    before="def f(parser):\n    return '&' in parser.GetInputContext()\nn = 1L\n",
    after='def f(parser):\n    return \'&\' in parser.GetInputContext().decode("utf-8", "replace")\nn = 1\n',
    caveats="Taken for UTF-8; outside of the parser's handlers there is none, and None can't be decoded.",
    triggers=(_ASKED,),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset([_ASKED]),
    visit=visit,
)
