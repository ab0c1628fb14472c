"""A list comprehension's variable, deleted afterwards."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "deleted_leak"


@pytest.mark.parametrize(
    "text",
    [
        "q = 1\nx = [q for q in y]\ndel q\n",
        "x = list(q for q in y)\ndel q\n",
        "for q in y:\n    x = [a for a in q]\ndel q\n",
        "x = [q for q in y]\nf(q)\ndel q\n",
        "def f(y):\n    return [q for q in y]\ndel q\n",
        "def f(y):\n    global q\n    x = [q for q in y]\n    del q\n",
        "x = [q for q in y]\ndel x[0], x.a\n",
        "del q\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = [q for q in y]\ndel(q)\n", "x = [q for q in y]\npass\n"),
        ("x = [q for q, w in y]\nz = 1\ndel q, z, (w), x\n", "x = [q for q, w in y]\nz = 1\ndel z, x\n"),
        (
            "x = [sum([i for i in v]) for v in y]\ndel i\ndel v\n",
            "x = [sum([i for i in v]) for v in y]\npass\npass\n",
        ),
        (
            "class C:\n    x = ''.join([q for q in 'ab'])\n    del q\n",
            "class C:\n    x = ''.join([q for q in 'ab'])\n    pass\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_a_loop_leaves_its_variable():
    """Where a comprehension reads names of its class it becomes a loop: what it binds has to be deleted."""
    text = "class C:\n    n = 2\n    x = [n * q for q in y]\n    del q\n"
    check_untouched(RULE, text, python2=True)
