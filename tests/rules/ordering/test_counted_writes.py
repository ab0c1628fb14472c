"""Results of write() whose truth is asked for."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "counted_writes"
HEAD = "import sys\n"


@pytest.mark.parametrize(
    "text",
    [
        "sys.stdout.write(x)\n",
        "y = sys.stdout.write(x)\n",
        "y = x or sys.stdout.write(x)\n",
        "y = (sys.stdout.write(x) and None) or 1\n",
        "class T:\n    def write(self, x): return True\ny = t.write(x) or 1\n",
        "write(x) or 1\n",
        "y = f.write(x) or 1\n",
        "import os\nif not os.write(1, x): y = 1\n",
        "import io\nf = io.open(p, 'w')\ny = f.write(x) or 1\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, HEAD + text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, "import sys\ny = sys.stdout.write(x) or 1\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y = sys.stderr.write(x) or 1", "y = (sys.stderr.write(x) and None) or 1"),
        ("f = open(p)\nif not f.seek(0): y = 1", "f = open(p)\nif not (f.seek(0) and None): y = 1"),
        ("f = open(p, 'w')\nif f.write(x): y = 1", "f = open(p, 'w')\nif (f.write(x) and None): y = 1"),
        (
            "y = [x for x in xs if sys.stdout.write(x)]",
            "y = [x for x in xs if (sys.stdout.write(x) and None)]",
        ),
        (
            "class T:\n    def write(self, x): return sys.stdout.write(x) or True",
            "class T:\n    def write(self, x): return (sys.stdout.write(x) and None) or True",
        ),
    ],
)
def test_is_false(before, after):
    check_rule(RULE, f"{HEAD}{before}\n", f"{HEAD}{after}\n", python2=True)


def test_all_of_a_chain_is_written():
    text = "from StringIO import StringIO\nf = StringIO()\ny = f.write('a') or f.write('b') or 'written'\nn = 1L\n"
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["y"] == "written" and spaces["f"].getvalue() == "ab"
