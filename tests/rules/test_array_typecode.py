"""array.array('c')."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "array_typecode"


@pytest.mark.parametrize(
    "text",
    [
        "import array\narray.array('i', [1])\n",
        "import array\narray.array(c, 'x')\n",
        "import array\narray.array('B', b'x')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from array import array\narray('c')\n", "from array import array\narray('B')\n"),
        ("import array\narray.array(\"B\", 'x')\n", "import array\narray.array(\"B\", b'x')\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)
