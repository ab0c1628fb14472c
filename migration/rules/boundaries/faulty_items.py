"""ord(e.object[e.start]) → ord(e.object[e.start:e.start + 1]): items of what can't be decoded are numbers."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.strings.as_bytes import CHARACTERS
from migration.rule import Findings, Rule
from migration.view.module import Module

_FAULTY = re.compile(r"object\[\s*\w+\s*\.\s*start\b")


def visit(node: ast.Call | ast.For | ast.comprehension, module: Module) -> Findings:
    """Take a slice of one, which is right for text that can't be encoded as well; go through characters."""
    if not isinstance(node, ast.Call):
        piece = node.iter
        within = piece.slice if isinstance(piece, ast.Subscript) else None
        if not isinstance(within, ast.Slice) or within.upper is None or within.step is not None:
            return
        if _is_of_error(piece.value, within.lower):  # type: ignore[attr-defined]
            yield module.edit(module.in_call(piece, module.helper("characters", CHARACTERS)))
        return
    item = node.args[0] if len(node.args) == 1 and module.is_builtin(node.func, "ord") else None
    if isinstance(item, ast.Subscript) and _is_of_error(item.value, item.slice):
        place = module.span(item.slice)
        yield module.replace(item.slice, place, ":", place, " + 1")


def _is_of_error(held: ast.expr, place: ast.expr | None) -> bool:
    """Whether what could not be coded is asked for what stands where the same error says that it is faulty."""
    if not (isinstance(held, ast.Attribute) and held.attr == "object" and isinstance(held.value, ast.Name)):
        return False
    if not (isinstance(place, ast.Attribute) and place.attr == "start" and isinstance(place.value, ast.Name)):
        return False
    return held.value.id == place.value.id


RULE = Rule(
    id="faulty_items",
    family="P9",
    summary="handlers of errors find bytes where nothing could be decoded",
    before="def h(e):\n    return u'<%d>' % ord(e.object[e.start]), e.end\nn = 1L\n",
    after="def h(e):\n    return '<%d>' % ord(e.object[e.start:e.start + 1]), e.end\nn = 1\n",
    caveats="Only where ord() asks for it on the spot, which takes one octet and one character alike, and where a loop "
    "goes through all that is faulty.",
    triggers=(_FAULTY,),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call, ast.For, ast.comprehension),
    names=frozenset(["ord"]),
    visit=visit,
)
