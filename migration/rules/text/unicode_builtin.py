"""unicode(x) → str(x); unicode(b, encoding) → a decoding."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import arguments, is_isinstance_argument, is_old_builtin, spell_builtin
from migration.analysis.classes import class_of, classes, methods
from migration.analysis.exceptions import is_awaited
from migration.analysis.literals import has_high_escapes, literal
from migration.analysis.names import last_name
from migration.analysis.strings.as_bytes import literal_parts
from migration.analysis.strings.kinds import BYTES, TEXT, kind
from migration.analysis.strings.octet_characters import octets_again
from migration.analysis.strings.seen import NATIVE, UNICODE, evidence, seen_at, watched
from migration.flow.atoms import Instance
from migration.flow.world import has_method
from migration.rewriting.alike import needless
from migration.rewriting.as_text import decoding
from migration.rewriting.helpers import helper
from migration.rule import Findings, Phase, Rule
from migration.rules.text._string_tests import asks_octets
from migration.rules.text.unicode_method import can_rename, keeps_octets, losing_codec
from migration.source.edits import Piece, Span
from migration.view.module import Module

TEXT_OF = '''
def text_of(value):
    """Text for anything; bytes are ASCII."""
    return str(value, "ascii") if isinstance(value, bytes) else str(value)
'''

TWO_TEXTS = '''
def unicode_text(value):
    """unicode() as Python 2 had it: what an object's __unicode__ says, or else its text; bytes are ASCII."""
    if isinstance(value, bytes):
        return str(value, "ascii")
    own = getattr(type(value), "__unicode__", None)
    return str(value) if own is None else own(value)
'''


def visit(node: ast.Name, module: Module) -> Findings:
    """Rename the type; where it decodes, decode what may be bytes."""
    if node.id != "unicode" or not is_old_builtin(node, module, "unicode"):
        return
    parent, name = module.parent(node), spell_builtin("str", node, module)
    if isinstance(parent, ast.Call) and parent.func is node:
        yield from _call(parent, node, name, module)
    elif (
        isinstance(parent, ast.Tuple)
        and is_isinstance_argument(node, module)
        and len(parent.elts) == 2
        and any(module.is_builtin(e, "str") for e in parent.elts)
    ):
        if asks_octets(node, module):
            yield module.replace(node, "bytes", exactness=Exactness.SEMANTIC)
        else:
            yield module.replace(parent, name, exactness=Exactness.SEMANTIC)
    elif _is_either_string(node, module):
        yield module.replace(node, "bytes", exactness=Exactness.SEMANTIC)
    elif gone := needless(node, "str", module):
        yield module.edit(*gone, exactness=Exactness.SEMANTIC)
    elif isinstance(parent, ast.Call) and module.is_builtin(parent.func, "map") and has_two_texts(module):
        yield module.replace(node, helper("unicode_text", TWO_TEXTS, module), exactness=Exactness.SEMANTIC)
    else:
        yield module.replace(node, name, exactness=Exactness.SEMANTIC)


def _is_either_string(node: ast.Name, module: Module) -> bool:
    """Whether what may be octets is asked whether it is unicode beside the question whether it is a native string; what
    certainly is octets is asked that alone.
    """
    test = module.parent(node)
    if not needless(node, "str", module) or not asks_octets(node, module):
        return False
    return not (isinstance(test, ast.Call) and kind(test.args[0], module) == BYTES)


def _call(call: ast.Call, node: ast.Name, name: str, module: Module) -> Findings:
    if call in octets_again(module):
        return
    decodes = len(call.args) > 1 or bool(call.keywords)
    first = call.args[0] if call.args else None
    if first is not None and literal(first, module) and has_high_escapes(first, module):
        # Octets that are spelled out: what they are decoded by is said, or it is ASCII.
        end = module.span(first).end
        told = len(call.args) > 1 or any(k.arg == "encoding" for k in call.keywords)
        codec = [] if told else [module.part(Span(end, end), ', "ascii"')]
        yield module.edit(module.part(node, name), *literal_parts(first, module), *codec)
        return
    if not decodes:
        if _calls_itself(call, module):
            # Where no class had a __unicode__, this would never have ended. What shows an object is text now.
            whole = _with_encoding(call, module)
            text = (*module.sub(call.args[0]), ".__unicode__()")
            encoded = module.parent(module.parent(call))
            if whole is call and (lossy := losing_codec(encoded)):
                rest = Span(module.span(call).end, module.span(encoded).end)
                whole, text = encoded, (*text, rest, f'.decode("{lossy}")')
            yield module.replace(whole, *text, exactness=Exactness.EXACT)
            return
        if first is not None and not isinstance(first, ast.Starred) and _may_have_two_texts(first, module):
            yield module.replace(
                node, helper("unicode_text", TWO_TEXTS, module), exactness=Exactness.SEMANTIC
            )
            return
        seen = _seen(call, module)
        if seen & NATIVE or (seen and seen <= UNICODE):
            # Text stays, by whichever name; what may be octets in Python 3 as well goes through a helper.
            plain = seen <= UNICODE or kind(call.args[0], module) == TEXT
            new = name if plain else helper("text_of", TEXT_OF, module)
            note = evidence("the argument", seen)
            yield module.replace(node, new, exactness=Exactness.SEMANTIC, note=note)
            return
        if first is not None and _is_tried(call, first, module):
            yield module.replace(node, helper("text_of", TEXT_OF, module), exactness=Exactness.SEMANTIC)
            return
        known = (call.args and module.type_of(call.args[0])) or {"str"}
        exact = not call.args or known <= {"int", "long", "unicode", "bool", "NoneType"}
        yield module.replace(node, name, exactness=Exactness.EXACT if exact else Exactness.SEMANTIC)
        return
    if not call.args or any(isinstance(a, ast.Starred) for a in call.args):
        yield module.open(node, "unicode decodes here; say bytes.decode where the value is bytes")
        return
    kinds = module.type_of(call.args[0])
    if kinds and kinds <= {"bytes", "bytearray"}:
        yield module.replace(node, name, exactness=Exactness.EXACT)
        return
    assert first is not None
    plain = isinstance(first, ast.Constant) and isinstance(first.value, str)
    plain = plain and (str(first.value).isascii() or _is_read_so(call, module))  # type: ignore[attr-defined]
    if plain and kinds == {"str"} and arguments(call, 3, 2):
        pieces: tuple[Piece, ...] = module.sub(first)
        yield module.replace(call, *pieces, exactness=Exactness.EXACT)
        return
    yield module.replace(node, decoding(module, call), exactness=Exactness.SEMANTIC)


def _is_read_so(call: ast.Call, module: Module) -> bool:
    """Whether a literal that is decoded is read by the same codec as its file: any other would have failed."""
    codec = call.args[1] if len(call.args) == 2 and not call.keywords else None
    told = codec.value if isinstance(codec, ast.Constant) else ""
    return str(told).lower() in ("utf-8", "utf8") and not module.facts.index.octets


def _with_encoding(call: ast.Call, module: Module) -> ast.AST:
    """`call`, with the `.encode(…)` behind it where that is returned and native strings are text."""
    encode = module.parent(call)
    outer = module.parent(encode) if getattr(encode, "attr", "") == "encode" else None
    returned = isinstance(outer, ast.Call) and isinstance(module.parent(outer), ast.Return)
    if not isinstance(outer, ast.Call) or not returned or losing_codec(outer):
        return call
    return call if module.facts.index.octets else outer


def _may_have_two_texts(node: ast.expr, module: Module) -> bool:
    """Whether `node` may be an object of a class whose __unicode__ says something else than its str()."""
    if not has_two_texts(module):
        return False
    return not module.type_of(node) or class_of(node, module) is not None or may_say_unicode(node, module)


def may_say_unicode(node: ast.expr, module: Module) -> bool:
    """Whether an object of a class of the repository that has a text as unicode() flows to `node`."""
    return any(isinstance(a, Instance) and has_method(a.kind, "__unicode__") for a in module.may_hold(node))


def has_two_texts(module: Module) -> bool:
    """Whether a class of the file says one thing as unicode() and another as str(); of the whole repository, where that
    is a small program of octets.
    """
    if keeps_octets(module):
        return True
    every = [c for several in classes(module).values() for c in several if "__unicode__" in methods(c)]
    return not all(can_rename(c, module) for c in every)


def _seen(call: ast.Call, module: Module) -> frozenset[str]:
    alone = watched(module) and len(call.args) == 1
    return seen_at("unicode", call.args[0], module) if alone else frozenset()


def _is_tried(call: ast.Call, value: ast.expr, module: Module) -> bool:
    """Whether somebody waits for octets that are no ASCII, and nothing says what they are given."""
    if module.facts.index.octets or not isinstance(value, (ast.Name, ast.Attribute, ast.Subscript)):
        return False
    if module.type_of(value) or kind(value, module) == TEXT or _is_plain_object(value, module):
        return False
    return is_awaited(call, module, "UnicodeDecodeError", "UnicodeError")


def _is_plain_object(value: ast.expr, module: Module) -> bool:
    """Whether `value` is the object whose method asks, and its class derives from none of octets."""
    owner = class_of(value, module)
    bases = [last_name(base) for base in owner.bases] if owner is not None else []
    return owner is not None and not {"str", "bytes", "bytearray", "basestring"} & set(bases)


def _calls_itself(call: ast.Call, module: Module) -> bool:
    function = module.function(call)
    return (
        isinstance(function, ast.FunctionDef)
        and function.name == "__str__"
        and len(call.args) == 1
        and isinstance(call.args[0], ast.Name)
        and bool(function.args.args)
        and call.args[0].id == function.args.args[0].arg
    )


RULE = Rule(
    id="unicode_builtin",
    family="P8",
    summary="unicode is str, and decodes when given an encoding",
    before="a = unicode(1), isinstance(b, unicode)\n",
    after="a = str(1), isinstance(b, str)\n",
    caveats="unicode(x, encoding) keeps text as it is, where Python 2 refused it.",
    triggers=("unicode",),
    phase=Phase.FINISH,
    evidence=True,
    nodes=(ast.Name,),
    names=frozenset(["unicode"]),
    follows=frozenset(["unicode_method"]),
    visit=visit,
)
