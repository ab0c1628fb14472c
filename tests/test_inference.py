# ruff: noqa: E501
"""Types that flow through loops, attributes, parameters and results."""

from __future__ import annotations

import ast

import pytest

from migration.repository.index import RepositoryIndex
from migration.view.draft import Facts
from migration.view.module import Module


def types_of(source: str, expression: str) -> set[str]:
    """The types of the last occurrence of `expression` in `source`."""
    module = Module(source, ast.parse(source), Facts("a.py", RepositoryIndex(["a.py"])))
    found = [n for n in module.nodes if isinstance(n, ast.expr) and ast.unparse(n) == expression]
    return set(module.type_of(found[-1]))


@pytest.mark.parametrize(
    ("source", "expression", "expected"),
    [
        ("a = set(x) | set(y)\nb = a.union(z)\n", "b", {"set"}),
        ("import copy\nclass C: pass\na = copy.copy(C())\nb = a\n", "b", {"class:C"}),
        ("for a in b.split(','):\n    c = a\n", "c", {"str", "unicode"}),
        ("i = 0\nwhile i < 9:\n    i = i + 1\n", "i", {"int"}),
        ("lo, hi = 0, len(a)\nwhile lo < hi:\n    mid = (lo + hi) / 2\n    lo = mid + 1\n", "lo + hi", {"int"}),
        ("x = 1\nx = x * 1.5\n", "x", {"int", "float"}),
        ("x = 4\nx /= 2\nprint(x)\n", "x", {"int"}),
        ("x = 4\nx /= 2.0\nprint(x)\n", "x", {"int", "float"}),
        ("def f(n):\n    return n\nf(3)\n", "n", {"int"}),
        ("def f(n=1.5):\n    return n\nf()\nf(2)\n", "n", {"int", "float"}),
        ("def f(n):\n    if n < 2:\n        return 1\n    return n * f(n - 1)\nr = f(3)\n", "f(3)", {"int"}),
        ("for a, b in [(1, 'x'), (2.0, None)]:\n    b\n", "b", {"str", "NoneType"}),
        ("for a, b in [(1, 'x'), c]:\n    b\n", "b", set()),
        ("for a, b in [(1, 'x'), (2,)]:\n    b\n", "b", set()),
        ("for a, b in enumerate(c):\n    a\n", "a", {"int"}),
        ("for a, b in enumerate(c):\n    b\n", "b", set()),
        ("def f():\n    yield 1\nr = f()\n", "f()", {"iterator"}),
        ("class C:\n    def __init__(self):\n        self.d = {}\n    def m(self):\n        return self.d\n", "self.d", {"dict"}),
        ("class C:\n    def __init__(self, k):\n        self.k = k\nC(3)\n", "self.k", {"int"}),
        ("class C:\n    def split(self, n):\n        return n\n    def m(self):\n        return self.split(3)\n", "n", {"int"}),
        ("class C:\n    def divide(self, n):\n        return n\nc.divide(3)\n", "n", {"int"}),
    ],
)  # fmt: skip
def test_flows(source: str, expression: str, expected: set[str]) -> None:
    assert types_of(source, expression) == expected


@pytest.mark.parametrize(
    ("source", "expression"),
    [
        ("def f(n):\n    return n\n", "n"),
        ("import numpy\nfor a in numpy.split(b, 2):\n    a\n", "a"),
        ("class C:\n    def split(self): pass\nfor a in C().split():\n    a\n", "a"),
        ("def f(n):\n    return n\nf(3)\ncallback(f)\n", "n"),
        ("def split(n):\n    return n\nx = y.split(',')\n", "n"),
        ("class C:\n    def split(self, n):\n        return n\nx = y.split(',')\n", "n"),
        ("def f(n):\n    return n\nf(*a)\n", "n"),
        ("@wraps(g)\ndef f(n):\n    return n\nf(3)\n", "n"),
        ("x = x + 1\n", "x"),
        ("class C:\n    def m(self):\n        return self.d\n", "self.d"),
        (
            "class C:\n    def __init__(self, d):\n        self.d = {}\n        self.d = d\n    def m(self):\n        return self.d\n",
            "self.d",
        ),
        ("a, b = f()\nprint(a)\n", "a"),
    ],
)
def test_stays_unknown(source: str, expression: str) -> None:
    assert types_of(source, expression) == set()


METHODS = (
    "class R(object):\n    def add(self, k):\n        return self\n    def total(self):\n        return 3\n"
    "    def own(self):\n        return 'a'\nclass S(R):\n    def own(self):\n        return 1\n"
)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x = R().add(1).add(2)\n", {"class:R"}),
        ("x = R().total()\n", {"int"}),
        ("x = R().own()\n", set()),  # of two classes
        ("x = S().add(1)\n", set()),
        ("x = R().other()\n", set()),
        ("x = y.total()\n", set()),
    ],
)
def test_what_methods_give_that_one_class_alone_has(code, expected):
    assert types_of(METHODS + code, "x") == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("def f(d):\n    x = d.microseconds + (d.seconds + d.days * 24 * 3600) * 10**6\n", {"int"}),
        ("def f(d, e):\n    x = d.microseconds + (d.seconds + e.days * 24 * 3600) * 10**6\n", set()),
        ("def f(d):\n    x = d.seconds + d.days * 24 * 3600\n", set()),
        ("def f(d):\n    d.days = 1\n    x = d.microseconds + d.seconds + d.days\n", set()),
        (
            "class C:\n    seconds = 1.5\ndef f(d):\n    x = d.microseconds + d.seconds + d.days\n",
            set(),
        ),
    ],
)
def test_durations_are_whole_numbers(code, expected):
    assert types_of(code, "x") == expected
