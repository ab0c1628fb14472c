"""lxml.etree.fromstring(x) → …(as_bytes(x)): lxml refuses text that declares an encoding, which octets may."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.literals import literal
from migration.analysis.strings.as_bytes import HELPER
from migration.analysis.strings.kinds import BYTES, kind
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.view.module import Module

#: Those of XML, which is UTF-8 unless it says otherwise: octets of HTML would have to say so.
_PARSERS = frozenset(["lxml.etree.fromstring", "lxml.etree.XML", "lxml.objectify.fromstring"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Have it read octets, as it did, where nothing tells what it is given."""
    if module.qualified_name(node.func) not in _PARSERS or not node.args:
        return
    source = node.args[0]
    given = (k.value for k in node.keywords if k.arg == "parser")
    parser = node.args[1] if len(node.args) > 1 else next(given, None)
    if isinstance(source, ast.Starred) or (literal(source, module) and not _declares(source)):
        return
    if kind(source, module) == BYTES or _is_helped(source) or _has_encoding(parser, module):
        return
    yield module.replace(source, helper("as_bytes", HELPER, module), "(", *module.sub(source), ")")


def _declares(source: ast.expr) -> bool:
    return isinstance(source, ast.Constant) and "encoding" in str(source.value).partition(">")[0]


def _is_helped(source: ast.expr) -> bool:
    return isinstance(source, ast.Call) and getattr(source.func, "id", "").startswith("as_bytes")


def _has_encoding(parser: ast.expr | None, module: Module) -> bool:
    """Whether a parser is told the encoding: octets of another would be read in it."""
    return isinstance(parser, ast.Call) and any(k.arg == "encoding" for k in parser.keywords)


RULE = Rule(
    id="lxml_sources",
    family="P9",
    summary="lxml reads octets, where text may declare an encoding",
    before="from lxml import etree\nprint etree.fromstring(x)\n",
    after=f"from lxml import etree\n\n{HELPER}\n\nprint(etree.fromstring(as_bytes(x)))\n",
    caveats="Text that declares another encoding than UTF-8 is read wrongly.",
    triggers=("lxml",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["fromstring", "XML"]),
    follows=frozenset(["octet_templates"]),
    visit=visit,
)
