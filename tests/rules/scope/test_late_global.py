"""`global x` after x was used."""

import pytest
from rules.checking import check_rule, check_untouched


@pytest.mark.parametrize(
    "text",
    [
        "def f():\n    global x\n    x = 1\n",
        "x = 1\ndef f():\n    global x\n    x = 2\n",
        "def f():\n    y = 1\n    global x\n",
    ],
)
def test_leaves_a_declaration_that_comes_first(text):
    check_untouched("late_global", text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "def f():\n    'doc'\n    print(x)\n    global x\n",
            "def f():\n    'doc'\n    global x\n    print(x)\n",
        ),
        (
            "def f():\n    if x:\n        global x, y\n        x = 1\n",
            "def f():\n    global x, y\n    if x:\n        x = 1\n",
        ),
        ("def f():\n    if x:\n        global x\n", "def f():\n    global x\n    if x:\n        pass\n"),
        ("x = 1\nglobal x\nx = 2\n", "x = 1\nx = 2\n"),
    ],
)
def test_moves_it_to_the_top(before, after):
    check_rule("late_global", before, after)
