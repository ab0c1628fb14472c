"""def pytest_funcarg__x(request) → a fixture x; metafunc.funcargnames and getfuncargvalue by their new names."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.edits import Span
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._names import defined_in_repository

_PREFIX = "pytest_funcarg__"
_RENAMED = {"funcargnames": "fixturenames", "getfuncargvalue": "getfixturevalue"}


def visit(node: ast.FunctionDef | ast.Attribute, module: Module) -> Findings:
    """Name what pytest has now."""
    if isinstance(node, ast.Attribute):
        if node.attr in _RENAMED and not defined_in_repository(node.attr, module):
            end = module.span(node).end
            yield module.replace_span(Span(end - len(node.attr), end), _RENAMED[node.attr])
    elif node.name.startswith(_PREFIX) and not node.decorator_list:
        name = node.name.removeprefix(_PREFIX)
        start = module.line_span(node).start
        made = module.use("pytest.fixture", at=node)
        indentation = module.indentation(node)
        yield module.edit(module.part(Span(start, start), f"{indentation}@", made, f'(name="{name}")\n'))


RULE = Rule(
    id="pytest_hooks",
    family="P11",
    summary="old hooks of pytest are fixtures, and what they ask has other names",
    before="def pytest_funcarg__db(request):\n    return 1\n",
    after='import pytest\n@pytest.fixture(name="db")\ndef pytest_funcarg__db(request):\n    return 1\n',
    caveats="`cached_setup` is left: a fixture of a scope does what it did.",
    triggers=("funcargnames", "getfuncargvalue", re.compile(_PREFIX)),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.FunctionDef, ast.Attribute),
    visit=visit,
)
