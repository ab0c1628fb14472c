"""Powers of negative numbers by fractions."""

import pytest
from rules.checking import check_untouched, run

RULE = "fractional_powers"
TRY = "def f(a, n):\n    try:\n        return {}\n    except {}:\n        return 'no'\n"


@pytest.mark.parametrize(
    ("power", "caught"),
    [
        ("a ** 0.5", "TypeError"),
        ("a ** 2", "ValueError"),
        ("a ** 2.0", "ValueError"),
        ("a ** n", "ValueError"),
        ("a ** (4 / 2.0)", "ValueError"),
        ("2 ** 0.5", "ValueError"),
        ("2 ** -0.5", "ValueError"),
        ("a * 0.5", "ValueError"),
        ("pow(a, 0.5, n)", "ValueError"),
        ("a.pow(n, 0.5)", "ValueError"),
        ("math.pow(a, 0.5)", "ValueError"),
    ],
)
def test_refuses(power, caught):
    check_untouched(RULE, TRY.format(power, caught), python2=True)


def test_leaves_what_is_not_handled_there():
    check_untouched(RULE, "def f(a):\n    return a ** 0.5\n", python2=True)
    text = "def f(a):\n    try:\n        b()\n    except ValueError:\n        return a ** 0.5\n"
    check_untouched(RULE, text, python2=True)
    check_untouched(RULE, TRY.format("a ** 0.5", "ValueError"))


@pytest.mark.parametrize(
    "power",
    [
        "a ** 0.5",
        "pow(a, .5)",
        "a ** (1.0 / n)",
        "a ** (n / 4.0)",
        "a**-(1.5/n)",
        "-(-a) ** -.5 or a**.5",
        "str(a ** 0.5)",
    ],
)
def test_is_refused_as_before(power):
    outcome = run(RULE, TRY.format(power, "(ValueError, TypeError)") + "n = 1L\n")
    assert "real_power" in outcome.text
    assert run(RULE, outcome.text).text == outcome.text
    spaces = {}
    exec(outcome.text, spaces)
    if "-(-a)" not in power:
        assert spaces["f"](-4, 2) == "no"
    assert spaces["f"](4, 2) != "no" or "-(-a)" in power
    assert spaces["f"](-4j, 2) != "no"


def test_named_exponents():
    text = "third = 1.0 / 3\n" + TRY.format("a ** third", "ValueError") + "n = 1L\n"
    spaces = {}
    exec(run(RULE, text).text, spaces)
    assert spaces["f"](-8, 1) == "no" and spaces["f"](8, 1) == 2
