"""repr(text) → ascii(text), where text is seen to hold octets: Python 2 spelled what is no ASCII as escapes."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.literals import has_high_escapes
from migration.analysis.strings.blobs import HELPER
from migration.analysis.strings.kinds import BYTES, kind
from migration.analysis.values import function_named
from migration.rewriting.helpers import is_helper
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Spell octets as Python 2 did; bytes have a rule of their own."""
    if not module.is_builtin(node.func, "repr") or len(node.args) != 1 or node.keywords:
        return
    value = node.args[0]
    if isinstance(value, ast.Starred) or kind(value, module) == BYTES:
        return
    if any(_has_octets(part, module) or _is_blob(part, module) for part in _parts(value)):
        yield module.replace(node.func, "ascii")


def _has_octets(node: ast.expr, module: Module) -> bool:
    """Whether `node` spells single bytes; of unicode, elsewhere in the program as well, repr() shows characters."""
    given = [b.value for b in module.bindings(node)] if isinstance(node, ast.Name) else [node]
    if given and all(isinstance(v, ast.Constant) and v.kind == "u" for v in given):
        return False
    return has_high_escapes(node, module)


def _is_blob(node: ast.expr, module: Module) -> bool:
    """Whether `node` is the text of what a database keeps: its octets."""
    function = function_named(node.func, module) if isinstance(node, ast.Call) else None
    return function is not None and is_helper(function, HELPER)


def _parts(node: ast.expr) -> list[ast.expr]:
    """What is spelled: the items of a display, what a part is taken of."""
    if isinstance(node, (ast.List, ast.Tuple)):
        return [part for element in node.elts for part in _parts(element)]
    if isinstance(node, ast.Subscript):
        return [node.value]
    return [node]


RULE = Rule(
    id="ascii_repr",
    family="P8",
    summary="repr() of octets spells them as escapes",
    before="a = chr(200) + 'x'\nprint repr(a)\n",
    after="a = chr(200) + 'x'\nprint(ascii(a))\n",
    caveats="Only where the file shows that the text holds single bytes above 127.",
    triggers=("repr", "`"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=80,
    nodes=(ast.Call,),
    names=frozenset(["repr"]),
    follows=frozenset(["blob_text", "bytes_beside_text", "codec_methods"]),
    visit=visit,
)
