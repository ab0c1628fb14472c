"""x.encode('ascii') + 'y' → x + 'y' where x was a native string of ASCII under Python 2.7: encoding did nothing."""

from __future__ import annotations

import ast

from environment.traces import Exactness, Observation
from migration.module import Module
from migration.precedence import of
from migration.rule import Findings, Rule
from migration.rules._builtins import arguments
from migration.rules._kinds import TEXT, kind
from migration.rules._literals import has_high_escapes
from migration.rules._names import is_decoded_in_place
from migration.rules._seen import PLAIN, codec_of, evidence, is_tried, seen_at, watched
from migration.rules._values import reads_of
from migration.rules.encoded_literal import meets_text
from migration.text_codecs import is_ascii_based


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


def decides(node: ast.Call, module: Module) -> bool:
    """Whether what was seen to be encoded here was plain text each time, and meets text."""
    if not isinstance(node.func, ast.Attribute) or not arguments(node, 2) or is_tried(node, module):
        return False
    codec = codec_of(node)
    if codec is None or not is_ascii_based(codec):
        return False
    kinds = seen_at("encode", node, module)
    return (
        bool(kinds) and kinds <= PLAIN and any(_meets_text(read, module) for read in reads_of(node, module))
    )


def _meets_text(node: ast.expr, module: Module) -> bool:
    """Whether a value stands beside text, or is given to one of its methods. Octets that are spelled out are none."""
    parent = module.parent(node)
    if isinstance(parent, ast.BinOp) and any(
        has_high_escapes(s, module) for s in (parent.left, parent.right)
    ):
        return False
    given = isinstance(parent, ast.Call) and node in parent.args
    method = parent.func if given and isinstance(parent, ast.Call) else None
    to_text = isinstance(method, ast.Attribute) and kind(method.value, module) == TEXT
    return to_text or meets_text(node, module)


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
