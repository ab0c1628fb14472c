"""b'…' where Python 3 takes text alone."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "bytes_for_names"


@pytest.mark.parametrize(
    "text",
    [
        "x = f(b'a')\n",
        "x = getattr(b'a', n)\n",
        "x = type(b'a')\n",
        "x = d[b'a'], b'a' in d, d.get(b'a')\n",
        "import os\nx = os.path.join(os.urandom(2), b'a')\n",
        "x = getattr(o, b'\\xff')\n",
        "def getattr(o, n): pass\nx = getattr(o, b'a')\n",
        "def f(kw): return b'a' in kw\n",
        "import codecs\nx = codecs.encode(b'a', c)\n",
        "x = {b'a': 1}\n",
        "x = packer.encode(b'data'), packer.encode(a, b'data')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_what_may_be_python_3():
    check_untouched(RULE, "import os\nx = os.path.join(p, b'a'), c.encode(b'utf-8'), d.strftime(b'%Y')\n")


@pytest.mark.parametrize(
    "text",
    [
        "x = getattr(o, b'a'), type(b'A', (), {})\nopen(p, b'w')\n",
        "def f(**kw): return b'a' in kw, kw[b'a'], kw.pop(b'a', b)\n",
        "import os\nx = os.path.join(p, b'a'), os.environ[b'A'], os.environ.get(b'A')\n",
        "x = a.encode(b'utf-8', b'replace'), a.strftime(b'%Y')\n",
        "__all__ = [b'a', b'c']\n",
        "if __name__ == b'__main__': f(**{b'a': 1})\n",
        "from mock import patch\nx = patch(b'a.c')\n",
        "x = globals()[b'a'], o.__dict__[b'c']\n",
    ],
)
def test_names_are_text(text):
    check_rule(RULE, text, text.replace("b'", "'"), python2=True)
