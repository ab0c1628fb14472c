"""random.sample(a_set, 2) → random.sample(sorted(a_set), 2); random.shuffle takes no function."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._builtins import arguments
from migration.rules._names import stdlib_name


def visit(node: ast.Call, module: Module) -> Findings:
    """Make a list of a set; drop the function."""
    name = stdlib_name(node.func, module)
    if module.target < (3, 11) or not node.args:
        return
    if name == "random.sample":
        types = module.type_of(node.args[0])
        if types and types <= {"set", "frozenset", "dict"}:
            yield module.wrap(node.args[0], "list(")
    elif name == "random.shuffle" and arguments(node, 2, 2):
        pieces = (module.span(node.func), "(", *module.sub(node.args[0]), ")")
        yield module.replace(node, *pieces)


RULE = Rule(
    id="random_arguments",
    family="P19",
    summary="random.sample takes sequences, random.shuffle no function",
    before="import random\na = random.sample(set(b), 2)\n",
    after="import random\na = random.sample(list(set(b)), 2)\n",
    caveats="Another random choice comes out than with Python 2's generator.",
    triggers=("sample", "shuffle"),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Call,),
    names=frozenset(["sample", "shuffle"]),
    visit=visit,
)
