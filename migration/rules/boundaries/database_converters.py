"""sqlite3.register_converter('point', f) → with what decodes first: converters are given octets."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.flow_kinds import library_functions
from migration.analysis.literals import literal
from migration.analysis.names import stdlib_name
from migration.analysis.strings.octet_edges import TAKE
from migration.rule import Findings, Rule
from migration.source.edits import Span
from migration.view.module import Module

_NAMES = frozenset(["sqlite3.register_converter", "sqlite3.dbapi2.register_converter"])
_DECODES = frozenset(["decode"])
#: What makes of octets the same as of text, or needs text.
_OF_TEXT = ("bool", "float", "int", "long", "str", "unicode")


def visit(node: ast.Call, module: Module) -> Findings:
    """Decode for a function of the file that takes native text, or for a class or a type."""
    if len(node.args) != 2 or node.keywords or not _registers(node.func, module):
        return
    given = node.args[1]
    if isinstance(given, ast.Starred):
        return
    if isinstance(given, ast.Lambda):
        if _meets_text(given, module):
            yield module.edit(
                *(module.part(n, span, '.decode("utf-8")') for n, span in _reads(given, module))
            )
        return
    if _decodes(given, module):
        return
    yield module.replace(
        given, "lambda value: ", *module.atom(given), '(value.decode("utf-8"))', needs_python2=True
    )


def _registers(function: ast.expr, module: Module) -> bool:
    """Whether converters are registered, also by a module that is handed in."""
    if stdlib_name(function, module) in _NAMES:
        return True
    chosen = library_functions(function, module)
    return bool(chosen) and chosen <= _NAMES


def _reads(given: ast.Lambda, module: Module) -> list[tuple[ast.Name, Span]]:
    """Where a function without a name reads the one value it is given."""
    names = [a.arg for a in given.args.args]
    nodes = [n for n in ast.walk(given.body) if isinstance(n, ast.Name) and n.id in names]
    return [(n, module.span(n)) for n in nodes]


def _meets_text(given: ast.Lambda, module: Module) -> bool:
    """Whether it calls a method of the value with a native literal, or compares it with one."""
    if (
        len(given.args.args) != 1
        or given.args.defaults
        or any(isinstance(n, ast.Attribute) and n.attr in _DECODES for n in ast.walk(given))
    ):
        return False
    reads = [n for n, _ in _reads(given, module)]
    if any(_hands_on(n, module) for n in reads):
        return False
    for read in reads:
        outer = module.parent(read)
        call = module.parent(outer) if isinstance(outer, ast.Attribute) else None
        beside = call.args if isinstance(call, ast.Call) else []
        if isinstance(outer, ast.Compare):
            beside = [outer.left, *outer.comparators]
        if any(literal(b, module) for b in beside):
            return True
    return False


def _hands_on(read: ast.Name, module: Module) -> bool:
    """Whether it is given to what may take octets, or given back as it is."""
    outer = module.parent(read)
    if isinstance(outer, ast.Call):
        return not module.is_builtin(outer.func, *_OF_TEXT)
    if isinstance(outer, ast.IfExp):
        return outer.test is not read
    return isinstance(outer, (ast.Lambda, ast.Tuple, ast.List, ast.Dict, ast.BoolOp, ast.Subscript))


def _decodes(given: ast.expr, module: Module) -> bool:
    """Whether what is given decodes by itself, takes octets, or is not seen."""
    if stdlib_name(given, module) in TAKE:
        return True
    bindings = module.bindings(given) if isinstance(given, ast.Name) else []
    if not bindings:
        # A type of Python's own reads octets as well as text, but `str`.
        return not module.is_builtin(given, "str") and isinstance(given, ast.Name)
    bodies = [b.node for b in bindings if isinstance(b.node, (ast.FunctionDef, ast.ClassDef))]
    if len(bodies) != len(bindings):
        return True
    return any(
        (isinstance(n, ast.Attribute) and n.attr in _DECODES)
        or (isinstance(n, ast.Call) and stdlib_name(n.func, module) in TAKE)
        for body in bodies
        for n in ast.walk(body)
    )


RULE = Rule(
    id="database_converters",
    family="P9",
    summary="converters of sqlite3 are given octets",
    before="import sqlite3\ndef f(s): return s.split(';')\nsqlite3.register_converter('p', f)\nn = 1L\n",
    after="import sqlite3\ndef f(s): return s.split(';')\n"
    "sqlite3.register_converter('p', lambda value: f(value.decode(\"utf-8\")))\nn = 1\n",
    caveats="Only functions and classes of the file that decode nothing themselves.",
    triggers=("register_converter",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["register_converter"]),
    visit=visit,
)
