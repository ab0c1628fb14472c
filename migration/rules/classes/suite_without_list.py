"""A unittest.TestSuite that iterates by itself, and has no list of tests → it is not asked to forget them."""

from __future__ import annotations

import ast

from migration.analysis.classes import methods
from migration.rewriting.members import after
from migration.rule import Findings, Rule
from migration.view.module import Module

_SUITES = frozenset(
    f"{place}.TestSuite" for place in ("unittest", "unittest.suite", "unittest2", "unittest2.suite")
)
#: What runs or forgets the tests itself.
_OTHERWISE = frozenset(["run", "_cleanup", "_removeTestAtIndex", "_tests", "addTest"])


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Turn off the attribute of the class that says so, where its `__init__` leaves out that of the suite."""
    own = methods(node)
    if not any(module.qualified_name(base) in _SUITES for base in node.bases) or len(node.bases) != 1:
        return
    made = own.get("__init__")
    if "__iter__" not in own or not isinstance(made, ast.FunctionDef) or not _OTHERWISE.isdisjoint(own):
        return
    # What is derived from it may have the list, and so has what is given it, or hands on to the suite.
    names = {getattr(n, "attr", getattr(n, "id", None)) for n in ast.walk(node)}
    if names & {"_tests", "super", "__dict__", "addTest", "addTests"} or _calls_init(made):
        return
    part = after(node.body[-1], ["", "_cleanup = False"], module)
    if part is not None:
        yield module.edit(part)


def _calls_init(made: ast.FunctionDef) -> bool:
    return any(isinstance(n, ast.Attribute) and n.attr == "__init__" for n in ast.walk(made))


RULE = Rule(
    id="suite_without_list",
    family="P14",
    summary="a suite of tests that iterates by itself is not asked to forget its tests",
    before=(
        "import unittest\nclass Each(unittest.TestSuite):\n    def __init__(self, calls):\n        self.calls = calls\n"
        "    def __iter__(self):\n        return (unittest.FunctionTestCase(call) for call in self.calls)\n"
    ),
    after=(
        "import unittest\nclass Each(unittest.TestSuite):\n    def __init__(self, calls):\n        self.calls = calls\n"
        "    def __iter__(self):\n        return (unittest.FunctionTestCase(call) for call in self.calls)\n\n"
        "    _cleanup = False\n"
    ),
    caveats="The attribute is undocumented; since Python 3.4 a suite looks for each test in a list of its own.",
    triggers=("TestSuite",),
    nodes=(ast.ClassDef,),
    visit=visit,
)
