"""HTMLParser().unescape → html.unescape, called or handed on: parsers have no such method any more."""

from __future__ import annotations

import ast

from migration.analysis.classes import class_of
from migration.analysis.made import kept_by
from migration.analysis.names import stdlib_name
from migration.rule import Findings, Rule
from migration.view.module import Module

_PARSERS = frozenset(["HTMLParser.HTMLParser", "html.parser.HTMLParser"])


def visit(node: ast.Attribute, module: Module) -> Findings:
    """Take the function of the module `html` for a parser's method."""
    if module.target < (3, 9) or not isinstance(node.ctx, ast.Load):
        return
    owner = node.value
    inherited = (
        isinstance(owner, ast.Name) and owner.id == "self" and _is_parser(module.class_of(node), module)
    )
    if inherited or kept_by(owner, module, _PARSERS) or _is_parser(class_of(owner, module), module):
        yield module.replace(node, module.use("html.unescape", at=node))


def _is_parser(kind: ast.ClassDef | None, module: Module) -> bool:
    """Whether a class of this file is a parser that does not unescape by itself."""
    if kind is None or any(isinstance(s, ast.FunctionDef) and s.name == "unescape" for s in kind.body):
        return False
    return any(stdlib_name(b, module) in _PARSERS for b in kind.bases)


RULE = Rule(
    id="parser_unescape",
    family="P19",
    summary="a parser's unescape() is html.unescape()",
    before="import HTMLParser\na = HTMLParser.HTMLParser().unescape(b)\n",
    after="import html\nimport html.parser\na = html.unescape(b)\n",
    caveats="",
    triggers=("unescape",),
    nodes=(ast.Attribute,),
    names=frozenset(["unescape"]),
    visit=visit,
)
