"""urllib.quote of '~' and parse_qs of ';' where literals show that it matters."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._names import stdlib_name

_QUOTES = frozenset(["urllib.quote", "urllib.quote_plus", "urllib2.quote"])
_QUERIES = frozenset(["urlparse.parse_qs", "urlparse.parse_qsl", "cgi.parse_qs", "cgi.parse_qsl"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Quote the tilde, split at semicolons, as Python 2 did."""
    name = stdlib_name(node.func, module)
    first = node.args[0] if node.args else None
    if not (isinstance(first, ast.Constant) and isinstance(first.value, str)):
        return
    if name in _QUOTES and "~" in first.value and len(node.args) == 1 and not node.keywords:
        yield module.wrap(node, "", ".replace('~', '%7E')")
    elif name in _QUERIES and ";" in first.value:
        yield module.wrap(first, "", ".replace(';', '&')")


RULE = Rule(
    id="url_details",
    family="P19",
    summary="'~' was quoted, ';' separated fields",
    before="import urllib\na = urllib.quote('~')\n",
    after="import urllib.parse\na = urllib.parse.quote('~').replace('~', '%7E')\n",
    caveats="Only for literals: for other values the new rules of the web are as good a guess.",
    triggers=("urllib", "urllib2", "urlparse", "cgi"),
    exactness=Exactness.EXACT,
    evidence=True,
    order=60,
    nodes=(ast.Call,),
    visit=visit,
)
