"""Values of cookies."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "cookie_values"
MADE = "import Cookie\nc = Cookie.SimpleCookie()\n"


@pytest.mark.parametrize(
    "text",
    [
        MADE + "c['a'] = x\n",
        MADE + "c['a'] = 'x'\n",
        MADE + "c['a'] = x.encode('utf-8').decode('latin-1')\n",
        MADE + "d['a'] = x.encode('utf-8')\n",
        "import Cookie\nc = mine.SimpleCookie()\nc['a'] = x.encode('utf-8')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python3():
    check_untouched(RULE, MADE + "c['a'] = x.encode('utf-8')\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("c['a'] = x.encode('utf-8')\n", "c['a'] = x.encode('utf-8').decode('latin-1')\n"),
        (
            "def f(v):\n    c = Cookie.SimpleCookie()\n    v = v.encode('utf-8')\n"
            "    if w:\n        pass\n    else:\n        c['a'] = v\n",
            "def f(v):\n    c = Cookie.SimpleCookie()\n    v = v.encode('utf-8')\n"
            "    if w:\n        pass\n    else:\n        c['a'] = v.decode('latin-1')\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, MADE + before, MADE + after, python2=True)
