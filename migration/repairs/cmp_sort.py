"""TypeError: sort() takes no positional arguments, 'cmp' is an invalid keyword argument → a key that compares so."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import method_of
from migration.source.edits import Edit, Part
from migration.trees.precedence import Precedence


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Hand over the comparison as a key, also where it comes in a dictionary of options."""
    module = scene.module
    for call in scene.crashed(ast.Call):
        sorts = module.is_builtin(call.func, "sorted")
        if not (sorts or method_of(call) == "sort"):
            continue
        for options in (k.value for k in call.keywords if k.arg is None and match["named"]):
            yield Candidate((_renamed(scene, options),), 10, "options")
        compared = [k.value for k in call.keywords if k.arg == "cmp"]
        compared += call.args[int(sorts) : int(sorts) + 1]
        if len(compared) == 1 and len(call.args) <= 1 + sorts and not isinstance(compared[0], ast.Starred):
            yield Candidate((_as_key(scene, call, compared[0]),), 10, "comparison")


def _as_key(scene: Scene, call: ast.Call, compared: ast.expr) -> Edit:
    module = scene.module
    named = next((k for k in call.keywords if k.value is compared), None)
    made = (module.use("functools.cmp_to_key", call), "(", *module.sub(compared), ")")
    if isinstance(compared, ast.Name) and _may_be_none(scene, compared):
        made = (*made, " if ", compared.id, " else None")
    return module.edit(Part(module.span(named or compared), ("key=", *made)))


def _may_be_none(scene: Scene, name: ast.Name) -> bool:
    """Whether the function around a name has it as a parameter that is None by default."""
    function = scene.function(name.lineno)
    if function is None:
        return False
    own = function.args.args[len(function.args.args) - len(function.args.defaults) :]
    given = {a.arg: d for a, d in zip(own, function.args.defaults, strict=True)}
    default = given.get(name.id)
    return isinstance(default, ast.Constant) and default.value is None


def _renamed(scene: Scene, options: ast.expr) -> Edit:
    module = scene.module
    to_key = module.use("functools.cmp_to_key", options)
    pieces = (
        '{"key" if name == "cmp" else name: ', to_key, '(value) if name == "cmp" else value for name, value in ',
        *module.sub(options, Precedence.ATOM), ".items()}",
    )  # fmt: skip
    return module.edit(Part(module.span(options), pieces))


REPAIR = Repair(
    id="cmp_sort",
    summary="a comparison that sorts is made a key",
    failure=Failure("TypeError", "sort() takes no positional arguments", line=2),
    before="def ranked(rows, order):\n    rows.sort(order)\n    return rows\n",
    after=(
        "import functools\ndef ranked(rows, order):\n    rows.sort(key=functools.cmp_to_key(order))\n    return rows\n"
    ),
    caveats="Options that name a comparison and a key as well lose one of them.",
    pattern=re.compile(
        r"^TypeError: (?:sort\(\) takes no positional arguments|sorted expected 1 argument, got 2"
        r"|(?P<named>'cmp' is an invalid keyword argument))"
    ),
    offer=offer,
)
