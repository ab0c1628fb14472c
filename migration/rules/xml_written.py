"""tree.write(StringIO()) → with encoding="unicode": ElementTree writes octets unless it is asked for text."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._made import made_by
from migration.rules._names import stdlib_name
from migration.rules.attribute_order import ELEMENTS
from migration.rules.string_io import CLASSES, makes_bytes

_TREES = frozenset(
    f"xml.etree.{module}.{name}"
    for module in ("ElementTree", "cElementTree")
    for name in ("ElementTree", "parse")
)
_OUTPUTS = frozenset(["sys.stdout", "sys.stderr"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Ask for text where a file of text in memory or an output is written to, in no encoding that XML would declare."""
    if not 1 <= len(node.args) <= 2 or not isinstance(node.func, ast.Attribute):
        return
    told = [*node.args[1:], *(k.value for k in node.keywords if k.arg == "encoding")]
    if len(told) + 1 != len(node.args) + len(node.keywords) or not all(map(_is_undeclared, told)):
        return
    if not _takes_text(node.args[0], module) or made_by(node.func.value, module, _TREES) is None:
        return
    if told:
        yield module.replace(told[0], '"unicode"')
    else:
        yield module.edit(module.added(node, 'encoding="unicode"'))


def _takes_text(file: ast.expr, module: Module) -> bool:
    """Whether a file is one of text in memory, or an output of the program."""
    if stdlib_name(file, module) in _OUTPUTS:
        return True
    buffer = made_by(file, module, CLASSES)
    if buffer is not None:
        return not makes_bytes(buffer.func, module)
    # Where octets are text, so are the files that a function is given.
    bindings = module.bindings(file) if isinstance(file, ast.Name) else []
    return module.facts.index.octets and bool(bindings) and all(b.kind == "parameter" for b in bindings)


def _is_undeclared(encoding: ast.expr) -> bool:
    """Whether a document in an encoding begins without saying so."""
    text = encoding.value if isinstance(encoding, ast.Constant) else None
    return isinstance(text, str) and text.lower() in ("utf-8", "us-ascii")


RULE = Rule(
    id="xml_written",
    family="P10",
    summary="XML that is written to a file of text in memory, or to an output, is text",
    before="import StringIO\nfrom xml.etree.ElementTree import ElementTree\n"
    "f = StringIO.StringIO()\nElementTree(e).write(f)\n",
    after=f"import io\nfrom xml.etree.ElementTree import ElementTree\n\n{ELEMENTS}\n\n"
    'f = io.StringIO()\nsorted_attributes(ElementTree(e)).write(f, encoding="unicode")\n',
    caveats="Characters above 127 are themselves now, no references to them.",
    triggers=("ElementTree",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=60,
    nodes=(ast.Call,),
    names=frozenset(["write"]),
    visit=visit,
)
