"""chr() of objects that are numbers."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.repository.index import RepositoryIndex

RULE = "chr_of_objects"
INT = "class N(object):\n    def __int__(self): return 65\n"


@pytest.mark.parametrize(
    "text",
    [
        "x = chr(y)\n",
        "x = chr(y[0])\n",
        "x = chr(int(y[0:8]))\n",
        "def chr(x): return x\nx = chr(y[0:8])\n",
        INT + "    def __index__(self): return 65\nx = chr(N())\n",
        "class N(int):\n    pass\nx = chr(N())\n",
        INT + "x = ord(N())\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_python_3():
    check_untouched(RULE, "x = chr(y[0:8])\nprint(x, end='')\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = chr(y[0:8]) + chr(y[8:])\n", "x = chr(int(y[0:8])) + chr(int(y[8:]))\n"),
        (INT + "x = chr(N())\n", INT + "x = chr(int(N()))\n"),
        (INT + "n = N()\nx = unichr(n)\n", INT + "n = N()\nx = unichr(int(n))\n"),
    ],
)
def test_asks_for_the_number(before, after):
    check_rule(RULE, before, after, python2=True)


def test_a_class_of_another_file():
    text = "from p.m import N\ndef f(n):\n    return chr(n)\nx = f(N())\n"
    files = {"p/__init__.py": "", "p/m.py": INT, "p/a.py": text + "n = 1L\n"}
    made = run(RULE, files["p/a.py"], key="p/a.py", index=RepositoryIndex(files, files.get)).text
    assert "return chr(int(n))" in made
