"""type(e).__name__ of what was IOError or OSError → the name it had: Python 3 has a class for each reason."""

from __future__ import annotations

import ast

from migration.analysis.exceptions import classes_of, nearest_handler
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.rules.exceptions._system_errors import MERGED, errors_of
from migration.view.module import Module

HELPER = '''
def system_error_name(error, name):
    """The name of an exception's class, where Python 2 had one for all that is refused or not found."""
    refused = isinstance(error, (OSError, ImportError)) and type(error).__module__ == "builtins"
    return name if refused else type(error).__name__
'''
_DIVIDED = MERGED | {"builtins.ImportError"}
_ALL = frozenset(
    ["builtins.Exception", "builtins.StandardError", "builtins.BaseException", "builtins.EnvironmentError"]
)


def visit(node: ast.Attribute, module: Module) -> Findings:
    """Name it by the clause that caught it, or else by what the body asks of the system."""
    if node.attr != "__name__" or inside_helper(node, HELPER, module):
        return
    error = _asked(node.value, module)
    handler = nearest_handler(error, module) if error is not None else None
    tried = module.parent(handler) if handler is not None else None
    if error is None or handler is None or not isinstance(tried, ast.Try):
        return
    caught = set(classes_of(handler, module) or _ALL)
    names = {n.removeprefix("builtins.") for n in caught & _DIVIDED} - {"EnvironmentError"}
    if caught & _ALL or len(names) > 1:
        imports = any(isinstance(n, (ast.Import, ast.ImportFrom)) for s in tried.body for n in ast.walk(s))
        names = {"ImportError"} if imports else errors_of(tried.body, module)
        if names == {"IOError", "OSError"}:
            yield module.open(
                node, "files raised IOError and functions of os OSError; both are OSError", needs_python2=True
            )
    if names in ({"IOError"}, {"OSError"}, {"ImportError"}):
        text = helper("system_error_name", HELPER, module)
        yield module.replace(node, text, "(", module.span(error), f', "{names.pop()}")')


def _asked(node: ast.expr, module: Module) -> ast.Name | None:
    """The `e` of `type(e)` and `e.__class__`."""
    if isinstance(node, ast.Call) and module.is_builtin(node.func, "type") and len(node.args) == 1:
        node = node.args[0]
    elif isinstance(node, ast.Attribute) and node.attr == "__class__":
        node = node.value
    else:
        return None
    return node if isinstance(node, ast.Name) else None


RULE = Rule(
    id="system_error_name",
    family="P2",
    summary="what the system refuses is an IOError or an OSError by name, not a FileNotFoundError",
    before="try:\n    open(p)\nexcept IOError, e:\n    print type(e).__name__\n",
    after=(
        f"{HELPER.strip()}\n\n\ntry:\n    open(p)\nexcept IOError as e:\n"
        '    print(system_error_name(e, "IOError"))\n'
    ),
    caveats="Only of the exception's own name in its clause. Where the clause takes everything, the body has to show "
    "whether files or functions of os are used.",
    triggers=("__name__",),
    needs_python2=True,
    nodes=(ast.Attribute,),
    names=frozenset(["__name__"]),
    visit=visit,
)
