"""AttributeError: 'FakeSocket' object has no attribute 'sendall' → a handler writes to the file that its socket makes.

Since Python 3.6 handlers of requests write by `sendall`. A stand-in for a socket may only be able to make files.
"""

from __future__ import annotations

import ast
import re

from migration.analysis.classes import methods
from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.rewriting.members import after

_HANDLER = re.compile(r"RequestHandler$")
_SETUP = [
    "",
    "def setup(self):",
    "    super().setup()",
    '    if not hasattr(self.connection, "sendall"):',
    '        self.wfile = self.connection.makefile("wb", 0)',
]


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Have the class of the handler that was running set up the file as Python 2 did, where the socket asks for it."""
    for line in scene.lines:
        for owner in scene.statements(line):
            if not isinstance(owner, ast.ClassDef) or "setup" in methods(owner):
                continue
            if any(_HANDLER.search(ast.unparse(base)) for base in owner.bases):
                part = after(owner.body[-1], _SETUP, scene.module)
                if part is not None:
                    yield Candidate((scene.module.edit(part),), 20, owner.name)


REPAIR = Repair(
    id="handler_stream",
    summary="a handler of requests whose socket is a stand-in writes to the file that this makes",
    failure=Failure("AttributeError", "'FakeSocket' object has no attribute 'sendall'", line=6),
    before=(
        "import socketserver\n\n\nclass Echo(socketserver.StreamRequestHandler):\n    def handle(self):\n"
        "        self.wfile.write(self.rfile.read())\n"
    ),
    after=(
        "import socketserver\n\n\nclass Echo(socketserver.StreamRequestHandler):\n    def handle(self):\n"
        "        self.wfile.write(self.rfile.read())\n\n    def setup(self):\n        super().setup()\n"
        '        if not hasattr(self.connection, "sendall"):\n'
        '            self.wfile = self.connection.makefile("wb", 0)\n'
    ),
    caveats="A handler with a setup of its own is left.",
    pattern=re.compile(r"^AttributeError: '?\w+'? (?:object|instance) has no attribute 'sendall'"),
    offer=offer,
)
