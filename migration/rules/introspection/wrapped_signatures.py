"""@wraps(f) of what is given more arguments → del wrapper.__wrapped__: pytest would ask for them as fixtures."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.flow_kinds import library_function
from migration.analysis.names import stdlib_name
from migration.rule import Findings, Rule
from migration.source.edits import Span
from migration.view.module import Module

_TEST = re.compile(r"(?:^|[/_])(?:tests?|testing|conftest)(?:[/_.]|$)")


def visit(node: ast.FunctionDef, module: Module) -> Findings:
    """Forget what is wrapped, which functools keeps since Python 3.2, where its signature is not the wrapper's."""
    wrapped = [_wrapped(d, module) for d in node.decorator_list]
    if len(wrapped) != 1 or wrapped[0] is None or not _gives_more(node, wrapped[0], module):
        return
    end, indentation = module.line_span(node).end, module.indentation(node)
    first = "" if module.text[end - 1] == "\n" else "\n"
    forgotten = f"{first}{indentation}del {node.name}.__wrapped__  # its arguments are no fixtures\n"
    if f"del {node.name}.__wrapped__" not in module.text:
        yield module.edit(module.part(Span(end, end), forgotten))


def _wrapped(decorator: ast.expr, module: Module) -> str | None:
    """The name of the function that `functools.wraps(f)` is given."""
    if not isinstance(decorator, ast.Call) or len(decorator.args) != 1 or decorator.keywords:
        return None
    given = decorator.args[0]
    # Programs that run before Python 2.5 try to import it.
    known = "functools.wraps" in (
        stdlib_name(decorator.func, module),
        library_function(decorator.func, module),
    )
    return given.id if known and isinstance(given, ast.Name) else None


def _gives_more(node: ast.FunctionDef, wrapped: str, module: Module) -> bool:
    """Whether a wrapper that takes any arguments hands on others besides these."""
    taken = node.args
    if taken.vararg is None or taken.args:
        return False
    calls = [
        n
        for n in ast.walk(node)
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == wrapped
    ]
    return any(not isinstance(argument, ast.Starred) for call in calls for argument in call.args)


RULE = Rule(
    id="wrapped_signatures",
    family="P15",
    summary="what decorates tests and gives them arguments does not show their signature",
    before="x = 1\n",
    after="x = 1\n",
    caveats="Only in files for tests, by their names.",
    triggers=("wraps",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.FunctionDef,),
    when=lambda module: _TEST.search(module.facts.key) is not None,
    visit=visit,
)
