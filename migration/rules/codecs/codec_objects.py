"""codecs.lookup(e).decode(x) → codecs.lookup(e).decode(as_bytes(x)): a codec that was looked up decodes octets."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.strings.as_bytes import argument_as_bytes
from migration.flow.atoms import NONE, Made
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """What such an object decodes is octets, wherever it was looked up."""
    if isinstance(node.func, ast.Attribute) and node.args and _is_codec(node.func.value, module):
        yield from argument_as_bytes(node.args[0], module, guess=True)


def _is_codec(node: ast.expr, module: Module) -> bool:
    """Whether `node` can be such an object; what has its name before may be what it is called."""
    held = module.held(node)
    named = [atom for atom in held if isinstance(atom, Made) and atom.kind == "codec"]
    return bool(named) and all(atom in named or atom in ("str", NONE) for atom in held)


RULE = Rule(
    id="codec_objects",
    family="P10",
    summary="codecs that are looked up once decode bytes",
    before="import codecs\nc = codecs.lookup('utf-8')\n",
    after="import codecs\nc = codecs.lookup('utf-8')\n",
    caveats="Where what flows through the repository shows that the object is one.",
    triggers=("decode",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=60,
    nodes=(ast.Call,),
    names=frozenset(["decode"]),
    when=lambda module: not module.facts.index.octets,
    visit=visit,
)
