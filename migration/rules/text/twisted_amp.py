"""("left", amp.Integer()) → (b"left", amp.Integer()): Twisted's protocol of messages has octets for names."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.literals import literal
from migration.analysis.names import last_name
from migration.analysis.strings.as_bytes import literal_parts
from migration.rule import Findings, Rule
from migration.view.module import Module

_PROTOCOL = "twisted.protocols.amp."
_LISTS = frozenset(["arguments", "response"])
_TABLES = frozenset(["errors", "fatalErrors"])


def visit(node: ast.ClassDef | ast.List, module: Module) -> Findings:
    """Spell the names of a command's arguments, answers and errors as octets, as those of a schema."""
    named = (
        _names_of_command(node, module) if isinstance(node, ast.ClassDef) else _names_of_schema(node, module)
    )
    for name in named:
        if isinstance(name, ast.Constant) and literal(name, module):
            # Twisted refuses text there: what has some was never run by Python 3.
            yield module.edit(*literal_parts(name, module), evidence=True)


def _names_of_command(owner: ast.ClassDef, module: Module) -> Iterator[ast.expr]:
    if not any(last_name(b) == "Command" and _is_of_protocol(b, module) for b in owner.bases):
        return
    for statement in owner.body:
        target = statement.targets[0] if isinstance(statement, ast.Assign) else None
        if not isinstance(statement, ast.Assign) or not isinstance(target, ast.Name):
            continue
        if target.id in _LISTS and not _is_schema(statement.value, module):
            yield from _firsts(statement.value)
        elif target.id in _TABLES and isinstance(statement.value, ast.Dict):
            yield from statement.value.values
        elif target.id == "commandName":
            yield statement.value


def _names_of_schema(node: ast.List, module: Module) -> Iterator[ast.expr]:
    """The names in a list of names and types, wherever it stands."""
    if _is_schema(node, module):
        yield from _firsts(node)


def _is_schema(node: ast.expr, module: Module) -> bool:
    pairs = [p for p in getattr(node, "elts", ()) if isinstance(p, ast.Tuple) and len(p.elts) == 2]
    kinds = [p.elts[1].func for p in pairs if isinstance(p.elts[1], ast.Call)]
    return isinstance(node, ast.List) and any(_is_of_protocol(k, module) for k in kinds)


def _firsts(node: ast.expr) -> Iterator[ast.expr]:
    for pair in getattr(node, "elts", ()):
        if isinstance(pair, ast.Tuple) and len(pair.elts) == 2:
            yield pair.elts[0]


def _is_of_protocol(node: ast.expr, module: Module) -> bool:
    return (module.qualified_name(node) or "").startswith(_PROTOCOL)


RULE = Rule(
    id="twisted_amp",
    family="P8",
    summary="names in Twisted's protocol of messages are octets",
    before="from twisted.protocols import amp\nx = [('left', amp.Integer())]\nn = 1L\n",
    after="from twisted.protocols import amp\nx = [(b'left', amp.Integer())]\nn = 1\n",
    caveats="Names that are not spelled out stay as they are.",
    triggers=("amp",),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    nodes=(ast.ClassDef, ast.List),
    visit=visit,
)
