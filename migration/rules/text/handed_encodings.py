"""def f(form): d.strftime(form) → d.strftime(as_text(form)), where other files hand over `form.encode('utf-8')`."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.callers import calls_beside_makers, may_be_made
from migration.analysis.literals import literal
from migration.analysis.names import names_by_id
from migration.analysis.strings.shown import beside_text, may_be_octets, taken_as_text
from migration.rewriting.as_text import HELPER
from migration.rule import Findings, Rule
from migration.view.module import Module

_MAKERS = frozenset(["encode"])


def visit(node: ast.FunctionDef, module: Module) -> Findings:
    """Make text of a parameter where native text meets it, or text alone is taken."""
    if not calls_beside_makers(node.name, module, _MAKERS):
        return
    for parameter in (*node.args.posonlyargs, *node.args.args):
        if not may_be_made(node, parameter.arg, module, _MAKERS):
            continue
        reads = [
            n
            for n in names_by_id(module).get(parameter.arg, ())
            if isinstance(n.ctx, ast.Load) and [b.node for b in module.bindings(n)] == [parameter]
        ]
        if any(may_be_octets(read, module) for read in reads):
            continue
        for read in reads:
            if _is_taken(read, module) or beside_text(read, module) or _are_compared(read, module):
                yield module.replace(read, module.helper("as_text", HELPER), "(", module.span(read), ")")


def _is_taken(node: ast.expr, module: Module) -> bool:
    """Whether a function takes `node` as text alone; whoever else has a method `strftime`."""
    call = module.parent(node)
    if not isinstance(call, ast.Call) or node not in call.args:
        return False
    named = isinstance(call.func, ast.Attribute) and call.func.attr == "strftime" and node is call.args[0]
    return named or node in taken_as_text(call, module)


def _are_compared(node: ast.expr, module: Module) -> bool:
    """Whether a loop goes through the characters of `node`, and holds them against native literals."""
    loop = module.parent(node)
    if not isinstance(loop, ast.For) or loop.iter is not node or not isinstance(loop.target, ast.Name):
        return False
    name = loop.target.id
    return any(
        isinstance(n, ast.Compare)
        and isinstance(n.left, ast.Name)
        and n.left.id == name
        and literal(n.comparators[0], module)
        for n in module.below(loop)
    )


RULE = Rule(
    id="handed_encodings",
    family="P8",
    summary="encoded text that other files hand over is text again where native text meets it",
    before="def f(d, form):\n    return d.strftime(form)\n",
    after="def f(d, form):\n    return d.strftime(form)\n",
    caveats="As far as the calls of the function, by its name, show what it is given.",
    triggers=("def",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.FunctionDef,),
    when=lambda module: len(module.facts.index.keys) > 1,
    visit=visit,
)
