"""collections.Mapping → collections.abc.Mapping (3.10)."""

from migration.rewriting.moves import Moves, later
from migration.rule import Rule

_NAMES = (
    "Callable Container Hashable ItemsView Iterable Iterator KeysView Mapping MappingView MutableMapping "
    "MutableSequence MutableSet Sequence Set Sized ValuesView Generator Coroutine Awaitable ByteString"
)
MOVES = Moves({f"collections.{n}": later(f"collections.abc.{n}", (3, 10)) for n in _NAMES.split()})

RULE = Rule(
    id="collections_abc",
    family="P19",
    summary="the abstract base classes moved to collections.abc",
    before="from collections import Mapping, deque\nclass M(Mapping): a = deque()\n",
    after="from collections import deque\nfrom collections.abc import Mapping\nclass M(Mapping): a = deque()\n",
    triggers=("collections",),
    nodes=MOVES.nodes,
    imports=MOVES.heads,
    visit=MOVES.visit,
)
