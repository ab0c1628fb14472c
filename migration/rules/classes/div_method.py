"""__div__, __rdiv__, __idiv__ → __truediv__, __rtruediv__, __itruediv__; __long__ → __int__."""

from __future__ import annotations

import ast

from migration.rule import Findings, Rule
from migration.rules.classes._dunder import renamed, set_by_name
from migration.source.edits import Span
from migration.view.module import Module

_TABLE = {
    "__div__": "__truediv__",
    "__rdiv__": "__rtruediv__",
    "__idiv__": "__itruediv__",
    "__long__": "__int__",
}


#: What the methods of integers give, asked for by their names.
_OF_INTEGERS = {"__div__": "__floordiv__", "__rdiv__": "__rfloordiv__"}


def visit(node: ast.FunctionDef | ast.Name | ast.Attribute | ast.Call, module: Module) -> Findings:
    """Rename definition, alias and use."""
    if isinstance(node, ast.Call):
        given = set_by_name(node, _TABLE, module)
        if given is not None:
            yield module.edit(given, evidence=False, needs_python2=True)
        return
    if isinstance(node, ast.Attribute) and node.attr in _OF_INTEGERS and _is_integer(node.value, module):
        end = module.span(node).end
        yield module.edit(module.part(Span(end - len(node.attr), end), _OF_INTEGERS[node.attr]))
        return
    part = renamed(node, _TABLE, module)
    if part is not None:
        yield module.edit(part)


def _is_integer(node: ast.expr, module: Module) -> bool:
    """Whether `node` is an integer, or the type of integers."""
    types = module.type_of(node)
    return module.is_builtin(node, "int", "long") or (bool(types) and types <= {"int", "long", "bool"})


RULE = Rule(
    id="div_method",
    family="P14",
    summary="`/` calls __truediv__, int() calls __int__",
    before="class V(object):\n    def __div__(self, n): return V(self.x, n)\n    __rdiv__ = __div__\n",
    after="class V(object):\n    def __truediv__(self, n): return V(self.x, n)\n    __rtruediv__ = __truediv__\n",
    caveats="A class that defines the new name too is left alone.",
    triggers=tuple(_TABLE),
    evidence=True,
    unread=True,
    in_both=True,
    nodes=(ast.FunctionDef, ast.Name, ast.Attribute, ast.Call),
    names=frozenset([*_TABLE, "setattr"]),
    visit=visit,
)
