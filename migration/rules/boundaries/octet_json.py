"""json.loads(body) → json.loads(decoded_octets(body, "utf-8")): in programs of octets, native strings were UTF-8."""

from __future__ import annotations

import ast
import re

from migration.analysis.literals import literal
from migration.analysis.names import last_name, stdlib_name
from migration.analysis.strings.octets import octets_throughout
from migration.rewriting.as_text import OCTETS_DECODED
from migration.rewriting.helpers import helper
from migration.rule import Exactness, Findings, Rule, last_names
from migration.source.edits import Span
from migration.trees.constants import text_of
from migration.trees.fields import displayed
from migration.view.module import Module

HELPER = '''
def texts_of_octets(value, around=()):
    """A value for json to write: text in place of what spells the octets of UTF-8, also within lists and dicts."""
    if any(value is one for one in around):
        return value  # It contains itself, which json refuses.
    inside = (*around, value)
    if isinstance(value, dict):
        return {texts_of_octets(key): texts_of_octets(one, inside) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [texts_of_octets(one, inside) for one in value]
    if not isinstance(value, str):
        return value
    try:
        return value.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return value
'''
_MODULES = ("json", "simplejson")
_LOADS, _LOAD = (frozenset(f"{m}.{n}" for m in _MODULES) for n in ("loads", "load"))
_DUMPS = frozenset(f"{m}.{n}" for m in _MODULES for n in ("dump", "dumps"))
#: What is given text already, by this rule or another.
_MADE = frozenset(["decoded", "decoded_octets", "texts_of_octets"])
#: Codecs that give text.
_TEXTUAL = re.compile(r"utf|latin|iso|cp\d|ascii", re.IGNORECASE)
#: A codec for native strings that is told: what these are is known then.
_TOLD = frozenset(["encoding", "ensure_ascii", "default", "cls"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Have what is read decoded, and what is written made of text."""
    name = stdlib_name(node.func, module)
    if not node.args or isinstance(node.args[0], ast.Starred) or any(k.arg in _TOLD for k in node.keywords):
        return
    given = node.args[0]
    if _is_text(given):
        return
    if name in _LOADS and not literal(given, module):
        decoding = helper("decoded_octets", OCTETS_DECODED, module)
        yield module.edit(module.in_call(given, decoding, ', "utf-8"'))
    elif name in _LOAD and isinstance(node.func, ast.Attribute):
        decoding = helper("decoded_octets", OCTETS_DECODED, module)
        read = (decoding, "(", *module.atom(given), '.read(), "utf-8")')
        end = module.span(node.func).end
        yield module.edit(module.part(given, *read), module.part(Span(end - len("load"), end), "loads"))
    elif name in _DUMPS and not all(isinstance(part, ast.Constant) for part in displayed(given)):
        yield module.edit(module.in_call(given, helper("texts_of_octets", HELPER, module)))


def _is_text(given: ast.expr) -> bool:
    """Whether what is given to json is text as such: written as that, or decoded there and then."""
    if isinstance(given, ast.Constant):
        return given.kind == "u"
    if not isinstance(given, ast.Call):
        return False
    codec = text_of(given.args[0]) if given.args else None
    decoded = last_name(given.func) == "decode" and codec is not None and _TEXTUAL.match(codec) is not None
    return decoded or last_name(given.func) in _MADE


RULE = Rule(
    id="octet_json",
    family="P9",
    summary="in programs of octets, JSON is read and written as UTF-8, as native strings were",
    before="import json\nx = json.loads(y)\n",
    after="import json\nx = json.loads(y)\n",
    caveats="Only in repositories whose strings are octets (dialects/octets.py), where no codec or encoder is told.",
    triggers=("json", "simplejson"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=last_names(*_LOADS, *_LOAD, *_DUMPS),
    when=octets_throughout,
    visit=visit,
)
