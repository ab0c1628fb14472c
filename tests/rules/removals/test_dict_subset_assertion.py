"""assertDictContainsSubset."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

RULE = "dict_subset_assertion"


@pytest.mark.parametrize(
    "text",
    [
        "self.assertDictContainsSubset(a, b)\n",
        "class T:\n    def assertDictContainsSubset(self, a, b): pass\nT().assertDictContainsSubset(a, b), 1\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "self.assertDictContainsSubset({'x': 1L}, d, 'm')\n",
            "self.assertEqual(d, {**d, **{'x': 1}}, 'm')\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_what_would_be_called_twice_stays_open():
    check_open(RULE, "self.assertDictContainsSubset(a, f())\n", 1, target=(3, 12))
