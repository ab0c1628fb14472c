"""if data == '': break → if not data: break, for what a file or a socket gave: nothing is b'' or ''."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.builtins import spell_builtin
from migration.analysis.literals import literal
from migration.analysis.strings.kinds import kind
from migration.analysis.strings.streams import READERS
from migration.analysis.values import assigned, may_hold
from migration.rule import Findings, Rule
from migration.trees.precedence import Precedence
from migration.view.module import Module

_COMPARED = re.compile(r"""=(?<=[=!]=)[ \t]*(?:''(?!')|""(?!"))""")


def visit(node: ast.Compare, module: Module) -> Findings:
    """Ask for the length of what was read, where nothing tells whether it is text."""
    if len(node.ops) != 1 or not isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
        return
    sides = [node.left, node.comparators[0]]
    empty = [s for s in sides if isinstance(s, ast.Constant) and s.value == "" and literal(s, module)]
    name = next((s for s in sides if isinstance(s, ast.Name)), None)
    if not empty or name is None or module.facts.index.octets:
        return
    if not _was_read(name, module) or kind(name, module) or _may_be_none(name, module):
        return
    if isinstance(node.ops[0], ast.Eq):
        yield module.replace(node, "not ", module.span(name), precedence_of_new=Precedence.NOT)
    else:
        tested = isinstance(parent := module.parent(node), (ast.If, ast.While)) and parent.test is node
        before, after = ("", "") if tested else (f"{spell_builtin('bool', node, module)}(", ")")
        yield module.replace(node, before, module.span(name), after)


def _was_read(name: ast.Name, module: Module) -> bool:
    """Whether a variable holds what a method of a file or a socket gave, also by a name that the method has here."""
    values = may_hold(name, module)
    for value in values:
        function = value.func if isinstance(value, ast.Call) else None
        if isinstance(function, ast.Name):
            function = assigned(function, module)
        if not (isinstance(function, ast.Attribute) and function.attr in READERS):
            return False
    return bool(values)


def _may_be_none(name: ast.Name, module: Module) -> bool:
    """Whether the function asks if a variable is None: a file that would have to wait gives that."""
    around = module.function(name) or module.tree
    return any(
        isinstance(n, ast.Compare)
        and isinstance(n.left, ast.Name)
        and n.left.id == name.id
        and isinstance(n.comparators[0], ast.Constant)
        and n.comparators[0].value is None
        for n in ast.walk(around)
    )


RULE = Rule(
    id="empty_read",
    family="P10",
    summary="what is read is empty, be it text or bytes",
    before="while 1L:\n    data = source.read(9)\n    if data == '': break\n",
    after="while 1:\n    data = source.read(9)\n    if not data: break\n",
    caveats="",
    triggers=(_COMPARED,),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Compare,),
    visit=visit,
)
