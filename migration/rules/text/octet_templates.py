"""open(p, 'rb').read() % x → as_text(…) % x: octets can be formatted, but with octets alone."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.strings.byte_sources import mentions_bytes
from migration.analysis.strings.kinds import BYTES, is_octets, kind
from migration.rewriting.as_text import HELPER
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.view.module import Module

_NUMBERS = frozenset(["int", "long", "float", "bool"])


def visit(node: ast.BinOp, module: Module) -> Findings:
    """Make text of a template that is octets, where what goes into it may be text."""
    template = node.left
    if (
        not isinstance(node.op, ast.Mod)
        or isinstance(template, ast.Constant)
        or not is_octets(template, module)
    ):
        return
    values = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
    if isinstance(node.right, ast.Dict):
        values = node.right.values
    if all(kind(v, module) == BYTES or (module.type_of(v) and module.type_of(v) <= _NUMBERS) for v in values):
        return
    yield module.replace(template, helper("as_text", HELPER, module), "(", *module.sub(template), ")")


RULE = Rule(
    id="octet_templates",
    family="P8",
    summary="a template that is octets is text where text goes into it",
    before="page = open(p, 'rb').read()\ny = page % x\nn = 1L\n",
    after=f"{HELPER.strip()}\n\n\npage = open(p, 'rb').read()\ny = as_text(page) % x\nn = 1\n",
    caveats="What is made is text then, also where it goes into a file of octets.",
    triggers=("%",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.BinOp,),
    when=mentions_bytes,
    visit=visit,
)
