"""urllib.always_safe → the characters that it was; what is added to it is added to what Python 3 has in its place."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import stdlib_name
from migration.rule import Findings, Rule
from migration.view.module import Module

_CHARACTERS = "'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-'"


def visit(node: ast.Attribute | ast.AugAssign, module: Module) -> Findings:
    """Spell the characters where they are read; let quote() leave more as they are where it was told to."""
    if isinstance(node, ast.Attribute):
        if isinstance(node.ctx, ast.Load) and stdlib_name(node, module) == "urllib.always_safe":
            yield module.replace(node, _CHARACTERS)
    elif isinstance(node.op, ast.Add) and stdlib_name(node.target, module) == "urllib.always_safe":
        safe = module.use("urllib.parse._ALWAYS_SAFE", at=node)
        added = ("frozenset(", *module.atom(node.value), ".encode('ascii'))")
        yield module.edit(module.part(node, safe, " |= ", *added), exactness=Exactness.SEMANTIC)


RULE = Rule(
    id="always_safe",
    family="P9",
    summary="urllib.always_safe is no public name any more",
    before="import urllib\nurllib.always_safe += '~'\nprint len(urllib.always_safe)\n",
    after="import urllib.parse\nurllib.parse._ALWAYS_SAFE |= frozenset('~'.encode('ascii'))\n"
    "print(len('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-'))\n",
    caveats="A read does not see what was added. Names imported by `from urllib import …` stay.",
    triggers=("always_safe",),
    evidence=True,
    nodes=(ast.Attribute, ast.AugAssign),
    visit=visit,
)
