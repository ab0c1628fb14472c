"""Floor and ceil that are kept or handed on."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.rules.numbers.kept_floor import HELPER

RULE = "kept_floor"


@pytest.mark.parametrize(
    "text",
    [
        "import math\nx = math.floor(y) + 1\n",
        "import math\nx = '%d %.1f' % (math.floor(y), math.ceil(y))\n",
        "x = [a.floor(y)]\n",
        "import math\nx = zeros((math.floor(y), 3))\n",
        "import math\nx = a[math.floor(y), 1]\n",
        "import math\ndef f(y): return int(math.floor(y)), math.floor(y) * 2.0\n",
        "import math\nx = f(math.floor)\ny = [int(math.floor(z)) for z in x]\n",
        "import math\nx = {math.floor(y): 1}\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, "import math\nx = [math.floor(y)]\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = [math.floor(y)]\n", "x = [float(math.floor(y))]\n"),
        ("def f(y): return math.floor(y)\n", "def f(y): return float(math.floor(y))\n"),
        ("def f(y): return math.floor(y) * z\n", "def f(y): return float(math.floor(y)) * z\n"),
        ("x = {1: math.ceil(y)}\n", "x = {1: float(math.ceil(y))}\n"),
        ("x = dict(a=math.ceil(y))\n", "x = dict(a=float(math.ceil(y)))\n"),
        ("f = lambda y: math.floor(y)\n", "f = lambda y: float(math.floor(y))\n"),
        ("x = [math.floor(y) for y in z]\n", "x = [float(math.floor(y)) for y in z]\n"),
    ],
)
def test_keeps_a_float(before, after):
    check_rule(RULE, "import math\n" + before, "import math\n" + after, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f = math.floor\n", "f = floor_as_float\n"),
        ("x = map(math.floor, y)\n", "x = map(floor_as_float, y)\n"),
    ],
)
def test_the_function_itself(before, after):
    source = HELPER.format("floor").strip()
    check_rule(RULE, "import math\n" + before, f"import math\n\n\n{source}\n\n\n{after}", python2=True)
