"""def tracer(frame, event, arg) → leaves out list comprehensions, which had no frames of their own in Python 2."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import is_of_self, memory, stdlib_name
from migration.analysis.values import called_here
from migration.rule import Findings, Rule
from migration.view.module import Module

_SETTERS = frozenset(["sys.setprofile", "sys.settrace", "threading.setprofile", "threading.settrace"])
_NAME = "<listcomp>"


def visit(node: ast.Call, module: Module) -> Findings:
    """Begin the function that is told of frames by a question whose frame it is."""
    if stdlib_name(node.func, module) not in _SETTERS or len(node.args) != 1 or node.keywords:
        return
    function = _function(node.args[0], module)
    if function is None or _NAME in module.source(module.span(function)):
        return
    begun = memory(module).setdefault("told of frames", set())
    if function in begun:
        return  # given more than once
    begun.add(function)
    given = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
    frame = given[-3] if len(given) in (3, 4) and not function.args.vararg else None
    first = _first_statement(function)
    if frame is None or first is None or first.lineno == function.lineno:
        return
    indent = module.indentation(first)
    question = f'if {frame}.f_code.co_name == "{_NAME}":\n{indent}    return None\n{indent}'
    yield module.insert(module.start(first), question, needs_python2=True)


def _function(node: ast.expr, module: Module) -> ast.FunctionDef | None:
    """The function of this file that is given by its name, or as a method of the object itself."""
    if is_of_self(node) and isinstance(node, ast.Attribute):
        owner = module.class_of(node)
        found = (
            [s for s in owner.body if isinstance(s, ast.FunctionDef) and s.name == node.attr] if owner else []
        )
        return found[0] if len(found) == 1 and not found[0].decorator_list else None
    function = called_here(ast.Call(node, [], []), module) if isinstance(node, ast.Name) else None
    return function if isinstance(function, ast.FunctionDef) and not function.decorator_list else None


def _first_statement(function: ast.FunctionDef) -> ast.stmt | None:
    """The statement behind the docstring."""
    documented = ast.get_docstring(function, clean=False) is not None
    rest = function.body[1:] if documented else function.body
    return rest[0] if rest else None


RULE = Rule(
    id="traced_frames",
    family="P17",
    summary="who traces calls is not told of list comprehensions, which had no frames of their own",
    before=(
        "import sys\ndef tracer(frame, event, arg):\n    print frame.f_code.co_name, event\n    return tracer\n"
        "sys.settrace(tracer)\n"
    ),
    after=(
        'import sys\ndef tracer(frame, event, arg):\n    if frame.f_code.co_name == "<listcomp>":\n'
        "        return None\n    print(frame.f_code.co_name, event)\n    return tracer\nsys.settrace(tracer)\n"
    ),
    caveats="Lines inside such a comprehension are not told, which Python 2 did as those of the function around it.",
    triggers=("settrace", "setprofile"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["settrace", "setprofile"]),
    visit=visit,
)
