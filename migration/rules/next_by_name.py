"""getattr(it, 'next') → getattr(it, '__next__'), for an iterator of the file that has the method by its new name."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._classes import class_of, local_bases, methods
from migration.rules.next_method import is_protocol


def visit(node: ast.Call, module: Module) -> Findings:
    """Ask for the new name where the class of the object is known."""
    if not module.is_builtin(node.func, "getattr", "hasattr") or len(node.args) < 2:
        return
    owner, named = node.args[:2]
    if not isinstance(named, ast.Constant) or named.value != "next":
        return
    known = class_of(owner, module)
    having = [c for c in local_bases(known, module) if "next" in methods(c)] if known is not None else []
    if having and is_protocol(having[0], module):
        yield module.replace(named, module.quoted("__next__", named), exactness=Exactness.EXACT)


RULE = Rule(
    id="next_by_name",
    family="P14",
    summary="an iterator's next is asked for by its new name",
    before=(
        "class I:\n    def __iter__(self): return self\n    def next(self): raise StopIteration\n"
        "n = getattr(I(), 'next')\n"
    ),
    after=(
        "class I:\n    def __iter__(self): return self\n    def __next__(self): raise StopIteration\n"
        "n = getattr(I(), '__next__')\n"
    ),
    caveats="Only objects whose class, one of the file, is known.",
    triggers=("'next'", '"next"'),
    nodes=(ast.Call,),
    names=frozenset(["getattr", "hasattr"]),
    visit=visit,
)
