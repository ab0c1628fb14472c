"""Stand-ins for builtins that both languages have."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "settled_builtins"
TRY = "try:\n    {}\nexcept {}:\n    {}\n"


@pytest.mark.parametrize(
    ("asked", "caught", "made"),
    [
        ("set", "ImportError", "from sets import Set as set"),
        ("set", "NameError", "other = 1"),
        ("set", "NameError", "print(1)"),
        ("set()", "NameError", "set = list"),
        ("unicode", "NameError", "unicode = str"),
    ],
)
def test_refuses(asked, caught, made):
    check_untouched(RULE, TRY.format(asked, caught, made), python2=True)


def test_refuses_in_a_function_and_in_a_file_that_may_be_python_3():
    text = TRY.format("set", "NameError", "set = list")
    check_untouched(RULE, text)
    check_untouched(RULE, "def f():\n" + "".join(f"    {line}\n" for line in text.splitlines()), python2=True)


@pytest.mark.parametrize(
    "made",
    [
        "from sets import Set as set",
        "import sets\n    set = sets.Set",
        "def set(x): return x",
        "set = frozenset = list",
    ],
)
def test_rewrites(made):
    check_rule(RULE, TRY.format("set", "NameError", made) + "x = 1\n", "x = 1\n", python2=True)
