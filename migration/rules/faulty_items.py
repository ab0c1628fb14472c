"""ord(e.object[e.start]) → ord(e.object[e.start:e.start + 1]): items of what can't be decoded are numbers."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule

_FAULTY = re.compile(r"object\[\s*(\w+)\s*\.\s*start\s*\]")


def visit(node: ast.Call, module: Module) -> Findings:
    """Take a slice of one, which is right for text that can't be encoded as well."""
    item = node.args[0] if len(node.args) == 1 and module.is_builtin(node.func, "ord") else None
    if not (isinstance(item, ast.Subscript) and isinstance(item.slice, ast.Attribute)):
        return
    held, place = item.value, item.slice
    if not (isinstance(held, ast.Attribute) and held.attr == "object" and place.attr == "start"):
        return
    if (
        isinstance(held.value, ast.Name)
        and isinstance(place.value, ast.Name)
        and held.value.id == place.value.id
    ):
        yield module.replace(place, module.span(place), ":", module.span(place), " + 1")


RULE = Rule(
    id="faulty_items",
    family="P9",
    summary="handlers of errors find bytes where nothing could be decoded",
    before="def h(e):\n    return u'<%d>' % ord(e.object[e.start]), e.end\nn = 1L\n",
    after="def h(e):\n    return '<%d>' % ord(e.object[e.start:e.start + 1]), e.end\nn = 1\n",
    caveats="Only where ord() asks for it on the spot, which takes one octet and one character alike.",
    triggers=(_FAULTY,),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["ord"]),
    visit=visit,
)
