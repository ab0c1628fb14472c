"""try: basestring except NameError: basestring = (str, unicode) → nothing: Python 2 never took that way."""

from __future__ import annotations

import ast
import builtins

from migration.analysis.builtins import stand_in
from migration.rewriting.imports import module_span
from migration.rule import Findings, Rule
from migration.source.edits import Part
from migration.view.module import Module

#: Builtins that all Python 2 versions in use had, and Python 3 has not.
_OLD = frozenset(
    [
        "StandardError",
        "basestring",
        "buffer",
        "cmp",
        "file",
        "long",
        "raw_input",
        "reduce",
        "unichr",
        "unicode",
        "xrange",
    ]
)


#: Builtins that came with one version of Python 2 or another, and stayed.
_NEW = frozenset(
    [
        "all",
        "any",
        "bin",
        "bytearray",
        "bytes",
        "format",
        "frozenset",
        "memoryview",
        "next",
        "reversed",
        "set",
        "sorted",
    ]
)


def visit(node: ast.Try, module: Module) -> Findings:
    """Drop a stand-in for a builtin of Python 2 that is made from other builtins of Python 2, or that is made only
    where an import failed, of which there is none. One for what older versions of Python 2 had not is not taken.
    """
    asked = _asks_for_new(node)
    if asked is not None:
        yield module.edit(Part(module_span(asked, module), ("builtins",)), guarded=True)
        return
    if _waits_in_vain(node):
        yield module.delete_statement(node, guarded=True)
        return
    found = stand_in(node, _OLD)
    if found is None or len(found[1]) != 1:
        return
    name, made = found[0], found[1][0]
    if not (isinstance(made, ast.Assign) and [getattr(t, "id", "") for t in made.targets] == [name]):
        return
    names = {n.id for n in ast.walk(made.value) if isinstance(n, ast.Name)}
    if (names & _OLD) - {name} and isinstance(module.parent(node), ast.Module):
        yield module.delete_statement(node, guarded=True)


def _asks_for_new(node: ast.Try) -> ast.ImportFrom | None:
    """The import from `__builtin__` of what both languages have, where handlers don't look into Python 3's module."""
    first = node.body[0]
    if len(node.body) > 1 or not isinstance(first, ast.ImportFrom) or first.module != "__builtin__":
        return None
    elsewhere = any(
        isinstance(n, ast.Import | ast.ImportFrom) and "builtins" in ast.dump(n)
        for handler in node.handlers
        for n in ast.walk(handler)
    )
    return None if elsewhere or not {a.name for a in first.names} <= _NEW else first


def _waits_in_vain(node: ast.Try) -> bool:
    """Whether a try only names builtins of Python 2 and catches nothing but failed imports."""
    if node.orelse or node.finalbody or len(node.body) != 1 or not isinstance(node.body[0], ast.Expr):
        return False
    named = node.body[0].value
    asked = [getattr(n, "id", "") for n in (named.elts if isinstance(named, ast.Tuple) else [named])]
    known = all(name in _OLD or hasattr(builtins, name) for name in asked)
    return (
        known
        and bool(_OLD.intersection(asked))
        and all(getattr(handler.type, "id", "") == "ImportError" for handler in node.handlers)
    )


RULE = Rule(
    id="builtin_fallbacks",
    family="P18",
    summary="a stand-in for a builtin of Python 2 that only Python 2 could make",
    before="try:\n    basestring\nexcept NameError:\n    basestring = (str, unicode)\na = isinstance(b, basestring)\n",
    after="a = isinstance(b, str)\n",
    caveats="A stand-in that Python 3 can make is left: then both languages were thought of.",
    triggers=("NameError", "ImportError"),
    evidence=True,
    unsettles=True,
    order=30,
    nodes=(ast.Try,),
    visit=visit,
)
