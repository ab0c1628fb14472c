"""True, False = 1, 0."""

import pytest
from rules.checking import check_rule, check_untouched


@pytest.mark.parametrize(
    "text", ["a = True\n", "f(True)\n", "True == a\n", "(a, b) = True, False\n", "bool = bool\n"]
)
def test_leaves_uses(text):
    check_untouched("rebound_constants", text)


@pytest.mark.parametrize(
    "text",
    [
        "True = 1",
        "True, False = 1, 0",
        "(True, False) = (1, 0)",
        "False = not True",
        "True, False = True, False",
        "bool, True, False = bool, True, False",
        "(bool, True) = (bool, True)",
    ],
)
def test_removes_the_assignment(text):
    check_rule("rebound_constants", f"if a:\n    {text}\n", "if a:\n    pass\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f(a, True=True, False=False):\n", "def f(a, _true=True, _false=False):\n"),
        ("def f(True=1):\n", "def f(_true=1):\n"),
        ("def f(a=g(1), False=h(2)):\n", "def f(a=g(1), _false=h(2)):\n"),
    ],
)
def test_a_parameter_gets_another_name(before, after):
    body = "    return True, False\n"
    check_rule("rebound_constants", before + body, after + body)
