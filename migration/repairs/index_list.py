"""IndexError: only integers, slices (`:`), ellipsis … are valid indices → a list of slices is made a tuple."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import bound_to_parameter
from migration.rewriting.helpers import helper
from migration.rules.removals.index_lists import HELPER
from migration.source.edits import Edit

#: What is no list of slices, by how it is made.
_NO_LIST = (ast.Constant, ast.UnaryOp, ast.Compare, ast.Dict, ast.JoinedStr, ast.Tuple, ast.Slice, ast.Set)
_ARITHMETIC = (ast.Div, ast.FloorDiv, ast.Sub, ast.Mod, ast.Pow)


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Ask the index there, and wherever the function has the same name for one; else the line's alone."""
    failing = [node for node in scene.crashed(ast.Subscript) if _may_be_list(scene, node.slice)]
    if not failing:
        return
    names = {node.slice.id for node in failing if isinstance(node.slice, ast.Name)}
    function = scene.function(failing[0].lineno)
    alike = [
        node
        for node in (scene.module.below(function) if function else ())
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Name) and node.slice.id in names
    ]
    whole = list(dict.fromkeys([*failing, *alike]))
    whole.sort(key=scene.module.start)
    yield Candidate(tuple(_asked(scene, node) for node in whole), 15, "function")
    if len(whole) > len(failing):
        yield Candidate(tuple(_asked(scene, node) for node in failing), 18, "line")


def _may_be_list(scene: Scene, index: ast.expr) -> bool:
    """Whether an index can be a list of slices: a variable that nothing shows to be a number, a tuple or text."""
    types = scene.module.type_of(index)
    if types and "list" not in types:
        return False
    if isinstance(index, ast.Name):
        if bound_to_parameter(scene, index):
            return True
        bindings = scene.module.bindings(index)
        return not bindings or any(b.value is None or not _is_number(b.value) for b in bindings)
    return isinstance(index, ast.Attribute | ast.List)


def _is_number(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, _ARITHMETIC)
    return isinstance(node, _NO_LIST)


def _asked(scene: Scene, node: ast.Subscript) -> Edit:
    module = scene.module
    return module.edit(module.in_call(node.slice, helper("array_index", HELPER, module)))


REPAIR = Repair(
    id="index_list",
    summary="a list of slices that is an index of an array is made a tuple",
    failure=Failure(
        "IndexError",
        "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid "
        "indices",
        line=2,
    ),
    before="def pick(x, at):\n    return x[at]\n",
    after=HELPER.lstrip("\n") + "\n\ndef pick(x, at):\n    return x[array_index(at)]\n",
    caveats="An index that is no list, or a list of numbers alone, stays as it is.",
    pattern=re.compile(r"^IndexError: only integers, slices \(`:`\), ellipsis"),
    offer=offer,
    order=40,
)
