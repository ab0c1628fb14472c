"""ast.Call(f, args, [], None, None) → ast.Call(f, args, []): nodes of the syntax tree have other fields now."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from environment.traces import Exactness
from migration.analysis.builtins import is_none
from migration.analysis.names import stdlib_name
from migration.analysis.old_trees import are_of_python3
from migration.rule import Findings, Rule
from migration.source.edits import Piece
from migration.view.module import Module

#: The pieces of the new call's arguments, or None where it is none of the old ones.
_Made = list[tuple[Piece, ...]] | None
_MODULES = ("ast", "_ast")
_CONSTANTS = ("None", "True", "False")


def visit(node: ast.Call, module: Module) -> Findings:
    """Give each node the fields that Python 3 has."""
    qualified = stdlib_name(node.func, module) or ""
    home, _, name = qualified.rpartition(".")
    if (
        not isinstance(node.func, ast.Attribute)
        or home not in _MODULES
        or node.keywords
        or any(isinstance(a, ast.Starred) for a in node.args)
    ):
        return
    for new, make in _OLD.get((name, len(node.args)), ()):
        made = make(node, module)
        if made is None:
            continue
        pieces: list[Piece] = [f"{_home(node, module)}{new}("]
        for position, argument in enumerate(made):
            pieces += [", ", *argument] if position else argument
        yield module.replace(node, *pieces, ")", needs_python2=True)
        return


def _home(node: ast.Call, module: Module) -> str:
    """What is written before the name of the class: `ast.`"""
    return module.source(module.span(node.func)).rpartition(".")[0] + "."


def _kept(node: ast.expr, module: Module) -> tuple[Piece, ...]:
    return tuple(module.sub(node))


def _call(node: ast.Call, module: Module) -> _Made:
    return [_kept(a, module) for a in node.args[:3]] if all(map(is_none, node.args[3:])) else None


def _arguments(node: ast.Call, module: Module) -> _Made:
    args, vararg, kwarg, defaults = node.args
    several = [_one(a, node, module) for a in (vararg, kwarg)]
    given, last = _kept(args, module), _kept(defaults, module)
    return [("[]",), given, several[0], ("[]",), ("[]",), several[1], last]


def _one(node: ast.expr, call: ast.Call, module: Module) -> tuple[Piece, ...]:
    """What takes the rest of the arguments: it was a name, and is a node now."""
    if is_none(node):
        return ("None",)
    made, text = f"{_home(call, module)}arg(", _kept(node, module)
    if isinstance(node, ast.Constant):
        return (made, *text, ")")
    return (*module.atom(node), f" and {made}{module.source(module.span(node))})")


def _parameter(node: ast.Call, module: Module) -> _Made:
    name, context = node.args
    asked = stdlib_name(context.func, module) if isinstance(context, ast.Call) else None
    return [_kept(name, module)] if asked in ("ast.Param", "_ast.Param") else None


def _constant(node: ast.Call, module: Module) -> _Made:
    name = node.args[0]
    return [(str(name.value),)] if isinstance(name, ast.Constant) and name.value in _CONSTANTS else None


def _with(node: ast.Call, module: Module) -> _Made:
    expression, target, body = (_kept(a, module) for a in node.args)
    return [(f"[{_home(node, module)}withitem(", *expression, ", ", *target, ")]"), body]


def _put(*order: int | str) -> Callable[[ast.Call, Module], _Made]:
    """The arguments by their places among the old ones, or as they are written."""
    return lambda node, module: [
        (place,) if isinstance(place, str) else _kept(node.args[place], module) for place in order
    ]


#: Old class and number of its arguments → the new class, and what makes the new arguments.
_OLD: dict[tuple[str, int], tuple[tuple[str, Callable[[ast.Call, Module], _Made]], ...]] = {
    ("Call", 5): (("Call", _call),),
    ("arguments", 4): (("arguments", _arguments),),
    ("Module", 1): (("Module", _put(0, "[]")),),
    ("ClassDef", 4): (("ClassDef", _put(0, 1, "[]", 2, 3)),),
    ("Name", 2): (("arg", _parameter), ("Constant", _constant)),
    ("TryExcept", 3): (("Try", _put(0, 1, 2, "[]")),),
    ("TryFinally", 2): (("Try", _put(0, "[]", "[]", 1)),),
    ("With", 3): (("With", _with),),
}

RULE = Rule(
    id="ast_constructors",
    family="P11",
    summary="nodes of the syntax tree that a program makes have other fields",
    before="import ast\na = ast.Call(f, [ast.Name('None', ast.Load())], [], None, None)\nn = 1L\n",
    after="import ast\na = ast.Call(f, [ast.Constant(None)], [])\nn = 1\n",
    caveats="Only nodes made by `ast.Name(…)`, by position; a call with *args or **kwargs of its own is left.",
    triggers=(re.compile(r"ast\.(?:Call|arguments|Module|ClassDef|Name|Try|With)"),),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(name for name, _ in _OLD),
    when=are_of_python3,
    visit=visit,
)
