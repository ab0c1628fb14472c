"""raw_input() → input()."""

from __future__ import annotations

import ast
import re

from migration.analysis.builtins import is_old_builtin, spell_builtin
from migration.analysis.names import stdlib_name
from migration.rule import Findings, Phase, Rule
from migration.view.module import Module

_CALLED = re.compile(r"(?<![\w.])raw_input\(")
_BOUND = re.compile(r"(?<![\w.])raw_input\s*=|\b(?:def|import|as)\s+raw_input\b")
_OF_MODULE = frozenset(["__builtin__.raw_input", "builtins.raw_input"])


def visit(node: ast.Name | ast.Attribute, module: Module) -> Findings:
    """Rename the builtin, after `input_call` has seen which calls of input evaluate."""
    if isinstance(node, ast.Attribute):
        if node.attr == "raw_input" and not module.guarded(node) and _is_of_module(node, module):
            end = module.span(node).end
            yield module.replace_span((end - len(node.attr), end), "input")
    elif node.id == "raw_input" and is_old_builtin(node, module, "raw_input"):
        yield module.replace(node, spell_builtin("input", node, module))


def _is_of_module(node: ast.Attribute, module: Module) -> bool:
    """Whether an attribute is the builtin, or what takes its place in a module of the repository that calls it."""
    if stdlib_name(node, module) in _OF_MODULE:
        return True
    owner = module.qualified_name(node.value) if isinstance(node.ctx, (ast.Store, ast.Del)) else None
    key = module.facts.index.absolute(owner) if owner else None
    text = (module.facts.index.text(key) or "") if key else ""
    return bool(_CALLED.search(text)) and not _BOUND.search(text)


RULE = Rule(
    id="raw_input",
    family="P12",
    summary="raw_input is input",
    before="name = raw_input('? ')\n",
    after="name = input('? ')\n",
    triggers=("raw_input",),
    phase=Phase.FINISH,
    evidence=True,
    nodes=(ast.Name, ast.Attribute),
    names=frozenset(["raw_input"]),
    visit=visit,
)
