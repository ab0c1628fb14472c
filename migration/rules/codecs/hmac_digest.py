"""hmac.new(key, message) → hmac.new(key, message, digestmod='md5'), which was the default."""

from __future__ import annotations

import ast

from migration.analysis.names import stdlib_name
from migration.rule import Findings, Rule
from migration.source.edits import Part, Span
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Say the digest."""
    if stdlib_name(node.func, module) not in ("hmac.new", "hmac.HMAC") or module.target < (3, 8):
        return
    named = {k.arg for k in node.keywords}
    starred = any(isinstance(a, ast.Starred) for a in node.args)
    if 1 <= len(node.args) < 3 and not starred and not named & {"digestmod", None}:
        ends = [module.outer_span(a).end for a in node.args] + [module.span(k).end for k in node.keywords]
        end = max(ends)
        yield module.edit(Part(Span(end, end), (", digestmod='md5'",)))


RULE = Rule(
    id="hmac_digest",
    family="P10",
    summary="hmac has no default digest",
    before="import hmac\na = hmac.new(k, m)\n",
    after="import hmac\na = hmac.new(k, m, digestmod='md5')\n",
    triggers=("hmac",),
    nodes=(ast.Call,),
    names=frozenset(["new", "HMAC"]),
    visit=visit,
)
