"""traceback.format_exception_only(type(e), str(e)) → an exception of that name: Python 3 shows none of a text."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.literals import literal
from migration.analysis.names import stdlib_name
from migration.analysis.strings.kinds import TEXT, kind
from migration.flow.atoms import STRINGS
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule, last_names
from migration.source.edits import Span
from migration.view.module import Module

_FUNCTIONS = ("traceback.format_exception", "traceback.format_exception_only", "traceback.print_exception")
HELPER = '''
def shown_with(kind, value):
    """A class of exceptions and a text to show with its name, for Python 3, which wants an exception for that."""
    if kind is None or isinstance(value, BaseException):
        return kind, value
    shown = type(getattr(kind, "__name__", str(kind)), (Exception,), {"__module__": "builtins"})
    return shown, shown() if value is None else shown(value)
'''


def visit(node: ast.Call, module: Module) -> Findings:
    """Make an exception of a text; what may be either is told when it runs."""
    if stdlib_name(node.func, module) not in _FUNCTIONS or len(node.args) < 2:
        return
    first, value = node.args[:2]
    if isinstance(first, ast.Starred) or isinstance(value, ast.Starred) or not _may_be_text(value, module):
        return
    if inside_helper(node, HELPER, module):
        return
    start, end = module.outer_span(first).start, module.outer_span(value).end
    shown = helper("shown_with", HELPER, module)
    yield module.edit(
        module.part(Span(start, start), "*", shown, "("),
        module.part(Span(end, end), ")"),
        needs_python2=True,
    )


def _may_be_text(value: ast.expr, module: Module) -> bool:
    """Whether a value is text by how it is written, or by what flows there."""
    if literal(value, module) or kind(value, module) == TEXT:
        return True
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mod) and literal(value.left, module):
        return True
    return any(isinstance(atom, str) and atom in STRINGS for atom in module.may_hold(value))


RULE = Rule(
    id="traceback_texts",
    family="P2",
    summary="traceback shows exceptions, and no text in the place of one",
    before="import traceback\nlines = traceback.format_exception_only(KeyError, 'no such')\nn = 1L\n",
    after=(
        f"import traceback\n\n{HELPER}\n\n"
        "lines = traceback.format_exception_only(*shown_with(KeyError, 'no such'))\nn = 1\n"
    ),
    caveats="Of the module of a class, which Python 3 shows with its name, nothing is said, as in Python 2.",
    triggers=("format_exception", "format_exception_only", "print_exception"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=last_names(*_FUNCTIONS),
    visit=visit,
)
