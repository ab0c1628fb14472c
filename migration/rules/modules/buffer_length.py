"""buffer.len → len(buffer.getvalue()), buffer.pos → buffer.tell(), buffer.reset() → buffer.seek(0).

io.StringIO has none of these.
"""

from __future__ import annotations

import ast

from migration.analysis.flow_kinds import is_in_memory
from migration.analysis.made import made_by
from migration.analysis.names import stdlib_name
from migration.analysis.strings.memory_files import CLASSES
from migration.analysis.values import given_to_attributes, may_hold
from migration.rule import Findings, Rule
from migration.stdlib.names import STANDARD_MODULES
from migration.trees.precedence import Precedence
from migration.view.module import Module

_NAMES = frozenset(["len", "pos", "buf", "reset"])


def visit(node: ast.Attribute, module: Module) -> Findings:
    """Where nothing but StringIO() gave the owner its value."""
    if node.attr == "reset":
        yield from _reset(node, module)
        return
    if node.attr not in _NAMES or not _is_buffer(node.value, module):
        return
    buffer = module.atom(node.value)
    if isinstance(node.ctx, ast.Load):
        if node.attr == "len":
            yield module.replace(node, "len(", *buffer, ".getvalue())")
        else:
            yield module.replace(node, *buffer, ".tell()" if node.attr == "pos" else ".getvalue()")
        return
    statement = module.parent(node)
    if node.attr != "pos":
        return
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        yield module.replace_span(
            module.span(statement), *buffer, ".seek(", *module.sub(statement.value), ")"
        )
    elif isinstance(statement, ast.AugAssign) and isinstance(statement.op, (ast.Add, ast.Sub)):
        sign = "+" if isinstance(statement.op, ast.Add) else "-"
        moved = module.sub(statement.value, Precedence.PRODUCT)
        yield module.replace_span(
            module.span(statement), *buffer, ".seek(", *buffer, f".tell() {sign} ", *moved, ")"
        )


def _reset(node: ast.Attribute, module: Module) -> Findings:
    """`buffer.reset()` of cStringIO went back to the beginning."""
    call = module.parent(node)
    called = isinstance(call, ast.Call) and call.func is node and not call.args and not call.keywords
    if called and _is_buffer(node.value, module):
        yield module.replace(call, *module.atom(node.value), ".seek(0)")


def _is_buffer(node: ast.expr, module: Module) -> bool:
    if is_in_memory(node, module):
        return True
    if isinstance(node, ast.Attribute):
        values = given_to_attributes(module).get(node.attr, [])
        return bool(values) and all(
            isinstance(v, ast.Call) and stdlib_name(v.func, module) in CLASSES for v in values
        )
    held = may_hold(node, module) if isinstance(node, ast.Name) else []
    return made_by(node, module, CLASSES) is not None or (
        bool(held) and all(_is_chosen(v, module) or _is_closed(v, module) for v in held)
    )


def _is_chosen(node: ast.expr | None, module: Module) -> bool:
    """Whether `node` makes an object of the class that another file of the repository chose: it is called so there."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id != "StringIO":
        return False
    sources = [b.node for b in module.bindings(node.func)]
    return bool(sources) and all(
        isinstance(s, ast.ImportFrom)
        and (s.level > 0 or (s.module or "").split(".")[0] not in STANDARD_MODULES)
        for s in sources
    )


def _is_closed(node: ast.expr | None, module: Module) -> bool:
    """Whether `node` is what closes a buffer in the end: `with closing(StringIO()) as f` enters the buffer itself."""
    if not isinstance(node, ast.Call) or len(node.args) != 1 or node.keywords:
        return False
    given = node.args[0]
    return stdlib_name(node.func, module) == "contextlib.closing" and (
        made_by(given, module, CLASSES) is not None or is_in_memory(given, module)
    )


RULE = Rule(
    id="buffer_length",
    family="P11",
    summary="a StringIO has no len, pos, buf and reset",
    before="import StringIO\ns = StringIO.StringIO()\nn = s.len\n",
    after="import io\ns = io.StringIO()\nn = len(s.getvalue())\n",
    caveats="Only a buffer that is made in the same file.",
    triggers=(".len", ".pos", ".buf", ".reset"),
    evidence=True,
    nodes=(ast.Attribute,),
    names=_NAMES,
    visit=visit,
)
