# ruff: noqa: E501
"""Comprehensions in a class's body."""

import pytest
from rules.checking import check_rule, check_untouched


@pytest.mark.parametrize(
    "text",
    [
        "class K(object):\n    n = 3\n    a = [i for i in range(n)]\n",
        "class K(object):\n    a = [m * i for i in range(3)]\n",
        "class K(object):\n    n = 3\n    def f(self): return [n for i in self.x]\n",
        "class K(object):\n    n = 3\n    a = [n for n in x]\n",
        "n = 3\na = [n * i for i in range(3)]\n",
        "class K(object):\n    n = 3\n    a = lambda s: [n * i for i in s]\n",
        "n = 1\nclass K(object):\n    n = 3\n    a = [n * i for i in range(3)]\n",
    ],
)
def test_leaves_what_is_seen(text):
    check_untouched("class_comprehension", text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "class K(object):\n    n = 3\n    a = [i for i in y if i < n]\n",
            "class K(object):\n    n = 3\n    a = []\n    for i in y:\n        if i < n:\n            a.append(i)\n",
        ),
        (
            "def f():\n    class K(object):\n        n = 3\n        a = [n * i for i in y]\n",
            "def f():\n    class K(object):\n        n = 3\n        a = []\n        for i in y:\n            a.append(n * i)\n",
        ),
        (
            "class K(object):\n    n = 3\n    a = tuple([n + i for i in y])\n",
            "class K(object):\n    n = 3\n    _values = []\n    for i in y:\n        _values.append(n + i)\n"
            "    a = tuple(_values)\n    del _values\n",
        ),
    ],
)
def test_writes_the_loop(before, after):
    check_rule("class_comprehension", before, after)


def test_a_name_that_is_also_global_means_that_of_the_class():
    before = "n = 1\nclass K(object):\n    n = 3\n    a = [n * i for i in y]\n"
    after = "n = 1\nclass K(object):\n    n = 3\n    a = []\n    for i in y:\n        a.append(n * i)\n"
    check_rule("class_comprehension", before, after, python2=True)
