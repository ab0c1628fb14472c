"""pickle.loads(x) → pickle.loads(x, encoding="latin-1"), where octets are text: pickles of Python 2 hold such."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.strings.octets import octets_throughout
from migration.analysis.strings.standard_names import standard_name
from migration.rule import Findings, Rule
from migration.view.module import Module

_READING = frozenset(
    f"{module}.{name}" for module in ("pickle", "cPickle") for name in ("load", "loads", "Unpickler")
)


def visit(node: ast.Call, module: Module) -> Findings:
    """Say how the strings in it become text: by default they have to be ASCII."""
    plain = len(node.args) == 1 and not node.keywords and not isinstance(node.args[0], ast.Starred)
    if plain and standard_name(node.func, module) in _READING:
        yield module.edit(module.added(node, 'encoding="latin-1"'), guarded=True)


RULE = Rule(
    id="pickled_octets",
    family="P9",
    summary="strings in pickles of Python 2 are octets",
    before="import pickle\nx = pickle.loads(y)\n",
    after="import pickle\nx = pickle.loads(y)\n",
    caveats="Only in repositories whose strings are octets (dialects/octets.py).",
    triggers=("pickle", "cPickle"),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["load", "loads", "Unpickler"]),
    when=octets_throughout,
    visit=visit,
)
