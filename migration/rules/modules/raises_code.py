"""raises(E, 'f(x)') → with raises(E): f(x): pytest takes no code as text any more."""

from __future__ import annotations

import ast
from textwrap import dedent

from environment.traces import Exactness
from migration.analysis.follow import standard_origin
from migration.analysis.names import stdlib_name
from migration.dialects.dialect import parse
from migration.rule import Findings, Rule
from migration.view.module import Module

_RAISES = frozenset(["py.test.raises", "pytest.raises"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Write the code into a block of its own, where the call is a whole statement or what a name is given."""
    if len(node.args) != 2 or node.keywords:
        return
    code = node.args[1].value if isinstance(node.args[1], ast.Constant) else None
    if not isinstance(code, str):
        return
    if stdlib_name(node.func, module) not in _RAISES and not standard_origin(node.func, module, _RAISES):
        return
    lines = dedent(code).strip().splitlines()
    statement, name = module.statement(node), _name(node, module)
    own = module.source(module.line_span(statement)).strip() == module.source(module.span(statement)).strip()
    if (
        name is None
        or not own
        or not lines
        or parse("\n".join(lines)) is None
        or '"""' in code
        or "'''" in code
    ):
        yield module.open(node, "code as text, which pytest does not take any more")
        return
    indent = module.indentation(statement) + "    "
    body = "".join(f"\n{indent}{line}".rstrip(" ") for line in lines)
    raises = ("with ", *module.sub(node.func), "(", *module.sub(node.args[0]), ")", name, ":", body)
    yield module.edit(module.part(statement, *raises))


def _name(node: ast.Call, module: Module) -> str | None:
    """' as name' for what is kept under a name, '' for a statement by itself, or what it asserts."""
    parent = module.parent(node)
    if isinstance(parent, ast.Expr) or (isinstance(parent, ast.Assert) and parent.msg is None):
        return ""  # what it gave was always true
    if (
        isinstance(parent, ast.Assign)
        and len(parent.targets) == 1
        and isinstance(parent.targets[0], ast.Name)
    ):
        return f" as {parent.targets[0].id}"
    return None


RULE = Rule(
    id="raises_code",
    family="P11",
    summary="what is to raise is code, not text",
    before="import pytest\ndef test():\n    pytest.raises(ValueError, 'int(\"a\")')\n    print 1\n",
    after='import pytest\ndef test():\n    with pytest.raises(ValueError):\n        int("a")\n    print(1)\n',
    caveats="The code is read as Python 3 reads it.",
    triggers=("raises",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    unsettles=True,
    nodes=(ast.Call,),
    names=frozenset(["raises"]),
    visit=visit,
)
