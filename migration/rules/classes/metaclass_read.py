"""Base.__metaclass__ → type(Base): what made a class is its type, and no attribute any more."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import spell_builtin
from migration.rule import Findings, Rule
from migration.trees.scopes import Binding
from migration.view.module import Module


def visit(node: ast.Attribute, module: Module) -> Findings:
    """Ask for the type of what is a class by its definition, by its import or by convention."""
    if node.attr == "__metaclass__" and isinstance(node.ctx, ast.Load) and _is_class(node.value, module):
        made = spell_builtin("type", node, module)
        yield module.replace(node, made, "(", node.value, ")", exactness=Exactness.SEMANTIC)


def _is_class(node: ast.expr, module: Module) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr.lstrip("_")[:1].isupper()
    if not isinstance(node, ast.Name):
        return False
    bindings = module.bindings(node)
    if len(bindings) != 1:
        return False
    if bindings[0].kind == "parameter" and _is_base(bindings[0], module):
        return True
    bound = bindings[0].node
    if isinstance(bound, ast.ClassDef):
        return True
    named = node.id.lstrip("_")[:1].isupper() and not node.id.isupper()
    return node.id == "cls" or (named and isinstance(bound, (ast.Import, ast.ImportFrom, ast.alias)))


def _is_base(given: Binding, module: Module) -> bool:
    """Whether a class is derived from what a function is given."""
    return any(
        isinstance(base, ast.Name) and base.id == given.name and module.bindings(base) == [given]
        for node in module.nodes_of(ast.ClassDef)
        if isinstance(node, ast.ClassDef)
        for base in node.bases
    )


RULE = Rule(
    id="metaclass_read",
    family="P14",
    summary="the metaclass of a class is its type",
    before="class A(object):\n    __metaclass__ = M\nclass N(A.__metaclass__): pass\n",
    after="class A(object, metaclass=M):\n    pass\nclass N(type(A)): pass\n",
    caveats="Where no base names a metaclass, the attribute was missing in Python 2, and the type is type.",
    triggers=("__metaclass__",),
    needs_python2=True,
    nodes=(ast.Attribute,),
    names=frozenset(["__metaclass__"]),
    follows=frozenset(["metaclass_syntax"]),
    visit=visit,
)
