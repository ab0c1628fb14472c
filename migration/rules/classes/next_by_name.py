"""getattr(it, 'next') → getattr(it, '__next__'), for an iterator of the file that has the method by its new name."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.classes import class_of, local_bases, methods
from migration.analysis.names import names_by_id
from migration.analysis.values import constants_held, defaults_of
from migration.rule import Findings, Rule
from migration.rules.classes.next_method import is_protocol
from migration.source.words import words_of
from migration.view.module import Module

#: What a file has that goes on with a generator in more ways than by asking for the next.
_OF_GENERATORS = frozenset(["send", "throw"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Ask for the new name where the class of the object is known."""
    if not module.is_builtin(node.func, "getattr", "hasattr") or len(node.args) < 2:
        return
    owner, named = node.args[:2]
    if isinstance(named, ast.Name):
        yield from _chosen(named, module)
        return
    if not isinstance(named, ast.Constant) or named.value != "next":
        return
    known = class_of(owner, module)
    having = [c for c in local_bases(known, module) if "next" in methods(c)] if known is not None else []
    if having and is_protocol(having[0], module):
        yield module.replace(named, module.quoted("__next__", named), exactness=Exactness.EXACT)


def _chosen(named: ast.Name, module: Module) -> Findings:
    """A parameter that says which method of a generator is called: `def resume(self, how='next')`."""
    bindings = module.bindings(named)
    function = module.function(named)
    if [b.kind for b in bindings] != ["parameter"] or not isinstance(function, ast.FunctionDef):
        return
    reads = [n for n in names_by_id(module)[named.id] if module.bindings(n) == bindings]
    if not all(_asks(read, module) for read in reads):
        return
    held = constants_held(named, module) or []
    given = [
        d for a, d in defaults_of(function.args).items() if a.arg == named.id and isinstance(d, ast.Constant)
    ]
    words = words_of(module.text)
    if words.isdisjoint(_OF_GENERATORS):
        return
    for constant in dict.fromkeys([*held, *given]):
        if constant.value == "next":
            yield module.replace(constant, module.quoted("__next__", constant), needs_python2=True)


def _asks(read: ast.Name, module: Module) -> bool:
    """Whether a name is what an object is asked for an attribute by."""
    call = module.parent(read)
    asked = isinstance(call, ast.Call) and module.is_builtin(call.func, "getattr", "hasattr")
    return asked and getattr(call, "args", [])[1:2] == [read]


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
