"""response.app_iter = ['a'] → [b'a']: what a response of WSGI is made of are octets."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.literals import literal
from migration.analysis.names import in_repository, last_name
from migration.analysis.strings.as_bytes import literal_parts
from migration.rule import Findings, Rule
from migration.view.module import Module

#: The attribute, and the argument, of responses: https://docs.pylonsproject.org/projects/webob/
NAME = "app_iter"
_LIBRARIES = frozenset(["paste", "pyramid", "webob", "webtest", "werkzeug"])
#: Who takes one apart knows what it is made of: text that is encoded later, or something else of that name.
_TAKEN_APART = re.compile(rf"\b(?:in |join\()(?:\w+\.)*{NAME}\b")


def is_of_wsgi(module: Module) -> bool:
    """Whether that name is of a response of WSGI in a file, for all that the repository does with it."""
    answers = "start_response" in module.text or module.imports_any_of(_LIBRARIES)
    return answers and not in_repository(_TAKEN_APART, module)


def visit(node: ast.Assign | ast.Call, module: Module) -> Findings:
    """Make bytes of the native literals in a list that is set, or given by that name."""
    if isinstance(node, ast.Assign):
        given = [node.value] if all(map(_is_attribute, node.targets)) else []
    else:
        given = [k.value for k in node.keywords if k.arg == NAME]
    for one in _literals(given, module) if given and is_of_wsgi(module) else ():
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
    before="from webob import Response\nresponse.app_iter = ['a']\nprint 1\n",
    after="from webob import Response\nresponse.app_iter = [b'a']\nprint(1)\n",
    caveats="Lists of literals alone, where nothing in the repository takes such a list apart.",
    triggers=(NAME,),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=60,
    nodes=(ast.Assign, ast.Call),
    visit=visit,
)
