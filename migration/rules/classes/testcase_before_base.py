"""class T(unittest2.TestCase, MoxTestBase) → class T(MoxTestBase, unittest.TestCase): both are of one class now."""

from __future__ import annotations

import ast
import re

from migration.analysis.classes import foreign_bases
from migration.analysis.names import is_local
from migration.module import Module
from migration.repository_index import RepositoryIndex, absolute_name
from migration.rule import Findings, Rule

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
#: Files passed on the way to the library's class; longer chains are not followed.
_DEPTH = 3
_FROM = re.compile(
    r"^[ \t]*from[ \t]+unittest2?(?:\.case)?[ \t]+import\b[^\n#]*\bTestCase\b(?![ \t]+as\b)", re.M
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
    if isinstance(base, ast.Name):
        owners = [b.node for b in module.bindings(base)]
        if len(owners) == 1 and isinstance(owners[0], ast.ClassDef):
            return any(_names_derived(name, module) for name in foreign_bases(owners[0], module))
    name = module.qualified_name(base) or ""
    return name not in _CASES and _names_derived(name, module)


def _names_derived(name: str, module: Module) -> bool:
    if name in _CASES | _DERIVED:
        return not is_local(name.partition(".")[0], module)
    source, _, last = absolute_name(name, module.facts.key).rpartition(".")
    index = module.facts.index
    file = index.imported_file(module.facts.key, source) if source else None
    return file is not None and _derives_there(last, file, index, _DEPTH)


def _derives_there(name: str, file: str, index: RepositoryIndex, depth: int) -> bool:
    """Whether a class that a file defines derives from the library's, by what the file's text says."""
    text = index.text(file) or ""
    found = re.findall(rf"^class[ \t]+{re.escape(name)}[ \t]*\(([^()]*)\)[ \t]*:", text, re.M)
    if len(found) != 1:
        return False
    for base in (part.strip() for part in found[0].split(",")):
        if base in _CASES or (base == "TestCase" and _FROM.search(text)):
            return True
        if depth and base.isidentifier() and base != name and _derives_there(base, file, index, depth - 1):
            return True
    return False


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
