"""array('c', …).tostring(), c_char_p(…).value → the same as text: Python 2 gave native strings there."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.literals import literal
from migration.analysis.made import made_by
from migration.analysis.names import stdlib_name
from migration.analysis.strings.as_bytes import argument_as_bytes
from migration.analysis.strings.streams import taken_as_octets
from migration.analysis.values import written_out
from migration.rule import Findings, Rule
from migration.rules.boundaries._octet_objects import holds_characters
from migration.view.module import Module

_BUFFERS = frozenset(["ctypes.c_char", "ctypes.c_char_p", "ctypes.create_string_buffer"])
_STRINGS = frozenset(["ctypes.create_string_buffer"])
_TAKERS = frozenset(["write", "send", "sendall", "sendto", "update", "decode", "fromstring", "frombytes"])


def visit(
    node: ast.Call | ast.Attribute | ast.Assign | ast.Subscript | ast.For | ast.comprehension, module: Module
) -> Findings:
    """Decode what held characters, octet for octet, unless bytes are wanted there; put octets in."""
    if isinstance(node, ast.Assign):
        if any(_is_in_buffer(t, module) for t in node.targets):
            yield from argument_as_bytes(node.value, module, guess=False, octets=True)
        return
    if isinstance(node, ast.Call) and _is_of_characters(node.func, module):
        for value in node.args:
            # Of octets that are handed on one by one, numbers are taken as well.
            given = value.value if isinstance(value, ast.Starred) else value
            yield from argument_as_bytes(given, module, guess=True, octets=True)
        return
    if isinstance(node, (ast.For, ast.comprehension)):
        if made_by(node.iter, module, _STRINGS) is not None or _is_array(node.iter, module):
            yield module.wrap(node.iter, "", '.raw.decode("latin-1")', needs_python2=True)
        return
    if _takes_bytes(node, module):
        return
    if isinstance(node, ast.Subscript):
        # Of its items ord() asks in both: only what is compared, joined or shown has to be text.
        if isinstance(node.ctx, ast.Load) and _is_in_buffer(node, module) and not _is_counted(node, module):
            yield module.wrap(node, "", '.decode("latin-1")', needs_python2=True)
        return
    if isinstance(node, ast.Call):
        function = node.func
        asked = isinstance(function, ast.Attribute) and function.attr == "tostring" and not node.args
        if asked and holds_characters(function.value, module):  # type: ignore[attr-defined]
            yield module.wrap(node, "", '.decode("latin-1")')
    elif node.attr in ("value", "raw") and isinstance(node.ctx, ast.Load):
        made = made_by(node.value, module, _BUFFERS)
        if made is None and _is_array(node.value, module):
            yield module.wrap(node, "", '.decode("latin-1")', needs_python2=True)
        elif made is not None:
            fails = bool(made.args) and literal(made.args[0], module)
            yield module.wrap(node, "", '.decode("latin-1")', needs_python2=not fails, evidence=fails)


def _is_in_buffer(node: ast.expr, module: Module) -> bool:
    """Whether `node` is an item or a slice of a buffer, or what it holds: `b[0]`, `b[:2]`, `b.value`."""
    if isinstance(node, ast.Attribute):
        if node.attr not in ("value", "raw") or not isinstance(node.ctx, ast.Store):
            return False
    elif not isinstance(node, ast.Subscript):
        return False
    return made_by(node.value, module, _STRINGS) is not None or _is_array(node.value, module)


def _is_array(node: ast.expr, module: Module) -> bool:
    """Whether `node` is an array of C's characters, made in place or for the one name it has."""
    made = written_out(node, module)
    return isinstance(made, ast.Call) and _is_of_characters(made.func, module)


def _is_of_characters(node: ast.expr, module: Module) -> bool:
    """Whether `node` is the type of such an array: `c_char * 4`, in place or by the one name it has."""
    kind = written_out(node, module)
    if not isinstance(kind, ast.BinOp) or not isinstance(kind.op, ast.Mult):
        return False
    return any(stdlib_name(side, module) == "ctypes.c_char" for side in (kind.left, kind.right))


def _is_counted(node: ast.Subscript, module: Module) -> bool:
    call = module.parent(node)
    return isinstance(call, ast.Call) and module.is_builtin(call.func, "ord", "len")


def _takes_bytes(node: ast.expr, module: Module) -> bool:
    """Whether bytes go well here: as the argument of what takes them, or because they are decoded."""
    parent = module.parent(node)
    if isinstance(parent, ast.keyword):
        call = module.parent(parent)
        made = stdlib_name(call.func, module) if isinstance(call, ast.Call) else None
        return made == "uuid.UUID" and parent.arg in ("bytes", "bytes_le")
    if isinstance(node, ast.expr) and taken_as_octets(node, module) == {True}:
        return True
    if isinstance(parent, ast.Call):
        return isinstance(parent.func, ast.Attribute) and parent.func.attr in _TAKERS
    return isinstance(parent, ast.Attribute) and parent.attr in _TAKERS


RULE = Rule(
    id="character_buffers",
    family="P9",
    summary="arrays and C buffers of characters gave native strings",
    before="import array\na = array.array('c', 'x').tostring()\n",
    after="import array\na = array.array('B', b'x').tobytes().decode(\"latin-1\")\n",
    caveats="Only of arrays and buffers made in the same scope.",
    triggers=("array", "c_char", "c_char_p", "create_string_buffer"),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Call, ast.Attribute, ast.Assign, ast.Subscript, ast.For, ast.comprehension),
    visit=visit,
)
