"""'k'.encode('ascii') + 'x' → 'k' + 'x': encoding an ASCII literal gave the native string it was."""

from __future__ import annotations

import ast

from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._kinds import TEXT, is_encoded_literal, kind
from migration.rules._literals import literal
from migration.rules._made import made_by
from migration.rules._values import reads_of

_TEXT_FILES = frozenset(["StringIO.StringIO", "cStringIO.StringIO", "io.StringIO"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Drop an encoding without effect where the value meets text: bytes fail there, or never match."""
    if not is_encoded_literal(node, module) or not isinstance(node.func, ast.Attribute):
        return
    met = [read for read in reads_of(node, module) if meets_text(read, module)]
    if met:
        # Beside bytes of that kind, text may be meant in Python 3: only what fails there tells.
        fails = any(_fails(read, module) for read in met)
        yield module.replace(node, module.span(node.func.value), evidence=fails, needs_python2=not fails)


def _fails(node: ast.expr, module: Module) -> bool:
    """Whether bytes can't stand where `node` does, among text."""
    parent = module.parent(node)
    if isinstance(parent, ast.Subscript):
        return parent.value is not node
    return not isinstance(parent, (ast.List, ast.Tuple, ast.For, ast.comprehension))


def meets_text(node: ast.expr, module: Module) -> bool:
    """Whether the place of `node` takes text: beside it, as a key among text keys, written to a buffer of text; or
    takes a native string apart.
    """
    parent = module.parent(node)
    if isinstance(parent, ast.BinOp):
        other = parent.right if parent.left is node else parent.left
        return isinstance(parent.op, ast.Add) and kind(other, module) == TEXT
    if isinstance(parent, ast.Compare) and len(parent.ops) == 1:
        other = parent.comparators[0] if parent.left is node else parent.left
        if isinstance(parent.ops[0], (ast.In, ast.NotIn)):
            return parent.left is node and (kind(other, module) == TEXT or _has_text_keys(other, module))
        return kind(other, module) == TEXT
    if isinstance(parent, ast.Subscript):
        if parent.value is node:
            return not isinstance(parent.slice, ast.Slice)
        return _has_text_keys(parent.value, module)
    if isinstance(parent, (ast.For, ast.comprehension)):
        return parent.iter is node
    if isinstance(parent, ast.Attribute):
        call = module.parent(parent)
        alike = parent.attr not in ("decode", "encode")
        return alike and isinstance(call, ast.Call) and any(literal(a, module) for a in call.args)
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Attribute) and parent.args[:1] == [node]:
        if parent.func.attr in ("get", "pop", "has_key", "setdefault"):
            return _has_text_keys(parent.func.value, module)
        return parent.func.attr == "write" and made_by(parent.func.value, module, _TEXT_FILES) is not None
    if isinstance(parent, ast.Call) and module.is_builtin(parent.func, "isinstance", "ord"):
        return parent.args[0] is node
    return isinstance(parent, (ast.List, ast.Tuple)) and any(
        literal(e, module) for e in parent.elts if e is not node
    )


def _has_text_keys(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a dictionary written out with native text for keys."""
    if isinstance(node, ast.Name):
        values = [b.value for b in module.bindings(node)]
        return len(values) == 1 and isinstance(values[0], ast.Dict) and _has_text_keys(values[0], module)
    keys = node.keys if isinstance(node, ast.Dict) else []
    return bool(keys) and all(k is not None and literal(k, module) for k in keys)


RULE = Rule(
    id="encoded_literal",
    family="P8",
    summary="encoding an ASCII literal had no effect: text that meets text stays text",
    before="a = 'k'.encode('ascii') + 'x'\n",
    after="a = 'k' + 'x'\n",
    caveats="Only literals, in place or by one name, and only where they are seen to meet native text.",
    triggers=("encode",),
    order=55,
    nodes=(ast.Call,),
    names=frozenset(["encode"]),
    visit=visit,
)
