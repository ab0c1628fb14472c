"""random.sample(a_set, 2) → random.sample(sorted(a_set), 2); random.shuffle(a, f) → shuffle_by(a, f)."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.arguments import argument
from migration.analysis.builtins import is_none
from migration.analysis.flow_kinds import is_made
from migration.analysis.made import kept_by
from migration.analysis.names import stdlib_name
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.view.module import Module

SHUFFLE = '''
def shuffle_by(items, draw):
    """Shuffle a list in place by numbers from 0 to 1 that a function draws."""
    for last in range(len(items) - 1, 0, -1):
        other = int(draw() * (last + 1))
        items[last], items[other] = items[other], items[last]
'''
_GENERATORS = frozenset(["random.Random", "random.SystemRandom"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Make a list of a set; shuffle by the function with a helper."""
    name = stdlib_name(node.func, module)
    if module.target < (3, 11) or not node.args:
        return
    if name == "random.sample" or _is_generator_s(node.func, "sample", module):
        types = module.type_of(node.args[0])
        if types and types <= {"set", "frozenset", "dict"}:
            yield module.wrap(node.args[0], "list(")
    elif (name == "random.shuffle" or _is_generator_s(node.func, "shuffle", module)) and not any(
        isinstance(a, ast.Starred) for a in node.args
    ):
        draw, known = argument(node, 1, "random"), len(node.args) + len(node.keywords) == 2
        if draw is not None and known and not (is_none(draw) or inside_helper(node, SHUFFLE, module)):
            items = module.sub(node.args[0])
            yield module.replace(
                node, helper("shuffle_by", SHUFFLE, module), "(", *items, ", ", *module.sub(draw), ")"
            )


def _is_generator_s(function: ast.expr, method: str, module: Module) -> bool:
    """Whether a function draws as a method of a generator of its own."""
    if not isinstance(function, ast.Attribute) or function.attr != method:
        return False
    owner = function.value
    return kept_by(owner, module, _GENERATORS) is not None or is_made(owner, "random", module)


RULE = Rule(
    id="random_arguments",
    family="P19",
    summary="random.sample takes sequences, random.shuffle no function",
    before="import random\na = random.sample(set(b), 2)\n",
    after="import random\na = random.sample(list(set(b)), 2)\n",
    caveats="Another random choice of a set comes out than with Python 2's generator.",
    triggers=("sample", "shuffle"),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Call,),
    names=frozenset(["sample", "shuffle"]),
    visit=visit,
)
