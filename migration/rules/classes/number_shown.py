"""class N(int) with a __repr__ of its own → and a __str__: the numbers' types have none any more."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.classes import defines, foreign_bases, methods
from migration.rewriting.members import after
from migration.rule import Findings, Rule
from migration.view.module import Module

_NUMBERS = {
    "builtins.int": "int",
    "builtins.long": "int",
    "builtins.float": "float",
    "builtins.complex": "complex",
}


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Show the number where text is asked for, as the type did; its repr is another one."""
    own = methods(node).get("__repr__")
    if own is None or defines(node, "__str__", module) or "__metaclass__" in methods(node):
        return
    bases = set(foreign_bases(node, module)) - {"builtins.object"}
    base = _NUMBERS.get(bases.pop(), "") if len(bases) == 1 else ""
    if not base or base in module.module_scope.bindings:
        return
    part = after(own, ["", "def __str__(self):", f"    return {base}.__repr__(self)"], module)
    if part is not None:
        yield module.edit(part)


RULE = Rule(
    id="number_shown",
    family="P14",
    summary="str() of a number asks for its repr: a class with a repr of its own needs both",
    before="class N(int):\n    def __repr__(self): return 'N(%d)' % self\nn = 1L\n",
    after="class N(int):\n    def __repr__(self): return 'N(%d)' % self\n\n    def __str__(self):\n"
    "        return int.__repr__(self)\nn = 1\n",
    caveats="A float is shown with all its digits, not with twelve.",
    triggers=("__repr__",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.ClassDef,),
    visit=visit,
)
