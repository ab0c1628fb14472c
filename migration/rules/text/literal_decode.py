"""'text'.decode('utf-8') → 'text': a literal is text already."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.literals import has_high_escapes, has_letters_beyond, literal
from migration.analysis.names import stdlib_name
from migration.analysis.strings.as_bytes import literal_parts
from migration.analysis.strings.decodings import decoded_by_files
from migration.analysis.strings.kinds import TEXT, kind
from migration.analysis.strings.seen import named_encoding
from migration.analysis.strings.streams import read_as_octets
from migration.analysis.values import constants_held, places_of
from migration.rule import Findings, Rule
from migration.stdlib.codecs import encodes_text, is_ascii_based
from migration.trees.precedence import of
from migration.view.module import Module

#: Codecs that read escapes: what is decoded is no text yet.
_ESCAPES = frozenset(["unicode_escape", "raw_unicode_escape"])
#: Python 2's codec where none was named is among them.
_ASCII = frozenset(["", "ascii", "us_ascii"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Drop the decoding of what is text; spell bytes out where escapes gave them."""
    function = node.func
    if module.is_builtin(function, "unicode") and len(node.args) > 1:
        first = node.args[0]
        if isinstance(first, ast.Name) and kind(first, module) == TEXT and has_high_escapes(first, module):
            yield from _named(first, module)
        return
    if "codecs" in module.text and stdlib_name(function, module) == "codecs.decode":
        yield from _by_function(node, module)
        return
    if not isinstance(function, ast.Attribute) or function.attr != "decode" or node.keywords:
        return
    if len(node.args) > 2 or kind(function.value, module) != TEXT or node in decoded_by_files(module):
        return
    value = function.value
    codec = node.args[0] if node.args else None
    spelled = str(codec.value).lower().replace("-", "_") if isinstance(codec, ast.Constant) else ""
    if spelled in _ESCAPES and str(value.value if isinstance(value, ast.Constant) else "").isascii():
        if literal(value, module) or _spells_escapes(value, module):
            yield module.edit(*literal_parts(value, module), exactness=Exactness.EXACT)
        elif isinstance(value, ast.Name) and _is_written_out(value, module):
            yield module.replace(value, module.span(value), '.encode("latin-1")', exactness=Exactness.EXACT)
        return
    known = is_ascii_based(spelled) or (codec is not None and named_encoding(codec))
    if codec is not None and not known:
        if encodes_text(spelled.replace("_", "-")) and not read_as_octets(value, module):
            yield from _of_wide_codec(value, module)
        return
    if read_as_octets(value, module):
        return
    by_name = codec is not None and not isinstance(codec, ast.Constant)
    if has_high_escapes(value, module) or (by_name and _is_written_out(value, module)):
        if literal(value, module):
            yield module.edit(*literal_parts(value, module), exactness=Exactness.EXACT)
        elif isinstance(value, ast.Name):
            yield from _named(value, module)
        return
    if spelled in _ASCII and any(has_letters_beyond(c, module) for c in constants_held(value, module)):
        # It was refused, or what is no ASCII replaced, and still is.
        yield module.replace(value, *module.atom(value), '.encode("utf-8")', exactness=Exactness.SEMANTIC)
        return
    exactness = Exactness.EXACT if isinstance(value, ast.Constant) else Exactness.SEMANTIC
    statement = module.parent(node)
    if isinstance(statement, ast.Assign) and [ast.unparse(t) for t in statement.targets] == [
        ast.unparse(value)
    ]:
        yield module.delete_statement(statement, exactness=exactness)
        return
    yield module.replace(node, module.span(value), precedence_of_new=of(value), exactness=exactness)


def _by_function(node: ast.Call, module: Module) -> Findings:
    """codecs.decode('a', 'utf-8'): a literal that is given to a codec of text is octets."""
    if len(node.args) < 2 or node.keywords or module.facts.index.octets:
        return
    first, codec = node.args[:2]
    named = isinstance(codec, ast.Constant) and isinstance(codec.value, str) and encodes_text(codec.value)
    if named and literal(first, module):
        yield module.edit(*literal_parts(first, module), exactness=Exactness.EXACT, needs_python2=True)


def _of_wide_codec(value: ast.expr, module: Module) -> Findings:
    """Octets in place of text: no codec that spells ASCII otherwise, as UTF-16 does, was given text that is none."""
    if literal(value, module):
        yield module.edit(*literal_parts(value, module), exactness=Exactness.EXACT)
    else:
        yield module.replace(value, *module.atom(value), '.encode("latin-1")', exactness=Exactness.SEMANTIC)


def _is_written_out(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a literal, in place or by a name: octets, for a codec that may be any."""
    if isinstance(node, ast.Name):
        return any(b.value is not None and literal(b.value, module) for b in module.bindings(node))
    return literal(node, module)


def _spells_escapes(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a native literal with `\\u`, which was no escape in one, and is none in bytes."""
    native = isinstance(node, ast.Constant) and isinstance(node.value, str) and node.kind != "u"
    return native and module.source(module.span(node)).isascii()


def _named(node: ast.Name, module: Module) -> Findings:
    """Octets in a variable become bytes where all that is done with them does; else they are encoded to be decoded."""
    values = [b.value for b in module.bindings(node)]
    reads = places_of(node, module)
    if all(v is not None and literal(v, module) for v in values) and all(
        isinstance(n.ctx, ast.Store) or _takes_either(n, module) for n in reads
    ):
        yield module.edit(*(p for v in values if v is not None for p in literal_parts(v, module)))
    else:
        yield module.replace(node, module.span(node), '.encode("latin-1")', exactness=Exactness.SEMANTIC)


def _takes_either(node: ast.Name, module: Module) -> bool:
    """Whether the place of `node` reads bytes as Python 2 read the string, or has a rule that sees to it."""
    parent = module.parent(node)
    if isinstance(parent, ast.Attribute):
        return parent.attr == "decode"
    if isinstance(parent, ast.Call) and node in parent.args:
        if module.is_builtin(parent.func, "unicode") and len(parent.args) > 1:
            return True
        return module.is_builtin(parent.func, "len", "print", "str")
    return isinstance(parent, ast.Compare)


RULE = Rule(
    id="literal_decode",
    family="P8",
    summary="text needs no decoding",
    before="a = 'x'.decode('utf-8')\n",
    after="a = 'x'\n",
    caveats="Only what is certainly text; a call on an unknown value stays.",
    triggers=("decode", "unicode"),
    nodes=(ast.Call,),
    names=frozenset(["decode", "unicode"]),
    visit=visit,
)
