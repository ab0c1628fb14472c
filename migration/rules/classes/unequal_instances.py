"""a != b → a is not b, of instances of classes with `__eq__` and no `__ne__`: Python 2 asked `__eq__` for == alone."""

from __future__ import annotations

import ast

from migration.analysis.builtins import is_none
from migration.analysis.classes import class_of, defines, foreign_bases, local_bases, methods, refuses_special
from migration.analysis.flow_kinds import holds_only
from migration.analysis.flow_order import is_wholly_known
from migration.flow.atoms import Atom, Instance
from migration.flow.world import has_method
from migration.rule import Findings, Rule
from migration.trees.precedence import Precedence
from migration.view.module import Module


def visit(node: ast.Compare, module: Module) -> Findings:
    """Where both sides are such instances for certain."""
    if len(node.ops) != 1 or not isinstance(node.ops[0], ast.NotEq):
        return
    left, right = node.left, node.comparators[0]
    if all(_is_instance(side, module) for side in (left, right)) or _is_held_against_none(
        left, right, module
    ):
        pieces = (*module.sub(left, Precedence.BIT_OR), " is not ", *module.sub(right, Precedence.BIT_OR))
        yield module.replace(node, *pieces, precedence_of_new=Precedence.COMPARE)


def _is_held_against_none(left: ast.expr, right: ast.expr, module: Module) -> bool:
    """Whether such an instance, or None, is compared with None, which `__eq__` need not know."""
    return is_none(right) and _flows(left, module)


def _flows(node: ast.expr, module: Module) -> bool:
    """Whether `node` can only hold such instances, or None."""
    return holds_only(node, _asks_eq_alone, module)


def _asks_eq_alone(atom: Atom) -> bool:
    return (
        isinstance(atom, Instance)
        and is_wholly_known(atom.kind)
        and has_method(atom.kind, "__eq__")
        and not any(has_method(atom.kind, name) for name in ("__ne__", "__cmp__", "__getattr__"))
    )


def _is_instance(node: ast.expr, module: Module) -> bool:
    owner = class_of(node, module)
    if owner is None:
        return _flows(node, module)
    if not defines(owner, "__eq__", module):
        return False
    if any(defines(owner, name, module) for name in ("__ne__", "__cmp__", "__getattribute__")):
        return False
    asked = [m for c in local_bases(owner, module) if (m := methods(c).get("__getattr__")) is not None]
    if not all(map(refuses_special, asked)):
        return False
    plain = not any(c.decorator_list or c.keywords for c in local_bases(owner, module))
    return plain and set(foreign_bases(owner, module)) <= {"builtins.object"}


RULE = Rule(
    id="unequal_instances",
    family="P14",
    summary="!= did not ask __eq__",
    before="class P(object):\n    def __eq__(self, other): return True\na = 1L\nb = P() != P()\n",
    after=(
        "class P(object):\n    def __eq__(self, other): return True\n\n    __hash__ = object.__hash__\n"
        "a = 1\nb = P() is not P()\n"
    ),
    caveats="Only where the class of both sides is seen.",
    triggers=("__eq__",),
    needs_python2=True,
    nodes=(ast.Compare,),
    visit=visit,
)
