"""round()."""

import decimal

import pytest
from rules.checking import PROOF, check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex
from migration.rules.numbers.round_builtin import HELPER

HEAD = "import decimal\n\n\n" + HELPER.strip() + "\n\n\n"


@pytest.mark.parametrize(
    "text",
    [
        "def round(x): return x\nround(2)\n",
        "x = d.round(2)\n",
        "x = round(1.0 * y, ndigits=2)\n",
        "x = round('a')\n",
    ],
)
def test_leaves_other_functions(text):
    check_untouched("round_builtin", text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched("round_builtin", "x = round(y)\n")


def test_rounds_by_the_helper():
    check_rule(
        "round_builtin",
        "x = int(round(y / 2.0, 1))\n",
        HEAD + "x = int(round_half_up(y / 2.0, 1))\n",
        python2=True,
    )
    check_rule("round_builtin", "x = round(5)\n", HEAD + "x = round_half_up(5)\n", python2=True)


@pytest.mark.parametrize(
    ("arguments", "result"),
    [
        ((2.5,), 3.0), ((-2.5,), -3.0), ((0.5,), 1.0), ((0.49999999999999994,), 0.0), ((2.675, 2), 2.67),
        ((1234.565, 2), 1234.57), ((0.125, 2), 0.13), ((15, -1), 20.0), ((1e300, 2), 1e300), ((5,), 5.0),
    ],
)  # fmt: skip
def test_the_helper_rounds_as_python_2_7_did(arguments, result):
    """The results are those of CPython 2.7.18."""
    space = {"decimal": decimal}
    exec(HELPER, space)
    got = space["round_half_up"](*arguments)
    assert got == result and isinstance(got, float)


def test_what_is_a_number_among_others_is_rounded_as_before():
    text = "rows = [1200, 2.5, None, 'a']\nprint round(rows[0])\n"
    index = RepositoryIndex(["a.py"], {"a.py": text}.get)
    assert "print(round_half_up(rows[0]))" in migrate(text, "a.py", index).text


def test_objects_that_say_which_float_they_are():
    text = (
        "class A(object):\n    def __init__(self, n): self.n = n\n    def __float__(self): return self.n / 2.0\n"
        "class B(A): pass\nb = B(5)\nx = round(A(7)), round(b), round(A(3), 1)\n"
    )
    space = {}
    exec(migrate(text + PROOF).text, space)
    assert space["x"] == (4.0, 3.0, 1.5)


def test_objects_that_are_rounded_by_their_own_method_are_left():
    text = "class A(object):\n    def __float__(self): return 2.5\n    def __round__(self): return 9\nx = round(A())\n"
    assert "round(A())" in migrate(text + PROOF).text
