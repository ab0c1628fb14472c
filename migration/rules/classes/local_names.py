"""def f(): class C → with `__qualname__ = 'C'`, where a test expects "<class 'm.C'>": Python 3 adds the function."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.classes import methods
from migration.analysis.names import in_repository
from migration.rule import Findings, Rule
from migration.source.edits import Span
from migration.view.module import Module

#: A class as it is shown, by its module and its name.
_SHOWN = re.compile(r"<class '(?:\w+\.)+\w+'>")


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Give a class that is made in a function the name that Python 2 showed."""
    if module.function(node) is None or "__qualname__" in methods(node):
        return
    if not in_repository(re.compile(rf"<class '(?:\w+\.)+{node.name}'>"), module):
        return
    first = node.body[0]
    described = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    if described and len(node.body) == 1:
        return
    first = node.body[1] if described else first
    place = first.decorator_list[0] if getattr(first, "decorator_list", None) else first  # type: ignore[attr-defined]
    line_start = module.line_starts[place.lineno - 1]
    before = module.text[line_start : module.start(place)]
    if before.strip() not in ("", "@"):
        return
    line = f'{module.indentation(first)}__qualname__ = "{node.name}"\n'
    yield module.edit(module.part(Span(line_start, line_start), line), needs_python2=True)


RULE = Rule(
    id="local_names",
    family="P14",
    summary="a class that a function makes is shown by its name alone",
    before=(
        "def make():\n    class C(object):\n        x = 1\n    return C\n"
        "assert str(make()) == \"<class '__main__.C'>\"\nn = 1L\n"
    ),
    after=(
        'def make():\n    class C(object):\n        __qualname__ = "C"\n        x = 1\n    return C\n'
        "assert str(make()) == \"<class '__main__.C'>\"\nn = 1\n"
    ),
    caveats="Only where a text of the repository shows a class of that name so.",
    triggers=("    class ", "\tclass "),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.ClassDef,),
    when=lambda module: in_repository(_SHOWN, module),
    visit=visit,
)
