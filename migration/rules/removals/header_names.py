"""response.getheaders() → with names in small letters, as Python 2's httplib gave them."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import defined_in_repository
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Make the names small where the method can only be that of a response."""
    function = node.func
    if not isinstance(function, ast.Attribute) or node.args or node.keywords:
        return
    if not ("httplib" in module.text or "http.client" in module.text):
        return
    outer = module.parent(node)
    if defined_in_repository("getheaders", module) or isinstance(outer, ast.comprehension):
        return
    if isinstance(outer, ast.Attribute) and not hasattr(list, outer.attr):
        return  # what is told to answer so by a test
    yield module.replace(node, "[(name.lower(), value) for name, value in ", module.span(node), "]")


RULE = Rule(
    id="header_names",
    family="P19",
    summary="the names of a response's headers are in small letters",
    before="import httplib\nc = httplib.HTTPConnection('h')\na = dict(c.getresponse().getheaders())\n",
    after="import http.client\nc = http.client.HTTPConnection('h')\n"
    "a = dict([(name.lower(), value) for name, value in c.getresponse().getheaders()])\n",
    caveats="Not where a comprehension goes through them already.",
    triggers=("getheaders",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["getheaders"]),
    visit=visit,
)
