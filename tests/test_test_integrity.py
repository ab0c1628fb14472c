"""Test integrity: what counts as a lost test or assertion, in texts of either Python."""

from __future__ import annotations

import pytest

from environment.test_integrity import (
    counts_by_tree,
    counts_by_words,
    is_test_file,
    lost_tests,
    lost_tests_in,
)

BOTH = '''"""def test_in_a_string(): assert False"""
import unittest
from pytest import raises

LIMIT = {"(": (1,
    2)}

class TestAge(unittest.TestCase):
    """assertEqual( in a docstring"""

    def setUp(self):
        self.assertTrue(True)

    def test_old(self):
        # self.assertEqual(1, 2)
        self.assertEqual("it's (", 'it"s [')
        with self.assertRaises(ValueError):
            int("x")
        self.failUnless(
            1,
            2,
        )

    def testCamel(self):
        for name in ("assert", "test"):
            assert name, (
                "told")

    class TestInner:
        def test_deep(self):
            def helper():
                assert True
            helper()

def test_plain():
    with raises(KeyError):
        {}["x"]

def assertOdd(n):
    assert n % 2

def test_one_line(): assertOdd(1)
'''
EXPECTED = {
    "TestAge.test_old": 3,
    "TestAge.testCamel": 1,
    "TestAge.TestInner.test_deep": 1,
    "test_plain": 1,
    "test_one_line": 1,
}


def test_both_ways_of_counting_agree() -> None:
    assert counts_by_tree(BOTH) == EXPECTED
    assert counts_by_words(BOTH) == EXPECTED


PYTHON2 = """
class TestPrint(unittest.TestCase):
    def test_print(self):
        print >>sys.stderr, `1`, ur"x", 0777, "(" , 1L
        self.assertEquals(u'a', 'a')
        assert 1 <> 2
    def test_except(self):
        try:
            raise ValueError, "("
        except ValueError, error:
            self.assert_(error)
"""
PYTHON3 = """
class TestPrint(unittest.TestCase):
    def test_print(self):
        print(repr(1), r"x", 0o777, "(" , 1, file=sys.stderr)
        self.assertEqual('a', 'a')
        assert 1 != 2
    def test_except(self):
        try:
            raise ValueError("(")
        except ValueError as error:
            self.assertTrue(error)
"""


def test_an_honest_migration_loses_nothing() -> None:
    assert counts_by_tree(PYTHON2) is None
    assert counts_by_words(PYTHON2) == {"TestPrint.test_print": 2, "TestPrint.test_except": 1}
    assert lost_tests_in(PYTHON2, PYTHON3) == []


@pytest.mark.parametrize(
    ("spoilt", "told"),
    [
        (PYTHON3.replace("        assert 1 != 2\n", ""), "test_print had 2 assertions and has 1"),
        (PYTHON3.replace("        assert 1 != 2", "        # assert 1 != 2"), "test_print had 2 assertions"),
        (PYTHON3.replace("test_except", "check_except"), "test_except is gone"),
        (PYTHON3.replace("TestPrint", "PrintTests"), "TestPrint.test_print is gone"),
        ("", "TestPrint.test_except is gone"),
        (PYTHON3.replace("self.assertTrue(error)", "'self.assertTrue(error)'"), "test_except had 1"),
    ],
)
def test_a_lost_test_or_assertion_is_named(spoilt: str, told: str) -> None:
    assert any(told in line for line in lost_tests_in(PYTHON2, spoilt))


def test_more_tests_than_before_are_welcome() -> None:
    assert lost_tests({"test_a": 1}, {"test_a": 3, "test_b": 0}) == []


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("test_a.py", True),
        ("pkg/tests/helpers.py", True),
        ("pkg/a_test.py", True),
        ("tests.py", True),
        ("pkg/contest.py", False),
        ("latest/a.py", False),
        ("tests/data.txt", True),
        ("README.rst", True),
        ("tests/data.json", False),
    ],
)
def test_which_files_are_tests(key: str, expected: bool) -> None:
    assert is_test_file(key) is expected


@pytest.mark.parametrize(
    "text", ["'" * 5, '"""', "\x00", "(" * 5000, "\\", "def", "class test_x", "x" * 100_000]
)
def test_strange_texts_are_counted_without_an_error(text: str) -> None:
    assert counts_by_words(text) == {}
