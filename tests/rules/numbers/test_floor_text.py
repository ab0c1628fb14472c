"""Floor and ceil as text."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

RULE = "floor_text"


@pytest.mark.parametrize(
    "text",
    [
        "import math\nx = math.floor(y) + 1\n",
        "import math\nx = int(math.ceil(y))\nz = str(x)\n",
        "import math\nx = str(math.fabs(y))\n",
        "x = str(a.floor(y))\n",
        "import math\nx = '%d %.1f' % (math.floor(y), math.ceil(y))\n",
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


def test_what_a_function_of_the_file_shows():
    shows = "import math, sys\ndef out(*a):\n    sys.stdout.write(' '.join(str(x) for x in a))\n"
    after = run(RULE, f"{shows}out(math.floor(7.9))\n{PROOF}").text
    assert 'out(format(float(math.floor(7.9)), ".12"))' in after
