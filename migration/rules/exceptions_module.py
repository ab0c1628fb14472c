"""The module exceptions is gone: what it held are builtins."""

import builtins

from migration.rule import Rule
from migration.rules._moves import Moves

_NAMES = sorted(n for n, v in vars(builtins).items() if isinstance(v, type) and issubclass(v, BaseException))
MOVES = Moves(
    {f"exceptions.{n}": f"builtins.{n}" for n in _NAMES} | {"exceptions.StandardError": "builtins.Exception"},
    {"exceptions": ""},
)

RULE = Rule(
    id="exceptions_module",
    family="P11",
    summary="exceptions.ValueError is the builtin ValueError",
    before="import exceptions\nclass E(exceptions.ValueError): pass\n",
    after="class E(ValueError): pass\n",
    triggers=("exceptions",),
    evidence=True,
    nodes=MOVES.nodes,
    imports=MOVES.heads,
    visit=MOVES.visit,
)
