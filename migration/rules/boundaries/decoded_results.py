"""return archive.read() → return as_text(archive.read()), where the callers take the result for text."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.strings.byte_sources import may_hold_bytes
from migration.analysis.strings.encoded import is_encoded, made_for_octets
from migration.analysis.strings.kinds import BYTES, held_kind, is_text_field
from migration.analysis.strings.results import results, returning, text_wanted
from migration.rewriting.as_text import HELPER
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Return, module: Module) -> Findings:
    """Decode at the boundary: inside the function the value stays bytes."""
    for part in sorted(results(node), key=lambda p: isinstance(p, ast.Name)):
        yield from _decoded(part, module)


def _decoded(node: ast.Call | ast.Name, module: Module) -> Findings:
    if returning(node, module) is None or held_kind(node, module) != BYTES or not text_wanted(node, module):
        return
    if _inner_is_bytes(node, module) or is_encoded(node, module) or made_for_octets(node, module):
        return
    asked = module.parent(module.parent(node))
    if isinstance(asked, ast.Call) and is_text_field(asked, module):
        return  # the padding goes as octets, and what is left is decoded
    yield module.replace(node, module.helper("as_text", HELPER), "(", module.span(node), ")")


def _inner_is_bytes(node: ast.expr, module: Module) -> bool:
    """Whether what `node` is a method of is decoded itself."""
    owner = node.func.value if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else None
    while isinstance(owner, ast.Subscript):
        owner = owner.value
    return owner is not None and text_wanted(owner, module) and held_kind(owner, module) == BYTES


RULE = Rule(
    id="decoded_results",
    family="P9",
    summary="what a function reads as bytes leaves it as text, where its callers take it for text",
    before="def f(p):\n    return open(p, 'rb').read()\nok = f('a') == 'x'\nn = 1L\n",
    after=HELPER[1:] + "\n\ndef f(p):\n    return as_text(open(p, 'rb').read())\nok = f('a') == 'x'\nn = 1\n",
    caveats="Callers are known by the name of the function, and only where they compare its result with literals.",
    triggers=("return",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=65,
    nodes=(ast.Return,),
    when=may_hold_bytes,
    visit=visit,
)
