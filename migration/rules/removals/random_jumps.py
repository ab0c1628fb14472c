"""r.jumpahead(n) → jump_ahead(n, r): a generator of random numbers that is moved on gives what it gave in Python 2."""

from __future__ import annotations

import ast

from migration.analysis.builtins import arguments
from migration.analysis.names import defined_in_repository
from migration.rewriting.helpers import helper
from migration.rewriting.moves import Move, Moves
from migration.rule import Findings, Rule
from migration.view.module import Module

HELPER = '''
def jump_ahead(count, source=random._inst):
    """Move a generator of random numbers on as Python 2 did: a hash of its state and `count` mixes that."""
    if isinstance(source, random.SystemRandom):
        return
    version, state, gauss = source.getstate()
    shown = "(%r, (%s), %r)" % (version, ", ".join("%dL" % number for number in state), gauss)
    mixer = int(hashlib.sha512((repr(count) + shown).encode()).hexdigest(), 16)
    numbers = list(state[:-1])
    for last in range(len(numbers) - 1, 1, -1):
        other = mixer % last
        numbers[last], numbers[other] = numbers[other], numbers[last]
    mixed = [(number + place) & 0xFFFFFFFF for place, number in enumerate(numbers, 1)]
    source.setstate((version, (*mixed, len(mixed)), gauss))
'''
_IMPORTS = ("import hashlib", "import random")
MOVES = Moves({"random.jumpahead": Move(helper=("jump_ahead", HELPER), imports=_IMPORTS)})


def visit(
    node: ast.Import | ast.ImportFrom | ast.Attribute | ast.Name | ast.Call, module: Module
) -> Findings:
    """Call the function in place of the module's, and of the method that no other class of the repository has."""
    if not isinstance(node, ast.Call):
        yield from MOVES.visit(node, module)
        return
    function = node.func
    if not isinstance(function, ast.Attribute) or function.attr != "jumpahead" or not arguments(node, 1, 1):
        return
    if module.qualified_name(function) is not None or defined_in_repository("jumpahead", module):
        return
    made = helper("jump_ahead", HELPER, module, _IMPORTS)
    owner = module.source(module.span(function.value))
    yield module.replace(node, made, "(", *module.sub(node.args[0]), f", {owner})")


RULE = Rule(
    id="random_jumps",
    family="P19",
    summary="a generator of random numbers is moved on by a helper",
    before="import random\nr = random.Random(3)\nr.jumpahead(10)\n",
    after=(
        f"import hashlib\nimport random\n\n\n{HELPER.strip()}\n\n\nr = random.Random(3)\njump_ahead(10, r)\n"
    ),
    caveats="A count that was a long in Python 2 is taken as an int.",
    triggers=("jumpahead",),
    evidence=True,
    nodes=(*MOVES.nodes, ast.Call),
    names=frozenset(["jumpahead"]),
    visit=visit,
)
