"""sys.setcheckinterval."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "check_interval"


@pytest.mark.parametrize(
    "text",
    [
        "import sys\nsys.setswitchinterval(1)\n",
        "def f(sys): sys.setcheckinterval(1)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import sys\nsys.setcheckinterval(a + b)\n",
            "import sys\nsys.setswitchinterval((a + b) / 20000.0)\n",
        ),
        ("import sys\nsys.getcheckinterval()\n", "import sys\nround(sys.getswitchinterval() * 20000)\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


@pytest.mark.parametrize("given", ["0", "-1"])
def test_an_interval_of_nothing_is_the_shortest(given):
    check_rule(
        "check_interval",
        f"import sys\nsys.setcheckinterval({given})\n",
        "import sys\nsys.setswitchinterval(1e-06)\n",
    )
