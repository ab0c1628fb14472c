"""'b(?i)' → '(?i)b' in patterns that stand in tables, arguments and constants."""

from __future__ import annotations

import ast
import re

from migration.analysis.names import stdlib_name
from migration.rule import Exactness, Findings, Rule
from migration.rules.removals.regular_expressions import is_pattern
from migration.view.module import Module

_FLAGS = re.compile(r"\(\?[aiLmsux]+\)")
_OPENING = re.compile(r"[rRuU]*('{3}|\"{3}|'|\")")


def visit(node: ast.Constant, module: Module) -> Findings:
    """Move the flags of what reads as one whole pattern to its start; Python 2 let them stand anywhere."""
    if not isinstance(node.value, str) or module.target < (3, 11) or not _stands_alone(node, module):
        return
    source = module.source(module.span(node))
    opening, found = _OPENING.match(source), _FLAGS.search(source)
    if opening is None or found is None or found.start() <= opening.end():
        return
    before, after = source[opening.end() : found.start()], source[found.end() :]
    # An escaped parenthesis, or one in a set of characters, starts no group.
    moved = _FLAGS.sub("", node.value, count=1)
    if before.endswith("\\") or _FLAGS.search(after) or not is_pattern(found.group() + moved):
        return
    yield module.replace(node, source[: opening.end()], found.group(), before, after)


def _stands_alone(node: ast.Constant, module: Module) -> bool:
    parent = module.parent(node)
    if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Mod) and parent.left is node:
        # What is filled in stands behind the flags then.
        call = module.parent(parent)
        return isinstance(call, ast.Call) and (stdlib_name(call.func, module) or "").startswith("re.")
    if isinstance(
        parent, (ast.Expr, ast.BinOp, ast.JoinedStr, ast.FormattedValue, ast.Compare, ast.Attribute)
    ):
        return False
    if isinstance(parent, ast.Call) and (stdlib_name(parent.func, module) or "").startswith("re."):
        return False
    return len(module.tokens.within(*module.span(node))) == 1


RULE = Rule(
    id="inline_flags",
    family="P19",
    summary="global flags stand first in a pattern, wherever the pattern stands",
    before="rules = [('a.*b(?s)', 1L)]\n",
    after="rules = [('(?s)a.*b', 1)]\n",
    caveats="A pattern that is put together from parts is not seen, but for one that is filled in by `%`.",
    triggers=(_FLAGS,),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Constant,),
    visit=visit,
)
