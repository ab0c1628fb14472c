"""parser.ParseFile(f) → parser.Parse(octets_of(f), True): expat takes files of octets alone, whatever it is given."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import arguments
from migration.analysis.made import kept_by
from migration.analysis.names import defined_in_repository
from migration.analysis.strings.file_kinds import file_kind
from migration.analysis.strings.kinds import BYTES
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.view.module import Module

_MAKERS = frozenset(
    [
        f"{module}.{maker}"
        for module in ("xml.parsers.expat", "pyexpat")
        for maker in ("ParserCreate", "XMLParserType")
    ]
)
HELPER = '''
def document_of(file):
    """What a file holds from where it stands, of octets if it has any; text is read as it is."""
    return getattr(file, "buffer", file).read()
'''
OCTET_FILE = '''
def octet_file(file):
    """A file of octets for one of text, where it has none below; a file's name as it is."""
    if not isinstance(file, io.TextIOBase):
        return file
    return file.buffer if hasattr(file, "buffer") else io.BytesIO(file.read().encode("utf-8"))
'''


def visit(node: ast.Call, module: Module) -> Findings:
    """Parse what the file holds; the author's program may have opened it elsewhere."""
    function = node.func
    if module.qualified_name(function) == "lxml.etree.iterparse":
        yield from _stepwise(node, module)
        return
    if not isinstance(function, ast.Attribute) or function.attr != "ParseFile" or not arguments(node, 1, 1):
        return
    made = kept_by(function.value, module, _MAKERS) is not None
    if not made and defined_in_repository("ParseFile", module):
        return
    if file_kind(node.args[0], module) == BYTES:
        return
    name = module.helper("document_of", HELPER)
    pieces = (*module.atom(function.value), ".Parse(", name, "(", *module.sub(node.args[0]), "), True)")
    yield module.replace(node, *pieces, needs_python2=True)


def _stepwise(node: ast.Call, module: Module) -> Findings:
    """`etree.iterparse(file)` of lxml, which takes files of octets alone, where the file is handed in."""
    source = node.args[0] if node.args else None
    bindings = module.bindings(source) if isinstance(source, ast.Name) else []
    if not bindings or any(b.kind != "parameter" for b in bindings):
        return
    name = helper("octet_file", OCTET_FILE, module, ("import io",))
    yield module.replace(source, name, "(", module.span(source), ")", needs_python2=True)  # type: ignore[arg-type]


RULE = Rule(
    id="parsed_files",
    family="P10",
    summary="what expat parses, or lxml step by step, may come from a file of text",
    before="n = 1L\nparser.ParseFile(source)\n",
    after=HELPER[1:] + "\n\nn = 1\nparser.Parse(document_of(source), True)\n",
    caveats="The document is read as a whole. Text is parsed as it is, whatever encoding it says it has.",
    triggers=("ParseFile", "iterparse"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=80,
    nodes=(ast.Call,),
    names=frozenset(["ParseFile", "iterparse"]),
    visit=visit,
)
