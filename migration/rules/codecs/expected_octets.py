"""sock.send.assert_called_with('x') → …(b'x'): what tests expect of stand-ins for sockets and in bodies of requests."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.callers import BYTES, COMPARING
from migration.analysis.literals import literal
from migration.analysis.names import last_name, repository_texts
from migration.analysis.strings.as_bytes import argument_as_bytes
from migration.analysis.strings.kinds import kind
from migration.analysis.strings.takers import SENDERS
from migration.rule import Findings, Rule
from migration.view.module import Module

#: How a mock is asked what it was given.
_CALLED_WITH = frozenset(
    ["assert_any_call", "assert_called_once_with", "assert_called_with", "assert_has_calls"]
)
#: How a test looks for something in it, and what it calls a request.
_HOLDING = frozenset(["assertIn", "assertNotIn"])
_REQUEST = re.compile(r"(?:\w+_)?req(?:uest)?s?\d*")


def visit(node: ast.Call, module: Module) -> Findings:
    """Make bytes of what is written out there."""
    if not isinstance(node.func, ast.Attribute):
        return
    if node.func.attr in COMPARING and len(node.args) > 1:
        for value, other in (node.args[:2], node.args[1::-1]):
            if literal(value, module) and _is_asked_for_body(other) and kind(other, module) == BYTES:
                yield from argument_as_bytes(value, module, guess=False)
    if node.func.attr in _HOLDING:
        if len(node.args) > 1 and _is_body(node.args[1], module):
            yield from argument_as_bytes(node.args[0], module, guess=False)
        return
    for value in _given_to_socket(node):
        if literal(value, module) or isinstance(value, ast.BinOp):
            yield from argument_as_bytes(value, module, guess=True)


def _given_to_socket(node: ast.Call) -> Iterator[ast.expr]:
    """The arguments with which the stand-in of a socket is to be called."""
    method = node.func.value if isinstance(node.func, ast.Attribute) else None
    if not isinstance(method, ast.Attribute) or method.attr not in SENDERS:
        return
    stand_in = method.value.func if isinstance(method.value, ast.Call) else method.value
    if "sock" in last_name(stand_in).lower():
        yield from node.args


def _is_asked_for_body(node: ast.expr) -> bool:
    """Whether `node` is what a request gives for its body."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "get_data"
        and not node.args
    )


def _is_body(node: ast.expr, module: Module) -> bool:
    """Whether `node` is the body of a request by its name, in a repository that makes some with the library."""
    if not isinstance(node, ast.Attribute) or node.attr != "data":
        return False
    request = node.value.value if isinstance(node.value, ast.Subscript) else node.value
    if not _REQUEST.fullmatch(last_name(request)):
        return False
    texts = list(repository_texts(module))
    return any("urllib2" in t and "Request(" in t for t in texts) and not any(
        "class Request" in t for t in texts
    )


RULE = Rule(
    id="expected_octets",
    family="P10",
    summary="tests expect bytes where sockets and requests are given bytes",
    before="sock.send.assert_called_with('x')\nn = 1L\n",
    after="sock.send.assert_called_with(b'x')\nn = 1\n",
    caveats="Sockets and requests are known by what they are called.",
    triggers=(*sorted(_CALLED_WITH | _HOLDING), "get_data"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=60,
    nodes=(ast.Call,),
    names=_CALLED_WITH | _HOLDING | COMPARING,
    visit=visit,
)
