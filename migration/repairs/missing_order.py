"""TypeError: '<' not supported between instances of 'A' and 'B' → the order that Python 2 gave them."""

from __future__ import annotations

import ast
import re

from migration.analysis.builtins import is_none
from migration.analysis.classes import methods
from migration.analysis.order import ORDERED
from migration.analysis.values import default_of
from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import bound_to_parameter
from migration.rewriting.helpers import helper, inside_helper
from migration.rewriting.members import after
from migration.source.edits import Part

#: Where a class gets its comparison from outside, by a name that is written as text.
_SET_LATER = re.compile(r"""['"](?:__)?cmp(?:__)?['"]|\.__cmp__ = """)
_ORDERING = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """A class of this file gets the order it lacks; mixed values get a key, where they are compared or sorted."""
    module = scene.module
    left, right = match["left"], match["right"]
    for name in dict.fromkeys((left, right)):
        for cls in scene.classes(name):
            yield from _ordered_class(scene, cls)
    for compare in scene.crashed(ast.Compare):
        if len(compare.ops) == 1 and isinstance(compare.ops[0], _ORDERING):
            if inside_helper(compare, ORDERED, module):
                continue
            called = helper("ordered", ORDERED, module)
            parts = [
                Part(module.span(o), (called, "(", *module.sub(o), ")"))
                for o in (compare.left, *compare.comparators)
            ]
            yield Candidate((module.edit(*parts),), 20, "compared")
    for call in scene.crashed(ast.Call):
        keys = [k for k in call.keywords if k.arg in ("key", None)]
        sorts = isinstance(call.func, ast.Attribute) and call.func.attr == "sort" and not call.args
        if not (sorts or module.is_builtin(call.func, "sorted", "min", "max")):
            continue
        if keys:
            key, called = keys[0].value, helper("ordered", ORDERED, module)
            if isinstance(key, ast.Lambda) and not module.source(module.span(key.body)).startswith("ordered"):
                part = Part(module.span(key.body), (called, "(", *module.sub(key.body), ")"))
                yield Candidate((module.edit(part),), 24, "key")
            elif isinstance(key, ast.Name) and keys[0].arg and bound_to_parameter(scene, key):
                source = module.source(module.span(key))
                item = module.fresh_name("item")
                by_key = f"{source}({item})"
                if _may_be_none(scene, key):
                    by_key = f"{item} if {source} is None else {by_key}"
                pieces = (f"lambda {item}: ", called, f"({by_key})")
                yield Candidate((module.replace(key, *pieces),), 24, "key")
            continue
        end = module.span(call).end - 1
        comma = ", " if call.args or call.keywords else ""
        called = helper("ordered", ORDERED, module)
        yield Candidate((module.insert(end, f"{comma}key=", called),), 22, "sorted")
        if left == right and left not in ("NoneType", "dict"):
            yield Candidate((module.insert(end, f"{comma}key=id"),), 50, "by address")


def _may_be_none(scene: Scene, key: ast.Name) -> bool:
    """Whether a function that is given no key sorts by none: its parameter's default says so."""
    default = default_of(key, scene.module)
    return default is not None and is_none(default)


def _ordered_class(scene: Scene, cls: ast.ClassDef) -> Candidates:
    """An instance without an order had one by address; one with __cmp__ by that."""
    module = scene.module
    own = methods(cls)
    if "__lt__" in own or not cls.body:
        return
    if "__cmp__" not in own and _SET_LATER.search(module.text):
        part = after(
            cls.body[-1], ["", "def __lt__(self, other):", "    return self.__cmp__(other) < 0"], module
        )
        if part is not None:
            yield Candidate((module.edit(part),), 9, "class, compared from outside")
    body = "self.__cmp__(other) < 0" if "__cmp__" in own else "id(self) < id(other)"
    part = after(cls.body[-1], ["", "def __lt__(self, other):", f"    return {body}"], module)
    if part is not None:
        yield Candidate((module.edit(part),), 10, "class")


REPAIR = Repair(
    id="missing_order",
    summary="values that Python 3 does not compare are ordered as Python 2 did",
    failure=Failure("TypeError", "'<' not supported between instances of 'NoneType' and 'int'", line=2),
    before="def best(rows):\n    return min(rows)\n",
    after=f"{ORDERED.strip()}\n\n\ndef best(rows):\n    return min(rows, key=ordered)\n",
    caveats="Instances are ordered by address, as they were: by chance.",
    pattern=re.compile(
        r"'(?P<op>[<>]=?)' not supported between instances of '(?P<left>\w+)' and '(?P<right>\w+)'"
    ),
    offer=offer,
)
