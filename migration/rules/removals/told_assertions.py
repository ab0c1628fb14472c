"""def assertIsInstance(self, value, kind) → with msg=None: the methods of unittest tell their own what failed."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.classes import foreign_bases
from migration.rule import Findings, Rule
from migration.source.edits import Span
from migration.view.module import Module

#: What assertEqual asks by itself of texts, lists and dictionaries, with a message.
_ASKED = "assertIsInstance"


def visit(node: ast.FunctionDef, module: Module) -> Findings:
    """Let the program's own method take the message that unittest gives it."""
    owner = module.class_of(node)
    if owner is None or node.decorator_list or not (node.name == _ASKED or _is_called_so(node, module)):
        return
    given = node.args
    rest = given.vararg or given.kwarg or given.kwonlyargs or given.defaults or given.posonlyargs
    if rest or len(given.args) != 3 or not _is_a_test(owner, module):
        return
    end = module.span(given.args[-1]).end
    yield module.edit(module.part(Span(end, end), ", msg=None"), needs_python2=True)


def _is_a_test(owner: ast.ClassDef, module: Module) -> bool:
    """Whether a class derives from another file's, or the library's."""
    return any(base.rpartition(".")[2] != "object" for base in foreign_bases(owner, module))


def _is_called_so(node: ast.FunctionDef, module: Module) -> bool:
    """Whether the function beside this one gets that name: `assertIsInstance = failUnlessIsInstance`."""
    return any(
        isinstance(s, ast.Assign)
        and isinstance(s.value, ast.Name)
        and s.value.id == node.name
        and any(isinstance(t, ast.Name) and t.id == _ASKED for t in s.targets)
        for s in module.block(node)
    )


RULE = Rule(
    id="told_assertions",
    family="P19",
    summary="an assertion of a program's own that unittest calls takes a message",
    before="class T(TestCase):\n    def assertIsInstance(self, a, b): assert isinstance(a, b)\n    n = 1L\n",
    after="class T(TestCase):\n    def assertIsInstance(self, a, b, msg=None): assert isinstance(a, b)\n    n = 1\n",
    caveats="assertEqual of Python 3 asks of which type texts are; its own method takes the message.",
    triggers=(_ASKED,),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.FunctionDef,),
    visit=visit,
)
