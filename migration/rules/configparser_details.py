"""ConfigParser as it was: duplicate options allowed, values of any type, raw as third argument."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Finding, Findings, Rule, last_names
from migration.rules._kinds import made_by
from migration.rules._moves import Moves, later
from migration.rules._names import stdlib_name

_KINDS = ("ConfigParser", "RawConfigParser", "SafeConfigParser")
_OLD = frozenset(f"ConfigParser.{k}" for k in _KINDS)
_ALL = _OLD | frozenset(f"configparser.{k}" for k in _KINDS)
MOVES = Moves(
    {
        "ConfigParser.SafeConfigParser": "configparser.ConfigParser",
        "configparser.SafeConfigParser": later("configparser.ConfigParser", (3, 12)),
    }
)


def visit(node: ast.AST, module: Module) -> Findings:
    """Allow what was allowed."""
    if not isinstance(node, ast.Call):
        yield from MOVES.visit(node, module)
        return
    if stdlib_name(node.func, module) in _OLD:
        if not any(k.arg in ("strict", None) for k in node.keywords):
            if stdlib_name(node.func, module) == "ConfigParser.ConfigParser" and module.target < (3, 13):
                # A lone % was no error; the class that keeps this is gone from 3.13 on.
                legacy = module.use("configparser.LegacyInterpolation", at=node)
                added = module.added(node, "strict=False, interpolation=", legacy, "()")
                yield module.edit(added, evidence=True)
                return
            yield module.edit(module.added(node, "strict=False"), evidence=True)
    elif isinstance(node.func, ast.Attribute) and made_by(node.func.value, module, _ALL):
        yield from _method(node, node.func.attr, module)


def _method(node: ast.Call, name: str, module: Module) -> Iterator[Finding]:
    if name == "set" and len(node.args) == 3 and not isinstance(node.args[2], ast.Starred):
        types = module.type_of(node.args[2])
        if types and types <= {"int", "long", "float", "bool"}:
            yield module.wrap(node.args[2], "str(", exactness=Exactness.EXACT)
    elif name == "get" and len(node.args) in (3, 4):
        for value, keyword in zip(node.args[2:], ("raw", "vars"), strict=False):
            yield module.edit(
                module.part(value, f"{keyword}=", *module.sub(value)), exactness=Exactness.EXACT
            )


RULE = Rule(
    id="configparser_details",
    family="P11",
    summary="configparser is stricter than ConfigParser was",
    before="import ConfigParser\nc = ConfigParser.RawConfigParser()\nc.get('a', 'b', True)\n",
    after="import configparser\nc = configparser.RawConfigParser(strict=False)\nc.get('a', 'b', raw=True)\n",
    caveats="A comment behind a value, after a blank and a semicolon, is part of the value now.",
    triggers=("ConfigParser", "RawConfigParser", "SafeConfigParser"),
    nodes=(*MOVES.nodes, ast.Call),
    names=last_names(*_OLD, "set", "get"),
    imports=MOVES.heads,
    visit=visit,
)
