"""Lists of slices where NumPy wants tuples."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from migration.repository.index import RepositoryIndex
from migration.rules.removals.index_lists import HELPER

RULE = "index_lists"
HEAD = "import numpy as np\n"


@pytest.mark.parametrize(
    "text",
    [
        "def f(x):\n    at = (slice(None),) * x.ndim\n    return x[at]\n",
        "def f(x):\n    at = [slice(None)] * x.ndim\n    return x[tuple(at)]\n",
        "def f(x, at):\n    return x[at], slice(1)\n",
        "def f(x):\n    at = [i for i in range(3)]\n    return x[at], slice(1)\n",
        "def f(x):\n    at = [1, 2]\n    return x[at], slice(1)\n",
        "def f(x):\n    at = ['a', 'b']\n    return x[at], slice(1)\n",
        "def f(x):\n    at = [None] * 3\n    return x[at], slice(1)\n",
        "def f(x):\n    at = [slice(None)] * 3\n    return at[0]\n",
        "def f(x):\n    at = [np.arange(3), np.zeros(3)]\n    return np.r_[at]\n",
        "def f(x):\n    at = [slice(0, 3), slice(0, 2)]\n    return np.mgrid[at]\n",
        "def f(x):\n    at = [slice(None)] * 3\n    return x[at[0]]\n",
        "def slice(a): pass\ndef f(x):\n    at = [slice(None)] * 3\n    return x[at]\n",
        "def f():\n    x = {}\n    at = [slice(None)] * 3\n    return x[at]\n",
        "class A:\n    def __getitem__(self, at):\n        return at\n    def f(self):\n"
        "        at = [slice(None)] * 3\n        return self[at]\n",
        "class A:\n    def __getitem__(self, at):\n        return at\ndef f():\n    x = A()\n"
        "    at = [slice(None)] * 3\n    return x[at]\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, HEAD + text, python2=True)


def test_leaves_files_without_arrays_and_those_of_python_3():
    text = "def f(x):\n    at = [slice(None)] * x.ndim\n    return x[at]\n"
    check_untouched(RULE, text, python2=True)
    check_untouched(RULE, HEAD + text)


@pytest.mark.parametrize(
    ("made", "before", "after"),
    [
        ("[slice(None)] * x.ndim", "x[at]", "x[tuple(at)]"),
        ("x.ndim * [slice(None)]", "x[at]", "x[tuple(at)]"),
        ("[slice(None), Ellipsis, None]", "x[at]", "x[tuple(at)]"),
        ("[slice(0, n) for n in x.shape]", "x.y[at]", "x.y[tuple(at)]"),
        ("[slice(1)] + [slice(2)]", "g(x)[0][at]", "g(x)[0][tuple(at)]"),
        ("list([slice(1)])", "x[at]", "x[tuple(at)]"),
        ("None", "x[[slice(1), Ellipsis]]", "x[tuple([slice(1), Ellipsis])]"),
    ],
)
def test_lists_of_slices_alone_are_tuples(made, before, after):
    text = HEAD + f"def f(x):\n    at = {made}\n    return "
    check_rule(RULE, text + before + "\n", text + after + "\n", python2=True)


def test_what_is_put_in_later():
    text = (
        "def f(x, axis):\n    first = slice(0, 1)\n    at = [None] * x.ndim\n    at[axis] = first\n"
        "    other = list(at)\n    other.append(slice(2))\n    x[other] = x[at]\n"
    )
    after = text.replace("[other]", "[tuple(other)]").replace("x[at]", "x[tuple(at)]")
    check_rule(RULE, HEAD + text, HEAD + after, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "def f(x, axis, i):\n    at = [slice(None)] * x.ndim\n    at[axis] = i\n    return x[at]\n",
        "def f(x, axis, i):\n    at = [slice(None)] * x.ndim\n    g(at)\n    return x[at]\n",
        "def f(x, axis, i):\n    at = ~i\n    if axis:\n        at = [slice(None)] * x.ndim\n    return x[at]\n",
        "def f(x, axis, i):\n    at = list(i) + [slice(None)] * x.ndim\n    return x[at]\n",
        "def f(x, axis, i):\n    at = [slice(None)] * x.ndim\n    at[1:] = i\n    return x[at]\n",
    ],
)
def test_other_lists_are_asked_when_they_are_there(text):
    after = run(RULE, HEAD + text + PROOF).text
    assert "    return x[array_index(at)]\n" in after
    assert run(RULE, after).text == after


@pytest.mark.parametrize(
    "text",
    [
        "def f(x, n):\n    at = []\n    at.append(np.nonzero(n)[0])\n    return x[at]\n",
        "def f(x, n):\n    at = [np.arange(n), 0]\n    return x[at]\n",
        "def f(n):\n    x = np.zeros(n)\n    at = []\n    at.append([i for i in n])\n    return x[at]\n",
    ],
)
def test_lists_of_arrays_and_of_lists_for_arrays(text):
    after = run(RULE, HEAD + text + PROOF).text
    assert "    return x[array_index(at)]\n" in after
    assert run(RULE, after).text == after


def test_lists_that_another_function_gives():
    text = "def g(n):\n    return [i for i in n], 1\ndef f(n):\n    x = np.zeros(n)\n    at = []\n    a, b = g(n)\n"
    text = HEAD + text + "    at.append(a)\n    return x[at]\n" + PROOF
    files = {"a.py": text, "b.py": ""}
    assert "x[array_index(at)]" in run(RULE, text, index=RepositoryIndex(files, files.get)).text


def test_lists_of_lists_for_what_may_be_no_array():
    check_untouched(RULE, HEAD + "def f(x, n):\n    at = [[1, 2], [3, 4]]\n    return x[at]\n", python2=True)
    check_untouched(RULE, HEAD + "def f(x, n):\n    at = [n.min(), 2]\n    return x[at]\n", python2=True)


def test_the_helper_reads_an_index_as_numpy_did():
    numpy = pytest.importorskip("numpy")
    space = {}
    exec(HELPER, space)
    index = space["array_index"]
    assert index([slice(None), 1]) == (slice(None), 1)
    assert index([None, 0]) == (None, 0)
    assert index([[0, 1], [1, 2]]) == ([0, 1], [1, 2])
    assert index([numpy.arange(2), 0])[1] == 0
    for same in ([0, 1], (slice(None), [1]), 3, [[0]] * 32, [numpy.int64(1)], numpy.arange(2)):
        assert index(same) is same
    x = numpy.arange(6).reshape(2, 3)
    at = [slice(None)] * 2
    at[1] = 2
    assert x[index(at)].tolist() == [2, 5]
