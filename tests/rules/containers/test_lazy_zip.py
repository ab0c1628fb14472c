"""zip()."""

import pytest
from rules.checking import check_rule, check_untouched


@pytest.mark.parametrize(
    "text",
    [
        "for x, y in zip(a, b): f(x)\n",
        "x = dict(zip(a, b))\n",
        "x = [a + b for a, b in zip(c, d)]\n",
        "a, b = zip(*c)\n",
        "for n, (x, y) in enumerate(zip(a, b)): f(x)\n",
        "zip = f\nx = zip(a)[0]\n",
        "archive.zip(a)[0]\n",
    ],
)
def test_leaves_what_is_gone_through_once(text):
    check_untouched("lazy_zip", text, python2=True)


def test_leaves_what_may_be_right_in_a_file_that_may_be_python_3():
    check_untouched("lazy_zip", "def f(a, b): return zip(a, b)\n")
    check_untouched("lazy_range", "self.assertEqual(a, range(3))\n")
    check_untouched("lazy_zip", "self.assertEqual(a, 1, zip(b, c))\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = zip(a, b)[0]\n", "x = list(zip(a, b))[0]\n"),
        ("x = set(zip(*a)[0])\n", "x = set(list(zip(*a))[0])\n"),
        ("z = zip(a, b)\nz.sort()\n", "z = list(zip(a, b))\nz.sort()\n"),
        ("x = len(zip(a, b))\n", "x = len(list(zip(a, b)))\n"),
        ("eq_(a.items(), zip(b, c))\n", "eq_(a.items(), list(zip(b, c)))\n"),
        ("self.assertEqual(zip(b, c), d, 'e')\n", "self.assertEqual(list(zip(b, c)), d, 'e')\n"),
        ("x = zip(a, b) + zip(c, d)\n", "x = list(zip(a, b)) + list(zip(c, d))\n"),
    ],
)
def test_wraps_what_fails_otherwise(before, after):
    check_rule("lazy_zip", before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f(a, b): return zip(a, b)\n", "def f(a, b): return list(zip(a, b))\n"),
        ("for x, y in zip(a, b): a.remove(x)\n", "for x, y in list(zip(a, b)): a.remove(x)\n"),
        ("x = {1: zip(a, b)}\n", "x = {1: list(zip(a, b))}\n"),
    ],
)
def test_keeps_a_list_where_the_use_is_out_of_sight(before, after):
    check_rule("lazy_zip", before, after, python2=True)
