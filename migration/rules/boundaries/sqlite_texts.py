"""execute('… values (?)', (b'a',)) → 'a': native strings were texts for sqlite3, and only buffers were blobs."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migration.analysis.names import has_own_method, memory, names_by_id
from migration.rewriting.as_text import HELPER
from migration.rewriting.helpers import helper
from migration.rule import Exactness, Findings, Rule
from migration.source.edits import Part, Span
from migration.view.module import Module

_LIBRARIES = ("sqlite3", "pysqlite2")


def when(module: Module) -> bool:
    """Whether native strings are told from octets, and the file imports the library."""
    imported = (
        b.target for bindings in module.module_scope.bindings.values() for b in bindings if b.kind == "import"
    )
    return not module.facts.index.octets and any(t.split(".")[0] in _LIBRARIES for t in imported)


def visit(node: ast.Call, module: Module) -> Findings:
    """Hand over text where what the file spells as octets is a parameter of a statement."""
    if not _is_statement(node) or has_own_method(node.func, node.func.attr, module):  # type: ignore[attr-defined]
        return
    parts = [part for value in _parameters(node) for part in _as_text(value, module)]
    if parts:
        yield module.edit(*parts, needs_python2=True)


def _is_statement(node: ast.Call) -> bool:
    """Whether `node` executes a statement with parameters."""
    method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    return method in ("execute", "executemany") and len(node.args) == 2


def _parameters(node: ast.Call) -> list[ast.expr]:
    """The parameters that a call of execute() displays; all of those of executemany()."""
    many = isinstance(node.func, ast.Attribute) and node.func.attr == "executemany"
    rows = _values(node.args[1])
    return [value for row in rows for value in _values(row)] if many else rows


def _values(display: ast.expr) -> list[ast.expr]:
    if isinstance(display, ast.Dict):
        return display.values
    return display.elts if isinstance(display, (ast.Tuple, ast.List)) else []


def _as_text(value: ast.expr, module: Module) -> Iterator[Part]:
    """The parts that make text of one parameter: at its literal, or else where it is handed over."""
    if _literal(value, module) is not None:
        yield from _without_prefix(value, module)
        return
    bindings = module.bindings(value) if isinstance(value, ast.Name) else []
    given = [b.value for b in bindings]
    if not isinstance(value, ast.Name) or not given:
        return
    if any(g is None or _literal(g, module) is None for g in given):
        return
    scope = module.scope(value).lookup(value.id)
    reads = [
        n
        for n in names_by_id(module)[value.id]
        if isinstance(n.ctx, ast.Load) and module.scope(n).lookup(n.id) == scope
    ]
    if all(read in _all_parameters(module) for read in reads):
        if reads[0] is value:
            for g in given:
                yield from _without_prefix(g, module)  # type: ignore[arg-type]
    else:
        yield module.in_call(value, helper("as_text", HELPER, module))


def _literal(value: ast.expr, module: Module) -> ast.Constant | None:
    """The literal of ASCII octets that a parameter is, or is formatted by, if it stands there as the author wrote it,
    and nothing else in the file is the same.
    """
    spelled = value.left if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mod) else value
    if not isinstance(spelled, ast.Constant) or not isinstance(spelled.value, bytes):
        return None
    if not spelled.value.isascii() or not module.is_kept(module.span(spelled)):
        return None
    parameters = _all_parameters(module)
    for other in module.nodes_of(ast.Constant):
        same = isinstance(other, ast.Constant) and other.value == spelled.value
        if same and other is not spelled and other not in parameters:
            return None  # what is read back may be compared with it
    return spelled


def _without_prefix(value: ast.expr, module: Module) -> Iterator[Part]:
    spelled = value.left if isinstance(value, ast.BinOp) else value
    start = module.start(spelled)
    end = start + 2
    prefix = module.text[start:end]
    if prefix[0] in "bB" and prefix[1] in "'\"rR":
        yield module.part(Span(start, start + 1), "")


def _all_parameters(module: Module) -> frozenset[ast.expr]:
    """All that the file displays as parameters of statements."""
    known = memory(module)
    if "parameters of statements" not in known:
        calls = module.nodes_named(ast.Call, frozenset(["execute", "executemany"]))
        known["parameters of statements"] = frozenset(
            value
            for call in calls
            if isinstance(call, ast.Call) and _is_statement(call)
            for value in _parameters(call)
        )
    return known["parameters of statements"]  # type: ignore[no-any-return]


RULE = Rule(
    id="sqlite_texts",
    family="P9",
    summary="octets that are spelled as parameters of sqlite3 were texts",
    before="import sqlite3\nc = sqlite3.connect(p)\nc.execute('insert into t values (?)', (b'x',))\nprint c\n",
    after="import sqlite3\nc = sqlite3.connect(p)\nc.execute('insert into t values (?)', ('x',))\nprint(c)\n",
    caveats="Only literals of ASCII that the call displays, or a name for them, and that stand nowhere else.",
    triggers=("sqlite3", "pysqlite2"),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["execute", "executemany"]),
    when=when,
    visit=visit,
)
