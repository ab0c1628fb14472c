"""'été'.upper() → 'été'.encode('utf-8').upper().decode('utf-8'): native strings knew the letters of ASCII alone."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._kinds import BYTES, kind
from migration.rules._values import constants_held
from migration.rules.octet_tables import is_spelled_item

_CHANGING = frozenset(["capitalize", "lower", "swapcase", "title", "upper"])
_ASKING = frozenset(["isalnum", "isalpha", "isdigit", "islower", "isspace", "istitle", "isupper"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Ask octets, which know ASCII alone, as native strings did; in UTF-8 no octet of another letter is ASCII's."""
    function = node.func
    if not isinstance(function, ast.Attribute) or node.args or node.keywords:
        return
    if function.attr not in _CHANGING | _ASKING or module.has_future("unicode_literals"):
        return
    held = constants_held(function.value, module)
    above = any(_is_native(c, module) for c in held) and all(isinstance(c.value, str) for c in held)
    changed = above or (function.attr in _ASKING and not held and _is_octet(function.value, module))
    if changed and kind(function.value, module) != BYTES:
        back = '.decode("utf-8")' if function.attr in _CHANGING else ""
        value = module.atom(function.value)
        yield module.replace(node, *value, f'.encode("utf-8").{function.attr}(){back}')


def _is_octet(node: ast.expr, module: Module) -> bool:
    """Whether `node` is one character, as far as it shows, in a program whose text holds octets."""
    if not module.facts.index.octets:
        return is_spelled_item(node, module)
    if isinstance(node, ast.Subscript):
        return not isinstance(node.slice, ast.Slice) and not _is_text(node.slice)
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    return bool(bindings) and all(
        b.kind == "loop" if b.value is None else _reads_one(b.value) for b in bindings
    )


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _reads_one(node: ast.expr) -> bool:
    """Whether `node` is `f.read(1)`."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "read"):
        return False
    return len(node.args) == 1 and isinstance(node.args[0], ast.Constant) and node.args[0].value == 1


def _is_native(node: ast.Constant, module: Module) -> bool:
    """Whether `node` is a native string with characters above 127."""
    if not isinstance(node.value, str) or node.kind == "u":
        return False
    return not node.value.isascii()


RULE = Rule(
    id="ascii_methods",
    family="P8",
    summary="upper, isalpha and the like meant the letters of ASCII",
    before="s = 'caf\\xe9'\na = s.upper()\nn = 1L\n",
    after='s = \'caf\\xe9\'\na = s.encode("utf-8").upper().decode("utf-8")\nn = 1\n',
    caveats="Only strings that are written out, in place or for the one name they have, with what is no ASCII; in "
    "programs of octets (octet_text) also single characters that are asked for their kind.",
    triggers=tuple(sorted(_CHANGING | _ASKING)),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=_CHANGING | _ASKING,
    visit=visit,
)
