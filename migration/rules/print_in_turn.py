"""print a, f() → print(a, end=' '); print(f()): the statement wrote each value before it asked for the next."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.edits import Piece
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._effects import changes, prints
from migration.tree_fields import walk

#: What is shown the same however late it is shown.
_CONSTANT = frozenset(
    ["bool", "int", "long", "float", "complex", "str", "unicode", "NoneType", "bytes", "function"]
)


def visit(node: ast.Expr, module: Module) -> Findings:
    """Part a call of print() where a later argument prints, or changes what an earlier one shows."""
    call = node.value
    if not isinstance(call, ast.Call) or len(call.args) < 2 or not module.is_builtin(call.func, "print"):
        return
    if "print_statement" not in module.facts.lowered or any(isinstance(a, ast.Starred) for a in call.args):
        return
    cuts = [place for place in range(1, len(call.args)) if _has_effect(call.args, place, module)]
    if not cuts:
        return
    given = {k.arg: k.value for k in call.keywords}
    joint = _joint(node, module)
    between = "''" if "sep" in given else "' '"
    pieces: list[Piece] = []
    for start, end in zip([0, *cuts], [*cuts, len(call.args)], strict=True):
        pieces += [joint, "print("] if pieces else ["print("]
        for place in range(start, end):
            pieces += [", "] * (place > start) + [module.outer_span(call.args[place])]
        for keyword in call.keywords:
            if end == len(call.args) or keyword.arg != "end":
                pieces += [f", {keyword.arg}=", module.outer_span(keyword.value)]
        if end < len(call.args):
            pieces.append(f", end={between}")
        pieces.append(")")
    yield module.replace(node, *pieces)


def _joint(statement: ast.stmt, module: Module) -> str:
    """What parts two statements: a line's end, where the first stands alone on its line."""
    line = module.source(module.line_span(statement)).strip()
    own = module.source(module.span(statement)).strip()
    alone = line.startswith(own) and line[len(own) :].lstrip()[:1] in ("", "#")
    return "\n" + module.indentation(statement) if alone else "; "


def _has_effect(arguments: list[ast.expr], place: int, module: Module) -> bool:
    calls = [n for n in walk(arguments[place]) if isinstance(n, ast.Call)]
    if any(isinstance(n, ast.Lambda) for n in walk(arguments[place])):
        return False
    return any(prints(c, module) for c in calls) or any(
        changes(call, wanted, module)
        for call in calls
        for earlier in arguments[:place]
        for wanted in _objects(earlier, module)
    )


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
    summary="print wrote each value before it asked for the next: parted where the next one prints, or changes it",
    before="x = [1, 2]\nprint x, x.pop()\n",
    after="x = [1, 2]\nprint(x, end=' ')\nprint(x.pop())\n",
    caveats="Only what functions of the same file, and methods of the builtin containers, are seen to do.",
    triggers=("print",),
    exactness=Exactness.EXACT,
    needs_python2=True,
    order=80,
    nodes=(ast.Expr,),
    visit=visit,
)
