"""def pytest_funcarg__x(request) → a fixture x; metafunc.funcargnames and getfuncargvalue by their new names."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.names import alias_text, defined_in_repository
from migration.rule import Findings, Rule
from migration.source.edits import Span
from migration.view.module import Module

_PREFIX = "pytest_funcarg__"
_RENAMED = {"funcargnames": "fixturenames", "getfuncargvalue": "getfixturevalue"}


def visit(node: ast.FunctionDef | ast.Attribute | ast.Name | ast.ImportFrom, module: Module) -> Findings:
    """Name what pytest has now. What still began like a hook would be refused as one that is unknown."""
    if isinstance(node, ast.FunctionDef):
        if node.name.startswith(_PREFIX) and not node.decorator_list:
            yield from _fixture(node, module)
    elif isinstance(node, ast.ImportFrom):
        for alias in node.names:
            if alias.name.startswith(_PREFIX):
                yield module.edit(module.part(alias, alias_text(alias, _renamed(alias.name))))
    elif isinstance(node, ast.Name):
        if node.id.startswith(_PREFIX) and isinstance(node.ctx, ast.Load):
            yield module.replace(node, _renamed(node.id))
    elif node.attr.startswith(_PREFIX) or (
        node.attr in _RENAMED and not defined_in_repository(node.attr, module)
    ):
        end = module.span(node).end
        new = _RENAMED.get(node.attr) or _renamed(node.attr)
        yield module.replace_span(Span(end - len(node.attr), end), new)


def _fixture(node: ast.FunctionDef, module: Module) -> Findings:
    name, start = node.name.removeprefix(_PREFIX), module.line_span(node).start
    decorator = f"{module.indentation(node)}@", module.use("pytest.fixture", at=node), f'(name="{name}")\n'
    place = module.text.index(node.name, module.start(node))
    yield module.edit(
        module.part(Span(start, start), *decorator),
        module.part(Span(place, place + len(node.name)), _renamed(node.name)),
    )


def _renamed(name: str) -> str:
    return f"{name.removeprefix(_PREFIX)}_fixture"


RULE = Rule(
    id="pytest_hooks",
    family="P11",
    summary="old hooks of pytest are fixtures, and what they ask has other names",
    before="def pytest_funcarg__db(request):\n    return 1\n",
    after='import pytest\n@pytest.fixture(name="db")\ndef db_fixture(request):\n    return 1\n',
    caveats="`cached_setup` is left: a fixture of a scope does what it did.",
    triggers=("funcargnames", "getfuncargvalue", re.compile(_PREFIX)),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.FunctionDef, ast.Attribute, ast.Name, ast.ImportFrom),
    visit=visit,
)
