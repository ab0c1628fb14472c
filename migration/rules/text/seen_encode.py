"""x.encode('ascii') + 'y' → x + 'y' where x was a native string of ASCII under Python 2.7: encoding did nothing."""

from __future__ import annotations

import ast

from environment.traces import Exactness, Observation
from migration.analysis.names import is_decoded_in_place
from migration.analysis.strings.encodings import decides
from migration.analysis.strings.seen import evidence, seen_at, watched
from migration.rule import Findings, Rule
from migration.trees.precedence import of
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Leave text as it is where it meets text; where it was unicode at times, decode again what was encoded."""
    if not decides(node, module):
        return
    kinds = seen_at("encode", node, module)
    note = evidence("the receiver", kinds)
    if kinds == {"str ascii"}:
        value = node.func.value  # type: ignore[attr-defined]
        yield module.replace(node, module.span(value), precedence_of_new=of(value), note=note)
    elif not is_decoded_in_place(node, module):
        given = module.source(module.span(node.args[0])) if node.args else '"ascii"'
        yield module.wrap(node, "", f".decode({given})", note=note)


RULE = Rule(
    id="seen_encode",
    family="P8",
    summary="native strings of ASCII that were encoded without effect stay text where they meet text",
    before="def f(x):\n    print x.encode('ascii') + ' '\n",
    after="def f(x):\n    print(x + ' ')\n",
    observed=(Observation("encode", 2, 10, ("str ascii",)),),
    caveats="Only in place or by one name, and only where the value meets native text in the same file.",
    triggers=("encode",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=45,
    nodes=(ast.Call,),
    names=frozenset(["encode"]),
    when=watched,
    visit=visit,
)
