"""f(**dict((k.encode('ascii'), v) …)): names of arguments are text."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "keyword_names"


@pytest.mark.parametrize(
    "text",
    [
        "f(a=k.encode('ascii'))\n",
        "f(dict((k.encode('ascii'), v) for k, v in d))\n",
        "f(**dict((str(k), v) for k, v in d))\n",
        "f(**k.encode('ascii'))\n",
        "f(**dict((k, v.encode('ascii')) for k, v in d))\n",
        "a = dict((k.encode('ascii'), v) for k, v in d)\nb = {}\nf(**b)\n",
        "def f(a):\n    a[k.encode('ascii')] = 1\n    f(**a)\n",
        "f(**dict(d, x=k.encode('ascii')))\n",
        "f(**{a.b: 1})\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_needs_python2():
    check_untouched(RULE, "f(**dict((k.encode('ascii'), v) for k, v in d))\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f(**dict((k.encode('ascii'), v) for k, v in d))\n", "f(**dict((k, v) for k, v in d))\n"),
        ("f(1, **dict([(k.encode(), v) for k, v in d]))\n", "f(1, **dict([(k, v) for k, v in d]))\n"),
        ("f(**{k.encode(e, 'strict'): v for k, v in d})\n", "f(**{k: v for k, v in d})\n"),
        ("f(**{g(k).encode('ascii'): 1, 'b': 2})\n", "f(**{g(k): 1, 'b': 2})\n"),
        ("a = dict([[k.encode('utf-8'), v]])\nf(**a)\n", "a = dict([[k, v]])\nf(**a)\n"),
        (
            "def g(d):\n    a = {}\n    for k in d:\n        a[k.encode('ascii')] = d[k]\n    return f(**a)\n",
            "def g(d):\n    a = {}\n    for k in d:\n        a[k] = d[k]\n    return f(**a)\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after, python2=True)


@pytest.mark.parametrize(
    "asks",
    ["kw.get({})", "kw.pop({}, None)", "kw[{}]", "x = {} in kw", "kw.setdefault({}, 1)", "kw[{}] = 1"],
)
def test_what_a_function_asks_its_named_arguments_for(asks):
    text = "def f(a, **kw):\n    for k in a:\n        " + asks + "\n"
    check_rule(RULE, text.format("k.encode('ascii')"), text.format("k"), python2=True)
    for refused in (text.replace("**kw", "kw"), text.replace("    for", "    kw = {{}}\n    for")):
        check_untouched(RULE, refused.format("k.encode('ascii')"), python2=True)


def test_what_else_is_done_with_a_name():
    text = "def f(a, **kw):\n    kw['x'] = a.encode('ascii')\n    kw.get('x', a.encode('ascii'))\n"
    check_untouched(RULE, text, python2=True)
