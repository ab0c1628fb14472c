"""sys.exc_info() after the except clause → what the clause kept of it."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import stdlib_name
from migration.rule import Findings, Rule
from migration.rules.scope.exception_name import at_start
from migration.rules.scope.late_raise import inside_function, try_before
from migration.source.edits import Part, Span
from migration.view.module import Module

_KEPT = "caught_info"
_ONCE = frozenset(["exc_type", "exc_value", "exc_traceback"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Keep what was handled where the nearest try before caught it; until then it is what the caller handles."""
    function = module.function(node)
    if not isinstance(function, ast.FunctionDef) or not _is_asked(node, module):
        return
    if module.nodes_named(ast.Attribute, _ONCE):
        return  # They become calls of this first.
    caught = try_before(module.statement(node), module)
    handlers = [h for h in caught.handlers if not _leaves(h, module)] if caught is not None else []
    if caught is None or not handlers or _KEPT in module.text:
        return
    named = module.nodes_named(ast.Call, frozenset(["exc_info"]))
    reads = [
        n
        for n in named
        if isinstance(n, ast.Call) and module.function(n) is function and _is_asked(n, module)
    ]
    if reads[0] is not node or any(try_before(module.statement(n), module) is not caught for n in reads):
        return
    asked = module.source(module.span(node))
    parts: list[Part] = [at_start(h, f"{_KEPT} = {asked}", module) for h in handlers]
    documented = ast.get_docstring(function, clean=False) is not None
    first = function.body[1 if documented else 0]
    start = module.start(first)
    parts.append(Part(Span(start, start), (f"{_KEPT} = {asked}\n{module.indentation(first)}",)))
    yield module.edit(*parts, *(module.part(n, _KEPT) for n in reads))


def _is_asked(node: ast.Call, module: Module) -> bool:
    """Whether `node` asks what is handled where nothing is: behind the clauses, and not while something passes."""
    if stdlib_name(node.func, module) != "sys.exc_info":
        return False
    inner: ast.AST = node
    for outer in inside_function(node, module):
        if isinstance(outer, ast.ExceptHandler) or (isinstance(outer, ast.Try) and inner in outer.finalbody):
            return False
        inner = outer
    return True


def _leaves(handler: ast.ExceptHandler, module: Module) -> bool:
    """Whether a clause leaves the function, or nothing to be asked about: sys.exc_clear()."""
    return isinstance(handler.body[-1], (ast.Return, ast.Raise)) or any(
        isinstance(n, ast.Call) and stdlib_name(n.func, module) == "sys.exc_clear" for n in ast.walk(handler)
    )


RULE = Rule(
    id="late_exc_info",
    family="P17",
    summary="sys.exc_info() tells what is handled inside the except clause only",
    before="import sys\ndef f():\n    try:\n        g()\n    except E:\n        n = 1L\n    return sys.exc_info()\n",
    after="import sys\ndef f():\n    caught_info = sys.exc_info()\n    try:\n        g()\n    except E:\n"
    "        caught_info = sys.exc_info()\n        n = 1\n    return caught_info\n",
    caveats="Only the nearest try before the question, in the same function.",
    triggers=("exc_info", *sorted(_ONCE)),
    follows=frozenset(["sys_exc"]),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["exc_info"]),
    visit=visit,
)
