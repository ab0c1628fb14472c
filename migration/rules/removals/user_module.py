"""import user; user.home → os.path.expanduser("~"): the module told the home, and ran the user's own start-up file."""

from __future__ import annotations

from environment.traces import Exactness
from migration.rewriting.moves import Move, Moves
from migration.rule import Rule

_HOME = 'os.path.expanduser("~")'
MOVES = Moves(
    {
        "user.home": Move(text=_HOME, imports=("import os",), exactness=Exactness.SEMANTIC),
        "user.pythonrc": Move(
            text=f'os.path.join({_HOME}, ".pythonrc.py")',
            imports=("import os",),
            exactness=Exactness.SEMANTIC,
        ),
    },
    {"user": ""},
)

RULE = Rule(
    id="user_module",
    family="P19",
    summary="the module user is gone; it told where the user's home is",
    before="import user\npath = user.home\n",
    after='import os\npath = os.path.expanduser("~")\n',
    caveats="The file ~/.pythonrc.py is no longer run by it.",
    triggers=MOVES.triggers,
    evidence=True,
    nodes=MOVES.nodes,
    imports=MOVES.heads,
    visit=MOVES.visit,
)
