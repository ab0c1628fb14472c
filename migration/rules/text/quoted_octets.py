r"""quote('\xc3\xa9') → quote(b'\xc3\xa9'): octets that a literal spells are not text to be encoded once more."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.arguments import argument
from migration.analysis.literals import (
    becomes_text,
    has_escapes,
    has_high_escapes,
    literal,
    spells_texts,
    spells_utf8,
)
from migration.analysis.names import stdlib_name
from migration.analysis.strings.as_bytes import literal_parts
from migration.analysis.values import constants_held
from migration.rewriting.as_text import OCTETS_DECODED
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.source.edits import Part, Span
from migration.view.module import Module

_QUOTES = frozenset(
    f"{module}.{name}" for module in ("urllib", "urllib.parse") for name in ("quote", "quote_plus")
)
_QUERIES = frozenset(["urllib.urlencode", "urllib.parse.urlencode"])
_HEADERS = frozenset(["email.header.Header", "email.Header.Header"])
_TEXTS = frozenset(["email.mime.text.MIMEText", "email.MIMEText.MIMEText"])


def _spells(module: Module) -> bool:
    return module.facts.index.octets or has_escapes(module) or spells_texts(module)


def visit(node: ast.Call, module: Module) -> Findings:
    """Hand over bytes, or the text that they are where a message wants text."""
    name = stdlib_name(node.func, module)
    first = node.args[0] if node.args else None
    if first is None or isinstance(first, ast.Starred):
        return
    if module.facts.index.octets:
        charset = argument(node, 2, "_charset") if name in _TEXTS else None
        named = argument(node, 1, "charset") if name in _HEADERS else None
        # Of headers that are read, parts without a character set are put together again.
        charset = named if isinstance(named, ast.Constant) and isinstance(named.value, str) else charset
        made = getattr(first.func, "id", "") if isinstance(first, ast.Call) else ""
        if charset is not None and made != "decoded_octets" and not _is_same(first, module):
            # A message encodes its text itself.
            decoder = helper("decoded_octets", OCTETS_DECODED, module)
            yield module.replace(first, decoder, "(", *module.sub(first), ", ", *module.sub(charset), ")")
        return
    if name in _QUOTES and not node.keywords:
        values, decoded = [first], None
    elif name in _QUERIES and not node.keywords:
        values, decoded = list(_values(first)), None
    elif name in _HEADERS and argument(node, 1, "charset") is not None:
        values, decoded = [first], None
    elif name in _TEXTS:
        values, decoded = [first], argument(node, 2, "_charset")
        if decoded is None:
            return
    else:
        return
    for value in values:
        if _is_spelled(value, module):
            yield module.edit(*_as_octets(value, decoded, module))


def _is_same(node: ast.expr, module: Module) -> bool:
    """Whether a literal is of ASCII, or text."""
    return isinstance(node, ast.Constant) and (not literal(node, module) or str(node.value).isascii())


def _values(given: ast.expr) -> Iterator[ast.expr]:
    """The values of a query that is written out: {'a': v}, [('a', v)]."""
    if isinstance(given, ast.Dict):
        yield from given.values
    elif isinstance(given, (ast.List, ast.Tuple)):
        for pair in given.elts:
            if isinstance(pair, (ast.Tuple, ast.List)) and len(pair.elts) == 2:
                yield pair.elts[1]


def _is_spelled(node: ast.expr, module: Module) -> bool:
    """Whether `node` can only be native literals of this file, one of which spells the UTF-8 of a text; or is one that
    spells octets which are that of none.
    """
    if isinstance(node, ast.Constant):
        return literal(node, module) and has_high_escapes(node, module) and not becomes_text(node, module)
    held = constants_held(node, module)
    if any(becomes_text(c, module) for c in held):
        return False
    return all(literal(c, module) for c in held) and any(spells_utf8(c, module) for c in held)


def _as_octets(node: ast.expr, codec: ast.expr | None, module: Module) -> list[Part]:
    """The parts that make bytes of what is spelled, and text of these where `codec` is given."""
    decoded = (".decode(", *module.sub(codec), ")") if codec is not None else ()
    if not isinstance(node, ast.Constant):
        return [module.part(node, *module.atom(node), '.encode("latin-1")', *decoded)]
    behind = module.span(node).end
    return [*literal_parts(node, module), *([Part(Span(behind, behind), decoded)] if decoded else [])]


RULE = Rule(
    id="quoted_octets",
    family="P8",
    summary="octets that a literal spells are bytes where URLs and messages are made of them",
    before="import urllib\na = urllib.quote('caf\\xc3\\xa9')\nn = 1L\n",
    after="import urllib.parse\na = urllib.parse.quote(b'caf\\xc3\\xa9')\nn = 1\n",
    caveats="Only literals whose octets are the UTF-8 of a text, and names that are nothing else.",
    triggers=("quote", "quote_plus", "urlencode", "Header", "MIMEText"),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.Call,),
    when=_spells,
    visit=visit,
)
