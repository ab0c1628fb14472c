"""TypeError: '<' not supported … in a function of bisect → a key that gives the order of Python 2."""

from __future__ import annotations

import ast
import re

from migration.analysis.order import ORDERED
from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.rewriting.helpers import helper
from migration.rules.ordering.bisect_order import keyed, searches
from migration.source.edits import Edit

#: For calls whose arguments are handed on: `bisect.insort(values, *given)`.
IN_ORDER = '''
def in_order(function, values, item, *places):
    """What a function of bisect makes of values that are in the order of Python 2."""
    wanted = item if function.__name__.startswith("insort") else {ordered}(item)
    return function(values, wanted, *places, key={ordered})
'''


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """A key where it was searched, in all calls of the file or in that one."""
    module = scene.module
    failing = [call for call in scene.crashed(ast.Call) if _searches(scene, call)]
    if not failing:
        return
    every = [c for c in module.nodes_of(ast.Call) if isinstance(c, ast.Call) and _searches(scene, c)]
    yield Candidate(tuple(_keyed(scene, call) for call in every), 18, "searched alike")
    if len(every) > len(failing):
        yield Candidate(tuple(_keyed(scene, call) for call in failing), 20, "searched")


def _searches(scene: Scene, call: ast.Call) -> bool:
    """Whether a call asks a function of bisect, without a key of its own."""
    if not searches(call, scene.module):
        return False
    handed_on = len(call.args) == 2 and isinstance(call.args[1], ast.Starred)
    plain = len(call.args) > 1 and not any(isinstance(a, ast.Starred) for a in call.args[:2])
    return (plain or handed_on) and not any(k.arg in ("key", None) for k in call.keywords)


def _keyed(scene: Scene, call: ast.Call) -> Edit:
    module = scene.module
    if isinstance(call.args[1], ast.Starred):
        order = helper("ordered", ORDERED, module)
        handed = helper("in_order", IN_ORDER.replace("{ordered}", order), module)
        handed.helpers += order.helpers
        before_values = (module.span(call.func).start, module.outer_span(call.args[0]).start)
        return module.replace_span(before_values, handed, "(", *module.sub(call.func), ", ")
    return module.edit(*keyed(call, module))


REPAIR = Repair(
    id="searched_order",
    summary="lists that are searched in halves are ordered as in Python 2",
    failure=Failure("TypeError", "'<' not supported between instances of 'NoneType' and 'int'", line=3),
    before="import bisect\ndef place(values, item):\n    return bisect.bisect_left(values, item)\n",
    after=f"import bisect\n\n\n{ORDERED.strip()}\n\n\ndef place(values, item):\n"
    "    return bisect.bisect_left(values, ordered(item), key=ordered)\n",
    caveats="Instances are ordered by address, as they were: by chance.",
    pattern=re.compile(r"'[<>]=?' not supported between instances of '\w+' and '\w+'"),
    offer=offer,
)
