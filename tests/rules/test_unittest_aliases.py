"""assertEquals → assertEqual."""

import pytest
from rules.checking import check_rule, check_untouched

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
