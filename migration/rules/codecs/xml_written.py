"""tree.write(StringIO()) → with encoding="unicode": ElementTree writes octets unless it is asked for text."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.made import made_by
from migration.analysis.names import OUTPUTS, stdlib_name
from migration.analysis.strings.memory_files import CLASSES, makes_bytes
from migration.analysis.strings.written_trees import (
    TREES,
    is_of_octets,
    is_undeclared,
    told_encoding,
    tree_written,
)
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.rules.codecs.attribute_order import ELEMENTS
from migration.view.module import Module

HELPER = '''
def octets_below(stream):
    """The file of bytes below a stream of text, behind what was written to that before."""
    stream.flush()
    return stream.buffer
'''


def visit(node: ast.Call, module: Module) -> Findings:
    """Ask for text where a file of text in memory or an output is written to, in no encoding that XML would declare;
    else go below the output.
    """
    if not node.args or not tree_written(node.func, TREES, module):
        return
    told = told_encoding(node)
    if told is None or not all(map(is_undeclared, told)):
        if stdlib_name(node.args[0], module) in OUTPUTS and is_of_octets(node):
            yield module.edit(module.in_call(node.args[0], helper("octets_below", HELPER, module)))
    elif _takes_text(node.args[0], module):
        if told:
            yield module.replace(told[0], '"unicode"')
        else:
            yield module.edit(module.added(node, 'encoding="unicode"'))


def _takes_text(file: ast.expr, module: Module) -> bool:
    """Whether a file is one of text in memory, or an output of the program."""
    if stdlib_name(file, module) in OUTPUTS:
        return True
    buffer = made_by(file, module, CLASSES)
    if buffer is not None:
        return not makes_bytes(buffer.func, module)
    # Where octets are text, so are the files that a function is given.
    bindings = module.bindings(file) if isinstance(file, ast.Name) else []
    return module.facts.index.octets and bool(bindings) and all(b.kind == "parameter" for b in bindings)


RULE = Rule(
    id="xml_written",
    family="P10",
    summary="XML that is written to a file of text in memory, or to an output, is text",
    before="import StringIO\nfrom xml.etree.ElementTree import ElementTree\n"
    "f = StringIO.StringIO()\nElementTree(e).write(f)\n",
    after=f"import io\nfrom xml.etree.ElementTree import ElementTree\n\n{ELEMENTS}\n\n"
    'f = io.StringIO()\nsorted_attributes(ElementTree(e)).write(f, encoding="unicode")\n',
    caveats="Characters above 127 are themselves now, no references to them. A file in memory holds octets "
    "(string_io) where another encoding is told or one is declared, or where it is counted.",
    triggers=("ElementTree",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=60,
    nodes=(ast.Call,),
    names=frozenset(["write"]),
    visit=visit,
)
