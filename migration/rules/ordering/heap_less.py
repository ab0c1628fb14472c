"""What goes on a heap and defines `__le__` alone gets the `__lt__` that Python 3's heapq asks for."""

from __future__ import annotations

import ast

from migration.analysis.classes import foreign_bases, local_bases, methods
from migration.rewriting.members import after
from migration.rule import Findings, Rule
from migration.view.module import Module

_LESS = ["", "def __lt__(self, other):", "    return not other <= self"]
_ENOUGH = frozenset(["__lt__", "__gt__", "__cmp__"])


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Python 2's heapq asked `not y <= x` of what has no `__lt__`."""
    if "__le__" not in methods(node):
        return
    defined = {name for one in local_bases(node, module) for name in methods(one)}
    if defined & _ENOUGH or not set(foreign_bases(node, module)) <= {"builtins.object"}:
        return
    part = after(node.body[-1], _LESS, module)
    if part is not None:
        yield module.edit(part)


RULE = Rule(
    id="heap_less",
    family="P13",
    summary="a class on a heap needs __lt__: heapq asks for __le__ no more",
    before=(
        "import heapq\nclass Task:\n    def __init__(self, at):\n        self.at = at\n"
        "    def __le__(self, other):\n        return self.at <= other.at\n"
        "heap = [Task(2), Task(1)]\nheapq.heapify(heap)\nprint heap[0].at\n"
    ),
    after=(
        "import heapq\nclass Task:\n    def __init__(self, at):\n        self.at = at\n"
        "    def __le__(self, other):\n        return self.at <= other.at\n\n"
        "    def __lt__(self, other):\n        return not other <= self\n"
        "heap = [Task(2), Task(1)]\nheapq.heapify(heap)\nprint(heap[0].at)\n"
    ),
    caveats="Only in files that name heapq, and in classes whose bases are all in the file. sort() sees the order too.",
    triggers=("heapq",),
    needs_python2=True,
    nodes=(ast.ClassDef,),
    visit=visit,
)
