"""t = e.text; if not isinstance(t, unicode): t.decode('unicode_escape') → if t.isascii(): ASCII was no unicode.

Parsers of XML gave native strings for it, and unicode for all other text.
"""

from __future__ import annotations

import ast

from migration.analysis.builtins import is_old_builtin, type_asked
from migration.analysis.strings.seen import ESCAPING, codec_of
from migration.analysis.values import given_last
from migration.rule import Exactness, Findings, Rule
from migration.view.module import Module

#: What an element has of the document's text, and what gives some of it.
_TEXTS = frozenset(["text", "tail"])
_GETTERS = frozenset(["findtext"])


def visit(node: ast.If, module: Module) -> Findings:
    """Ask what the text holds where escapes are read only in what was no unicode."""
    test = node.test
    asked = (
        type_asked(test.operand, module)
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
        else None
    )
    if asked is None or not is_old_builtin(asked[1], module, "unicode"):
        return
    value = asked[0]
    given = given_last(value, module) if isinstance(value, ast.Name) else None
    if (
        not isinstance(value, ast.Name)
        or not isinstance(given, ast.Assign)
        or not _is_of_element(given.value)
    ):
        return
    if any(_reads_escapes(n, value.id) for one in node.body for n in ast.walk(one)):
        yield module.replace(test, value, ".isascii()")


def _is_of_element(value: ast.expr) -> bool:
    """Whether `value` is text of an element, or what a function makes of that alone."""
    if isinstance(value, ast.Attribute):
        return value.attr in _TEXTS
    if not isinstance(value, ast.Call) or not isinstance(value.func, (ast.Name, ast.Attribute)):
        return False
    if isinstance(value.func, ast.Attribute) and value.func.attr in _GETTERS:
        return True
    named = value.func.attr if isinstance(value.func, ast.Attribute) else value.func.id
    return named == "unescape" and len(value.args) == 1 and _is_of_element(value.args[0])


def _reads_escapes(node: ast.AST, name: str) -> bool:
    """Whether a call reads the escapes in what `name` holds."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    decodes = node.func.attr == "decode" and codec_of(node) in ESCAPING
    return decodes and isinstance(node.func.value, ast.Name) and node.func.value.id == name


RULE = Rule(
    id="element_escapes",
    family="P10",
    summary="text of an element that was a native string is told by what it holds",
    before=(
        "from xml.etree import ElementTree\nfor e in ElementTree.parse(p).getroot():\n    t = e.text\n"
        "    if not isinstance(t, unicode):\n        t = t.decode('unicode_escape')\n"
    ),
    after=(
        "from xml.etree import ElementTree\n\n\n"
        'def unescaped(value, codec, errors="strict"):\n'
        '    """What the escapes in text or bytes stand for."""\n'
        '    octets = value.encode("latin-1", "backslashreplace") if isinstance(value, str) else value\n'
        "    return octets.decode(codec, errors)\n\n\n"
        "for e in ElementTree.parse(p).getroot():\n    t = e.text\n"
        "    if t.isascii():\n        t = unescaped(t, 'unicode_escape')\n"
    ),
    caveats="Only where the test stands behind what takes the text out of the element.",
    triggers=("unicode_escape", "unicode-escape"),
    exactness=Exactness.EXACT,
    evidence=True,
    order=10,
    nodes=(ast.If,),
    when=lambda module: "tree" in module.text,
    visit=visit,
)
