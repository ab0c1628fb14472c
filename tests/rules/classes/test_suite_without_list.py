"""Suites of tests that have no list of them."""

import unittest

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "suite_without_list"
SUITE = (
    "import unittest\n\n\nclass Each(unittest.TestSuite):\n"
    "    def __init__(self, calls):\n        self.calls = calls\n\n"
    "    def __iter__(self):\n        return (unittest.FunctionTestCase(call) for call in self.calls)\n"
)
AFTER = SUITE + "\n    _cleanup = False\n"


@pytest.mark.parametrize(
    "text",
    [
        SUITE.replace("unittest.TestSuite", "TestSuite"),
        SUITE.replace("unittest.TestSuite", "unittest.TestCase"),
        SUITE.replace("unittest.TestSuite", "unittest.TestSuite, Mixin"),
        SUITE.replace("        self.calls = calls\n", "        unittest.TestSuite.__init__(self)\n"),
        SUITE.replace("        self.calls = calls\n", "        super(Each, self).__init__(calls)\n"),
        SUITE.replace("        self.calls = calls\n", "        self._tests = self.calls = calls\n"),
        SUITE.replace("        self.calls = calls\n", "        self.__dict__.update(calls)\n"),
        SUITE.replace("        self.calls = calls\n", "        self.addTests(calls)\n"),
        SUITE.replace("__iter__", "each"),
        SUITE.replace("__init__", "set"),
        SUITE + "\n    def run(self, result):\n        pass\n",
        SUITE + "\n    def _removeTestAtIndex(self, index):\n        pass\n",
        AFTER,
    ],
)
def test_leaves(text):
    check_untouched(RULE, text, python2=True)


def test_under_another_name():
    before = SUITE.replace("import unittest\n", "import unittest\nfrom unittest import TestSuite as S\n")
    before = before.replace("(unittest.TestSuite)", "(S)")
    check_rule(RULE, before, before + "\n    _cleanup = False\n")


def test_such_a_suite_runs():
    names = {}
    exec(migrate(SUITE, "a.py").text, names)
    seen = []
    result = names["Each"]([lambda: seen.append(1), lambda: seen.append(2)]).run(unittest.TestResult())
    assert (seen, result.testsRun, result.errors) == ([1, 2], 2, [])
    names = {}
    exec(SUITE, names)
    with pytest.raises(AttributeError):
        names["Each"]([lambda: None]).run(unittest.TestResult())
