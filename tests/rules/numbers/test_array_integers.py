"""Integers of arrays where ints are asked for."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "array_integers"
HEAD = "import numpy\n"


@pytest.mark.parametrize(
    "text",
    [
        "isinstance(x, int)\n",
        HEAD + "isinstance(x, float)\n",
        HEAD + "isinstance(x, (int, numpy.integer))\n",
        HEAD + "import numbers\nisinstance(x, (int, numbers.Number))\n",
        HEAD + "x = 3\nisinstance(x, int)\n",
        HEAD + "int = None\nisinstance(x, int)\n",
        HEAD + "def isinstance(a, b): pass\nisinstance(x, int)\n",
        HEAD + "type(x) == int\n",
        HEAD + "def f(numpy):\n    return isinstance(x, int)\n",
        "from numpy import array\nisinstance(x, int)\n",
        "try:\n    import numpy\nexcept ImportError:\n    numpy = None\nisinstance(x, int)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, HEAD + "isinstance(x, int)\n")


def test_leaves_a_module_of_the_program():
    files = {"a.py": HEAD + "y = isinstance(x, int)\nn = 1L\n", "numpy.py": "a = 1\n"}
    assert "int_" not in migrate(files["a.py"], "a.py", RepositoryIndex(files, files.get)).text


@pytest.mark.parametrize(
    ("imported", "before", "after"),
    [
        ("import numpy\n", "isinstance(x, int)\n", "isinstance(x, (int, numpy.int_))\n"),
        ("import numpy as np\n", "isinstance(x, int)\n", "isinstance(x, (int, np.int_))\n"),
        ("import numpy\n", "isinstance(x, (int, float))\n", "isinstance(x, (int, float, numpy.int_))\n"),
        ("import numpy\n", "isinstance(x, (float, int,))\n", "isinstance(x, (float, int, numpy.int_,))\n"),
        ("import numpy\n", "not isinstance(x[0], int)\n", "not isinstance(x[0], (int, numpy.int_))\n"),
    ],
)
def test_asks_for_both(imported, before, after):
    check_rule(RULE, imported + before, imported + after, python2=True)


def test_long_and_int_are_one_first():
    after = migrate(HEAD + "y = isinstance(x, (int, long))\n" + PROOF, "a.py").text
    assert "isinstance(x, (int, numpy.int_))" in after
