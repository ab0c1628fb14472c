"""The module exceptions is gone: what it held are builtins."""

import ast

from environment.traces import Exactness
from migration.analysis.builtins import spell_module
from migration.analysis.exceptions import EXCEPTIONS
from migration.analysis.names import is_local, stdlib_name
from migration.rewriting.moves import Move, Moves
from migration.rule import Findings, Rule
from migration.view.module import Module

MOVES = Moves(
    {f"exceptions.{n}": f"builtins.{n}" for n in sorted(EXCEPTIONS)}
    | {
        "exceptions.StandardError": "builtins.Exception",
        "exceptions.__name__": Move(text='"exceptions"'),
        # With everything else that is built in.
        "exceptions.__dict__": Move(
            text="vars(builtins)", imports=("import builtins",), exactness=Exactness.SEMANTIC
        ),
    },
    {"exceptions": ""},
    {"exceptions": "builtins"},
)

#: Of all that is built in, what the module held.
_HEAD = "{name: value for name, value in vars("
_REST = ").items() if isinstance(value, type) and issubclass(value, BaseException)}"


def visit(node: ast.AST, module: Module) -> Findings:
    """Move what is named; a star took nothing but builtins."""
    if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
        if node.module == "exceptions" and not node.level and not is_local("exceptions", module):
            yield module.delete_statement(node)
        return
    whole = _whole(node, module)
    if whole is None:
        yield from MOVES.visit(node, module)
    else:
        names = isinstance(whole, ast.Call) and module.is_builtin(whole.func, "dir")
        pieces = (_HEAD, spell_module("builtins", node, module), _REST)
        yield module.replace(whole, *(("sorted(", *pieces, ")") if names else pieces), evidence=True)


def _whole(node: ast.AST, module: Module) -> ast.AST | None:
    """What gives all that the module holds, and is not only asked for one of them: its `__dict__`, what dir() and
    vars() give of it.
    """
    if isinstance(node, ast.Name) and stdlib_name(node, module) == "exceptions":
        call = module.parent(node)
        asked = isinstance(call, ast.Call) and call.args == [node] and not call.keywords
        return call if asked and module.is_builtin(call.func, "dir", "vars") else None  # type: ignore[attr-defined]
    if not isinstance(node, ast.Attribute) or stdlib_name(node, module) != "exceptions.__dict__":
        return None
    around = module.parent(node)
    return None if isinstance(around, ast.Subscript) and around.value is node else node


RULE = Rule(
    id="exceptions_module",
    family="P11",
    summary="exceptions.ValueError is the builtin ValueError",
    before="import exceptions\nclass E(exceptions.ValueError): pass\n",
    after="class E(ValueError): pass\n",
    triggers=("exceptions",),
    evidence=True,
    nodes=MOVES.nodes,
    imports=MOVES.heads,
    visit=visit,
)
