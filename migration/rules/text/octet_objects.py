"""def __str__(self): return struct.pack(…) → __bytes__, and a __str__ that gives those octets as text of Latin-1.

Octets that literals spell, where one without a mark is text, may be encoded text: they are read as UTF-8 first.
"""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.builtins import spell_builtin
from migration.analysis.strings.octet_objects import gives_text, is_shown_array, shows_array, shows_octets
from migration.rewriting.as_text import HELPER
from migration.rule import Findings, Rule
from migration.source.edits import Part, Span
from migration.view.module import Module

_NAME = "__str__"
_SENDING = frozenset(["send", "sendall", "sendto", "write"])


def visit(node: ast.FunctionDef | ast.Call, module: Module) -> Findings:
    """Keep the method under the name that bytes() asks for; str() has to give text."""
    if isinstance(node, ast.Call):
        if is_shown_array(node, module) or _is_sent(node, module):
            yield module.replace(node.func, spell_builtin("bytes", node, module), needs_python2=True)
        return
    if not shows_octets(node, module):
        return
    span, indentation = module.span(node), module.indentation(node)
    start = module.text.index(_NAME, span.start, span.end)
    own = node.args.args[0].arg if node.args.args else "self"
    head, octets = f"\n\n{indentation}def {_NAME}({own}):\n{indentation}    return ", f"{own}.__bytes__()"
    if gives_text(node, module):
        behind = Part(Span(span.end, span.end), (head, module.helper("as_text", HELPER), f"({octets})"))
    else:
        behind = Part(Span(span.end, span.end), (f'{head}{octets}.decode("latin-1")',))
    yield module.edit(module.part(Span(start, start + len(_NAME)), "__bytes__"), behind)


def _is_sent(node: ast.Call, module: Module) -> bool:
    """Whether `str(x)` of an object that shows itself as a bytearray is written, or sent."""
    outer = module.parent(node)
    if not (isinstance(outer, ast.Call) and node in outer.args and len(node.args) == 1 and not node.keywords):
        return False
    if getattr(outer.func, "attr", "") not in _SENDING or not module.is_builtin(node.func, "str"):
        return False
    return shows_array(node.args[0], module)


RULE = Rule(
    id="octet_objects",
    family="P8",
    summary="objects that str() made octets of are made such by bytes()",
    before="import struct\nclass A:\n    def __str__(self):\n        return struct.pack('H', 1L)\n",
    after="import struct\nclass A:\n    def __bytes__(self):\n        return struct.pack('H', 1)\n\n"
    '    def __str__(self):\n        return self.__bytes__().decode("latin-1")\n',
    caveats="Where str() of the object goes on as octets, a helper asks for them; printed, they are text of Latin-1, "
    "or of UTF-8 where literals of octets spell them in a file whose other literals are text.",
    triggers=(_NAME, re.compile(r"\.(?:send(?:all|to)?|write)\(str\(")),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=90,
    nodes=(ast.FunctionDef, ast.Call),
    names=frozenset(["__str__", "str"]),
    when=lambda module: not module.facts.index.octets,
    follows=frozenset(["string_io: BytesIO", "bytes_beside_text"]),
    visit=visit,
)
