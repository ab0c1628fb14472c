"""Texts of numbers with underscores."""

import pytest
from rules.checking import check_untouched, run

from migration.engine.pipeline import migrate

RULE = "underscored_numbers"


@pytest.mark.parametrize(
    "text",
    [
        "a = int('1000')\n",
        "a = int('1_000'.replace('_', ''))\n",
        "a = int('a_1', 16)\nb = '1_0'\n",
        "b = '1_0'\ndef f(a): return int(a)\nf('10')\n",
        "def int(a): return a\na = int('1_000')\n",
        "a = str('1_000')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_what_may_be_python_3():
    check_untouched(RULE, "a = int('1_000')\n")


CASES = [
    ("int(a)", "1_000", "invalid literal for int() with base 10: '1_000'"),
    ("float(a)", "1_0.5", "invalid literal for float(): 1_0.5"),
    ("float(a)", "1_0e2", "invalid literal for float(): 1_0e2"),
    ("long(a)", " -1_0 ", "invalid literal for int() with base 10: ' -1_0 '"),
]


@pytest.mark.parametrize(("call", "given", "expected"), CASES)
@pytest.mark.parametrize(
    "way",
    [
        "def f(a):\n    return {0}\nfound = tried(lambda: f({1!r}))\nfine = f('10')\n",
        "found = tried(lambda: [{0} for a in ({1!r},)])\nfine = 10\n",
        "a = {1!r}\nfound = tried(lambda: {0})\nfine = 10\n",
    ],
)
def test_is_refused_as_before(way, call, given, expected):
    text = "def tried(g):\n    try:\n        return g()\n    except ValueError, e:\n        return str(e)\n"
    outcome = run(RULE, text + way.format(call, given))
    assert run(RULE, outcome.text).text == outcome.text
    spaces = {"long": int}
    exec(outcome.text, spaces)
    assert spaces["found"] == expected and spaces["fine"] == 10


def test_what_is_no_text_goes_through():
    spaces = {}
    exec(
        migrate(
            "def f(a):\n    return int(a)\nfound = f(1.5), f(2L)\ntry:\n    f('1_0')\nexcept ValueError: pass\n"
        ).text,
        spaces,
    )
    assert spaces["found"] == (1, 2)
