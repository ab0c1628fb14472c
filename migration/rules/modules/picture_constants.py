"""Image.ANTIALIAS → Image.LANCZOS: constants of Pillow by the names that are left."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import is_local
from migration.rule import Findings, Rule
from migration.source.edits import Span
from migration.view.module import Module

#: What went with Pillow 10 → the same by the names that all releases have since 2.7.
_CONSTANTS = {"ANTIALIAS": "LANCZOS", "CUBIC": "BICUBIC", "LINEAR": "BILINEAR"}
_MODULES = ("PIL.Image", "Image")


def visit(node: ast.Attribute, module: Module) -> Findings:
    """Call it so where it is read, however the module is called."""
    if node.attr not in _CONSTANTS or not isinstance(node.ctx, ast.Load):
        return
    named = module.qualified_name(node.value)
    if named in _MODULES and not is_local(named, module):
        end = module.span(node).end
        place = Span(end - len(node.attr), end)
        yield module.edit(module.part(place, _CONSTANTS[node.attr]), needs_python2=True)


RULE = Rule(
    id="picture_constants",
    family="P11",
    summary="filters of Pillow by the names that it has left",
    before="from PIL import Image\nprint x.resize(y, Image.ANTIALIAS)\n",
    after="from PIL import Image\nprint(x.resize(y, Image.LANCZOS))\n",
    caveats="Names that a table or getattr() spells as texts are left.",
    triggers=tuple(_CONSTANTS),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.Attribute,),
    names=frozenset(_CONSTANTS),
    visit=visit,
)
