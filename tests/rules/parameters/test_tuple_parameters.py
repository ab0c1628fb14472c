"""Tuple parameters."""

import pytest
from rules.checking import check_rule, check_untouched


@pytest.mark.parametrize(
    "text", ["def f(a, b=(1, 2)):\n    pass\n", "g = lambda a, b=(1, 2): (a, b)\n", "f((a, b))\n"]
)
def test_leaves_other_tuples(text):
    check_untouched("tuple_parameters", text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f((a, b)):\n    pass\n", "def f(a_b):\n    a, b = a_b\n    pass\n"),
        ("def f((a), b=1): return a\n", "def f(a, b=1): return a\n"),
        ("def f((a, b)): return a\n", "def f(a_b): a, b = a_b; return a\n"),
        ("def f(x, (a, b)=(1, 2), *c):\n    pass\n", "def f(x, a_b=(1, 2), *c):\n    a, b = a_b\n    pass\n"),
        ("def f((a, (b, c))):\n    pass\n", "def f(a_b_c):\n    a, (b, c) = a_b_c\n    pass\n"),
        (
            "def f((a, b), (c, d)):\n    '''Doc.'''\n    pass\n",
            "def f(a_b, c_d):\n    '''Doc.'''\n    a, b = a_b\n    c, d = c_d\n    pass\n",
        ),
        (
            "def f((a,)):\n    'doc'\n",
            "def f(a):\n    'doc'\n    a, = a\n".replace("f(a)", "f(a_)").replace("= a", "= a_"),
        ),
        ("a_b = 1\ndef f((a, b)):\n    pass\n", "a_b = 1\ndef f(a_b_):\n    a, b = a_b_\n    pass\n"),
        (
            "def f((a, b)):  # why\n    # more\n    pass\n",
            "def f(a_b):  # why\n    # more\n    a, b = a_b\n    pass\n",
        ),
    ],
)
def test_unpacks_in_the_body(before, after):
    check_rule("tuple_parameters", before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("lambda (k, v): k + v", "lambda k_v: k_v[0] + k_v[1]"),
        ("lambda(x): x[8]", "lambda x: x[8]"),
        ("f(x, lambda(x):x.y)", "f(x, lambda x:x.y)"),
        ("lambda(k, v): (k, f('a',\n  v))", "lambda k_v: (k_v[0], f('a',\n  k_v[1]))"),
        ("lambda ((x)), (a, b): x + b", "lambda x, a_b: x + a_b[1]"),
        ("lambda (k, v), z: (v.k, z, f(k=v))", "lambda k_v, z: (k_v[1].k, z, f(k=k_v[1]))"),
        ("lambda (a, (b, c)): c", "lambda a_b_c: a_b_c[1][1]"),
        ("lambda (k, v): [k for k in v]", "lambda k_v: (lambda k, v: [k for k in v])(k_v[0], k_v[1])"),
        ("sorted(x, key=lambda (k, v): v, reverse=k)", "sorted(x, key=lambda k_v: k_v[1], reverse=k)"),
    ],
)
def test_subscripts_in_a_lambda(before, after):
    check_rule("tuple_parameters", f"x = {before}\n", f"x = {after}\n")
