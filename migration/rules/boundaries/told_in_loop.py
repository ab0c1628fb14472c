"""for line in f: … f.tell() → for line in iter(f.readline, ""): …: a loop over a file of text tells no place (3.x)."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.made import mode_of, opened
from migration.analysis.values import as_read
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.For, module: Module) -> Findings:
    """Read line by line, as far as the file is known to be one of text."""
    file = node.iter
    if not isinstance(file, (ast.Name, ast.Attribute)):
        return
    spelled = as_read(file)
    tells = (
        isinstance(inner, ast.Call)
        and isinstance(inner.func, ast.Attribute)
        and inner.func.attr == "tell"
        and as_read(inner.func.value) == spelled
        for statement in node.body
        for inner in ast.walk(statement)
    )
    if not any(tells):
        return
    calls = opened(file, module)
    if calls and all("b" not in (mode_of(call) or "b") for call in calls):
        source = module.span(file)
        yield module.replace(file, "iter(", source, '.readline, "")')


RULE = Rule(
    id="told_in_loop",
    family="P9",
    summary="a loop over a file that is asked for its place reads line by line",
    before="f = open(p)\nfor line in f:\n    print f.tell()\n",
    after='f = open(p)\nfor line in iter(f.readline, ""):\n    print(f.tell())\n',
    caveats="The place is that behind the line; Python 2 told the end of what it had read ahead.",
    triggers=("tell",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.For,),
    visit=visit,
)
