"""encodings.idna.ToASCII(label) → encodings.idna.ToASCII(label).decode("ascii"): it gives octets now."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import stdlib_name
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Decode what it gives, where the text does not do that itself."""
    decoded = getattr(module.parent(node), "attr", "") == "decode"
    if stdlib_name(node.func, module) != "encodings.idna.ToASCII" or decoded:
        return
    yield module.wrap(node, "", '.decode("ascii")')


RULE = Rule(
    id="idna_text",
    family="P10",
    summary="a label of a host's name is native text in its ASCII form",
    before="import encodings.idna\nprint encodings.idna.ToASCII(u'a')\n",
    after="import encodings.idna\nprint(encodings.idna.ToASCII('a').decode(\"ascii\"))\n",
    caveats="Python 3's codec gives and takes bytes; what goes into it is text in both.",
    triggers=("ToASCII",),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["ToASCII"]),
    visit=visit,
)
