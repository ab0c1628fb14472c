"""import py.test → import pytest: the package `py` has no part that tests any more, and pytest none that collects."""

from __future__ import annotations

import ast

from migration.analysis.names import alias_text, binding_scope, is_local, stdlib_name, uses
from migration.rewriting.imports import module_span, replace_import
from migration.rule import Findings, Rule
from migration.source.edits import Part
from migration.view.module import Module

#: What `py.test` and pytest call the same.
_NAMES = frozenset(
    ["approx", "deprecated_call", "exit", "fail", "fixture", "importorskip", "main", "mark", "raises", "set_trace",
     "skip", "xfail"]
)  # fmt: skip
#: What stood in a part of its own, which is gone from pytest too.
_COLLECTED = frozenset(["Class", "Collector", "File", "Function", "Item", "Module", "Session"])
_PARTS = frozenset(["py.test.collect", "pytest.collect"])


def visit(node: ast.Import | ast.ImportFrom | ast.Attribute, module: Module) -> Findings:
    """Name pytest where it is used and imported; an import that served nothing else goes."""
    if isinstance(node, ast.Attribute):
        if _is_moved(node, module):
            yield module.replace(node, module.use(f"pytest.{node.attr}", at=node))
    elif isinstance(node, ast.ImportFrom):
        plain = node.module == "py.test" and not node.level and not is_local("py", module)
        if plain and all(a.name in _NAMES for a in node.names):
            yield module.edit(Part(module_span(node, module), ("pytest",)))
        elif node.module == "py" and not node.level and not is_local("py", module):
            yield from _as_a_part(node, module)
    elif not is_local("py", module):
        keep = [
            alias_text(a) for a in node.names if a.name != "py.test" or a.asname or _is_used(node, module)
        ]
        if len(keep) < len(node.names):
            lines = [f"import {', '.join(keep)}"] if keep else []
            yield module.edit(*replace_import(node, lines, module))


def _as_a_part(node: ast.ImportFrom, module: Module) -> Findings:
    """`from py import test`, alone or with others."""
    tests = [a for a in node.names if a.name == "test"]
    if tests:
        others = [alias_text(a) for a in node.names if a.name != "test"]
        lines = [f"from py import {', '.join(others)}"] if others else []
        for bound in (a.asname or a.name for a in tests):
            left = uses(bound, binding_scope(node, bound, module), module)
            if not left or any(not _is_moved(module.parent(use), module) for use in left):
                lines.append(f"import pytest as {bound}")
        yield module.edit(*replace_import(node, lines, module))


def _is_moved(node: ast.AST, module: Module) -> bool:
    if not isinstance(node, ast.Attribute) or node.attr not in _NAMES | _COLLECTED:
        return False
    place = (stdlib_name(node, module) or "").rpartition(".")[0]
    return place in _PARTS if node.attr in _COLLECTED else place == "py.test"


def _is_used(node: ast.Import, module: Module) -> bool:
    """Whether `py` is read other than for what moved."""
    found = uses("py", binding_scope(node, "py", module), module)
    return any(not _is_moved(_named(use, module), module) for use in found)


def _named(use: ast.AST, module: Module) -> ast.AST:
    """The name of the part of py that is read: `py.test.raises`, `py.test.collect.Class`."""
    part = module.parent(module.parent(use))
    collects = isinstance(part, ast.Attribute) and part.attr == "collect"
    return module.parent(part) if collects else part


RULE = Rule(
    id="py_test",
    family="P11",
    summary="py.test is called pytest",
    before="import py.test\nprint py.test.raises(ValueError, f)\n",
    after="import pytest\nprint(pytest.raises(ValueError, f))\n",
    triggers=("py", "pytest"),
    needs_python2=True,
    nodes=(ast.Import, ast.ImportFrom, ast.Attribute),
    imports=frozenset(["py", "pytest"]),
    visit=visit,
)
