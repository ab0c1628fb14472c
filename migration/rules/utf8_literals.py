"""'caf\\xc3\\xa9' → 'café', in a file that is not about octets: text, as it was shown, stored and decoded."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._literals import becomes_text, has_escapes, spells_utf8
from migration.rules._names import stdlib_name

#: Octets above 127 as escapes, behind backslashes that stand for themselves.
_OCTETS = re.compile(r"(?<!\\)((?:\\\\)*)((?:\\x[89a-fA-F][0-9a-fA-F]|\\[23][0-7][0-7])+)")
_ONE = re.compile(r"\\x([0-9a-fA-F]{2})|\\([0-7]{3})")
_COOKIE = re.compile(r"\A(?:[^\n]*\n)?[ \t\f]*#.*?coding[:=][ \t]*(?!utf-?8)\w", re.IGNORECASE)


def visit(node: ast.Constant, module: Module) -> Findings:
    """Write the characters that the escapes spell in UTF-8."""
    if not becomes_text(node, module) and not (spells_utf8(node, module) and _is_for_json(node, module)):
        return
    source = module.source(module.span(node))
    try:
        text = _OCTETS.sub(lambda m: m[1] + _spelled(m[2], module), source)
    except UnicodeDecodeError:
        return  # a character whose octets stand in two pieces
    if text != source:
        yield module.replace(node, text)


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
    "`json` is given there and then.",
    triggers=("\\x", "\\3"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=95,
    nodes=(ast.Constant,),
    when=has_escapes,
    visit=visit,
)
