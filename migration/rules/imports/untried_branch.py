"""A branch for Python 3 that fails at its first names: what Python 2 ran stays, without the test."""

from __future__ import annotations

import ast
import builtins

from migration.rule import Findings, Rule
from migration.trees.guards import is_version_test, python3_side
from migration.view.module import Module


def visit(node: ast.If, module: Module) -> Findings:
    """Put what Python 2 ran in the place of a test whose other side Python 3 can't have run."""
    if not node.orelse or not isinstance(module.parent(node), ast.Module) or not is_version_test(node.test):
        return
    side = python3_side(node)
    other = node.orelse if side and side[0] is node.body[0] else node.body
    if not side or not all(isinstance(s, ast.Assign) and s.lineno == s.end_lineno for s in other):
        return
    if any(_fails(s, other, module) for s in side if _comes_to(s, side)):
        indent = module.indentation(node)
        text = f"\n{indent}".join(module.source(module.span(s)) for s in other)
        yield module.replace_span(module.span(node), text, guarded=True)


def _comes_to(statement: ast.AST, side: list[ast.AST]) -> bool:
    """Whether nothing but assignments and imports stands before a statement."""
    before = side[: side.index(statement)]
    return all(isinstance(s, (ast.Assign, ast.Import, ast.ImportFrom)) for s in before)


def _fails(statement: ast.AST, other: list[ast.stmt], module: Module) -> bool:
    """Whether a statement reads just a name that Python 3 has not: no builtin, bound on Python 2's side alone."""
    value = statement.value if isinstance(statement, ast.Assign) else None
    if not isinstance(value, ast.Name) or hasattr(builtins, value.id) or module.module_scope.star_imports:
        return False
    first, last = other[0].lineno, other[-1].lineno
    bound = [b.node for b in module.module_scope.bindings.get(value.id, [])]
    return all(first <= getattr(b, "lineno", 0) <= last for b in bound)


RULE = Rule(
    id="untried_branch",
    family="P18",
    summary="a version test whose side for Python 3 can't run there",
    before=(
        "from sys import version_info\nif version_info[0] < 3:\n    octets = str\nelse:\n    texts = octets\n"
        "print octets\n"
    ),
    after="from sys import version_info\noctets = str\nprint(octets)\n",
    caveats="Only for plain assignments of a file's own level, where Python 3 would end at a name that it has not.",
    triggers=("version_info", "hexversion", "version"),
    evidence=True,
    unsettles=True,
    order=30,
    nodes=(ast.If,),
    visit=visit,
)
