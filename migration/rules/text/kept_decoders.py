"""d = codecs.getdecoder(c); d(x) → d(as_bytes(x)): a codec's own function takes octets, where text may be by now."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.made import kept_by
from migration.analysis.strings.as_bytes import argument_as_bytes
from migration.rule import Findings, Rule
from migration.view.module import Module

_DECODERS = frozenset(["codecs.getdecoder"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Make bytes of what it is given."""
    if not node.args or isinstance(node.args[0], ast.Starred):
        return
    made = node.func if isinstance(node.func, ast.Call) else kept_by(node.func, module, _DECODERS)
    if made is not None and (made is not node.func or kept_by(made, module, _DECODERS) is made):
        yield from argument_as_bytes(node.args[0], module, guess=True)


RULE = Rule(
    id="kept_decoders",
    family="P8",
    summary="functions that codecs decode by take octets",
    before="import codecs\nn = 1L\ndecode = codecs.getdecoder('hex')\nx = decode('00')\n",
    after="import codecs\nn = 1\ndecode = codecs.getdecoder('hex')\nx = decode(b'00')\n",
    caveats="Text that is no literal is encoded as UTF-8. Only a function that is kept in the same file is followed.",
    triggers=("getdecoder",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=60,
    nodes=(ast.Call,),
    when=lambda module: not module.facts.index.octets,
    visit=visit,
)
