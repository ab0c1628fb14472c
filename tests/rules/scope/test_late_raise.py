# ruff: noqa: E501
"""`raise` alone after the except clause."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

from migration.engine.pipeline import migrate


@pytest.mark.parametrize(
    "text",
    [
        "try:\n    f()\nexcept E:\n    raise\n",
        "try:\n    f()\nexcept E:\n    if x:\n        raise\n",
        "def f():\n    raise\n",
        "try:\n    f()\nexcept E:\n    try:\n        g()\n    finally:\n        raise\n",
        "try:\n    f()\nexcept E:\n    return_ = 1\nraise E()\n",
    ],
)
def test_leaves_what_has_an_active_exception(text):
    check_untouched("late_raise", text)


def test_says_so_where_nothing_was_caught():
    check_open("late_raise", "x = 1\nraise\n", 2)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "def g():\n    try:\n        f()\n    except A:\n        ok = 0\n    except B as e:\n        return e\n    if not ok:\n        raise\n",
            "def g():\n    try:\n        f()\n    except A as error:\n        active = error\n        ok = 0\n    except B as e:\n        return e\n    if not ok:\n        raise active\n",
        ),
        (
            "try:\n    f()\nexcept:\n    ok = 0\nraise\n",
            "try:\n    f()\nexcept BaseException as error:\n    active = error\n    ok = 0\nraise active\n",
        ),
        (
            "def g():\n    for x in y:\n        try:\n            return f()\n        except A:\n            continue\n    raise\n",
            "def g():\n    for x in y:\n        try:\n            return f()\n        except A as error:\n            active = error\n            continue\n    raise active\n",
        ),
        (
            "error = 1\ntry:\n    f()\nexcept A:\n    ok = 0\nraise\n",
            "error = 1\ntry:\n    f()\nexcept A as error_:\n    active = error_\n    ok = 0\nraise active\n",
        ),
    ],
)
def test_raises_what_was_kept(before, after):
    check_rule("late_raise", before, after)


def test_beside_a_name_that_is_kept():
    """The clause's name, which is read behind it, and what is raised there are two variables."""
    text = (
        "def f(g):\n    last = None\n    for i in range(2):\n        try:\n            return g(i)\n"
        "        except KeyError, error:\n            last = error\n    assert last is error\n    raise\n"
    )
    space = {}
    exec(migrate(text).text, space)
    with pytest.raises(KeyError, match="1"):
        space["f"](lambda i: {}[i])


CALLED = """
def handle(stop):
    try:
        stop()
    except: pass
    done = 1
    raise
def work(stop):
    try:
        int('x')
    except ValueError:
        handle(stop)
def error(stop):
    try:
        work(stop)
    except Exception, e:
        return type(e).__name__
found = error(int), error(lambda: {}[1])
"""


def test_where_nothing_was_caught_what_the_caller_caught_goes_on():
    space = {}
    text = migrate(CALLED).text
    exec(text, space)
    assert space["found"] == ("ValueError", "KeyError")
    assert migrate(text).text == text
