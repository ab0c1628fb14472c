"""traceback.print_exc(e) → traceback.print_exc(): an exception for a limit was more than any number of frames."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.arguments import without
from migration.analysis.callers import Call, calls, given_to_parameter
from migration.analysis.exceptions import caught_by
from migration.analysis.names import stdlib_name
from migration.rule import Findings, Rule, last_names
from migration.source.tokens import Tokens
from migration.view.module import Module

_FUNCTIONS = ("traceback.print_exc", "traceback.format_exc")
#: What is neither a number nor None, by its name.
_OTHERS = frozenset(["sys.stderr", "sys.stdout", "sys.exc_info"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Leave out the limit that was none, since any object was greater than every number."""
    if stdlib_name(node.func, module) not in _FUNCTIONS:
        return
    named = next((k for k in node.keywords if k.arg == "limit"), None)
    limit = node.args[0] if node.args else named.value if named else None
    if limit is None or not _is_no_number(limit, module):
        return
    if len(node.args) > 1:  # the file comes next
        yield module.replace(limit, "None")
    else:
        yield module.edit(*without([named or limit], node, module))


def _is_no_number(limit: ast.expr, module: Module) -> bool:
    if isinstance(limit, ast.Constant):
        return isinstance(limit.value, str)
    if isinstance(limit, ast.Subscript):  # a part of sys.exc_info()
        limit = limit.value
    if isinstance(limit, ast.Call):
        limit = limit.func
    return (
        bool(caught_by(limit, module))
        or stdlib_name(limit, module) in _OTHERS
        or (isinstance(limit, ast.Name) and _is_always_caught(limit, module))
    )


def _is_always_caught(name: ast.Name, module: Module) -> bool:
    """Whether a parameter is given what a handler has caught, by all calls of its function, and there are some."""
    bindings = module.bindings(name)
    if len(bindings) != 1 or bindings[0].kind != "parameter":
        return False
    function = next((a for a in module.ancestors(name) if isinstance(a, ast.FunctionDef)), None)
    if function is None or not any(a.arg == name.id for a in function.args.args):
        return False
    outer = module.parent(function)
    owner = outer if isinstance(outer, ast.ClassDef) and function.name == "__init__" else function
    found = calls(owner, module)
    return bool(found) and all(_gives_caught(call, function, name.id) for call in found)


def _gives_caught(call: Call, function: ast.FunctionDef, name: str) -> bool:
    given = given_to_parameter(call, function, name)
    if given is None or given[1] - given[0] != 1:
        return False
    return any(
        _catches(call.tokens, at, call.name)
        for at in call.tokens.positions(call.tokens.texts[given[0]])
        if at < call.name
    )


def _catches(tokens: Tokens, name: int, use: int) -> bool:
    """Whether `name` is what an except clause binds, whose block `use` is in."""
    clause = tokens.statement_at(name)
    if tokens.texts[clause.first] != "except" or name != clause.last - 2:
        return False
    depth = len(tokens.indentation(clause.first).expandtabs())
    inside = (first for first in tokens.lines if name < first <= use)
    return all(len(tokens.indentation(first).expandtabs()) > depth for first in inside)


RULE = Rule(
    id="traceback_limit",
    family="P2",
    summary="an exception given as the limit of a traceback is left out: it was more than any number",
    before="import traceback\ntry:\n    f()\nexcept ValueError, e:\n    traceback.print_exc(e)\n",
    after="import traceback\ntry:\n    f()\nexcept ValueError as e:\n    traceback.print_exc()\n",
    caveats="",
    triggers=("traceback",),
    exactness=Exactness.EXACT,
    nodes=(ast.Call,),
    names=last_names(*_FUNCTIONS),
    visit=visit,
)
