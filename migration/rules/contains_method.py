"""class M: def has_key(self, k) → `in` asks it too, where others ask it for keys."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._classes import foreign_bases, local_bases, methods
from migration.rules._names import in_repository

#: What `in` asks, or goes through.
_ASKED = frozenset(["__contains__", "__iter__"])
_CALL = re.compile(r"(?<!self)\.has_key\b")


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Add `__contains__` behind `has_key`: in Python 2 `in` counted up from item 0, which what has keys has not."""
    method = methods(node).get("has_key")
    if not isinstance(method, ast.FunctionDef) or method.decorator_list or not _takes_a_key(method):
        return
    if any(_ASKED & methods(c).keys() for c in local_bases(node, module)):
        return
    if any(base != "builtins.object" for base in foreign_bases(node, module)):
        return
    if not in_repository(_CALL, module):
        return
    end = module.line_span(method.body[-1]).end
    first, indent = "" if module.text[end - 1] == "\n" else "\n", module.indentation(method)
    text = f"{indent}def __contains__(self, key):\n{indent}    return self.has_key(key)\n"
    yield module.insert(end, f"{first}\n{text}", needs_python2=True)


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
