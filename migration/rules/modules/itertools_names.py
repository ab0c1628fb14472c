"""itertools.izip, imap, ifilter are the builtins now; izip_longest and ifilterfalse lost their i."""

from migration.rewriting.moves import Moves
from migration.rule import Rule

MOVES = Moves(
    {
        "itertools.izip": "builtins.zip",
        "itertools.imap": "builtins.map",
        "itertools.ifilter": "builtins.filter",
        "itertools.izip_longest": "itertools.zip_longest",
        "itertools.ifilterfalse": "itertools.filterfalse",
    }
)

RULE = Rule(
    id="itertools_names",
    family="P11",
    summary="itertools.izip is zip, and so on",
    before="from itertools import izip, chain\nfor a, b in izip(x, y): chain(a, b)\n",
    after="from itertools import chain\nfor a, b in zip(x, y): chain(a, b)\n",
    caveats="imap(None, a) with None for the function has no successor.",
    triggers=MOVES.triggers,
    nodes=MOVES.nodes,
    imports=MOVES.heads,
    visit=MOVES.visit,
)
