"""read_all(sock.recv) → read_all(lambda *told: sock.recv(*told).decode("latin-1")), in programs of octets."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.flow_kinds import is_made
from migration.analysis.made import kept_by, made_by
from migration.analysis.names import has_own_method
from migration.analysis.strings.as_bytes import CHARACTERS, HELPER
from migration.analysis.strings.octet_edges import ANSWERS, CODEC
from migration.analysis.strings.octets import octets_throughout
from migration.rule import Findings, Rule
from migration.rules.boundaries._octet_objects import (
    carries_objects,
    is_body,
    is_given_answer,
    is_given_by_server,
)
from migration.source.edits import Piece
from migration.view.module import Module

_SENDING = frozenset(["sendall", "write"])
#: Methods of the files by which a handler of requests is asked and answers.
_OF_FILES = {"rfile": frozenset(["read", "readline"]), "wfile": frozenset(["write"])}
#: A method that reads, and is handed on.
_READING = re.compile(r"\.read(?:line)?[ \t]*[,)\n]")
_METHODS = frozenset(["recv", "sendall"]).union(*_OF_FILES.values())


def visit(node: ast.Attribute, module: Module) -> Findings:
    """Decode what a socket gives, and encode what it is given, where its method is handed on; the same of the files
    that a server makes of one, and of an answer.
    """
    if node.attr not in _METHODS or not _is_handed_on(node, module):
        return
    tolerant = is_body(node.value, module) or (
        is_given_answer(node.value, module) and not _is_of_answer(node, module)
    )
    if node.attr in _OF_FILES["rfile"] and tolerant:
        made = module.helper("characters", CHARACTERS)
        yield module.replace(node, "lambda *told: ", made, "(", *module.sub(node), "(*told))")
        return
    if node.attr in ("recv", "sendall"):
        own = has_own_method(node.value, node.attr, module) and not is_made(node.value, "socket", module)
        own = own or carries_objects(node, node.value, module)
    else:
        served = node.attr in _OF_FILES.get(getattr(node.value, "attr", ""), ())
        own = not (served and is_given_by_server(node.value, module)) and not _is_of_answer(node, module)
    if own:
        return
    if node.attr not in _SENDING:
        pieces: list[Piece] = ["lambda *told: ", *module.sub(node), f"(*told).decode({CODEC})"]
    else:
        encoder = module.helper("as_bytes", HELPER)
        pieces = ["lambda octets: ", *module.sub(node), "(", encoder, f"(octets, {CODEC}))"]
    yield module.replace(node, *pieces)


def _is_of_answer(node: ast.Attribute, module: Module) -> bool:
    """Whether a method reads what urlopen() gives, under a name or an attribute that is given just that: where an
    answer is handed on, its octets are characters already.
    """
    answer = made_by(node.value, module, ANSWERS) or kept_by(node.value, module, ANSWERS)
    return node.attr != "write" and answer is not None


def _is_handed_on(node: ast.Attribute, module: Module) -> bool:
    """Whether a method is an argument, or is kept under a name."""
    outer = module.parent(node)
    if isinstance(outer, ast.keyword):
        return True
    if isinstance(outer, ast.Call):
        named = module.is_builtin(outer.func, "hasattr", "callable", "id", "iter", "repr", "str")
        return node in outer.args and not named
    return isinstance(outer, ast.Assign) and outer.value is node


RULE = Rule(
    id="socket_methods",
    family="P9",
    summary="methods of sockets that are handed on take and give octets as characters of the same numbers",
    before="import socket\na, b = socket.socketpair()\nread(b.recv, 5)\n",
    after="import socket\na, b = socket.socketpair()\nread(b.recv, 5)\n",
    caveats="Only in programs of octets (octet_text), where such a method is an argument or is given a name.",
    triggers=("recv", "sendall", "rfile", "wfile", "urlopen", _READING),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Attribute,),
    names=_METHODS,
    when=octets_throughout,
    visit=visit,
)
