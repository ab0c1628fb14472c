"""sets.Set → set, sets.ImmutableSet → frozenset."""

from environment.traces import Exactness
from migration.rule import Rule
from migration.rules._moves import Move, Moves

_BASE = Move(text="(set, frozenset)", exactness=Exactness.SEMANTIC)
MOVES = Moves(
    {"sets.Set": "builtins.set", "sets.ImmutableSet": "builtins.frozenset", "sets.BaseSet": _BASE},
    {"sets": ""},
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
    visit=MOVES.visit,
)
