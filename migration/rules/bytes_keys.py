"""KINDS[handle.read(1)] → KINDS[handle.read(1).decode("latin-1")], where all keys of the dict are native text."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._byte_sources import may_hold_bytes
from migration.rules._kinds import BYTES, is_encoded, kind
from migration.rules._literals import literal

_METHODS = frozenset(["get", "has_key", "pop", "setdefault", "__contains__"])


def visit(node: ast.Subscript | ast.Call | ast.Compare, module: Module) -> Findings:
    """Decode the key: bytes never equal text, so that nothing would be found."""
    owner, key = _lookup(node)
    if owner is None or key is None or isinstance(key, ast.Constant) or not _has_text_keys(owner, module):
        return
    if kind(key, module) != BYTES or is_encoded(key, module):
        return
    yield module.edit(module.part(key, *module.atom(key), '.decode("latin-1")'))


def _lookup(node: ast.Subscript | ast.Call | ast.Compare) -> tuple[ast.expr | None, ast.expr | None]:
    """The dict and the key of a look-up."""
    if isinstance(node, ast.Subscript):
        return (None, None) if isinstance(node.slice, ast.Slice) else (node.value, node.slice)
    if isinstance(node, ast.Compare):
        found = len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn))
        return (node.comparators[0], node.left) if found else (None, None)
    function = node.func
    if isinstance(function, ast.Attribute) and function.attr in _METHODS and node.args:
        return function.value, node.args[0]
    return None, None


def _has_text_keys(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a dict written out once, all of its keys native literals."""
    if isinstance(node, ast.Name):
        bindings = module.bindings(node)
        value = bindings[0].value if len(bindings) == 1 else None
        return value is not None and not isinstance(value, ast.Name) and _has_text_keys(value, module)
    return (
        isinstance(node, ast.Dict)
        and bool(node.keys)
        and all(k is not None and literal(k, module) for k in node.keys)
    )


RULE = Rule(
    id="bytes_keys",
    family="P9",
    summary="bytes are decoded before they are looked up among keys that are text",
    before="kinds = {'a': 1}\nb = kinds.get(open(p, 'rb').read(1))\n",
    after="kinds = {'a': 1}\nb = kinds.get(open(p, 'rb').read(1).decode(\"latin-1\"))\n",
    caveats="Keys that are added later are not seen.",
    exactness=Exactness.SEMANTIC,
    order=70,
    nodes=(ast.Subscript, ast.Call, ast.Compare),
    names=_METHODS,
    when=may_hold_bytes,
    visit=visit,
)
