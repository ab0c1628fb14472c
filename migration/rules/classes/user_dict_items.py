"""class D(UserDict) with a __setitem__ → and an update(): what a UserDict was made of went past it.

Python 3's `__init__` and `update` give each item to `__setitem__`, its `items` ask `__getitem__`; Python 2's took the
dictionary inside.
"""

from __future__ import annotations

import ast
from textwrap import indent

from environment.traces import Exactness
from migration.analysis.classes import defines, foreign_bases, methods
from migration.analysis.names import stdlib_name
from migration.rewriting.members import after
from migration.rule import Findings, Rule
from migration.source.edits import Span
from migration.view.module import Module

_BASES = frozenset(["UserDict.UserDict", "UserDict.IterableUserDict"])
#: What a class defines → what did not ask it in Python 2, as lines that do the same.
_PAST = {
    "__setitem__": {
        "update": ("other=None, **keywords", "self.data.update({} if other is None else other, **keywords)"),
    },
    "__getitem__": {
        "items": ("", "return self.data.items()"),
        "values": ("", "return self.data.values()"),
        "get": ("key, default=None", "return self[key] if key in self else default"),
        "setdefault": (
            "key, default=None",
            "if key not in self:\n    self[key] = default\nreturn self[key]",
        ),
        "pop": ("key, *default", "return self.data.pop(key, *default)"),
    },
}


def visit(node: ast.ClassDef | ast.Call, module: Module) -> Findings:
    """Fill and read the dictionary inside as before."""
    if isinstance(node, ast.Call):
        yield from _filled(node, module)
        return
    own = methods(node)
    given = [own[n] for n in _PAST if isinstance(own.get(n), ast.FunctionDef)]
    bases = set(foreign_bases(node, module)) - {"builtins.object"}
    if not given or not bases or not bases <= _BASES or "__slots__" in own:
        return
    lines = [
        line
        for asked, past in _PAST.items()
        if own.get(asked) in given
        for name, (parameters, body) in past.items()
        if not defines(node, name, module)
        for line in (
            "",
            f"def {name}(self{', ' * bool(parameters)}{parameters}):",
            *indent(body, "    ").split("\n"),
        )
    ]
    part = after(max(given, key=lambda m: m.lineno), lines, module) if lines else None
    if part is not None:
        yield module.edit(part)


def _filled(node: ast.Call, module: Module) -> Findings:
    """UserDict.update(self, d), where an item that is set goes through a method of the class."""
    function, owner = node.func, module.class_of(node)
    given = node.args[1] if len(node.args) == 2 else None
    if not isinstance(function, ast.Attribute) or function.attr != "update" or owner is None or given is None:
        return
    if stdlib_name(function.value, module) not in _BASES or not defines(owner, "__setitem__", module):
        return
    bindings = module.bindings(given) if isinstance(given, ast.Name) else []
    arguments = (module.parent(b.node) for b in bindings if isinstance(b.node, ast.arg))
    lacking = any(isinstance(a, ast.arguments) and a.defaults for a in arguments)
    between = Span(module.outer_span(node.args[0]).start, module.outer_span(given).start)
    if "#" in module.source(between):
        return
    name = module.source(module.span(given))
    # Of another one it took the dictionary inside.
    held = f"getattr({name}, 'data', {name})" if isinstance(given, ast.Name) else name
    yield module.edit(
        module.part(function, *module.atom(node.args[0]), ".data.update"),
        module.part(between, ""),
        module.part(given, f"{{}} if {name} is None else {held}" if lacking else held),
        needs_python2=True,
    )


RULE = Rule(
    id="user_dict_items",
    family="P14",
    summary="UserDict went past __setitem__ and __getitem__ of classes derived from it",
    before=(
        "from UserDict import UserDict\nclass D(UserDict):\n"
        "    def __setitem__(self, k, v):\n        self.data[k.lower()] = v\n"
    ),
    after=(
        "from collections import UserDict\nclass D(UserDict):\n"
        "    def __setitem__(self, k, v):\n        self.data[k.lower()] = v\n\n"
        "    def update(self, other=None, **keywords):\n"
        "        self.data.update({} if other is None else other, **keywords)\n"
    ),
    caveats="Another UserDict's items are what it holds inside; other mappings without a fixed type went one by one.",
    triggers=("UserDict",),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    nodes=(ast.ClassDef, ast.Call),
    names=frozenset(["update"]),
    visit=visit,
)
