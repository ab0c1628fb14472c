"""tree.write(StringIO()) → with encoding="unicode": ElementTree writes octets unless it is asked for text."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._made import made_by
from migration.rules.string_io import CLASSES, makes_bytes

_TREES = frozenset(
    f"xml.etree.{module}.{name}"
    for module in ("ElementTree", "cElementTree")
    for name in ("ElementTree", "parse")
)


def visit(node: ast.Call, module: Module) -> Findings:
    """Ask for text where a file of text in memory is written to, and no encoding is told that XML would declare."""
    if not 1 <= len(node.args) <= 2 or not isinstance(node.func, ast.Attribute):
        return
    told = [*node.args[1:], *(k.value for k in node.keywords if k.arg == "encoding")]
    if len(told) + 1 != len(node.args) + len(node.keywords) or not all(map(_is_undeclared, told)):
        return
    buffer = made_by(node.args[0], module, CLASSES)
    if buffer is None or makes_bytes(buffer.func, module):
        return
    if made_by(node.func.value, module, _TREES) is None:
        return
    if told:
        yield module.replace(told[0], '"unicode"')
    else:
        yield module.edit(module.added(node, 'encoding="unicode"'))


def _is_undeclared(encoding: ast.expr) -> bool:
    """Whether a document in an encoding begins without saying so."""
    text = encoding.value if isinstance(encoding, ast.Constant) else None
    return isinstance(text, str) and text.lower() in ("utf-8", "us-ascii")


RULE = Rule(
    id="xml_written",
    family="P10",
    summary="XML that is written to a file of text in memory is text",
    before="import StringIO\nfrom xml.etree.ElementTree import ElementTree\n"
    "f = StringIO.StringIO()\nElementTree(e).write(f)\n",
    after="import io\nfrom xml.etree.ElementTree import ElementTree\n"
    'f = io.StringIO()\nElementTree(e).write(f, encoding="unicode")\n',
    caveats="Characters above 127 are themselves now, no references to them.",
    triggers=("ElementTree",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=60,
    nodes=(ast.Call,),
    names=frozenset(["write"]),
    visit=visit,
)
