"""A chain of tests for versions of Python 2, `else: raise` → the last of them holds for what comes after, too."""

from __future__ import annotations

import ast
import copy

from migration.rule import Findings, Rule
from migration.trees.guards import LAST_2, is_version_test, only_python2
from migration.view.module import Module


def visit(node: ast.If, module: Module) -> Findings:
    """Ask for that version or a later one, where Python 3 would come to nothing but an exception."""
    if not node.orelse or not isinstance(node.orelse[-1], (ast.Raise, ast.Expr)) or not _ends(node.orelse):
        return
    test, earlier, inner = _in_full(node.test, module), [], node
    outer = module.parent(inner)
    while isinstance(outer, ast.If) and outer.orelse == [inner]:
        earlier.append(_in_full(outer.test, module))
        inner, outer = outer, module.parent(outer)
    if not is_version_test(test) or any(only_python2(one) is None for one in earlier):
        return
    held = only_python2(test)
    if not held or held[-1] != LAST_2 or held != list(range(held[0], LAST_2 + 1)):
        return
    since = f"(2, {held[0]})" if held[0] else "(2,)"
    yield module.replace(node.test, module.use("sys.version_info", node), f" >= {since}", guarded=True)


def _ends(body: list[ast.stmt]) -> bool:
    """Whether a block says something at most, and raises, or ends the program."""
    last = body[-1]
    said = all(isinstance(statement, ast.Expr) for statement in body[:-1])
    ends = isinstance(last, ast.Raise) or ast.unparse(last).startswith(("sys.exit(", "exit(", "os._exit("))
    return said and ends


def _in_full(test: ast.expr, module: Module) -> ast.expr:
    """A condition with what its names were given in their places."""
    given = {
        name.id: value
        for name in ast.walk(test)
        if isinstance(name, ast.Name) and (value := _given(name, module)) is not None
    }

    class InFull(ast.NodeTransformer):
        def visit_Name(self, name: ast.Name) -> ast.expr:
            return given.get(name.id, name)

    return InFull().visit(copy.deepcopy(test)) if given else test


def _given(name: ast.Name, module: Module) -> ast.expr | None:
    """What the only assignment to a name gives it, or the part of it: `major` of `major, minor = f()[:2]`."""
    bindings = module.bindings(name)
    if len(bindings) != 1 or bindings[0].value is not None:
        return bindings[0].value if len(bindings) == 1 else None
    part, targets = bindings[0].node, module.parent(bindings[0].node)
    if not isinstance(part, ast.Name) or not isinstance(targets, (ast.Tuple, ast.List)):
        return None
    statement, place = module.parent(targets), targets.elts.index(part)
    if not isinstance(statement, ast.Assign) or targets not in statement.targets:
        return None
    return ast.Subscript(statement.value, ast.Constant(place), ast.Load())


RULE = Rule(
    id="ended_versions",
    family="P18",
    summary="a program that knows versions of Python 2 alone takes Python 3 for later than its last",
    before=(
        "import sys\nif sys.version_info[:2] == (2, 6):\n    import simplejson as json\n"
        "elif sys.version_info[:2] == (2, 7):\n    import json\nelse:\n    raise Exception('which Python?')\n"
        "print json\n"
    ),
    after=(
        "import sys\nif sys.version_info[:2] == (2, 6):\n    import simplejson as json\n"
        "elif sys.version_info >= (2, 7):\n    import json\nelse:\n    raise Exception('which Python?')\n"
        "print(json)\n"
    ),
    caveats="Only where Python 3 would come to nothing but an exception.",
    triggers=("version_info", "version", "hexversion", "python_version", "python_version_tuple"),
    evidence=True,
    unsettles=True,
    order=30,
    nodes=(ast.If,),
    visit=visit,
)
