"""def __str__(self): return self.told → as_text(self.told), where text was encoded to keep it there."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.flow_kinds import may_be_octets
from migration.analysis.literals import literal
from migration.analysis.strings.kinds import TEXT, kind
from migration.analysis.strings.octet_objects import shows_octets
from migration.analysis.strings.seen import UNIVERSAL, codec_of
from migration.analysis.values import returns_of
from migration.rewriting.as_text import HELPER
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.view.module import Module

_SHOWING = frozenset(["__str__", "__repr__"])


def visit(node: ast.FunctionDef, module: Module) -> Findings:
    """Make text of what an object is shown as, where it may be octets: str() takes nothing else."""
    if (
        node.name not in _SHOWING
        or not isinstance(module.parent(node), ast.ClassDef)
        or shows_octets(node, module)
    ):
        return
    for statement in returns_of(node):
        for value in _shown(statement.value, module):
            if value is not statement.value and _encodes_fully(value):
                # What fills a format that is text now is no octets.
                text = value.func.value  # type: ignore[attr-defined]
                yield module.replace(value, *module.sub(text), needs_python2=True)
            elif _is_kept_encoded(value, module) or (
                may_be_octets(value, module) and kind(value, module) != TEXT
            ):
                name = helper("as_text", HELPER, module)
                yield module.replace(value, name, "(", *module.sub(value), ")", needs_python2=True)


def _encodes_fully(node: ast.expr) -> bool:
    """Whether a call encodes text by a codec that has all characters."""
    method = node.func if isinstance(node, ast.Call) else None
    if not isinstance(node, ast.Call) or not isinstance(method, ast.Attribute) or method.attr != "encode":
        return False
    return len(node.args) == 1 and not node.keywords and codec_of(node) in UNIVERSAL


def _is_kept_encoded(node: ast.expr, module: Module) -> bool:
    """Whether a method of the class around keeps what it encodes as this attribute of the object."""
    owner = module.class_of(node)
    if owner is None or not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
        return False
    for other in module.below(owner):
        if isinstance(other, ast.Assign) and len(other.targets) == 1 and _encodes_fully(other.value):
            target = other.targets[0]
            if isinstance(target, ast.Attribute) and ast.unparse(target) == ast.unparse(node):
                return True
    return False


def _shown(node: ast.expr | None, module: Module, inside: bool = False) -> Iterator[ast.expr]:
    """The variables that a value is, or that it is put together of: a format that is one, and what fills it."""
    if isinstance(node, (ast.Name, ast.Attribute)) or (inside and node is not None and _encodes_fully(node)):
        yield node
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and not literal(node.left, module):
        yield from _shown(node.left, module)
        for value in node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]:
            yield from _shown(value, module, inside=True)
    elif isinstance(node, (ast.BoolOp, ast.IfExp)):
        for value in node.values if isinstance(node, ast.BoolOp) else [node.body, node.orelse]:
            yield from _shown(value, module)


RULE = Rule(
    id="shown_attributes",
    family="P8",
    summary="what objects are shown as is text, also where it was kept encoded",
    before="class E(Exception):\n    def __str__(self): return self.told\n",
    after="class E(Exception):\n    def __str__(self): return self.told\n",
    caveats="Only where the flow of values shows that it may be octets. Those that are no UTF-8 become Latin-1.",
    triggers=tuple(sorted(_SHOWING)),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=78,
    nodes=(ast.FunctionDef,),
    when=lambda module: module.is_given_octets,
    visit=visit,
)
