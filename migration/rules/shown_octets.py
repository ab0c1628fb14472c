"""print data, str(data), '%s' % data → with as_text(data), where that is bytes: Python 3 spells them b'…'."""

from __future__ import annotations

import ast
from itertools import chain

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._kinds import is_bytearray, is_octets, may_hold_bytes
from migration.rules._shown import handed_on, put_into_text, spelled
from migration.rules.decoded_results import HELPER


def visit(node: ast.BinOp | ast.Call, module: Module) -> Findings:
    """Decode where octets are spelled out; what was encoded from text has a rule of its own."""
    shown = put_into_text(node, module)
    if isinstance(node, ast.Call):
        shown = chain(shown, spelled(node, module), handed_on(node, module))
    for value in shown:
        if _is_octet(value, module):
            assert isinstance(value, ast.Subscript)
            # One octet is a number in Python 3; chr() shows it as the character it was.
            yield module.replace(value, "chr(", *module.sub(value), ")", needs_python2=True)
            continue
        if is_bytearray(value, module) or is_octets(value, module):
            # Once the file is known to be Python 2's, what a rule wrote here (unhexlify for decode) is shown, too.
            asking = not module.facts.python2
            name = module.helper("as_text", HELPER)
            yield module.replace(value, name, "(", *module.sub(value), ")", needs_python2=asking)


def _is_octet(node: ast.expr, module: Module) -> bool:
    """Whether `node` is one item of bytes: a number in Python 3."""
    return _is_item(node) and not _is_item(node.value) and is_octets(node.value, module)  # type: ignore[attr-defined]


def _is_item(node: ast.expr) -> bool:
    return isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice)


RULE = Rule(
    id="shown_octets",
    family="P8",
    summary="octets that are printed, given to str() or put into native text are decoded",
    before="n = 1L\nprint open(p, 'rb').read()\n",
    after=HELPER[1:] + "\n\nn = 1\nprint(as_text(open(p, 'rb').read()))\n",
    caveats="UTF-8 where the octets are that, else Latin-1: a terminal of another encoding showed something else.",
    triggers=("print", "str", "format", "%"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=60,
    nodes=(ast.BinOp, ast.Call),
    when=may_hold_bytes,
    visit=visit,
)
