"""assertEquals → assertEqual."""

import pytest
from rules.checking import check_rule, check_untouched, run

RULE = "unittest_aliases"


@pytest.mark.parametrize(
    "text",
    [
        "self.assertEqual(a, b)\n",
        "self.assertEquals(a, b)\n",
        "class C:\n    def assertItemsEqual(self): pass\nself.assertItemsEqual()\n",
        "class T:\n    assertItemsEqual = T.assertCountEqual\nself.assertItemsEqual()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("self.assertItemsEqual(a)\n", "self.assertCountEqual(a)\n"),
        ("self.assertEquals(1L)\n", "self.assertEqual(1)\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_the_target_decides():
    check_rule(RULE, "self.failUnless(a)\n", "self.assertTrue(a)\n", target=(3, 12))


def test_a_method_that_wraps_its_alias_asks_the_class_above():
    text = (
        "import unittest\nclass Base(unittest.TestCase):\n    def assertEqual(self, a, b):\n"
        "        self.assertEquals(str(a), str(b))\n    def test(self):\n        self.assertEquals(1, '1')\nn = 1L\n"
    )
    made = run(RULE, text).text
    assert "super().assertEqual(str(a), str(b))" in made
    assert "self.assertEqual(1, '1')" in made
    assert run(RULE, made).text == made
