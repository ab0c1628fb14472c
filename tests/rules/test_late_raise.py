# ruff: noqa: E501
"""`raise` alone after the except clause."""

import pytest
from rules.checking import check_open, check_rule, check_untouched


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
            "def g():\n    try:\n        f()\n    except A as error:\n        caught = error\n        ok = 0\n    except B as e:\n        return e\n    if not ok:\n        raise caught\n",
        ),
        (
            "try:\n    f()\nexcept:\n    ok = 0\nraise\n",
            "try:\n    f()\nexcept BaseException as error:\n    caught = error\n    ok = 0\nraise caught\n",
        ),
        (
            "def g():\n    for x in y:\n        try:\n            return f()\n        except A:\n            continue\n    raise\n",
            "def g():\n    for x in y:\n        try:\n            return f()\n        except A as error:\n            caught = error\n            continue\n    raise caught\n",
        ),
        (
            "error = 1\ntry:\n    f()\nexcept A:\n    ok = 0\nraise\n",
            "error = 1\ntry:\n    f()\nexcept A as error_:\n    caught = error_\n    ok = 0\nraise caught\n",
        ),
    ],
)
def test_raises_what_was_kept(before, after):
    check_rule("late_raise", before, after)
