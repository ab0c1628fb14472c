"""Branches for Python 3 that it can't have run."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "untried_branch"
TEST = "import sys\nif sys.version_info[0] < 3:\n    a = str\nelse:\n"


@pytest.mark.parametrize(
    "text",
    [
        f"{TEST}    a = bytes\n",
        f"{TEST}    b = a.x\n",
        f"{TEST}    def f(): return a\n",
        f"a = 1\n{TEST}    b = a\n",
        f"from other import *\n{TEST}    b = unicode\n",
        f"{TEST}    f()\n    b = unicode\n",
        f"{TEST}    unicode = str\n    b = unicode\n",
        "try:\n    if sys.version_info[0] < 3: a = 1\n    else: b = a\nexcept NameError: b = 2\n",
        "if x < 3:\n    a = str\nelse:\n    b = a\n",
        "import sys\nif sys.version_info[0] < 3:\n    def f(): pass\nelse:\n    g = f\n",
    ],
)
def test_leaves_what_python_3_may_run(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize("fails", ["b = a", "b = unicode", "import os\n    c = 1\n    b = a"])
def test_keeps_what_python_2_ran(fails):
    check_rule(RULE, f"{TEST}    {fails}\nc = a\n", "import sys\na = str\nc = a\n")


def test_the_other_way_round():
    before = "import sys\nif sys.version_info >= (3,):\n    b = unicode\nelse:\n    b = str; c = 1\n"
    check_rule(RULE, before, "import sys\nb = str\nc = 1\n")
