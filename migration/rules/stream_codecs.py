"""codecs.getwriter('utf-8')(sys.stdout) → (sys.stdout.buffer): the standard streams hold text, above octets."""

from __future__ import annotations

import ast

from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._names import stdlib_name

_MAKERS = frozenset(["codecs.getwriter", "codecs.getreader"])
_STREAMS = frozenset(["sys.stdout", "sys.stderr", "sys.stdin"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Name the octets below the stream."""
    made = node.func
    if not (isinstance(made, ast.Call) and stdlib_name(made.func, module) in _MAKERS and node.args):
        return
    if stdlib_name(node.args[0], module) in _STREAMS:
        yield module.wrap(node.args[0], "", ".buffer")


RULE = Rule(
    id="stream_codecs",
    family="P9",
    summary="codecs are put around the octets of a standard stream",
    before="import codecs, sys\nn = 1L\nsys.stdout = codecs.getwriter('utf-8')(sys.stdout)\n",
    after="import codecs, sys\nn = 1\nsys.stdout = codecs.getwriter('utf-8')(sys.stdout.buffer)\n",
    caveats="What takes the place of a standard stream in a test may have no buffer.",
    triggers=("getwriter", "getreader"),
    needs_python2=True,
    nodes=(ast.Call,),
    visit=visit,
)
