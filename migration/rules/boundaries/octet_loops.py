"""for c in data: seen[c] = 1 → for c in data.decode("latin-1"): …: items that are used as characters stay these."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.literals import literal
from migration.analysis.strings.byte_sources import keeps_bytes
from migration.analysis.strings.kinds import is_octets
from migration.analysis.strings.octet_items import (
    can_be_decoded,
    holds_characters,
    listed_octets,
    takes_characters,
)
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.For | ast.comprehension | ast.Call, module: Module) -> Findings:
    """Go over the characters of the same numbers, or list them."""
    if isinstance(node, ast.Call):
        gone = listed_octets(node, module)
        gone = gone if holds_characters(node, module) else _joined(node, module)
    else:
        used = isinstance(node.target, ast.Name) and is_octets(node.iter, module)
        gone = node.iter if used and takes_characters(node, module) else None
    if gone is not None and can_be_decoded(gone, module):
        yield module.replace(gone, *module.atom(gone), '.decode("latin-1")', needs_python2=True)


def _joined(node: ast.Call, module: Module) -> ast.expr | None:
    """The octets whose characters a native literal joins: `'-'.join(data)`."""
    function = node.func
    if not (isinstance(function, ast.Attribute) and function.attr == "join" and len(node.args) == 1):
        return None
    return node.args[0] if literal(function.value, module) and is_octets(node.args[0], module) else None


RULE = Rule(
    id="octet_loops",
    family="P9",
    summary="a loop over octets that uses its items as characters goes over text of Latin-1",
    before="seen = {}\nfor c in open(p, 'rb').read():\n    seen[c] = ord(c)\nprint seen\n",
    after="seen = {}\nfor c in open(p, 'rb').read().decode(\"latin-1\"):\n    seen[c] = ord(c)\nprint(seen)\n",
    caveats="Items that are only compared or counted are numbers, as Python 3 has them.",
    triggers=("for", "join", "list", "tuple", "map"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=55,
    nodes=(ast.For, ast.comprehension, ast.Call),
    names=frozenset(["join", "list", "tuple", "map"]),
    when=keeps_bytes,
    visit=visit,
)
