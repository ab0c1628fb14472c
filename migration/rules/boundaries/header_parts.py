"""decode_header(h) → header_parts(decode_header(h)): what has no charset is a native string without its blanks."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import stdlib_name
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.view.module import Module

HELPER = '''
def header_parts(parts):
    """The parts of a header as Python 2 gave them: what stands between encoded words is text without its blanks."""
    found = []
    for part, charset in parts:
        if charset is None and isinstance(part, bytes):
            part = part.decode("raw-unicode-escape").strip()
        if part or charset or len(parts) == 1:
            found.append((part, charset))
    return found
'''
OCTETS = '''
def header_parts(parts):
    """The parts of a header as Python 2 gave them, octets as the characters of the same numbers (Latin-1)."""
    found = []
    for part, charset in parts:
        if isinstance(part, bytes):
            part = part.decode("raw-unicode-escape").strip() if charset is None else part.decode("latin-1")
        if part or charset or len(parts) == 1:
            found.append((part, charset))
    return found
'''
_FUNCTIONS = frozenset(["email.header.decode_header", "email.Header.decode_header"])
_MAKERS = frozenset(["email.header.make_header", "email.Header.make_header"])
_NAME = "header_parts"


def visit(node: ast.Call, module: Module) -> Findings:
    """Put a helper around it."""
    if stdlib_name(node.func, module) not in _FUNCTIONS:
        return
    outer = module.parent(node)
    if isinstance(outer, ast.Call) and stdlib_name(outer.func, module) in _MAKERS and node in outer.args:
        return  # which takes the parts as they are
    octets = module.facts.index.octets
    source = OCTETS if octets else HELPER
    if inside_helper(node, source, module) or (
        isinstance(outer, ast.Call) and getattr(outer.func, "id", "") == _NAME
    ):
        return
    yield module.edit(module.in_call(node, helper(_NAME, source, module)), guarded=True if octets else None)


RULE = Rule(
    id="header_parts",
    family="P9",
    summary="the parts of a header that are not encoded are native strings",
    before="from email.header import decode_header\na = decode_header(h)\nn = 1L\n",
    after=f"from email.header import decode_header\n\n{HELPER}\n\na = header_parts(decode_header(h))\nn = 1\n",
    caveats="What is encoded stays octets, or text of Latin-1 in a program of octets.",
    triggers=("decode_header",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["decode_header"]),
    visit=visit,
)
