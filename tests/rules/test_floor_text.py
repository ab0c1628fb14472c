"""Floor and ceil as text."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.rules.floor_text import HELPER

RULE = "floor_text"


@pytest.mark.parametrize(
    "text",
    [
        "import math\nx = math.floor(y) + 1\n",
        "import math\nx = int(math.ceil(y))\nz = str(x)\n",
        "import math\nx = str(math.fabs(y))\n",
        "x = str(a.floor(y))\n",
        "import math\nx = '%d %.1f' % (math.floor(y), math.ceil(y))\n",
        "import math\nx = zeros((math.floor(y), 3))\n",
        "import math\nx = a[math.floor(y), 1]\n",
        "import math\ndef f(y): return int(math.floor(y)), math.floor(y) * 2.0\n",
        "import math\nx = f(math.floor)\ny = [int(math.floor(z)) for z in x]\n",
        "import math\nx = {math.floor(y): 1}\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("print math.floor(x)\n", 'print(format(float(math.floor(x)), ".12"))\n'),
        ("n = math.ceil(x)\nprint 'n', n\n", "n = math.ceil(x)\nprint('n', format(float(n), \".12\"))\n"),
        ("x = '%s' % math.floor(y)\n", "x = '%s' % format(float(math.floor(y)), \".12\")\n"),
        ("x = repr(math.floor(y))\n", "x = repr(float(math.floor(y)))\n"),
    ],
)
def test_shows_a_float(before, after):
    check_rule(RULE, "import math\n" + before, "import math\n" + after, python2=True)


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
