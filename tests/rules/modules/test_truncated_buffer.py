"""buffer.truncate(0) of a StringIO → buffer.seek(0) first."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "truncated_buffer"
_IMPORT = "from StringIO import StringIO\n"


@pytest.mark.parametrize(
    "text",
    [
        "f = open(p, 'w')\nf.truncate(0)\n",
        "import io\nf = io.StringIO()\nf.truncate(0)\n",
        _IMPORT + "def g(f):\n    f.truncate(0)\n",
        _IMPORT + "f = StringIO()\nf.truncate()\n",
        _IMPORT + "f = StringIO()\nf.truncate(5)\n",
        _IMPORT + "f = StringIO()\nf.seek(0)\nf.truncate(0)\n",
        _IMPORT + "f = StringIO()\nf.truncate(0)\nf.seek(0)\n",
        _IMPORT + "f = StringIO()\nf.reset()\nf.truncate(0)\n",
        _IMPORT + "f = StringIO()\nf = open(p)\nf.truncate(0)\n",
        _IMPORT + "f, g = make()\nf.truncate(0)\n",
        _IMPORT
        + "class A:\n    def a(self):\n        self.f = StringIO()\n    def b(self, f):\n        self.f = f\n"
        "        self.f.truncate(0)\n",
        "def StringIO(): return open(p)\nf = StringIO()\nf.truncate(0)\n",
        "try:\n    from io import StringIO\nexcept ImportError:\n    from StringIO import StringIO\n"
        "f = StringIO()\nf.truncate(0)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import cStringIO\nf = cStringIO.StringIO()\nf.truncate(0)\n", "f.seek(0)\nf.truncate(0)\n"),
        (_IMPORT + "f, g = StringIO(), 1\nf.truncate(0)  # all\n", "f.seek(0)\nf.truncate(0)  # all\n"),
        (_IMPORT + "f = StringIO()\nif a: f.truncate(0)\n", "if a: f.seek(0); f.truncate(0)\n"),
        (_IMPORT + "class B(StringIO): pass\nf = B()\nf.truncate(0)\n", "f.seek(0)\nf.truncate(0)\n"),
        (
            "try:\n    from cStringIO import StringIO\nexcept ImportError:\n    from StringIO import StringIO\n"
            "class A:\n    def a(self):\n        self.f = StringIO()\n    def b(self):\n        self.f.truncate(0)\n",
            "        self.f.seek(0)\n        self.f.truncate(0)\n",
        ),
    ],
)
def test_rewrites(before, after):
    lines = before.splitlines(keepends=True)
    check_rule(RULE, before, "".join(lines[:-1]) + after)


@pytest.mark.parametrize(
    "text",
    [
        "class F(object):\n    def truncate(self, where=None, size=None): pass\nf.truncate(size=0)\n",
        "f.truncate(0, size=0)\n",
        "f.truncate(length=0)\n",
    ],
)
def test_leaves_a_size_that_another_method_takes(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_named_size_in_a_file_that_may_be_python_3():
    check_untouched(RULE, "f.truncate(size=0)\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f.truncate(size=0)\n", "f.seek(0)\nf.truncate(0)\n"),
        ("if a: self.f.truncate(size=0)\n", "if a: self.f.seek(0); self.f.truncate(0)\n"),
        ("f.seek(0)\nf.truncate(size=0)\n", "f.seek(0)\nf.truncate(0)\n"),
        ("f.truncate(size=n + 1)\n", "f.truncate(n + 1)\n"),
    ],
)
def test_the_size_has_no_name(before, after):
    check_rule(RULE, before, after, python2=True)
