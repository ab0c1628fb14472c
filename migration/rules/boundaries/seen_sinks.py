"""self.out.write(x) → self.out.write(as_bytes(x)) where the file was a binary one, or a socket, under Python 2.7."""

from __future__ import annotations

import ast

from environment.traces import Exactness, Observation
from migration.analysis.made import is_socket, made_by, sends_all
from migration.analysis.strings.as_bytes import HELPER, bytes_parts
from migration.analysis.strings.seen import (
    STRINGS,
    encoding_of,
    evidence,
    receivers_and_kinds,
    seen_at,
    watched,
)
from migration.analysis.strings.streams import OPENERS
from migration.rule import Findings, Rule
from migration.view.module import Module

#: Method → the site under which it was seen, and the receivers that take octets.
_BINARY_FILE, _SOCKET = (
    ("write", frozenset(["file b"])),
    ("send", frozenset(["_socketobject", "socket", "SSLSocket"])),
)
_SINKS = {"write": _BINARY_FILE, "send": _SOCKET, "sendall": _SOCKET, "sendto": _SOCKET}


def visit(node: ast.Call, module: Module) -> Findings:
    """Make bytes of what was a string, where nothing but the run of the original shows that octets are wanted."""
    function = node.func
    if (
        not isinstance(function, ast.Attribute)
        or function.attr not in _SINKS
        or not node.args
        or node.keywords
    ):
        return
    owner, given = function.value, node.args[0]
    if isinstance(given, ast.Starred) or made_by(owner, module, OPENERS) or is_socket(owner, module):
        return  # binary_arguments knows by the text alone
    site, wanted = _SINKS[function.attr]
    seen = seen_at(site, given, module)
    receivers, kinds = receivers_and_kinds(seen)
    if not seen or not receivers <= wanted or not kinds <= STRINGS or sends_all(node, module):
        return
    made = bytes_parts(given, module, guess=True, encoding=encoding_of(kinds))
    if made is not None:
        yield module.edit(*made[0], note=evidence("the call", seen))


RULE = Rule(
    id="seen_sinks",
    family="P9",
    summary="what was seen to be written to binary files and sockets becomes bytes",
    before="def f(out, x):\n    out.write(x)\n    print x\n",
    after=HELPER[1:] + "\n\ndef f(out, x):\n    out.write(as_bytes(x))\n    print(x)\n",
    observed=(Observation("write", 2, 14, ("file b/str ascii",)),),
    caveats="The same line may write to a file of text where no test comes: bytes are refused there.",
    triggers=("write", "send", "sendall", "sendto"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=61,
    nodes=(ast.Call,),
    names=frozenset(_SINKS),
    when=watched,
    visit=visit,
)
