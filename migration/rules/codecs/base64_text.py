"""base64.b64encode(text), binascii.hexlify(text) and quopri.encodestring(text) give text where text went in."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import stdlib_name
from migration.analysis.strings.as_bytes import bytes_parts
from migration.analysis.strings.encoded import split_as_text
from migration.analysis.strings.kinds import BASE64_DECODERS, TEXT, kind
from migration.rewriting.as_text import HELPER
from migration.rule import Findings, Rule, last_names
from migration.source.edits import Part
from migration.view.module import Module

ENCODERS = frozenset(
    [
        "base64.b64encode", "base64.standard_b64encode", "base64.urlsafe_b64encode", "base64.b32encode",
        "base64.b16encode", "base64.encodestring", "base64.encodebytes", "binascii.hexlify",
        "binascii.b2a_hex", "binascii.b2a_base64", "binascii.b2a_qp", "binascii.b2a_uu", "quopri.encodestring",
    ]
)  # fmt: skip
#: Functions that may be given the two letters that stand for others.
_LETTERED = frozenset(["base64.b64encode", "base64.b64decode"])
#: Methods of bytes after which nothing needs a decoding here.
_BINARY = frozenset(["decode"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Encode what goes in, decode what comes out."""
    name = stdlib_name(node.func, module)
    letters = _letters(node, module) if name in _LETTERED else []
    if letters and name not in ENCODERS:
        yield module.edit(*letters)
    if name in BASE64_DECODERS and split_as_text(node, module):
        text = module.helper("as_text", HELPER)
        yield module.replace(node, text, "(", module.span(node), ")", exactness=Exactness.SEMANTIC)
        return
    if name not in ENCODERS or not node.args or isinstance(node.args[0], ast.Starred):
        return
    parent = module.parent(node)
    if isinstance(parent, ast.Attribute) and parent.attr in _BINARY:
        return
    certain = kind(node.args[0], module) == TEXT
    made = bytes_parts(node.args[0], module, guess=True)
    inner = list(made[0]) if made else []
    result = Part(module.span(node), (module.span(node), '.decode("ascii")'))
    yield module.edit(result, *inner, *letters, exactness=Exactness.SEMANTIC, needs_python2=not certain)


def _letters(node: ast.Call, module: Module) -> list[Part]:
    given = [*node.args[1:2], *(k.value for k in node.keywords if k.arg == "altchars")]
    made = [bytes_parts(value, module, guess=False) for value in given]
    return [part for one in made if one for part in one[0]]


RULE = Rule(
    id="base64_text",
    family="P10",
    summary="base64 and hex encodings are made of bytes; their results are used as text",
    before="import base64\na = base64.b64encode('x')\n",
    after="import base64\na = base64.b64encode(b'x').decode(\"ascii\")\n",
    caveats="Where the result goes on as bytes, the decoding has to go again.",
    triggers=("base64", "binascii", "quopri"),
    exactness=Exactness.SEMANTIC,
    order=60,
    nodes=(ast.Call,),
    names=last_names(*ENCODERS, *BASE64_DECODERS),
    visit=visit,
)
