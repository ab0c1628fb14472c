"""Encoded text that is compared with str()."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "encoded_beside_str"


@pytest.mark.parametrize(
    "text",
    [
        "a = x.encode('utf-8') == y\n",
        "a = x.encode('latin-1') == str(y)\n",
        "a = x.encode('utf-8', 'replace') == str(y)\n",
        "a = x.encode('utf-8') < str(y)\n",
        "def str(x): return b''\na = x.encode('utf-8') == str(y)\n",
        "f(x.encode('utf-8'), str(y))\n",
        "a = x.encode('utf-8') == f.getvalue()\n",
        "from StringIO import StringIO\nf = StringIO()\nf.write(x.encode('utf-8'))\n"
        "a = x.encode('utf-8') == f.getvalue()\n",
        "import io\nf = io.BytesIO()\na = x.encode('utf-8') == f.getvalue()\n",
        "from StringIO import StringIO\nf = StringIO()\na = x.encode('hex') == f.getvalue()\n",
        "from StringIO import StringIO\nf = StringIO()\na = x.encode(c) == f.getvalue()\n",
        "import sys\nfrom StringIO import StringIO\ndef f():\n    sys.stdout = StringIO()\n"
        "def g():\n    return x.encode('utf-8') == sys.stdout.getvalue()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_python_3():
    check_untouched(RULE, "a = x.encode('utf-8') == str(y)\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = x.encode('utf-8') == str(y)\n", "a = x == str(y)\n"),
        ("a = str(y) != (x or z).encode('ascii')\n", "a = str(y) != (x or z)\n"),
        ("self.assertEqual(x.encode('utf-8'),\n    str(y))\n", "self.assertEqual(x,\n    str(y))\n"),
    ],
)
def test_the_text_is_compared(before, after):
    check_rule(RULE, before, after, python2=True)


MEMORY = "import sys\nfrom StringIO import StringIO\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "f = StringIO()\ng(f)\nself.assertEqual(x.encode('utf-16'), f.getvalue())\n",
            "f = StringIO()\ng(f)\nself.assertEqual(x, f.getvalue())\n",
        ),
        (
            "class T:\n    def setUp(self):\n        self.f = StringIO()\n"
            "    def test(self):\n        assert self.f.getvalue() == (x + y).encode('latin-1')\n",
            "class T:\n    def setUp(self):\n        self.f = StringIO()\n"
            "    def test(self):\n        assert self.f.getvalue() == (x + y)\n",
        ),
        (
            "def f():\n    old = sys.stdout\n    sys.stdout = StringIO()\n    g()\n"
            "    eq_(x.encode('utf-8'), sys.stdout.getvalue())\n    sys.stdout = old\n",
            "def f():\n    old = sys.stdout\n    sys.stdout = StringIO()\n    g()\n"
            "    eq_(x, sys.stdout.getvalue())\n    sys.stdout = old\n",
        ),
    ],
)
def test_a_file_of_text_in_memory_holds_no_encoded_text(before, after):
    check_rule(RULE, MEMORY + before, MEMORY + after, python2=True)
