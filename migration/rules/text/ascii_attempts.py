r"""try: str(u'\xe9') except UnicodeError: … → .encode("ascii").decode("ascii"): what was tried fails as it did."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.exceptions import handles, is_awaited, tries_around
from migration.analysis.flow_kinds import may_be_octets
from migration.analysis.literals import has_high_escapes
from migration.analysis.strings.encodings import encodes_itself
from migration.analysis.strings.kinds import BYTES, kind
from migration.analysis.strings.seen import seen_at
from migration.analysis.values import written_out
from migration.rule import Findings, Rule
from migration.trees.constants import text_of
from migration.view.module import Module

_ENCODING = ("UnicodeEncodeError", "UnicodeError", "ValueError")
_ASCII = frozenset(["ascii", "us-ascii"])
#: What may fail because octets are no text of some encoding.
_DECODERS = frozenset(["decode", "unicode", "u", "read", "readline", "readlines"])
_DECODING = ("UnicodeDecodeError", "UnicodeError", "ValueError")


def visit(node: ast.Call | ast.BinOp, module: Module) -> Findings:
    """Spell out the ASCII that Python 2 went through, where somebody waits for it to fail and it does."""
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.Add):
            for octets, text in ((node.left, node.right), (node.right, node.left)):
                if (
                    _is_octets(octets, module)
                    and _is_text(text, module)
                    and is_awaited(node, module, *_DECODING)
                ):
                    yield module.wrap(octets, "", '.encode("latin-1").decode("ascii")')
        return
    if len(node.args) != 1 or node.keywords:
        return
    if isinstance(node.func, ast.Attribute):
        yield from _encoded(node, node.func.value, module)
    if not module.is_builtin(node.func, "str", "unicode"):
        return
    value = node.args[0]
    if module.is_builtin(node.func, "unicode"):
        if isinstance(value, ast.Constant):
            return  # it is made bytes, which are decoded
        if _is_octets(value, module) and is_awaited(node, module, *_DECODING):
            yield module.wrap(value, "", '.encode("latin-1").decode("ascii")')
        return
    if _is_text(value, module, high=True) and is_awaited(node, module, *_ENCODING):
        yield module.wrap(value, "", '.encode("ascii").decode("ascii")')
    elif isinstance(value, ast.Name) and any(_refuses(t) for t in tries_around(node, module)):
        if (
            module.facts.index.octets
            or "def __str__" in module.text
            or any(
                isinstance(n, ast.Constant) and _is_octets(n, module) for n in module.nodes_of(ast.Constant)
            )
        ):
            return  # native strings of any octets went through
        # Who complains of what is no ASCII meant it: what Python 2 had as text is text here as well.
        yield module.wrap(node, "", '.encode("ascii").decode("ascii")')


def _encoded(node: ast.Call, value: ast.expr, module: Module) -> Findings:
    """Decode before `x.encode('ascii')` as Python 2 did with native strings, where only that is awaited to fail."""
    codec = text_of(node.args[0]) or ""
    if codec.lower() not in _ASCII or getattr(node.func, "attr", "") != "encode":
        return
    if isinstance(value, ast.Constant):
        return
    if any("unicode" in seen for seen in seen_at("encode", node, module)):
        return
    if kind(value, module) == BYTES or may_be_octets(value, module) or encodes_itself(value, module):
        return
    known = module.type_of(value)
    tried = next((t for t in tries_around(node, module) if handles(t, "UnicodeDecodeError")), None)
    if tried is None or (known and known != {"str"}):
        return
    # What may be text fails by another error, and other calls may fail by this one.
    others = (n for s in tried.body for n in ast.walk(s))
    if not known and (
        is_awaited(node, module, "UnicodeEncodeError", "UnicodeError", "ValueError")
        or any(_may_decode(n, module) for n in others)
    ):
        return
    octets = module.facts.index.octets
    read_by = (
        '.encode("latin-1").decode("ascii")'
        if octets
        else '.encode("utf-8", "surrogatepass").decode("ascii")'
    )
    # What comes of it is a native string, or nothing that is asked for.
    whole = octets or isinstance(module.parent(node), ast.Expr)
    if whole:
        module.note_decoded(node)
    yield module.replace(node if whole else value, *module.atom(value), read_by, exactness=Exactness.SEMANTIC)


def _may_decode(node: ast.AST, module: Module) -> bool:
    """Whether `node` is named as what decodes is, or is text that native strings are decoded beside."""
    named = getattr(node, "attr", getattr(node, "id", "")) in _DECODERS
    return named or (isinstance(node, ast.expr) and _is_text(node, module))


def _refuses(tried: ast.Try) -> bool:
    """Whether what can't be encoded, and nothing besides, is answered by another error."""
    return any(
        isinstance(h.type, ast.Name) and h.type.id in _ENCODING[:2] and _raises_another(h.body)
        for h in tried.handlers
    )


def _raises_another(body: list[ast.stmt]) -> bool:
    return isinstance(body[-1], ast.Raise) and body[-1].exc is not None


def _is_text(node: ast.expr, module: Module, high: bool = False) -> bool:
    """Whether `node` is a literal of Python 2's unicode; with `high`, one that is no ASCII."""
    value = written_out(node, module)
    if not (isinstance(value, ast.Constant) and value.kind == "u" and isinstance(value.value, str)):
        return False
    return not (high and value.value.isascii())


def _is_octets(node: ast.expr, module: Module) -> bool:
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    if len(bindings) == 1 and isinstance(bindings[0].node, ast.arg):
        given = module.arguments_for(bindings[0].node)
        native = all(module.type_of(g) == {"str"} for g in given)
        return native and any(_is_octets(g, module) for g in given)
    value = written_out(node, module)
    if not isinstance(value, ast.Constant) or value.kind == "u" or not isinstance(value.value, str):
        return False
    return has_high_escapes(value, module)


RULE = Rule(
    id="ascii_attempts",
    family="P8",
    summary="an attempt to go through ASCII fails where it did",
    before="try:\n    print str(u'\\xe9')\nexcept UnicodeError:\n    print 'no'\n",
    after="try:\n    print(str('\\xe9'.encode(\"ascii\").decode(\"ascii\")))\nexcept UnicodeError:\n    print('no')\n",
    caveats="Only literals, in place or by one name, what another error refuses, and what is encoded where only a "
    "failure to decode is awaited: of other text nobody can say what it was.",
    triggers=("UnicodeEncodeError", "UnicodeDecodeError", "UnicodeError"),
    exactness=Exactness.EXACT,
    needs_python2=True,
    order=20,
    nodes=(ast.Call, ast.BinOp),
    names=frozenset(["str", "unicode", "encode"]),
    visit=visit,
)
