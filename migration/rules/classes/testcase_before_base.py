"""class T(unittest2.TestCase, MoxTestBase) → class T(MoxTestBase, unittest.TestCase): both are of one class now."""

from __future__ import annotations

import ast
import re

from migration.analysis.far_classes import far_bases, far_class
from migration.analysis.names import is_local
from migration.rule import Findings, Rule
from migration.view.module import Module

#: The library's class, and the one of the backport, which derived from it on Python 2 and becomes it.
_CASES = frozenset(
    ["unittest.TestCase", "unittest.case.TestCase", "unittest2.TestCase", "unittest2.case.TestCase"]
)
#: Classes of libraries that derive from the library's.
_DERIVED = frozenset(
    [
        "django.test.LiveServerTestCase",
        "django.test.SimpleTestCase",
        "django.test.TestCase",
        "django.test.TransactionTestCase",
        "fixtures.TestWithFixtures",
        "flask_testing.LiveServerTestCase",
        "flask_testing.TestCase",
        "mocker.MockerTestCase",
        "mox.MoxTestBase",
        "mox3.mox.MoxTestBase",
        "testresources.ResourcedTestCase",
        "testscenarios.TestWithScenarios",
        "testtools.TestCase",
        "testtools.testcase.TestCase",
        "tornado.testing.AsyncHTTPTestCase",
        "tornado.testing.AsyncTestCase",
        "twisted.trial.unittest.SynchronousTestCase",
        "twisted.trial.unittest.TestCase",
    ]
)


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Put the library's class behind the last base that derives from it: no other order is left."""
    if len(node.bases) < 2 or any(isinstance(b, ast.Starred) for b in node.bases):
        return
    plain = [b for b in node.bases if _is_case(b, module)]
    if len(plain) != 1:
        return
    place = node.bases.index(plain[0])
    last = max((n for n, b in enumerate(node.bases) if n > place and _derives(b, module)), default=-1)
    if last < 0:
        return
    old = node.bases[place : last + 1]
    yield module.edit(*(module.part(a, *module.sub(b)) for a, b in zip(old, [*old[1:], old[0]], strict=True)))


def _is_case(base: ast.expr, module: Module) -> bool:
    """Whether a base is the library's class on Python 3."""
    name = module.qualified_name(base) if isinstance(base, (ast.Name, ast.Attribute)) else None
    return name in _CASES and not is_local(name.partition(".")[0], module)


def _derives(base: ast.expr, module: Module) -> bool:
    """Whether a base is a class that derives from the library's: of this file, of another, or of a known library."""
    owners = [b.node for b in module.bindings(base)] if isinstance(base, ast.Name) else []
    if len(owners) == 1 and isinstance(owners[0], ast.ClassDef):
        found = far_bases(owners[0], module)
    else:
        name = module.qualified_name(base) or ""
        found = far_class(name, module) if name not in _CASES else []
    cases = (far.name for far in found if far.name in _CASES | _DERIVED)
    return any(not is_local(name.partition(".")[0], module) for name in cases)


RULE = Rule(
    id="testcase_before_base",
    family="P14",
    summary="unittest.TestCase has to be behind the bases that derive from it",
    before="import unittest2\nfrom mox import MoxTestBase\nclass T(unittest2.TestCase, MoxTestBase): pass\n",
    after="import unittest\nfrom mox import MoxTestBase\nclass T(MoxTestBase, unittest.TestCase): pass\n",
    caveats="Methods of both are taken from the one that derives from the other, and were taken from the backport.",
    triggers=(re.compile(r"unittest(?:2)?\b"),),
    nodes=(ast.ClassDef,),
    visit=visit,
)
