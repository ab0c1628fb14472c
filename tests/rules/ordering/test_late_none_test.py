"""A value compared with numbers before it is asked for None."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "late_none_test"


@pytest.mark.parametrize(
    "text",
    [
        "def f(n):\n    if n < 3: return 1\n    return n\n",
        "def f(n):\n    if n is None: return 0\n    if n < 3: return 1\n    if n is None: return 2\n",
        "def f(n):\n    if n and n < 3: return 1\n    if n is None: return 2\n",
        "def f(n, m):\n    if n < m: return 1\n    if n is None: return 2\n",
        "def f(n):\n    if n < 3: n = g()\n    n = h()\n    if n is None: return 2\n",
        "def f(n):\n    if n < 'a': return 1\n    if n is None: return 2\n",
        "def f(n):\n    if n == 3: return 1\n    if n is None: return 2\n",
        "a = n < m or m is not None\n",
        "a = n < m and m is None\n",
        "a = n < g() or n is None\n",
        "a = n < m or p is None\n",
        "a = n == m or n is None\n",
        "a = n is None or n < m\n",
        "def f(n):\n    assert n\n    if n < 3: return 1\n    if n is None: return 2\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, "def f(n):\n    if n < 3: return 1\n    if n is None: return 2\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("if n < 3: return 1", "if n is None or n < 3: return 1"),
        ("if 3 > n: return 1", "if n is None or 3 > n: return 1"),
        ("if n > 3: return 1", "if n is not None and n > 3: return 1"),
        ("if 0 < n < 3: return 1", "if n is not None and 0 < n < 3: return 1"),
        ("if n < 3 and g(): return 1", "if (n is None or n < 3) and g(): return 1"),
    ],
)
def test_asks_for_none_first(before, after):
    rest = "\n    if n is None: return 2\n    return 3\n"
    check_rule(RULE, f"def f(n):\n    {before}{rest}", f"def f(n):\n    {after}{rest}", python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = n < m or m is None", "a = m is None or n < m"),
        ("if n < self.m or self.m == None: f()", "if self.m == None or n < self.m: f()"),
        ("while g() and (n > 3 and n is not None): f()", "while g() and (n is not None and n > 3): f()"),
        ("a = b or n < m or n is None or c", "a = b or n is None or n < m or c"),
    ],
)
def test_changes_places_in_a_condition(before, after):
    check_rule(RULE, before + "\n", after + "\n", python2=True)


def test_changes_places_in_a_file_that_may_be_python_3():
    check_rule(RULE, "if n < m or m is None: f()\n", "if m is None or n < m: f()\n")


@pytest.mark.parametrize("n", [None, -1, 0, 2, 3, 4])
def test_means_what_python_2_meant(n):
    from migration.engine.pipeline import migrate

    text = (
        "def f(n):\n    if 0 <= n <= 3:\n        return 'in'\n    elif n is None:\n        return 'none'\n"
        "    return 'out'\np = 1L\n"
    )
    names: dict[str, object] = {}
    exec(migrate(text).text, names)
    assert names["f"](n) == ("none" if n is None else "in" if 0 <= n <= 3 else "out")  # type: ignore[operator]
