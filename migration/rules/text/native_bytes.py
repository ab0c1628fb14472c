"""isinstance(x, bytes) → isinstance(x, (bytes, str)), in a program of octets: so native strings were called, too."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import is_isinstance_argument, spell_builtin, typed
from migration.analysis.names import is_first_parameter
from migration.rule import Findings, Rule
from migration.view.module import Module

#: Beside these it says which of two kinds is meant.
_STRINGS = ("basestring", "bytearray", "str", "unicode")
_IDENTITY = (ast.Eq, ast.Is, ast.IsNot, ast.NotEq)


def visit(node: ast.Name, module: Module) -> Findings:
    """Name the type of text of Latin-1, which native strings are there, beside that of octets or in its place."""
    if not isinstance(node.ctx, ast.Load) or not module.is_builtin(node, "bytes"):
        return
    if module.guarded(node) or not module.is_kept(module.span(node)):
        return  # what was written for Python 3, here or by a rule
    around = module.parent(node)
    display = around if isinstance(around, (ast.Tuple, ast.List, ast.Set)) else None
    beside = display.elts if display is not None else around.keys if isinstance(around, ast.Dict) else []
    if any(one is not None and module.is_builtin(one, *_STRINGS) for one in beside):
        return
    new = spell_builtin("str", node, module)
    if is_isinstance_argument(node, module):
        pieces = (", ", new) if display is not None else None
        if pieces is not None:
            yield module.insert(module.span(node).end, *pieces, needs_python2=True)
        else:
            yield module.replace(node, "(", module.span(node), ", ", new, ")", needs_python2=True)
    elif beside or _is_compared(node, around, module) or _is_made_or_registered(node, around, module):
        yield module.replace(node, new, needs_python2=True)


def _is_compared(node: ast.Name, around: ast.AST | None, module: Module) -> bool:
    """Whether this is `type(x) is bytes`."""
    if (
        not isinstance(around, ast.Compare)
        or len(around.ops) != 1
        or not isinstance(around.ops[0], _IDENTITY)
    ):
        return False
    other = around.left if around.left is not node else around.comparators[0]
    return typed(other, module) is not None or getattr(other, "attr", "") == "__class__"


def _is_made_or_registered(node: ast.Name, around: ast.AST | None, module: Module) -> bool:
    """Whether the object itself is shown, by its `__str__`, or a class is told what counts as one of its own."""
    if not isinstance(around, ast.Call) or len(around.args) != 1 or around.keywords:
        return False
    if around.func is node:
        function = module.function(node)
        return module.class_of(node) is not None and is_first_parameter(around.args[0], function)
    return getattr(around.func, "attr", "") == "register"


def _is_of_octets(module: Module) -> bool:
    return module.facts.index.octets


RULE = Rule(
    id="native_bytes",
    family="P8",
    summary="where native strings are octets, bytes is the type of native strings",
    before="import struct\nx = isinstance(y, bytes)\n",
    after="import struct\nx = isinstance(y, bytes)\n",
    caveats="Only in a repository whose native strings are octets throughout; beside str or unicode it is left.",
    triggers=("bytes",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Name,),
    names=frozenset(["bytes"]),
    when=_is_of_octets,
    visit=visit,
)
