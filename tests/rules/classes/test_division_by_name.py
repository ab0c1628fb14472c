"""Methods of numbers by names that are put together."""

import pytest
from rules.checking import check_untouched, run

RULE = "division_by_name"
NAMES = "names = ['add', 'div']\n"


@pytest.mark.parametrize(
    "text",
    [
        "getattr(float, name)\n",
        NAMES + "getattr(float, 'real')\n",
        NAMES + "getattr(float, name, None)\n",
        NAMES + "getattr(x, name)\n",
        NAMES + "def getattr(x, y): pass\ngetattr(float, name)\n",
        NAMES + "float = C\ngetattr(float, name)\n",
        "names = ['divider']\ngetattr(float, name)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, NAMES + "getattr(float, name)\n")


def test_finds_the_method_that_divides():
    text = "n = 1L\n" + NAMES + "a = [getattr(float, '__%s__' % n) for n in names]\n"
    text += "b = [getattr(int, '__r%s__' % n) for n in names]\n"
    space = {}
    exec(run(RULE, text).text, space)
    assert space["a"] == [float.__add__, float.__truediv__]
    assert space["b"] == [int.__radd__, int.__rfloordiv__]
