"""self.set_terminator('\\n') → self.set_terminator(b'\\n') in a class of asynchat, which hands over octets."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._as_bytes import HELPER, literal_parts
from migration.rules._classes import class_of, foreign_bases, methods
from migration.rules._kinds import BYTES, kind
from migration.rules._literals import literal


def visit(node: ast.ClassDef | ast.Call, module: Module) -> Findings:
    """Make octets of terminators and of what is sent, and text again, octet by octet, of what is collected."""
    owner = node if isinstance(node, ast.ClassDef) else _asked(node, module)
    if owner is None or "asynchat.async_chat" not in foreign_bases(owner, module):
        return
    if isinstance(node, ast.ClassDef):
        collects = methods(node).get("collect_incoming_data")
        if isinstance(collects, ast.FunctionDef):
            yield from _decoded(collects, module)
        return
    method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    if method == "get_terminator" and not node.args:
        yield from _compared(node, module)
    if method not in ("push", "set_terminator") or len(node.args) != 1 or node.keywords:
        return
    given = node.args[0]
    if literal(given, module):
        yield module.edit(*literal_parts(given, module))
    elif (method == "push" or "str" in module.type_of(given)) and kind(given, module) != BYTES:
        made = module.helper("as_bytes", HELPER)
        yield module.replace(given, made, "(", *module.sub(given), ', "latin-1")', needs_python2=True)


def _compared(node: ast.Call, module: Module) -> Findings:
    """What a terminator is held against is octets as well; what it is joined to is text."""
    outer = module.parent(node)
    if isinstance(outer, ast.BinOp) and isinstance(outer.op, ast.Add):
        yield module.wrap(node, "", '.decode("latin-1")', needs_python2=True)
    if isinstance(outer, ast.Compare) and all(isinstance(o, (ast.Eq, ast.NotEq)) for o in outer.ops):
        for side in (outer.left, *outer.comparators):
            if literal(side, module):
                yield module.edit(*literal_parts(side, module), needs_python2=True)


def _asked(node: ast.Call, module: Module) -> ast.ClassDef | None:
    """The class whose method is called: of the object, or the one around where that is not known."""
    known = class_of(node.func.value, module) if isinstance(node.func, ast.Attribute) else None
    return known or module.class_of(node)


def _decoded(function: ast.FunctionDef, module: Module) -> Findings:
    """Decode the data where it is read, unless the method does so itself or asks what it is."""
    names = [a.arg for a in function.args.args]
    reads = [
        n for n in ast.walk(function) if isinstance(n, ast.Name) and len(names) == 2 and n.id == names[1]
    ]
    if any(isinstance(module.parent(n), ast.Attribute) or not isinstance(n.ctx, ast.Load) for n in reads):
        return
    for read in reads:
        yield module.wrap(read, "", '.decode("latin-1")', needs_python2=True)


RULE = Rule(
    id="asynchat_octets",
    family="P9",
    summary="asynchat looks for octets, and hands them over",
    before="import asynchat\nclass C(asynchat.async_chat):\n    def f(self):\n        self.set_terminator('\\n')\n",
    after="import asynchat\nclass C(asynchat.async_chat):\n    def f(self):\n        self.set_terminator(b'\\n')\n",
    caveats="Octets stay text, of Latin-1, between what is collected and what is sent.",
    triggers=("async_chat",),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.ClassDef, ast.Call),
    visit=visit,
)
