"""if sys.version_info[0] >= 3: raise Exception("not for Python 3") → gone: Python 3 is what runs the program now."""

from __future__ import annotations

import ast

from migration.rule import Findings, Rule
from migration.trees.guards import refuses_python3
from migration.view.module import Module


def visit(node: ast.If | ast.Assert, module: Module) -> Findings:
    """Drop a statement that does nothing but end the program under any Python 3."""
    inside = module.function(node) is not None
    if not inside and not isinstance(module.parent(node), ast.Module):
        return  # what is raised there may be caught, or be for a part of the program
    if refuses_python3(node, anywhere=inside):
        yield module.delete_statement(node, guarded=True)


RULE = Rule(
    id="refused_python3",
    family="P18",
    summary="a program that refuses to run under Python 3",
    before='import sys\nif sys.version_info[0] >= 3:\n    sys.exit("Python 2 only")\nprint "ready"\n',
    after='import sys\nprint("ready")\n',
    caveats=(
        "A condition that asks for more than the version, and what is raised inside of a function, are left."
    ),
    triggers=("version_info", "version", "hexversion", "python_version", "python_version_tuple"),
    evidence=True,
    order=30,
    nodes=(ast.If, ast.Assert),
    visit=visit,
)
