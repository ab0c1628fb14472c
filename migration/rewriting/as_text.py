"""What makes text of text or bytes in a migrated program: shared by the rules that can't tell which it is."""

from __future__ import annotations

import ast

from migration.analysis.exceptions import handles, tries_around
from migration.analysis.literals import spells_texts
from migration.rewriting.helpers import helper
from migration.source.edits import Needs
from migration.view.module import Module

DECODED = '''
def decoded(value, encoding="ascii", errors="strict"):
    """Text for text or bytes."""
    return value if isinstance(value, str) else str(value, encoding, errors)
'''
#: The same in a file that spells text as octets, which a codec has to read though they stand in text now.
OCTETS_DECODED = '''
def decoded_octets(value, encoding="ascii", errors="strict"):
    """Text for bytes, and for text that spells octets which the codec can read; other text as it is."""
    if not isinstance(value, str):
        return str(value, encoding, errors)
    try:
        return value.encode("latin-1").decode(encoding)
    except UnicodeError:
        return value
'''

#: The same where one codec is tried after the other.
OCTETS_TRIED = '''
def tried_octets(value, encoding="ascii", errors="strict"):
    """Text for bytes, and for text that spells octets, which the codec has to read; text beyond Latin-1 as it is."""
    try:
        octets = value.encode("latin-1") if isinstance(value, str) else value
    except UnicodeEncodeError:
        return value
    return str(octets, encoding, errors)
'''
#: What a codec refuses octets by.
_REFUSALS = ("UnicodeDecodeError", "UnicodeError", "ValueError")
HELPER = '''
def as_text(value):
    """Text for text or bytes: those are UTF-8, or else Latin-1."""
    if not isinstance(value, (bytes, bytearray)):
        return value
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")
'''


def decoding(module: Module, call: ast.Call | None = None) -> Needs:
    """The name of the helper that makes text of what may be text or bytes; `call`: what decodes it there."""
    if spells_texts(module) and not module.facts.index.octets:
        if call is not None and _is_one_try(call, module):
            return helper("tried_octets", OCTETS_TRIED, module)
        return helper("decoded_octets", OCTETS_DECODED, module)
    return helper("decoded", DECODED, module)


def _is_one_try(call: ast.Call, module: Module) -> bool:
    """Whether a handler around a call goes on to another codec: the next of a loop, or one that is named elsewhere in
    the function.
    """
    tried = next((t for t in tries_around(call, module) if any(handles(t, e) for e in _REFUSALS)), None)
    if tried is None or any(isinstance(h.body[-1], ast.Raise) for h in tried.handlers):
        return False
    codec = _decoded(call)[1]
    bindings = module.bindings(codec) if isinstance(codec, ast.Name) else []
    if any(b.kind == "loop" for b in bindings):
        return True
    wanted, home = ast.dump(_decoded(call)[0]), module.function(call)
    calls = (c for c in module.nodes_of(ast.Call) if isinstance(c, ast.Call) and module.function(c) is home)
    found = [_decoded(c) for c in calls]
    return sum(1 for value, named in found if named is not None and ast.dump(value) == wanted) > 1


def _decoded(call: ast.Call) -> tuple[ast.expr, ast.expr | None]:
    """What a call may decode, and by what codec: `x.decode('ascii')`, `unicode(x, 'ascii')`."""
    if isinstance(call.func, ast.Attribute):
        given = call.args[:1] if call.func.attr == "decode" else []
        return call.func.value, given[0] if given else None
    return (call.args[0], call.args[1]) if len(call.args) > 1 else (call.func, None)
