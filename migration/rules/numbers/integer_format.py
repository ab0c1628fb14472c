"""'%x' % 255.0 → '%x' % int(255.0)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.builtins import is_old_builtin, spell_builtin
from migration.analysis.flow_order import items_of
from migration.analysis.formats import conversions, formatted
from migration.analysis.names import memory
from migration.flow.atoms import NUMBERS, Box
from migration.rule import Findings, Rule
from migration.source.edits import Part
from migration.view.module import Module

_NUMBERS = frozenset(NUMBERS)
#: Conversions for which a float and its whole part are the same.
_WHOLE = frozenset("xXodiu")


def visit(node: ast.BinOp, module: Module) -> Findings:
    """Convert the floats that %x, %X and %o are given."""
    parts = [*_of_values(node, module)] or [*_of_row(node, module)]
    if parts:
        yield module.edit(*parts)


def _of_values(node: ast.BinOp, module: Module) -> Iterator[Part]:
    """The parts for values that stand beside the format, one by one."""
    for letter, value in formatted(node):
        if letter not in "xXo":
            continue
        if _may_be_float(value, module) or (value is not node.right and _may_be_rounded(value, module)):
            yield module.in_call(value, spell_builtin("int", value, module))


def _of_row(node: ast.BinOp, module: Module) -> Iterator[Part]:
    """The part for a row of values: one that is made there, or that is kept somewhere."""
    letters, row = conversions(node), node.right
    if not letters or not _WHOLE.issuperset(letters) or set("xXo").isdisjoint(letters):
        return
    if isinstance(row, ast.Call):
        made = row.args[0] if len(row.args) == 1 and not row.keywords else None
        if module.is_builtin(row.func, "tuple") and isinstance(made, (ast.GeneratorExp, ast.ListComp)):
            if _may_be_float(made.elt, module):
                yield module.in_call(made.elt, spell_builtin("int", row, module))
            return
    held = module.held(row)
    if held and all(isinstance(atom, Box) and atom.kind == "tuple" for atom in held):
        items = items_of(row, module)
        if "float" in items and _NUMBERS.issuperset(items):
            yield module.part(
                row,
                spell_builtin("tuple", row, module),
                "(map(",
                spell_builtin("int", row, module),
                ", ",
                *module.sub(row),
                "))",
            )


def _may_be_float(value: ast.expr, module: Module) -> bool:
    """Whether a number may be a float, and is nothing but a number."""
    held = module.type_of(value) or frozenset(a for a in module.may_hold(value) if isinstance(a, str))
    return "float" in held and _NUMBERS.issuperset(held)


def _may_be_rounded(value: ast.expr, module: Module) -> bool:
    """Whether nothing tells what a value is, in a file that keeps what it rounds: that was a float, and stays one.

    What is no number gave a TypeError, which the file may wait for.
    """
    if not isinstance(value, (ast.Attribute, ast.Name, ast.Subscript)) or module.type_of(value):
        return False
    if not _keeps_rounded(module) or not module.is_python2:
        return False
    return not any(isinstance(outer, ast.Try) and outer.handlers for outer in module.ancestors(value))


def _keeps_rounded(module: Module) -> bool:
    """Whether the file rounds to whole numbers, and does not make integers of them at once."""
    known = memory(module)
    if "keeps rounded" not in known:
        known["keeps rounded"] = any(
            len(call.args) == 1
            and is_old_builtin(call.func, module, "round")
            and not module.is_builtin(getattr(module.parent(call), "func", call), "int", "long")
            for call in module.nodes_of(ast.Call)
            if isinstance(call, ast.Call)
        )
    return bool(known["keeps rounded"])


RULE = Rule(
    id="integer_format",
    family="P7",
    summary="%x and %o take integers only",
    before="x = '%x' % 255.0\n",
    after="x = '%x' % int(255.0)\n",
    caveats="Floats whose type is seen, and in a file that keeps what it rounds values that nothing is known of.",
    triggers=(re.compile(r"%[-+ #0-9.]*[xXo]"),),
    exactness=Exactness.EXACT,
    nodes=(ast.BinOp,),
    visit=visit,
)
