"""A list comprehension in a class's body that reads the class's names → the loop it was."""

from __future__ import annotations

import ast

from migration.analysis.classes import methods
from migration.rule import Findings, Rule
from migration.rules.scope._loops import as_loop
from migration.view.module import Module


def visit(node: ast.ListComp, module: Module) -> Findings:
    """Python 3 looks such names up outside the class; only the first iterable is evaluated inside."""
    read = names_of_class(node, module)
    if not read:
        return
    outside = any(module.module_scope.lookup(n.id) is not None for n in read)
    edit = as_loop(node, module, needs_python2=outside)
    if edit is None:
        yield module.open(
            node, f"{read[0].id} of the class is not seen inside the comprehension", needs_python2=outside
        )
        return
    yield edit


def names_of_class(node: ast.ListComp, module: Module) -> list[ast.Name]:
    """Where a comprehension in a class's body reads the class's names, not to evaluate its first iterable."""
    statement = module.statement(node)
    owner = module.parent(statement)
    while isinstance(owner, (ast.If, ast.For, ast.While, ast.Try, ast.With)):
        owner = module.parent(owner)
    if not isinstance(owner, ast.ClassDef) or module.function(node) is not None:
        return []
    own = set(methods(owner)) - {
        n.id for g in node.generators for n in ast.walk(g.target) if isinstance(n, ast.Name)
    }
    first = set(ast.walk(node.generators[0].iter))
    read = [n for n in ast.walk(node) if isinstance(n, ast.Name) and n.id in own and n not in first]
    return [] if any(isinstance(n, (ast.Lambda, ast.GeneratorExp)) for n in ast.walk(node)) else read


RULE = Rule(
    id="class_comprehension",
    family="P17",
    summary="a comprehension does not see the names of the class around it: a loop",
    before="class K(object):\n    n = 3\n    sq = [n * i for i in range(3)]\n",
    after=("class K(object):\n    n = 3\n    sq = []\n    for i in range(3):\n        sq.append(n * i)\n"),
    caveats="The loop's variables stay in the class, as they did in Python 2.",
    triggers=("class",),
    nodes=(ast.ListComp,),
    follows=frozenset(["class_comprehension"]),
    visit=visit,
)
