# ruff: noqa: E501
"""__getslice__ and its kin."""

import subprocess
import sys

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine import migrate


@pytest.mark.parametrize(
    "text",
    [
        "class S:\n    def __getslice__(self, i, j): return self[slice(i, j)]\n    def __getitem__(self, i):\n        if isinstance(i, slice): return 1\n        return 2\n",
        "def __getslice__(a, i, j): return a\n",
        "x = y.__getslice__(1, 2)\n",
        "class S:\n    def __getitem__(self, i): return 1\n",
    ],
)  # fmt: skip
def test_leaves_what_serves_both_languages(text):
    check_untouched("slice_methods", text)


def test_slices_as_before():
    """The printed lines are those of CPython 2.7.18 for the unmigrated program."""
    program = (
        "import sys\n"
        "class S(list):\n"
        "    def __getslice__(self, i, j):\n"
        "        return ('get', i, min(j, 99), list.__getslice__(self, i, j))\n"
        "    def __setslice__(self, i, j, value):\n"
        "        sys.stdout.write('set %r %r\\n' % (i, j))\n"
        "        super(S, self).__setslice__(i, j, value)\n"
        "    def __delslice__(self, i, j):\n"
        "        sys.stdout.write('del %r %r\\n' % (i, j))\n"
        "        list.__delslice__(self, i, j)\n"
        "s = S([1, 2, 3])\n"
        "sys.stdout.write('%r %r %r\\n' % (s[1:], s[:-1], s[0]))\n"
        "s[0:1] = [7, 8]\n"
        "del s[1:2]\n"
        "sys.stdout.write('%r %r\\n' % (list(s), s[::2]))\n"
        "class T(object):\n"
        "    def __len__(self): return 5\n"
        "    def __getitem__(self, key):\n"
        "        '''doc'''\n"
        "        return ('item', key)\n"
        "    def __getslice__(self, a, b): return (a, b)\n"
        "sys.stdout.write('%r %r %r\\n' % (T()[-2:4], T()[3], T()[1:-1]))\n"
    )
    after = run("slice_methods", program).text
    done = subprocess.run([sys.executable, "-c", after], capture_output=True, text=True)
    assert done.stdout == (
        "('get', 1, 99, [2, 3]) ('get', 0, 2, [1, 2]) 1\nset 0 1\ndel 1 2\n[7, 2, 3] [7, 3]\n(3, 4) ('item', 3) (1, 4)\n"
    ), done.stderr


def test_a_class_with_slices_only():
    before = "class S:\n    def __getslice__(self, i, j):\n        return 1\n"
    outcome = run("slice_methods", before)
    assert "        raise TypeError(" in outcome.text
    check_rule("slice_methods", before, outcome.text)


def test_a_method_on_one_line_is_opened():
    outcome = run(
        "slice_methods",
        "class A:\n    def __getslice__(self, i, j): return i, j\n    def __getitem__(self, i): return i\n",
    )
    space: dict[str, type] = {}
    exec(outcome.text, space)
    assert (space["A"]()[1:3], space["A"]()[5]) == ((1, 3), 5)


def test_a_proxy_asks_its_own_class():
    before = (
        "class Proxy(object):\n    def __init__(self, x):\n        object.__setattr__(self, 'x', x)\n"
        "    def __getattribute__(self, name):\n        return getattr(object.__getattribute__(self, 'x'), name)\n"
        "    def __len__(self):\n        return len(object.__getattribute__(self, 'x'))\n"
        "    def __getslice__(self, i, j):\n        return object.__getattribute__(self, 'x')[i:j]\n"
    )
    items = "    def __getitem__(self, i):\n        return object.__getattribute__(self, 'x')[i]\n"
    for text in (before, before + items):
        space = {}
        exec(run("slice_methods", text).text, space)
        assert space["Proxy"]("abcd")[1:3] == "bc" and space["Proxy"]("abcd")[-2:] == "cd"


def test_a_base_that_has_another_name_now():
    text = "import UserList\nclass L(UserList.UserList):\n    def __getslice__(self, i, j): return 'slice'\n"
    space: dict = {}
    exec(migrate(text + "a = L([1, 2])\nx = a[:1], a[0]\n").text, space)
    assert space["x"] == ("slice", 1)


def test_an_item_method_that_is_handed_slices_knows_them():
    text = (
        "class A(list):\n    def __delitem__(self, index):\n        list.__delitem__(self, index)\n"
        "    def __delslice__(self, i, j):\n        return self.__delitem__(slice(i, j))\n"
    )
    check_untouched("slice_methods", text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("    __setitem__ = f(list.__setitem__)\n    __setslice__ = f(list.__setslice__)\n",
         "    __setitem__ = f(list.__setitem__)\n"),
        ("    __getslice__ = f(list.__getslice__)\n", "    __getitem__ = f(list.__getitem__)\n"),
        ("    __setitem__ = g(list.__setitem__)\n    __setslice__ = f(list.__setslice__)\n",
         "    __setitem__ = g(list.__setitem__)\n    __setitem__ = f(list.__setitem__)\n"),
    ],
)  # fmt: skip
def test_methods_that_are_made_of_those_of_list(before, after):
    check_rule("slice_methods", f"class L(list):\n{before}", f"class L(list):\n{after}", python2=True)


def test_bounds_that_are_handed_on():
    text = "class L(list):\n    def __getslice__(self, *args, **more):\n"
    text += "        return L(list.__getslice__(self, *args, **more))\nx = L('abc')[1:]\nn = 1L\n"
    done, spaces = migrate(text).text, {}
    assert "list.__getitem__(self, slice(*args))" in done
    exec(done, spaces)
    assert spaces["x"] == ["b", "c"]


def test_another_base_has_the_items():
    text = "class M(object):\n    n = 1\nclass L(M, list):\n    def __getslice__(self, i, j):\n        return 5\n"
    spaces = {}
    exec(migrate(text + "x = L('abc')[1], L('abc')[1:]\nn = 1L\n").text, spaces)
    assert spaces["x"] == ("b", 5)


def test_who_is_handed_a_slice_by_the_slice_method_knows_slices():
    text = "class R(object):\n    def __delitem__(self, i):\n        del self.items[i]\n"
    text += "    def __delslice__(self, i, j):\n        del self[slice(i, j, None)]\n"
    check_untouched("slice_methods", text, python2=True)
