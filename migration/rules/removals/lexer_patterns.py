"""t_WORD = r'\\e' of a lexer that PLY makes → 'e': letters that are no escapes are errors in patterns."""

from __future__ import annotations

import ast
import re

from migration.rule import Findings, Rule
from migration.rules.removals.regular_expressions import known_escapes
from migration.view.module import Module

_IMPORTED = re.compile(r"^[ \t]*(?:import|from)[ \t]+(?:ply|lex)\b", re.MULTILINE)
#: How PLY knows tokens: variables with a pattern, functions that have it as their documentation.
_TOKEN = "t_"


def visit(node: ast.Assign | ast.FunctionDef, module: Module) -> Findings:
    """Take the backslash from letters that stand for themselves behind one."""
    if not _IMPORTED.search(module.text):
        return
    if isinstance(node, ast.FunctionDef):
        named, first = node.name, node.body[0]
        pattern = first.value if isinstance(first, ast.Expr) else None
    else:
        target = node.targets[0]
        named, pattern = target.id if isinstance(target, ast.Name) else "", node.value
    if named.startswith(_TOKEN) and isinstance(pattern, ast.Constant) and isinstance(pattern.value, str):
        yield from known_escapes(pattern, module)


RULE = Rule(
    id="lexer_patterns",
    family="P19",
    summary="the patterns of a lexer that PLY makes hold known escapes",
    before="import ply.lex\nt_OTHER = r'[^\\e]'\n",
    after="import ply.lex\nt_OTHER = r'[^e]'\n",
    triggers=("ply", "lex"),
    nodes=(ast.Assign, ast.FunctionDef),
    visit=visit,
)
