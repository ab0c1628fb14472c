"""response.app_iter = ['a'] → [b'a']: what a response of WSGI is made of are octets."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._as_bytes import literal_parts
from migration.rules._literals import literal
from migration.rules._names import last_name

#: The attribute, and the argument, of responses: https://docs.pylonsproject.org/projects/webob/
NAME = "app_iter"


def visit(node: ast.Assign | ast.Call, module: Module) -> Findings:
    """Make bytes of the native literals in a list that is set, or given by that name."""
    if isinstance(node, ast.Assign):
        given = [node.value] if all(map(_is_attribute, node.targets)) else []
    else:
        given = [k.value for k in node.keywords if k.arg == NAME]
    for one in _literals(given, module):
        yield module.edit(*literal_parts(one, module))


def _is_attribute(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and last_name(node) == NAME


def _literals(lists: list[ast.expr], module: Module) -> Iterator[ast.expr]:
    """The items of lists that hold nothing else."""
    for node in lists:
        items = node.elts if isinstance(node, (ast.List, ast.Tuple)) else []
        if all(literal(item, module) for item in items):
            yield from items


RULE = Rule(
    id="wsgi_iterables",
    family="P10",
    summary="a response of WSGI is made of bytes",
    before="response.app_iter = ['a']\nprint 1\n",
    after="response.app_iter = [b'a']\nprint(1)\n",
    caveats="Lists of literals alone.",
    triggers=(NAME,),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=60,
    nodes=(ast.Assign, ast.Call),
    visit=visit,
)
