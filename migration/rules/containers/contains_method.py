"""class M: def has_key(self, k) → `in` asks it too, where others ask it for keys."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.classes import classes, foreign_bases, local_bases, methods
from migration.analysis.names import in_repository
from migration.rule import Findings, Rule
from migration.view.module import Module

#: What `in` asks, or goes through.
_ASKED = frozenset(["__contains__", "__iter__"])
#: What the place of an item is called.
_PLACE = re.compile(r"i|j|n|idx|ind|index|pos|position|place|num|number|offset")
_CALL = re.compile(r"(?<!self)\.has_key\b")


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Add `__contains__` behind `has_key`: in Python 2 `in` counted up from item 0, which what has keys has not."""
    method = methods(node).get("has_key")
    if not isinstance(method, ast.FunctionDef) or method.decorator_list or not _takes_a_key(method):
        return
    family = [*local_bases(node, module), *_derived(node, module)]
    if any(_ASKED & methods(c).keys() for c in family) or any(_has_items(c) for c in family):
        return
    if _asks_itself(method):
        return
    if any(base != "builtins.object" for base in foreign_bases(node, module)):
        return
    if not in_repository(_CALL, module):
        return
    end = module.line_span(method.body[-1]).end
    first, indent = "" if module.text[end - 1] == "\n" else "\n", module.indentation(method)
    text = f"{indent}def __contains__(self, key):\n{indent}    return self.has_key(key)\n"
    yield module.insert(end, f"{first}\n{text}", needs_python2=True)


def _derived(node: ast.ClassDef, module: Module) -> list[ast.ClassDef]:
    """The classes of the file that derive from one."""
    return [c for several in classes(module).values() for c in several if node in local_bases(c, module)[1:]]


def _has_items(owner: ast.ClassDef) -> bool:
    """Whether a class gives its items by their places, as it calls them: `in` goes through these."""
    method = methods(owner).get("__getitem__")
    given = method.args.args[1:2] if isinstance(method, ast.FunctionDef) else []
    return any(_PLACE.fullmatch(argument.arg) for argument in given)


def _asks_itself(method: ast.FunctionDef) -> bool:
    """Whether a method asks its object by `in`, which would ask the method again."""
    own = method.args.args[0].arg
    return any(
        isinstance(n, ast.Compare) and any(isinstance(c, ast.Name) and c.id == own for c in n.comparators)
        for n in ast.walk(method)
    )


def _takes_a_key(method: ast.FunctionDef) -> bool:
    required = len(method.args.args) - len(method.args.defaults)
    return required <= 2 <= len(method.args.args) and not any(d is None for d in method.args.kw_defaults)


RULE = Rule(
    id="contains_method",
    family="P5",
    summary="classes that know their keys by has_key alone are asked by `in` as well",
    before="class M:\n    def has_key(self, key):\n        return key == 1\n\nprint M().has_key(1)\n",
    after=(
        "class M:\n    def has_key(self, key):\n        return key == 1\n\n"
        "    def __contains__(self, key):\n        return self.has_key(key)\n\nprint(M().has_key(1))\n"
    ),
    caveats="Only where something calls has_key of what is not its own object, and the class has no base but its own "
    "file's.",
    triggers=("has_key",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.ClassDef,),
    visit=visit,
)
