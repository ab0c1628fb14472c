"""'%x' of a float."""

import pytest
from rules.checking import check_rule, check_untouched


@pytest.mark.parametrize(
    "text",
    [
        "x = '%x' % 255\n",
        "x = '%x' % y\n",
        "x = '%d %x' % (1.5, 2)\n",
        "x = '%(a)x' % d\n",
        "x = '%%x' % ()\n",
        "x = 9.0 % 2\n",
    ],
)
def test_leaves_integers_and_what_is_not_known(text):
    check_untouched("integer_format", text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = '%x' % (255.0)\n", "x = '%x' % (int(255.0))\n"),
        ("x = '%s %04X%%' % (a, float(b))\n", "x = '%s %04X%%' % (a, int(float(b)))\n"),
        ("x = '%o' % (a * 2.0)\n", None),
        ("n = 8.5\nx = '%o' % (n * 2)\n", "n = 8.5\nx = '%o' % (int(n * 2))\n"),
    ],
)
def test_converts_floats(before, after):
    if after is None:
        check_untouched("integer_format", before)
    else:
        check_rule("integer_format", before, after)
