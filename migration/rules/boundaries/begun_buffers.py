"""self.buffer = '' → b'', where a method goes on with it as a variable that octets are added to."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.classes import class_of, values_given
from migration.analysis.literals import literal
from migration.analysis.names import memory
from migration.analysis.strings.as_bytes import literal_parts
from migration.analysis.strings.byte_sources import keeps_bytes
from migration.analysis.strings.kinds import BYTES, kind
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.AugAssign, module: Module) -> Findings:
    """Begin the attribute with octets: the variable begins with it, and what is left goes back there."""
    kept = _kept(node, module)
    begun = [v for v in _given(kept, module) if literal(v, module)] if kept is not None else []
    if begun:
        yield module.edit(*(part for value in begun for part in literal_parts(value, module)))


def is_buffer(node: ast.expr, module: Module) -> bool:
    """Whether `node` is such an attribute, or such a variable."""
    known = memory(module)
    if "octet buffers" not in known:
        steps = module.nodes_of(ast.AugAssign) if keeps_bytes(module) else []
        known["octet buffers"] = [
            (step.target, kept)
            for step in steps
            if isinstance(step, ast.AugAssign) and (kept := _kept(step, module)) is not None
        ]
    for variable, kept in known["octet buffers"]:
        if isinstance(node, ast.Attribute) and ast.dump(node) == ast.dump(kept):
            return True
        if isinstance(node, ast.Name) and node.id == variable.id:
            return module.bindings(node) == module.bindings(variable)
    return False


def _kept(node: ast.AugAssign, module: Module) -> ast.Attribute | None:
    """The attribute that begins as an empty native literal, which a variable goes on with that octets are added to."""
    target = node.target
    if (
        not (isinstance(node.op, ast.Add) and isinstance(target, ast.Name))
        or kind(node.value, module) != BYTES
    ):
        return None
    values = [b.value for b in module.bindings(target) if not isinstance(b.node, ast.AugAssign)]
    kept = next((v for v in values if isinstance(v, ast.Attribute)), None)
    if kept is None or not all(v is not None and _goes_on(v, target, kept) for v in values):
        return None
    given = _given(kept, module)
    begun = [v for v in given if isinstance(v, ast.Constant) and v.value in ("", b"")]
    return kept if begun and all(v in begun or _goes_on(v, target, kept) for v in given) else None


def _given(kept: ast.Attribute, module: Module) -> list[ast.expr]:
    """What the class gives the attribute."""
    owner = class_of(kept.value, module)
    return values_given(owner, kept.attr, module) if owner is not None else []


def _goes_on(value: ast.expr, variable: ast.Name, kept: ast.Attribute) -> bool:
    """Whether a value is what the variable or the attribute holds, or a part of it."""
    if isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice):
        value = value.value
    if isinstance(value, ast.Attribute):
        return value.attr == kept.attr and ast.dump(value.value) == ast.dump(kept.value)
    return isinstance(value, ast.Name) and value.id == variable.id


RULE = Rule(
    id="begun_buffers",
    family="P9",
    summary="an attribute whose value a method adds octets to begins with octets",
    before="class A:\n    def __init__(self, s):\n        self.s = s\n        self.b = ''\n"
    "    def f(self):\n        b = self.b\n        b += self.s.recv(9)\n        self.b = b[1:]\nn = 1L\n",
    after="class A:\n    def __init__(self, s):\n        self.s = s\n        self.b = b''\n"
    "    def f(self):\n        b = self.b\n        b += self.s.recv(9)\n        self.b = b[1:]\nn = 1\n",
    caveats="Only where nothing else is put there. What is added to the attribute itself is octets_added_to_text.",
    triggers=("+=",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=70,
    nodes=(ast.AugAssign,),
    when=keeps_bytes,
    visit=visit,
)
