"""'caf\\xc3\\xa9' → 'café', in a file that is not about octets: text, as it was shown, stored and decoded."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.laziness.use import held_against
from migration.analysis.literals import becomes_text, has_escapes, has_high_escapes, spells_utf8
from migration.analysis.names import memory, stdlib_name
from migration.analysis.strings.encoded import is_encoded
from migration.analysis.strings.kinds import BYTES, kind
from migration.analysis.values import function_named
from migration.dialects.octets import uses_octets_besides_utf8
from migration.rewriting.as_text import HELPER as AS_TEXT
from migration.rewriting.helpers import is_helper
from migration.rule import Findings, Rule
from migration.view.module import Module

#: Octets above 127 as escapes, behind backslashes that stand for themselves.
_OCTETS = re.compile(r"(?<!\\)((?:\\\\)*)((?:\\x[89a-fA-F][0-9a-fA-F]|\\[23][0-7][0-7])+)")
_ONE = re.compile(r"\\x([0-9a-fA-F]{2})|\\([0-7]{3})")
#: Builtins that tell how many octets there are, or which, and those that decode.
_OF_OCTETS = (
    "len",
    "list",
    "tuple",
    "set",
    "iter",
    "enumerate",
    "bytes",
    "bytearray",
    "str",
    "unicode",
    "repr",
)
_COOKIE = re.compile(r"\A(?:[^\n]*\n)?[ \t\f]*#.*?coding[:=][ \t]*(?!utf-?8)\w", re.IGNORECASE)


def visit(node: ast.Constant, module: Module) -> Findings:
    """Write the characters that the escapes spell in UTF-8."""
    if not becomes_text(node, module) and not (
        spells_utf8(node, module)
        and (
            _is_for_json(node, module)
            or _is_beside_decoded(node, module)
            or (_has_its_text_beside(node, module) and not _is_of_octets(node, module))
        )
    ):
        return
    if _is_looked_for_in_octets(node, module):
        return
    source = module.source(module.span(node))
    try:
        text = _OCTETS.sub(lambda m: m[1] + _spelled(m[2], module), source)
    except UnicodeDecodeError:
        return  # a character whose octets stand in two pieces
    if text != source:
        yield module.replace(node, text)


def _is_looked_for_in_octets(node: ast.expr, module: Module) -> bool:
    """Whether a method of octets gets a literal: `document.toxml('utf-8').count('…')`. What `encode` gave may be text
    by another rule.
    """
    call = module.parent(node)
    method = call.func if isinstance(call, ast.Call) and node in call.args else None
    if not isinstance(method, ast.Attribute) or is_encoded(method.value, module):
        return False
    return kind(method.value, module) == BYTES


def _is_for_json(node: ast.AST, module: Module) -> bool:
    """Whether a literal stands in what `json` is told to write: it read native strings as UTF-8."""
    inner, outer = node, module.parent(node)
    while isinstance(outer, (ast.List, ast.Tuple, ast.Dict)):
        inner, outer = outer, module.parent(outer)
    return (
        isinstance(outer, ast.Call)
        and outer.args[:1] == [inner]
        and stdlib_name(outer.func, module) in ("json.dumps", "json.dump")
        and not any(k.arg in ("encoding", "ensure_ascii", None) for k in outer.keywords)
    )


def _is_beside_decoded(node: ast.expr, module: Module) -> bool:
    """Whether a literal is held against what was decoded for it, as are all of the file that spell octets: another may
    be what comes back. Where all of them are UTF-8, and the file is about octets nowhere, that one is text as well.
    """
    if "as_text(" not in module.text:
        return False
    known = memory(module)
    if "text by decoding" not in known:
        constants = (
            c for c in module.nodes_of(ast.Constant) if isinstance(c, ast.Constant) and c.kind != "u"
        )
        spelled = [c for c in constants if isinstance(c.value, (str, bytes)) and has_high_escapes(c, module)]
        beside = [c for c in spelled if _is_held_against_text(c, module)]
        alike = all(spells_utf8(c, module) for c in spelled) and not uses_octets_besides_utf8(module.text)
        known["text by decoding"] = bool(beside) and (len(beside) == len(spelled) or alike)
    return bool(known["text by decoding"])


def _has_its_text_beside(node: ast.Constant, module: Module) -> bool:
    """Whether the very text that a literal spells in octets is a literal of the file as well: what is encoded from the
    one and compared with the other, in a program that keeps it as text. The file is about octets nowhere, and what
    spells some spells UTF-8.
    """
    known = memory(module)
    if "texts besides octets" not in known:
        texts: set[str] = set()
        if not module.facts.index.octets and not uses_octets_besides_utf8(module.text):
            constants = (c.value for c in module.nodes_of(ast.Constant) if isinstance(c, ast.Constant))
            texts = {c for c in constants if isinstance(c, str) and not c.isascii()}
        known["texts besides octets"] = texts
    found: set[str] = known["texts besides octets"]
    spelled = node.value if isinstance(node.value, str) else ""
    return bool(found) and spelled.encode("latin-1").decode("utf-8") in found


def _is_of_octets(node: ast.expr, module: Module) -> bool:
    """Whether octets are wanted of a literal, or of what a name or an attribute is that is given it: decoded, counted,
    taken one by one, or held against octets.
    """
    uses = [node]
    outer = module.parent(node)
    if isinstance(outer, ast.Assign):
        given = {spelled for t in outer.targets if (spelled := ast.unparse(t))}
        read = module.nodes_of(ast.Name, ast.Attribute)
        uses += [n for n in read if isinstance(n, ast.expr) and ast.unparse(n) in given]
    return any(_wants_octets(use, module) for use in uses)


def _wants_octets(node: ast.expr, module: Module) -> bool:
    outer = module.parent(node)
    if isinstance(outer, (ast.Subscript, ast.Attribute, ast.For, ast.comprehension, ast.Starred)):
        return getattr(outer, "slice", None) is not node
    if isinstance(outer, ast.Call) and module.is_builtin(outer.func, *_OF_OCTETS):
        return True
    others = (o for o in held_against(node, module) if o is not node)
    return any((kind(o, module) == BYTES and not is_encoded(o, module)) or _encodes(o) for o in others)


def _encodes(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "encode"


def _is_held_against_text(node: ast.expr, module: Module) -> bool:
    others = [o for o in held_against(node, module) if o is not node]
    made = [function_named(o.func, module) if isinstance(o, ast.Call) else None for o in others]
    return bool(made) and all(f is not None and is_helper(f, AS_TEXT) for f in made)


def _spelled(escapes: str, module: Module) -> str:
    octets = bytes(int(h, 16) if h else int(o, 8) for h, o in _ONE.findall(escapes))
    plain = _COOKIE.match(module.text) is None
    return "".join(c if plain and c.isprintable() else _escape(c) for c in octets.decode("utf-8"))


def _escape(character: str) -> str:
    number = ord(character)
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


RULE = Rule(
    id="utf8_literals",
    family="P8",
    summary="literals that spell text as octets of UTF-8 are text",
    before="print 'caf\\xc3\\xa9'\n",
    after="print('café')\n",
    caveats="Not in a file that uses octets in any other way, nor in programs of octets (octet_text), but for what "
    "`json` is given there and then; what is held against decoded text is text anywhere, and so are octets whose text "
    "is a literal beside them.",
    triggers=("\\x", "\\3"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=95,
    nodes=(ast.Constant,),
    follows=frozenset(["octets_or_text: as_text", "decoded_value: as_text", "shown_octets: as_text"]),
    when=has_escapes,
    visit=visit,
)
