"""uuid.uuid4().get_hex() → uuid.uuid4().hex."""

from __future__ import annotations

import ast
import re

from migration.analysis.made import kept_by
from migration.analysis.names import defined_in_repository
from migration.rule import Findings, Rule
from migration.source.edits import Part, Span
from migration.view.module import Module

_MAKERS = frozenset(f"uuid.{n}" for n in ("UUID", "uuid1", "uuid3", "uuid4", "uuid5"))
#: Methods that no other class of the library has.
_OWN = ("get_hex", "get_urn", "get_bytes_le", "get_clock_seq", "get_time_low", "get_time_mid")
#: How one is called.
_NAMED = re.compile(r"(?i)uid|\buu?\b")
_COMMON = ("get_bytes", "get_fields", "get_node", "get_time", "get_variant", "get_version")


def visit(node: ast.Call, module: Module) -> Findings:
    """Read the property in place of its getter."""
    function = node.func
    if not isinstance(function, ast.Attribute) or node.args or node.keywords:
        return
    named = _NAMED.search(module.source(module.span(function.value)))
    own = function.attr in _OWN and named and not defined_in_repository(function.attr, module)
    if own or (function.attr in (*_OWN, *_COMMON) and kept_by(function.value, module, _MAKERS)):
        end = module.span(node).end
        start = module.span(function).end - len(function.attr)
        yield module.edit(Part(Span(start, end), (function.attr.removeprefix("get_"),)))


RULE = Rule(
    id="uuid_getters",
    family="P19",
    summary="the parts of a UUID are properties alone",
    before="import uuid\na = uuid.uuid4().get_hex()\n",
    after="import uuid\na = uuid.uuid4().hex\n",
    triggers=("uuid",),
    nodes=(ast.Call,),
    names=frozenset([*_OWN, *_COMMON]),
    visit=visit,
)
