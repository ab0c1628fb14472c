"""type(x) is types.ClassType → type(x) is type and x.__module__ != "builtins": no builtin was a classic class."""

from __future__ import annotations

import ast

from migration.analysis.names import stdlib_name
from migration.rule import Exactness, Findings, Rule
from migration.view.module import Module, Precedence

_NAME = "types.ClassType"
_BUILTIN = '__module__ {} "builtins"'


def visit(node: ast.Compare, module: Module) -> Findings:
    """Ask as well whether the class is a builtin one: `str` has the type that classes of a program have now."""
    if len(node.ops) != 1 or not isinstance(node.ops[0], (ast.Is, ast.Eq, ast.IsNot, ast.NotEq)):
        return
    sides = [node.left, node.comparators[0]]
    kinds = [s for s in sides if isinstance(s, (ast.Name, ast.Attribute)) and stdlib_name(s, module) == _NAME]
    if len(kinds) != 1:
        return
    asked = sides[0] if sides[1] is kinds[0] else sides[1]
    if not (isinstance(asked, ast.Call) and module.is_builtin(asked.func, "type") and len(asked.args) == 1):
        return
    value = asked.args[0]
    if not isinstance(value, ast.Name):
        return  # it would be asked for twice
    inside = isinstance(node.ops[0], (ast.Is, ast.Eq))
    joined = ("is type and", "!=") if inside else ("is not type or", "==")
    yield module.replace(
        node,
        module.span(asked),
        f" {joined[0]} {value.id}.{_BUILTIN.format(joined[1])}",
        precedence_of_new=Precedence.AND if inside else Precedence.OR,
    )


RULE = Rule(
    id="class_type",
    family="P15",
    summary="ClassType was the type of classic classes, none of which is a builtin",
    before="import types\na = type(b) is types.ClassType\n",
    after='import types\na = type(b) is type and b.__module__ != "builtins"\n',
    caveats="Classes that derive from object are included.",
    triggers=("ClassType",),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    nodes=(ast.Compare,),
    visit=visit,
)
