"""'é %s'.encode('utf-8') % x → ('é %s' % x).encode('utf-8'): bytes take no text in."""

from __future__ import annotations

import ast

from migration.analysis.literals import literal
from migration.analysis.strings.seen import UNIVERSAL
from migration.analysis.strings.shown import spelled, written
from migration.rule import Findings, Rule
from migration.view.module import Module, Precedence

#: Builtins that give numbers, or what is shown as one.
_NUMBERS = ("abs", "float", "int", "len", "long", "ord", "round", "sum")
_NO_OCTETS = frozenset(["bool", "dict", "float", "int", "list", "long", "NoneType", "tuple", "unicode"])


def visit(node: ast.BinOp, module: Module) -> Findings:
    """Put the values in first, and encode the whole."""
    call = node.left
    if not isinstance(node.op, ast.Mod) or not isinstance(call, ast.Call):
        return
    function = call.func
    if not (isinstance(function, ast.Attribute) and function.attr == "encode" and call.args):
        return
    template = function.value
    values = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
    if not (isinstance(template, ast.Constant) and isinstance(template.value, str)):
        return
    between = module.text[module.span(template).end : module.outer_span(template).end]
    if (
        "#" in between
        or isinstance(node.right, ast.Dict)
        or not all(_is_no_octets(v, module) for v in values)
    ):
        return
    # From the template's end to the end of the call: what encodes.
    encoding = module.text[module.outer_span(template).end : module.span(call).end]
    value = module.sub(node.right, Precedence.ATOM)
    whole = (module.span(template), " % ", *value)
    codec = call.args[0]
    if not _is_shown(node, module):
        yield module.replace(node, "(", *whole, ")", encoding)
    elif len(call.args) == 1 and isinstance(codec, ast.Constant) and str(codec.value).lower() in UNIVERSAL:
        yield module.replace(node, *whole, precedence_of_new=Precedence.PRODUCT)
    else:
        # Bytes that are shown are b'…'.
        again = f".decode({module.source(module.span(codec))})"
        yield module.replace(node, "(", *whole, ")", encoding, again)


def _is_shown(node: ast.BinOp, module: Module) -> bool:
    """Whether the whole is printed, or written where text is."""
    call = module.parent(node)
    if not isinstance(call, ast.Call):
        return False
    return any(value is node for value in (*spelled(call, module), *written(call, module)))


def _is_no_octets(node: ast.expr, module: Module) -> bool:
    """Whether a value is known to be no string, or one that the template's text can take in."""
    if isinstance(node, ast.Call) and module.is_builtin(node.func, *_NUMBERS):
        return True
    if isinstance(node, ast.Constant):
        return literal(node, module) or getattr(node, "kind", None) == "u" or not isinstance(node.value, str)
    types = module.type_of(node)
    return bool(types) and types <= _NO_OCTETS


RULE = Rule(
    id="encoded_template",
    family="P9",
    summary="what is put into encoded text is put into the text, which is encoded then",
    before="a = u'x: %s'.encode('utf-8') % len(b)\nn = 1L\n",
    after="a = ('x: %s' % len(b)).encode('utf-8')\nn = 1\n",
    caveats="Where a repository holds octets as text, what is encoded is text again, and takes in any.",
    triggers=("encode",),
    needs_python2=True,
    order=5,
    nodes=(ast.BinOp,),
    when=lambda module: not module.facts.index.octets,
    visit=visit,
)
