"""httplib.HTTPMessage(f) → headers_from(f): the class of Python 3 reads no file itself."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.made import MESSAGES
from migration.analysis.names import stdlib_name
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.view.module import Module

HELPER = '''
def headers_from(file, seekable=1):
    """The headers of HTTP in a file of text or octets, which is read up to the empty line behind them."""
    lines = []
    while not lines or lines[-1].strip():
        line = file.readline()
        lines.append(line if isinstance(line, str) else line.decode("iso-8859-1"))
    return email.message_from_string("".join(lines), http.client.HTTPMessage)
'''


def visit(node: ast.Call, module: Module) -> Findings:
    """Have a helper read the file; whether one could go back in it was all that the second argument said."""
    given = bool(node.args) and not isinstance(node.args[0], ast.Starred)
    if stdlib_name(node.func, module) not in MESSAGES or not given or inside_helper(node, HELPER, module):
        return
    reader = helper("headers_from", HELPER, module, ("import email", "import http.client"))
    yield module.replace(node.func, reader)


RULE = Rule(
    id="http_message",
    family="P19",
    summary="headers of HTTP are read from a file by a function",
    before="import httplib\nm = httplib.HTTPMessage(f, 0)\nn = 1L\n",
    after=f"import email\nimport http.client\n\n{HELPER}\n\nm = headers_from(f, 0)\nn = 1\n",
    caveats="What is no header among the lines is taken as email takes it.",
    triggers=("HTTPMessage",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["HTTPMessage"]),
    visit=visit,
)
