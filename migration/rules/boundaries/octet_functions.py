"""CODECS = (zlib.compress, …) → (of_octets(zlib.compress), …): functions handed on are given octets as text."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.strings.handed_functions import is_handed_on
from migration.analysis.strings.octet_edges import GIVE, TAKE
from migration.analysis.strings.octets import FUNCTION, octets_throughout
from migration.analysis.strings.standard_names import standard_name
from migration.rule import Findings, Rule, last_names
from migration.view.module import Module


def visit(node: ast.Name | ast.Attribute, module: Module) -> Findings:
    """Wrap what is not called on the spot."""
    if not is_handed_on(node, module):
        return
    name = standard_name(node, module)
    if name in TAKE or name in GIVE:
        first = ", 1" if min(TAKE.get(name, (1,))) else ""
        yield module.edit(module.remade(node, module.helper("of_octets", FUNCTION), first), guarded=True)


RULE = Rule(
    id="octet_functions",
    family="P9",
    summary="functions that take and give octets are handed on for text, where octets stay text",
    before="import zlib\npack = zlib.compress\n",
    after="import zlib\npack = zlib.compress\n",
    caveats="Only in repositories whose strings are octets (dialects/octets.py); makers of hashes are left, which are "
    "known by what is asked of them.",
    triggers=tuple(
        sorted({name.split(".")[0] for name in (*TAKE, *GIVE) if not name.startswith("builtins.")})
    ),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=5,
    nodes=(ast.Name, ast.Attribute),
    names=last_names(*TAKE, *GIVE),
    when=octets_throughout,
    visit=visit,
)
