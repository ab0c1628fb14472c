"""str(header) → header.encode(): a Header of a message was shown as it is sent, now it is shown as text."""

from __future__ import annotations

import ast
from itertools import chain

from environment.traces import Exactness
from migration.analysis.made import HEADERS, kept_by
from migration.analysis.strings.octet_codecs import is_put_header
from migration.analysis.strings.shown import put_plainly, spelled
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.view.module import Module

HELPER = '''
def encoded_header(value):
    """A header of a message as it is sent, if it is a Header, and anything else as it is."""
    return value.encode() if isinstance(value, email.header.Header) else value
'''


def visit(node: ast.BinOp | ast.Call, module: Module) -> Findings:
    """Encode what is printed, given to str() or put into native text."""
    shown = put_plainly(node, module)
    if isinstance(node, ast.Call):
        shown = chain(shown, spelled(node, module))
    for value in shown:
        if kept_by(value, module, HEADERS) is not None:
            whole = node if module.is_builtin(getattr(node, "func", node), "str") else value
            yield module.replace(whole, *module.atom(value), ".encode()")
        elif is_put_header(value, module) and not inside_helper(value, HELPER, module):
            asked = helper("encoded_header", HELPER, module, ("import email.header",))
            yield module.edit(module.in_call(value, asked))


RULE = Rule(
    id="header_text",
    family="P10",
    summary="str() of a header gave what is sent",
    before="from email.header import Header\nh = Header('a', 'utf-8')\nprint h\n",
    after="from email.header import Header\nh = Header('a', 'utf-8')\nprint(h.encode())\n",
    caveats="Only a header that is made in the same file, of a message too where its name is written out.",
    triggers=("Header", "make_header"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.BinOp, ast.Call),
    names=frozenset(["format", "print", "str"]),
    visit=visit,
)
