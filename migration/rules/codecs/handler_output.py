"""out.getvalue() → as_text(out.getvalue()), where a handler of WSGI requests wrote to a file in memory of strings."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.made import kept_by
from migration.analysis.strings.memory_files import CLASSES, is_file_of_handler, kept
from migration.rewriting.as_text import HELPER
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.view.module import Module

_READING = frozenset(["getvalue", "read", "readline"])
#: What octets are asked for: they are none of text's.
_OF_OCTETS = frozenset(["decode"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Make text of what is read back: a head of lines and a page, which the program held as it holds strings."""
    if not isinstance(node.func, ast.Attribute) or getattr(module.parent(node), "attr", "") in _OF_OCTETS:
        return
    made = kept_by(node.func.value, module, CLASSES)
    if made is not None and any(is_file_of_handler(place, module) for place in (made, *kept(made, module))):
        yield module.replace(node, helper("as_text", HELPER, module), "(", module.span(node), ")")


RULE = Rule(
    id="handler_output",
    family="P10",
    summary="what a handler of WSGI requests wrote to a file in memory is read back as text",
    before="from StringIO import StringIO\nfrom wsgiref.handlers import SimpleHandler\nout = StringIO()\n"
    "SimpleHandler(StringIO(), out, StringIO(), {}).run(app)\nprint out.getvalue()\n",
    after="import io\nfrom io import StringIO\nfrom wsgiref.handlers import SimpleHandler\n\n"
    + HELPER
    + "\n\nout = io.BytesIO()\n"
    "SimpleHandler(io.BytesIO(), out, StringIO(), {}).run(app)\nprint(as_text(out.getvalue()))\n",
    caveats="Where characters above 127 are counted in it, the count is another. In programs of octets, octet_text "
    "decodes it.",
    triggers=("wsgiref",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=5,
    nodes=(ast.Call,),
    names=_READING,
    when=lambda module: not module.facts.index.octets,
    visit=visit,
)
