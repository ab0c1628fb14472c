"""AssertionError: dict_keys(['a']) != ['a'], <map object at 0x> != [1] → what the file hands out is a list."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import wrapped
from migration.source.edits import Edit

_HELPER = '''
def list_{name}(*arguments):
    """A list, as Python 2's {name}() gave."""
    return list({name}(*arguments))
'''
_VIEWS = frozenset(["keys", "values", "items"])
_BUILTINS = frozenset(["map", "filter", "zip"])
#: What takes any iterable in the place of a list.
_INDIFFERENT = (
    "list",
    "sorted",
    "tuple",
    "set",
    "frozenset",
    "dict",
    "sum",
    "any",
    "all",
    "iter",
    "next",
    "enumerate",
)


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Functions that stand for themselves give lists; so does what is returned or kept; one after the other at last."""
    if match["exhausted"]:
        yield from _got_twice(scene)
    kind = (match["builtin"] or match["view"] or match["used"] or "").removeprefix("dict_")
    kinds = {kind} if kind else _BUILTINS
    handed = [
        node
        for node in scene.module.nodes_of(ast.Name)
        if isinstance(node, ast.Name) and node.id in kinds & _BUILTINS and _stands_for_itself(scene, node)
    ]
    yield Candidate(tuple(_listing(scene, node) for node in handed), 50, "functions")
    if match["used"]:
        return  # where it failed, `lazy_result` looks for what made it
    made = [
        node
        for node in scene.module.nodes_of(ast.Call)
        if isinstance(node, ast.Call) and _makes(scene, node, kinds)
    ]
    given = [
        node for node in made if isinstance(scene.module.parent(node), ast.Return | ast.Assign | ast.Dict)
    ]
    for rank, nodes in ((52, given), (54, made)):
        yield Candidate(tuple(wrapped(scene, node, "list") for node in nodes), rank, f"{len(nodes)}")


def _got_twice(scene: Scene) -> Candidates:
    """What the line goes over again was got from a call, and gone over before."""
    for call in scene.crashed(ast.Call):
        if scene.module.is_builtin(call.func, "min", "max") and len(call.args) == 1:
            given = [
                made for made in list(scene.producers(call.args[0], 1))[1:] if isinstance(made, ast.Call)
            ]
            lists = [m for m in given if not scene.module.is_builtin(m.func, *_INDIFFERENT)]
            yield Candidate(tuple(wrapped(scene, made, "list") for made in lists), 30, "got twice")


def _stands_for_itself(scene: Scene, name: ast.Name) -> bool:
    parent = scene.module.parent(name)
    called = isinstance(parent, ast.Call) and parent.func is name
    return not called and isinstance(name.ctx, ast.Load) and scene.module.is_builtin(name, name.id)


def _listing(scene: Scene, name: ast.Name) -> Edit:
    helper = scene.module.helper(f"list_{name.id}", _HELPER.format(name=name.id))
    return scene.module.replace(name, helper)


def _makes(scene: Scene, call: ast.Call, kinds: frozenset[str] | set[str]) -> bool:
    """Whether a call gives such a value, to something that may mind."""
    function, parent = call.func, scene.module.parent(call)
    if isinstance(parent, ast.For | ast.comprehension):
        return False
    if isinstance(parent, ast.Call) and scene.module.is_builtin(parent.func, *_INDIFFERENT):
        return False
    if isinstance(function, ast.Attribute):
        return function.attr in kinds & _VIEWS and not call.args
    if isinstance(function, ast.Call) and scene.module.is_builtin(function.func, "getattr"):
        named = function.args[1] if len(function.args) > 1 else None
        return isinstance(named, ast.Constant) and named.value in kinds & _VIEWS
    return isinstance(function, ast.Name) and scene.module.is_builtin(function, *(kinds & _BUILTINS))


REPAIR = Repair(
    id="lazy_values",
    summary="views and iterators that a file hands out are lists",
    failure=Failure("AssertionError", "dict_keys(['a']) != ['a']"),
    before=(
        "def names(rows):\n    return rows.keys()\n\n"
        "def shown(rows):\n    for name in rows.keys():\n        print(name)\n"
    ),
    after=(
        "def names(rows):\n    return list(rows.keys())\n\n"
        "def shown(rows):\n    for name in rows.keys():\n        print(name)\n"
    ),
    caveats="All of the kind that the file returns or keeps are made lists together.",
    pattern=re.compile(
        r"^AssertionError: .*?(?:<(?P<builtin>map|filter|zip) object at|(?P<view>dict_(?:keys|values|items))\()"
        r"|^ValueError: (?P<exhausted>min|max)\(\) (?:arg is an empty sequence|iterable argument is empty)"
        r"|^TypeError: .*'(?P<used>map|filter|zip)'",
        re.DOTALL,
    ),
    offer=offer,
    order=80,
)
