"""chr(bits[0:8]) → chr(int(bits[0:8])): what an object is as a number was asked for by chr() itself.

Of its own accord Python 3 asks objects by `__index__` alone. A slice is never a number, but an object that has slices.
"""

from __future__ import annotations

import ast

from migration.analysis.builtins import spell_builtin
from migration.analysis.classes import class_of, defines
from migration.analysis.flow_kinds import holds_only
from migration.flow.atoms import Instance
from migration.flow.world import has_method
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Ask for the number."""
    if len(node.args) != 1 or node.keywords or not module.is_builtin(node.func, "chr", "unichr"):
        return
    value = node.args[0]
    sliced = isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice)
    if sliced or _is_number_by_int(value, module):
        yield module.wrap(value, f"{spell_builtin('int', value, module)}(")


def _is_number_by_int(value: ast.expr, module: Module) -> bool:
    """Whether all that a value can be are objects of classes that say what they are as numbers by `__int__` alone."""
    if not isinstance(value, (ast.Attribute, ast.Call, ast.Name, ast.Subscript)):
        return False
    owner = class_of(value, module)
    if owner is not None:
        return defines(owner, "__int__", module) and not defines(owner, "__index__", module)
    return holds_only(
        value,
        lambda atom: (
            isinstance(atom, Instance)
            and has_method(atom.kind, "__int__")
            and not has_method(atom.kind, "__index__")
        ),
        module,
    )


RULE = Rule(
    id="chr_of_objects",
    family="P14",
    summary="chr() of an object that is a number by __int__ alone asks for that",
    before="x = chr(bits[0:8])\nn = 1L\n",
    after="x = chr(int(bits[0:8]))\nn = 1\n",
    caveats="Objects whose class is not seen only where a slice is taken there and then.",
    triggers=("chr", "unichr"),
    needs_python2=True,
    order=5,
    nodes=(ast.Call,),
    names=frozenset(["chr", "unichr"]),
    visit=visit,
)
