"""sets.Set → set, sets.ImmutableSet → frozenset."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.classes import methods
from migration.analysis.names import stdlib_name
from migration.rewriting.helpers import helper
from migration.rewriting.moves import Move, Moves
from migration.rule import Findings, Rule
from migration.view.module import Module

_BASE = Move(text="(set, frozenset)", exactness=Exactness.SEMANTIC)
MOVES = Moves(
    {"sets.Set": "builtins.set", "sets.ImmutableSet": "builtins.frozenset", "sets.BaseSet": _BASE},
    {"sets": ""},
)
_KINDS = {"sets.Set": "set", "sets.ImmutableSet": "frozenset"}
APART = '''
class {name}({kind}):
    """Stands for what the old module sets had, where the builtin kind has a place of its own."""
'''


def visit(node: ast.AST, module: Module) -> Findings:
    """The builtin kind; a kind of its own where classes each name theirs, and one names the builtin."""
    kind = _KINDS.get(stdlib_name(node, module) or "") if isinstance(node, ast.Attribute) else None
    if kind is not None and isinstance(node, ast.Attribute) and _is_named_beside(node, kind, module):
        name = f"Old{kind.title()}"
        yield module.replace(node, helper(name, APART.format(name=name, kind=kind), module), evidence=True)
        return
    yield from MOVES.visit(node, module)


def _is_named_beside(node: ast.Attribute, kind: str, module: Module) -> bool:
    """Whether `name = sets.Set` stands in a class, and `name = set` in another: tables are made by such names."""
    assigned = module.parent(node)
    owner = module.parent(assigned)
    if not (isinstance(assigned, ast.Assign) and isinstance(owner, ast.ClassDef)):
        return False
    names = {target.id for target in assigned.targets if isinstance(target, ast.Name)}
    others = (c for c in module.nodes_of(ast.ClassDef) if isinstance(c, ast.ClassDef) and c is not owner)
    return any(
        isinstance(given := methods(other).get(name), ast.Assign) and module.is_builtin(given.value, kind)
        for other in others
        for name in names
    )


RULE = Rule(
    id="sets_module",
    family="P11",
    summary="sets.Set is the builtin set",
    before="from sets import Set as set_of\na = set_of([1])\n",
    after="a = set([1])\n",
    caveats="The builtin can't be put into a set itself; sets.Set could, by a hidden conversion.",
    triggers=("sets",),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    nodes=MOVES.nodes,
    imports=MOVES.heads,
    visit=visit,
)
