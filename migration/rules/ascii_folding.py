"""normalize('NFKD', s).encode('ascii', 'ignore') → ….decode("ascii"): letters without their accents, as native text."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._literals import literal
from migration.rules._names import last_name, stdlib_name

_CODECS = frozenset(["ascii", "us-ascii", "US-ASCII", "ASCII"])
#: What is given octets, and means them.
_TAKING = frozenset(
    [
        "b64encode",
        "crc32",
        "digest",
        "hexlify",
        "md5",
        "new",
        "send",
        "sendall",
        "sha",
        "sha1",
        "sha256",
        "update",
        "write",
    ]
)


def visit(node: ast.Call, module: Module) -> Findings:
    """Make text of it again, unless that is done there, or octets are what is wanted."""
    function = node.func
    if not (isinstance(function, ast.Attribute) and function.attr == "encode") or len(node.args) != 2:
        return
    codec, errors = node.args
    told = isinstance(codec, ast.Constant) and codec.value in _CODECS and literal(errors, module)
    normal = function.value
    if (
        not told
        or not isinstance(normal, ast.Call)
        or stdlib_name(normal.func, module) != "unicodedata.normalize"
    ):
        return
    outer = module.parent(node)
    if isinstance(outer, ast.Attribute) and outer.attr == "decode":
        return
    if (
        isinstance(outer, ast.Call)
        and node in outer.args
        and (last_name(outer.func) in _TAKING or module.is_builtin(outer.func, "unicode", "str"))
    ):
        return
    yield module.wrap(node, "", '.decode("ascii")')


def _is_wanted(module: Module) -> bool:
    """Whether octets stay bytes here: octet_text decodes what is encoded where a repository has no others."""
    return not module.facts.index.octets


RULE = Rule(
    id="ascii_folding",
    family="P9",
    summary="text that lost its accents is text",
    before="import unicodedata\nx = unicodedata.normalize('NFKD', s).encode('ascii', 'ignore')\nn = 1L\n",
    after=(
        "import unicodedata\nx = unicodedata.normalize('NFKD', s).encode('ascii', 'ignore').decode(\"ascii\")\nn = 1\n"
    ),
    caveats="What hashes, sends or writes it there gets octets.",
    triggers=("normalize",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=40,
    nodes=(ast.Call,),
    names=frozenset(["encode"]),
    when=_is_wanted,
    visit=visit,
)
