"""httplib.HTTPMessage(f) → email.message_from_file(f, http.client.HTTPMessage): the class reads no file itself."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.edits import Span
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._builtins import arguments
from migration.rules._names import stdlib_name

_CLASSES = frozenset(["httplib.HTTPMessage", "http.client.HTTPMessage"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Have the library read the file; whether one could go back in it was all that the second argument said."""
    if stdlib_name(node.func, module) not in _CLASSES or not arguments(node, 2, 1):
        return
    reader, made = module.use("email.message_from_file", at=node), module.span(node.func)
    rest = Span(module.outer_span(node.args[0]).end, module.span(node).end - 1)
    yield module.edit(module.part(node.func, reader), module.part(rest, ", ", module.source(made)))


RULE = Rule(
    id="http_message",
    family="P19",
    summary="headers of HTTP are read from a file by a function",
    before="from httplib import HTTPMessage\nm = HTTPMessage(f, 0)\nn = 1L\n",
    after="import email\nfrom http.client import HTTPMessage\nm = email.message_from_file(f, HTTPMessage)\nn = 1\n",
    caveats="What stands behind the headers is read as well.",
    triggers=("HTTPMessage",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["HTTPMessage"]),
    visit=visit,
)
