"""IThing.names() → list(IThing.names()), where a list is needed: an interface's names are a view of a dictionary."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import spell_builtin
from migration.analysis.classes import defines, only_describes
from migration.analysis.laziness.use import Use, uses_of
from migration.rule import Findings, Rule
from migration.view.module import Module

_ASKED = frozenset(["names", "namesAndDescriptions"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Make a list of it, as it was in Python 2."""
    match node.func:
        case ast.Attribute(value=ast.Name() as owner, attr=name) if name in _ASKED:
            if _is_interface(owner, module) and uses_of(node, module) & {Use.LIST, Use.SEQUENCE}:
                yield module.edit(module.in_call(node, spell_builtin("list", node, module)))


def _is_interface(name: ast.Name, module: Module) -> bool:
    """Whether a name is that of a class of the file, an interface of zope.interface."""
    bindings = module.bindings(name)
    owner = bindings[0].node if len(bindings) == 1 else None
    if not isinstance(owner, ast.ClassDef):
        return False
    return only_describes(owner, module) and not any(defines(owner, asked, module) for asked in _ASKED)


RULE = Rule(
    id="interface_names",
    family="P5",
    summary="the names of an interface come as a view",
    before="from zope.interface import Interface\nclass I(Interface): pass\nnames = I.names()\nnames.sort()\nn = 1L\n",
    after="from zope.interface import Interface\nclass I(Interface): pass\n"
    "names = list(I.names())\nnames.sort()\nn = 1\n",
    caveats="Only of interfaces that the file itself defines.",
    triggers=(".names", ".namesAndDescriptions"),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.Call,),
    names=_ASKED,
    visit=visit,
)
