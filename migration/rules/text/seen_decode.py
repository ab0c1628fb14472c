"""x.decode('utf-8') → x where x was always unicode under Python 2.7: text has no decode() any more."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness, Observation
from migration.analysis.builtins import arguments
from migration.analysis.strings.kinds import TEXT, held_kind
from migration.analysis.strings.octet_characters import octets_again
from migration.analysis.strings.seen import STRINGS, UNICODE, codec_of, evidence, is_tried, seen_at, watched
from migration.rewriting.as_text import DECODED, OCTETS_DECODED, OCTETS_TRIED, decoding
from migration.rewriting.helpers import inside_helper
from migration.rule import Findings, Rule
from migration.source.edits import Piece
from migration.stdlib.codecs import is_ascii_based
from migration.trees.precedence import of
from migration.view.module import Module

_NOT_TEXT = re.compile(r"hex|base64|zlib|zip|bz2|uu|quopri|quoted|rot|string|unicode|raw|punycode|idna")


def visit(node: ast.Call, module: Module) -> Findings:
    """Drop the decoding where all was text; where octets came as well, decode those only."""
    function = node.func
    if not isinstance(function, ast.Attribute) or not arguments(node, 2) or node in octets_again(module):
        return
    codec = codec_of(node)
    kinds = frozenset() if _NOT_TEXT.match(codec or "") else seen_at("decode", node, module)
    value = function.value
    known = held_kind(value, module) if kinds else None
    # A native string of ASCII may have become text or bytes: a helper tells, when it runs.
    unclear = kinds == {"str ascii"} and known is None
    if (
        not (unclear or kinds & UNICODE)
        or not kinds <= STRINGS
        or any(inside_helper(node, source, module) for source in (DECODED, OCTETS_DECODED, OCTETS_TRIED))
    ):
        return
    if known == TEXT:
        return  # literal_decode knows by the text alone
    note = evidence("the receiver", kinds)
    if kinds == {"unicode ascii"} and is_ascii_based(codec or "") and not is_tried(node, module):
        yield module.replace(node, module.span(value), precedence_of_new=of(value), note=note)
        return
    name = decoding(module)
    given: list[Piece] = [p for a in node.args for p in (", ", *module.sub(a))]
    yield module.replace(node, name, "(", *module.sub(value), *given, ")", note=note)


RULE = Rule(
    id="seen_decode",
    family="P8",
    summary="text that was text already under Python 2.7 is not decoded",
    before="def f(x):\n    print x.decode('utf-8')\n",
    after="def f(x):\n    print(x)\n",
    observed=(Observation("decode", 2, 10, ("unicode ascii",)),),
    caveats="Decided by what the original's tests showed; octets that no test passes are no longer decoded, but where "
    "native strings came as well, or failing is expected, a helper takes text and bytes.",
    triggers=("decode",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=45,
    nodes=(ast.Call,),
    names=frozenset(["decode"]),
    when=watched,
    visit=visit,
)
