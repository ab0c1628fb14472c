"""socket._fileobject(s, 'rb') → s.makefile('rb'): the file that reads a socket, as the socket itself makes it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.made import is_socket
from migration.analysis.names import stdlib_name
from migration.rewriting.moves import Move, Moves
from migration.rule import Findings, Rule
from migration.source.edits import Edit, Piece
from migration.view.module import Module

HELPER = '''
def socket_file(source, mode="rb", bufsize=-1, close=False):
    """A file that reads a socket; what can be read like a file stays as it is."""
    return source.makefile(mode) if hasattr(source, "makefile") else source
'''
MOVES = Moves({"socket._fileobject": Move(helper=("socket_file", HELPER), exactness=Exactness.SEMANTIC)})


def visit(node: ast.Import | ast.ImportFrom | ast.Attribute | ast.Name, module: Module) -> Findings:
    """Ask what is a socket for certain; of anything else, a helper asks whether it is one."""
    call = module.parent(node)
    if isinstance(node, ast.Attribute) and isinstance(call, ast.Call) and call.func is node:
        edits = list(_of_socket(call, module))
        if edits:
            yield from edits
            return
    yield from MOVES.visit(node, module)


def _of_socket(call: ast.Call, module: Module) -> Iterator[Edit]:
    """The call of the socket's own method. What closes the socket with the file is none."""
    if stdlib_name(call.func, module) not in MOVES.table or call.keywords or not 1 <= len(call.args) <= 3:
        return
    source, *more = call.args
    if any(isinstance(a, ast.Starred) for a in call.args) or not is_socket(source, module):
        return
    given: list[Piece] = []
    for argument in more:
        given += [", ", *module.sub(argument)] if given else [*module.sub(argument)]
    yield module.replace(call, *module.atom(source), ".makefile(", *(given or ['"rb"']), ")", evidence=True)


RULE = Rule(
    id="socket_files",
    family="P11",
    summary="the file that reads a socket is made by the socket",
    before="import socket\ns = socket.socket()\nf = socket._fileobject(s, 'rb')\n",
    after="import socket\ns = socket.socket()\nf = s.makefile('rb')\n",
    caveats="Only of what is seen to be a socket of the library; a helper asks others.",
    triggers=("_fileobject",),
    evidence=True,
    order=10,
    unsettles=True,
    nodes=MOVES.nodes,
    names=MOVES.names,
    visit=visit,
)
