"""coerce(a, b) → a helper that promotes two numbers to one type."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import is_old_builtin
from migration.rule import Findings, Rule
from migration.view.module import Module

HELPER = '''
def coerce_numbers(a, b):
    """Two numbers as a pair of one type: the wider of int, float and complex."""
    if isinstance(a, (complex, float, int)) and isinstance(b, (complex, float, int)):
        kind = next(k for k in (complex, float, int) if isinstance(a, k) or isinstance(b, k))
        return kind(a), kind(b)
    if type(a) is type(b):
        return a, b
    raise TypeError("number coercion failed")
'''
_NUMBERS = frozenset(["int", "long", "bool", "float", "complex"])


def visit(node: ast.Name | ast.Call, module: Module) -> Findings:
    """Name the helper."""
    if isinstance(node, ast.Call):
        function = node.func
        if not isinstance(function, ast.Attribute) or function.attr != "__coerce__":
            return
        if len(node.args) != 1 or node.keywords:
            return
        types = module.type_of(function.value)
        if types and types <= _NUMBERS:
            name = module.helper("coerce_numbers", HELPER)
            yield module.replace(
                node, name, "(", *module.sub(function.value), ", ", *module.sub(node.args[0]), ")"
            )
        return
    if node.id == "coerce" and is_old_builtin(node, module, "coerce"):
        yield module.replace(node, module.helper("coerce_numbers", HELPER))


RULE = Rule(
    id="coerce_builtin",
    family="P12",
    summary="coerce is gone",
    before="a = coerce(1, 2.0)\n",
    after=HELPER.replace("\ndef", "def", 1) + "\n\na = coerce_numbers(1, 2.0)\n",
    caveats="A __coerce__ method is not asked.",
    triggers=("coerce", "__coerce__"),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    nodes=(ast.Name, ast.Call),
    names=frozenset(["coerce", "__coerce__"]),
    visit=visit,
)
