"""self.handle_data(unichr(n).encode('ascii', 'replace')) → with .decode('ascii'): parsers tell of text."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.classes import foreign_bases, local_bases, methods
from migration.analysis.names import is_of_self
from migration.analysis.strings.encodings import is_anothers, text_again
from migration.rule import Findings, Rule
from migration.stdlib.codecs import is_ascii_based
from migration.view.module import Module

#: What tells a parser's class what it found, by the bases that call it.
_HANDLERS = {
    "handle_data": frozenset(
        ["HTMLParser.HTMLParser", "htmllib.HTMLParser", "sgmllib.SGMLParser", "html.parser.HTMLParser"]
    ),
    "characters": frozenset(
        ["xml.sax.ContentHandler", "xml.sax.handler.ContentHandler", "xml.sax.saxutils.XMLGenerator"]
    ),
}


def visit(node: ast.Call, module: Module) -> Findings:
    """Leave it text, unless the method makes text of what it is told itself."""
    method, given = node.func, node.args[0] if len(node.args) == 1 and not node.keywords else None
    if not isinstance(method, ast.Attribute) or not isinstance(given, ast.Call) or not is_of_self(method):
        return
    function, codec = given.func, given.args[0] if given.args else None
    if not isinstance(function, ast.Attribute) or function.attr != "encode" or given.keywords:
        return
    if (
        not isinstance(codec, ast.Constant)
        or not is_ascii_based(str(codec.value))
        or module.decoded_again(given)
    ):
        return
    owner = module.class_of(node)
    if owner is None or _HANDLERS[method.attr].isdisjoint(foreign_bases(owner, module)):
        return
    own = (methods(one).get(method.attr) for one in local_bases(owner, module))
    if any(m is not None and _decodes(m) for m in own) or is_anothers(
        given, function.value, module, stays=True
    ):
        return
    yield text_again(given, module)


def _decodes(method: ast.stmt) -> bool:
    names = {n.attr for n in ast.walk(method) if isinstance(n, ast.Attribute)}
    return "decode" in names or any(isinstance(n, ast.Name) and n.id == "unicode" for n in ast.walk(method))


RULE = Rule(
    id="handled_text",
    family="P8",
    summary="what a parser's class tells itself is text, as what the parser tells it",
    before=(
        "from HTMLParser import HTMLParser\nclass P(HTMLParser):\n    def __init__(self, out):\n"
        "        HTMLParser.__init__(self)\n        self.out = out\n"
        "    def handle_data(self, data):\n        self.out.append(data)\n"
        "    def handle_charref(self, name):\n        self.handle_data(unichr(int(name)).encode('ascii', 'replace'))\n"
    ),
    after=(
        "from html.parser import HTMLParser\nclass P(HTMLParser):\n    def __init__(self, out):\n"
        "        HTMLParser.__init__(self, convert_charrefs=False)\n        self.out = out\n"
        "    def handle_data(self, data):\n        self.out.append(data)\n"
        "    def handle_charref(self, name):\n"
        "        self.handle_data(chr(int(name)).encode('ascii', 'replace').decode('ascii'))\n"
    ),
    caveats="Of calls on the object itself, in a class whose base is a parser of the library.",
    triggers=("handle_data", "characters"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(_HANDLERS),
    when=lambda module: not module.facts.index.octets,
    visit=visit,
)
