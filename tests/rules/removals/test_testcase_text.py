"""unittest.TestCase.__str__ called by its name."""

import unittest

import pytest
from rules.checking import PROOF, check_settled, check_untouched, run

RULE = "testcase_text"
CALL = "import unittest\na = unittest.TestCase.__str__(b)\n"


@pytest.mark.parametrize(
    "text",
    ["import unittest\nstr(b)\n", "import unittest\nunittest.TestCase.__str__\n", "TestCase.__str__(b)\n"],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_what_a_target_still_has():
    check_untouched(RULE, CALL, python2=True, target=(3, 10))
    check_untouched(RULE, CALL)


def test_names_the_method_once():
    class Case(unittest.TestCase):
        def test_it(self):
            pass

    outcome = run(RULE, CALL + PROOF)
    names = {"b": Case("test_it")}
    exec(outcome.text, names)
    assert names["a"] == f"test_it ({__name__}.{Case.__qualname__})"
    check_settled(RULE, outcome)
