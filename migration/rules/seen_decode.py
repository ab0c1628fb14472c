"""x.decode('utf-8') → x where x was always unicode under Python 2.7: text has no decode() any more."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness, Observation
from migration.edits import Piece
from migration.module import Module
from migration.precedence import of
from migration.rule import Findings, Rule
from migration.rules._builtins import arguments
from migration.rules._helpers import helper, inside_helper
from migration.rules._kinds import TEXT, held_kind
from migration.rules._seen import DECODED, STRINGS, UNICODE, evidence, seen_at, watched

#: Codecs in which ASCII text is spelled by its own bytes, so that decoding it changed nothing.
_ASCII_BASED = re.compile(r"utf-?8|(?:us-)?ascii|latin|iso-?8859|(?:windows-|cp)125|koi8|mac-")
_NOT_TEXT = re.compile(r"hex|base64|zlib|zip|bz2|uu|quopri|quoted|rot|string|unicode|raw|punycode|idna")


def visit(node: ast.Call, module: Module) -> Findings:
    """Drop the decoding where all was text; where octets came as well, decode those only."""
    function = node.func
    if not isinstance(function, ast.Attribute) or not arguments(node, 2):
        return
    codec = _codec(node)
    kinds = frozenset() if _NOT_TEXT.match(codec or "") else seen_at("decode", node, module)
    if not kinds & UNICODE or not kinds <= STRINGS or inside_helper(node, DECODED, module):
        return
    value = function.value
    if held_kind(value, module) == TEXT:
        return  # literal_decode knows by the text alone
    note = evidence("the receiver", kinds)
    if kinds == {"unicode ascii"} and _ASCII_BASED.match(codec or "") and not _is_tried(node, module):
        yield module.replace(node, module.span(value), precedence_of_new=of(value), note=note)
        return
    name = helper("decoded", DECODED, module)
    given: list[Piece] = [p for a in node.args for p in (", ", *module.sub(a))]
    yield module.replace(node, name, "(", *module.sub(value), *given, ")", note=note)


def _codec(node: ast.Call) -> str | None:
    """The codec in small letters, ASCII where none is given; None when it is no literal."""
    if not node.args:
        return "ascii"
    codec = node.args[0]
    return str(codec.value).lower().replace("_", "-") if isinstance(codec, ast.Constant) else None


def _is_tried(node: ast.Call, module: Module) -> bool:
    """Whether the file expects that the call may fail: then other values come as well."""
    child: ast.AST = node
    for outer in module.ancestors(node):
        if isinstance(outer, ast.Try) and child in outer.body and outer.handlers:
            return True
        if isinstance(outer, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            return False
        child = outer
    return False


RULE = Rule(
    id="seen_decode",
    family="P8",
    summary="text that was text already under Python 2.7 is not decoded",
    before="def f(x):\n    print x.decode('utf-8')\n",
    after="def f(x):\n    print(x)\n",
    observed=(Observation("decode", 2, 10, ("unicode ascii",)),),
    caveats="Decided by what the original's tests showed; octets that no test passes are no longer decoded, but where "
    "octets came as well as text, or failing is expected, a helper takes both.",
    triggers=("decode",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=45,
    nodes=(ast.Call,),
    names=frozenset(["decode"]),
    when=watched,
    visit=visit,
)
