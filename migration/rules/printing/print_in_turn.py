"""print a, f() → print(a, end=' '); print(f()): the statement wrote each value before it asked for the next.

That shows where the next one prints itself, changes what is shown, or fails.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.effects import asks, changes, is_softspace, may_fail, prints, writes_first
from migration.analysis.far_output import far_output
from migration.rule import Findings, Rule
from migration.source.edits import Piece
from migration.trees.fields import walk
from migration.view.module import Module

#: What is shown the same however late it is shown.
_CONSTANT = frozenset(
    ["bool", "int", "long", "float", "complex", "str", "unicode", "NoneType", "bytes", "function"]
)


def visit(node: ast.Expr, module: Module) -> Findings:
    """Part a call of print() where a later argument prints, or changes what an earlier one shows."""
    call = node.value
    if not isinstance(call, ast.Call) or len(call.args) < 2:
        return
    softly = is_softspace(call, module)
    if not (softly or module.is_builtin(call.func, "print")):
        return
    if any(isinstance(a, ast.Starred) for a in call.args):
        return
    cuts = [place for place in range(1, len(call.args)) if _has_effect(call.args, place, softly, module)]
    if not cuts:
        return
    given = {k.arg: k.value for k in call.keywords}
    joint = _joint(node, module)
    name = module.source(module.span(call.func))
    # The helper for open lines writes the blank with the next item.
    between = "''" if softly or "sep" in given else "' '"
    pieces: list[Piece] = []
    for start, end in zip([0, *cuts], [*cuts, len(call.args)], strict=True):
        pieces += [joint, f"{name}("] if pieces else [f"{name}("]
        for place in range(start, end):
            pieces += [", "] * (place > start) + [module.outer_span(call.args[place])]
        for keyword in call.keywords:
            if end == len(call.args) or keyword.arg != "end":
                pieces += [f", {keyword.arg}=", module.outer_span(keyword.value)]
        if end < len(call.args):
            written = "file" not in given and _writes_first(call.args[end], module)
            pieces.append(f", end={between}" if not written else ", end=''")
        pieces.append(")")
    yield module.replace(node, *pieces, needs_python2=not softly)


def _joint(statement: ast.stmt, module: Module) -> str:
    """What parts two statements: a line's end, where the first stands alone on its line."""
    line = module.source(module.line_span(statement)).strip()
    own = module.source(module.span(statement)).strip()
    alone = line.startswith(own) and line[len(own) :].lstrip()[:1] in ("", "#")
    return "\n" + module.indentation(statement) if alone else "; "


def _has_effect(arguments: list[ast.expr], place: int, softly: bool, module: Module) -> bool:
    if may_fail(arguments[place], module):
        return True
    calls = [n for n in _run_by(arguments[place]) if isinstance(n, ast.Call)]
    if softly and any(far_output(c, module) for c in calls):
        return True
    return any(prints(c, module) or asks(c, module) for c in calls) or any(
        changes(call, wanted, module)
        for call in calls
        for earlier in arguments[:place]
        for wanted in _objects(earlier, module)
    )


def _run_by(argument: ast.expr) -> Iterator[ast.AST]:
    """The nodes of a value that are run for it: what a lambda does may come later, or never."""
    pending: list[ast.AST] = [argument]
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, ast.Lambda):
            pending.extend(ast.iter_child_nodes(node))


def _writes_first(argument: ast.expr, module: Module) -> bool:
    """Whether what is shown first of what a value shows itself is written, not printed: then no blank is."""
    calls = (n for n in walk(argument) if isinstance(n, ast.Call))
    shown = [c for c in calls if prints(c, module) or asks(c, module)]
    return len(shown) == 1 and writes_first(shown[0], module)


def _objects(shown: ast.expr, module: Module) -> list[str]:
    """What is shown, and what it is a part of, where that is a name or an attribute that may hold what can change."""
    types = module.type_of(shown)
    found: list[str] = []
    if types and types <= _CONSTANT:
        return found
    while isinstance(shown, (ast.Attribute, ast.Subscript)):
        found.append(ast.dump(shown))
        shown = shown.value
    return [*found, ast.dump(shown)] if isinstance(shown, ast.Name) else []


RULE = Rule(
    id="print_in_turn",
    family="P1",
    summary="print wrote each value before it had the next: parted where that one prints, changes it or may fail",
    before="x = [1, 2]\nprint x, x.pop()\n",
    after="x = [1, 2]\nprint(x, end=' ')\nprint(x.pop())\n",
    caveats="Only what functions of the same file, and methods of the builtin containers, are seen to do; failures "
    "where a clause of the same function goes on printing.",
    triggers=("print",),
    exactness=Exactness.EXACT,
    needs_python2=True,
    order=80,
    nodes=(ast.Expr,),
    follows=frozenset(["print_softspace"]),
    when=lambda module: "print_statement" in module.facts.lowered,
    visit=visit,
)
