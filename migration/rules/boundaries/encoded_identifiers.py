"""ast.Name(x.encode('utf-8'), …) → ast.Name(x, …), and so in all of a file that makes code: names are text."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.names import is_decoded_in_place, memory
from migration.analysis.strings.seen import UNIVERSAL, codec_of
from migration.dialects.octets import uses_octets
from migration.rule import Findings, Rule
from migration.view.module import Module

_CODECS = UNIVERSAL | {"ascii"}
#: What takes a name and makes a node of a syntax tree of it.
_MAKES_CODE = re.compile(r"ast\.(?<!\wast\.)(?:Name|arg|Attribute|FunctionDef|ClassDef|keyword|alias)\(")


def visit(node: ast.Call, module: Module) -> Findings:
    """Leave the encoding out where the file hands no octets to anything, nor is given any."""
    if not isinstance(node.func, ast.Attribute) or len(node.args) != 1 or node.keywords:
        return
    if codec_of(node) not in _CODECS or is_decoded_in_place(node, module) or not _makes_code(module):
        return
    memory(module).setdefault("unencoded", set()).add(node)
    yield module.replace(node, *module.atom(node.func.value))


def _makes_code(module: Module) -> bool:
    known = memory(module)
    if "makes code" not in known:
        known["makes code"] = _MAKES_CODE.search(module.text) is not None and not uses_octets(module.text)
    return bool(known["makes code"])


RULE = Rule(
    id="encoded_identifiers",
    family="P9",
    summary="names of which a file makes nodes of a syntax tree are text and are not encoded",
    before="import ast\na = ast.Name(b.encode('utf-8'), ast.Load())\nn = 1L\n",
    after="import ast\na = ast.Name(b, ast.Load())\nn = 1\n",
    caveats="All that such a file encodes by UTF-8 or ASCII stays text, where nothing in it is about octets.",
    triggers=("encode",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=5,
    nodes=(ast.Call,),
    names=frozenset(["encode"]),
    visit=visit,
)
