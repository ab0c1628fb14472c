"""ElementTree.tostring(e) → with .decode("ascii"): its result is bytes now, and was used as text."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._names import stdlib_name

_WRITERS = frozenset(["xml.etree.ElementTree.tostring", "xml.etree.cElementTree.tostring"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Decode by the encoding that was asked for; without one it is ASCII with character references."""
    if stdlib_name(node.func, module) not in _WRITERS:
        return
    parent = module.parent(node)
    if isinstance(parent, ast.Attribute) and parent.attr == "decode":
        return
    given = [*node.args[1:2], *(k.value for k in node.keywords if k.arg == "encoding")]
    if given and isinstance(given[0], (ast.Name, ast.Attribute)) and _shows(node, module):
        spelled = module.source(module.span(given[0]))
        yield module.wrap(node, "", f'.decode({spelled} or "ascii")')
        return
    codec = getattr(given[0], "value", None) if given else "ascii"
    if isinstance(codec, str) and codec != "unicode":
        yield module.wrap(node, "", f'.decode("{codec}")')


def _shows(node: ast.Call, module: Module) -> bool:
    """Whether a method that has to give text returns `node`."""
    parent, function = module.parent(node), module.function(node)
    return isinstance(parent, ast.Return) and getattr(function, "name", "") in ("__str__", "__repr__")


RULE = Rule(
    id="element_text",
    family="P10",
    summary="what ElementTree spells out is used as text",
    before="from xml.etree import ElementTree\nn = 1L\na = ElementTree.tostring(e)\n",
    after='from xml.etree import ElementTree\nn = 1\na = ElementTree.tostring(e).decode("ascii")\n',
    caveats="Where the result goes on as bytes, the decoding has to go again.",
    triggers=("tostring",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=60,
    alone=True,
    nodes=(ast.Call,),
    names=frozenset(["tostring"]),
    visit=visit,
)
