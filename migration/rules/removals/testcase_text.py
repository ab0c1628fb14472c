"""unittest.TestCase.__str__(x) → the method and the class: 3.11 writes the method's name twice."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import arguments
from migration.analysis.names import stdlib_name
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Spell out the text that such a call gave, where a program makes its own of it."""
    if module.target < (3, 11) or stdlib_name(node.func, module) != "unittest.TestCase.__str__":
        return
    if not arguments(node, 1, 1) or not isinstance(node.args[0], ast.Name):
        return
    test = node.args[0].id
    named = module.use("unittest.util.strclass", at=node)
    pieces = (f'("%s (%s)" % ({test}._testMethodName, ', named, f"({test}.__class__)))")
    yield module.replace(node, *pieces)


RULE = Rule(
    id="testcase_text",
    family="P19",
    summary="the text of a test case names its method once",
    before="import unittest\na = unittest.TestCase.__str__(b), 1L\n",
    after=(
        "import unittest.util\nimport unittest\n"
        'a = ("%s (%s)" % (b._testMethodName, unittest.util.strclass(b.__class__))), 1\n'
    ),
    caveats="str() of a test case is left as it is: only who calls the method by its name builds on the text.",
    triggers=("TestCase",),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["__str__"]),
    visit=visit,
)
