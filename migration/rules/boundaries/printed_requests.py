"""print >>self.wfile, x → print_octets(x, file=self.wfile): what goes to the client of a request are octets."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.rule import Findings, Rule
from migration.view.module import Module

HELPER = '''
def print_octets(*values, file, sep=" ", end="\\n"):
    """Print to a file of bytes."""
    file.write((sep.join(map(str, values)) + end).encode({codec!r}))
'''


def visit(node: ast.Call, module: Module) -> Findings:
    """Encode the line: as UTF-8, or where strings are octets as Latin-1."""
    target = next((k.value for k in node.keywords if k.arg == "file"), None)
    if not (isinstance(target, ast.Attribute) and target.attr == "wfile"):
        return
    if not module.is_builtin(node.func, "print"):
        return
    codec = "latin-1" if module.facts.index.octets else "utf-8"
    name = module.helper("print_octets", HELPER.format(codec=codec).replace("'", '"'))
    yield module.replace(node.func, name, guarded=True)


RULE = Rule(
    id="printed_requests",
    family="P9",
    summary="what is printed to the client of a request is encoded",
    before="class H:\n    def f(self):\n        print >>self.wfile, 'OK', 1\n",
    after=HELPER.format(codec="utf-8").replace("'", '"')[1:]
    + "\n\nclass H:\n    def f(self):\n        print_octets('OK', 1, file=self.wfile)\n",
    caveats="Handlers of requests by the name of their file, wfile; lines that are left open are not.",
    triggers=("wfile",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["print"]),
    visit=visit,
)
