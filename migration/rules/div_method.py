"""__div__, __rdiv__, __idiv__ → __truediv__, __rtruediv__, __itruediv__; __long__ → __int__."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._dunder import renamed

_TABLE = {
    "__div__": "__truediv__",
    "__rdiv__": "__rtruediv__",
    "__idiv__": "__itruediv__",
    "__long__": "__int__",
}


def visit(node: ast.FunctionDef | ast.Name | ast.Attribute, module: Module) -> Findings:
    """Rename definition, alias and use."""
    part = renamed(node, _TABLE, module)
    if part is not None:
        yield module.edit(part)


RULE = Rule(
    id="div_method",
    family="P14",
    summary="`/` calls __truediv__, int() calls __int__",
    before="class V(object):\n    def __div__(self, n): return V(self.x, n)\n    __rdiv__ = __div__\n",
    after="class V(object):\n    def __truediv__(self, n): return V(self.x, n)\n    __rtruediv__ = __truediv__\n",
    caveats="A class that defines the new name too is left alone.",
    triggers=tuple(_TABLE),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    nodes=(ast.FunctionDef, ast.Name, ast.Attribute),
    names=frozenset(_TABLE),
    visit=visit,
)
