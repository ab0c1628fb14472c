"""out.write(x) or y → (out.write(x) and None) or y: what a file counts now was nothing, and so false."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.made import made_by
from migration.analysis.names import stdlib_name
from migration.rule import Findings, Rule
from migration.view.module import Module

_COUNTING = frozenset(["seek", "truncate", "write"])
_FILES = frozenset(["builtins.open", "builtins.file", "StringIO.StringIO", "cStringIO.StringIO", "os.fdopen"])
_STANDARD = frozenset(f"sys.{mark}{name}{mark}" for name in ("stdout", "stderr") for mark in ("", "__"))


def visit(node: ast.Call, module: Module) -> Findings:
    """Make it false again where its truth is asked for."""
    function = node.func
    if not isinstance(function, ast.Attribute) or not _asks(node, module):
        return
    # Files of io gave their count in Python 2 as well, and what others write to may answer as it likes.
    if stdlib_name(function.value, module) in _STANDARD or made_by(function.value, module, _FILES):
        yield module.wrap(node, "(", " and None)")


def _asks(node: ast.Call, module: Module) -> bool:
    """Whether the place of `node` asks whether it is true."""
    parent = module.parent(node)
    if isinstance(parent, ast.BoolOp):
        return parent.values[-1] is not node and not (isinstance(parent.op, ast.And) and _is_none(parent))
    if isinstance(parent, ast.UnaryOp):
        return isinstance(parent.op, ast.Not)
    if isinstance(parent, (ast.If, ast.IfExp, ast.While)):
        return parent.test is node
    return isinstance(parent, ast.comprehension) and node in parent.ifs


def _is_none(either: ast.BoolOp) -> bool:
    """Whether an operation ends with None: written by this rule, or by somebody who knew."""
    last = either.values[-1]
    return isinstance(last, ast.Constant) and last.value is None


RULE = Rule(
    id="counted_writes",
    family="P13",
    summary="what a file says of writing is false, as None was",
    before="import sys\nf = lambda x: sys.stdout.write(x) or len(x)\nn = 1L\n",
    after="import sys\nf = lambda x: (sys.stdout.write(x) and None) or len(x)\nn = 1\n",
    caveats="Only of files that are made in sight; where the result is kept or shown, it is a number now.",
    triggers=tuple(sorted(_COUNTING)),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.Call,),
    names=_COUNTING,
    visit=visit,
)
