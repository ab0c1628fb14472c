# ruff: noqa: E501
"""__getslice__ and its kin."""

import subprocess
import sys

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex


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


def _printed(text, capsys):
    made = migrate(text)
    assert migrate(made.text).text == made.text
    exec(made.text, {"__name__": "m"})
    return capsys.readouterr().out


def test_an_index_that_is_parted_is_no_slice(capsys):
    text = (
        "class M:\n    def __init__(self, rows): self.rows = rows\n    def __len__(self): return 3\n"
        "    def __getitem__(self, (r, c)):\n        'doc'\n        if isinstance(r, slice): return 'column'\n"
        "        return self.rows[r][c]\n    def __getslice__(self, i, j): return self.rows[i:j]\n"
        "m = M([[1, 2], [3, 4], [5, 6]])\nprint m[1, 0], m[0:2, 1], m[0:2]\n"
    )
    assert _printed(text, capsys) == "3 column [[1, 2], [3, 4]]\n"


def test_a_slice_method_that_says_that_it_was_called(capsys):
    text = (
        "class A(object):\n    def __len__(self): return 4\n    def __getitem__(self, k):\n"
        "        if isinstance(k, slice): return 'extended', k.step\n        return k\n"
        "    def __getslice__(self, i, j): return 'slice', i, j\n"
        "print A()[1:2], A()[-9:-1], A()[::2], A()[3]\n"
    )
    assert _printed(text, capsys) == "('slice', 1, 2) ('slice', -5, 3) ('extended', 2) 3\n"


@pytest.mark.parametrize(
    "body",
    [
        "return self.data[i:j]",
        "print 'slice'\n        return self[i:j:1]",
        "return 'x', self.__getitem__(range(i, j))",
        "return 'item'",
    ],
)
def test_a_slice_method_beside_one_that_knows_slices(body):
    text = "class A(object):\n    def __getitem__(self, k):\n        if isinstance(k, slice): return 'item'\n        return k\n"
    assert (
        "slice_bounds"
        not in run("slice_methods", f"{text}    def __getslice__(self, i, j):\n        {body}\n").text
    )


def test_bounds_that_lie_before_the_start(capsys):
    text = (
        "from UserList import UserList\nclass L(list):\n    def __getslice__(self, i, j): return L(list.__getslice__(self, i, j))\n"
        "    def __setslice__(self, i, j, v): list.__setslice__(self, i, j, v)\n"
        "    def __delslice__(self, i, j): super(L, self).__delslice__(i, j)\n"
        "l = L([1, 2])\nprint l[-3:], l[-3:2], l[:-5]\nl[-3:] = [7, 8, 9]\nprint l\ndel l[-4:1]\nprint l\n"
        "class U(unicode):\n    def __getslice__(self, i, j): return 'u' + unicode.__getslice__(self, i, j)\n"
        "print U('abc')[-5:2], [1, 2, 3].__getslice__(-1, 2)\n"
        "class S(UserList):\n    def __getslice__(self, i, j): return UserList.__getslice__(self, max(i, 0), j)\n"
        "print S([1, 2])[-3:], S([1, 2])[0:1]\n"
    )
    assert _printed(text, capsys) == "[1, 2] [1, 2] []\n[7, 8, 9]\n[8, 9]\nuab [1, 2]\n[1, 2] [1]\n"


def test_bounds_that_are_seen_to_be_right_stay():
    for start, stop in (("0", "5"), ("max(i, 0)", "sys.maxint"), ("n", "len(self)")):
        text = "import sys\nclass L(list):\n    def __getslice__(self, i, j):\n        n = max(i, 0)\n"
        made = run("slice_methods", f"{text}        return list.__getslice__(self, {start}, {stop})\n").text
        assert f"list.__getitem__(self, slice({start}, {stop}))" in made


def test_a_base_of_the_file_has_the_method(capsys):
    text = (
        "class A(object):\n    def __getslice__(self, i, j): return 'A', i, j\n    def __getitem__(self, k): return k\n"
        "    def __len__(self): return 4\nclass B(A):\n"
        "    def __getslice__(self, i, j): return 'B', super(B, self).__getslice__(i, j)\nprint B()[1:2], B()[-9:-1]\n"
    )
    assert _printed(text, capsys) == "('B', ('A', 1, 2)) ('B', ('A', -5, 3))\n"


def test_a_base_of_another_file_has_the_method():
    files = {
        "a.py": "from b import A\nclass B(A):\n    def __getslice__(self, i, j): return super(B, self).__getslice__(i, j)\n",
        "b.py": "class A(object):\n    def __getslice__(self, i, j): return 1\n",
    }
    assert (
        "super(B, self).__getslice__(i, j)"
        in migrate(files["a.py"], "a.py", RepositoryIndex(files, files.get)).text
    )
    files["b.py"] = "class A(list): pass\n"
    assert (
        "super(B, self).__getitem__(slice("
        in migrate(files["a.py"], "a.py", RepositoryIndex(files, files.get)).text
    )


def test_a_slice_method_that_hands_its_object_on_may_lead_back():
    text = (
        "class S(object):\n    def __init__(self, d): self.d = d\n    def __getitem__(self, i):\n"
        "        if isinstance(i, slice): return S(self.d[i])\n        return self.d[i]\n"
        "    def part(self, i, j): return self[slice(i, j)]\n    def __getslice__(self, i, j):\n        {}\n"
        "        return {}\nx = S([1, 2, 3])[1:].d\nn = 1L\n"
    )
    for documented, given in (
        ("'Old spelling.'", "self.part(i, j)"),
        ("pass", "self.part(i, j, *('a',)[:0])"),
        ("'Old.'", "part(self, i, j)"),
    ):
        spaces = {"part": lambda own, i, j: own.part(i, j)}
        exec(migrate(text.format(documented, given)).text, spaces)
        assert spaces["x"] == [2, 3]


def test_a_base_of_another_file_has_its_own_method_or_none():
    main = (
        "from base import Base\nclass S(Base):\n    def __getslice__(self, i, j):\n"
        "        return list(super(S, self).__getslice__(i, j))\nn = 1L\n"
    )
    for body, kept in (("pass", False), ("x = 1\n\n    def __getslice__(self, i, j): return 7", True)):
        texts = {
            "a.py": main,
            "base.py": f"class Base(list):\n    {body}\n",
            "c.py": "class C(object):\n    def __getslice__(self, i, j): return 1\n",
        }
        after = migrate(main, "a.py", RepositoryIndex(texts, texts.get)).text
        assert ("super(S, self).__getslice__(i, j)" in after) == kept


@pytest.mark.parametrize(
    "call",
    [
        "self.__class__.__getitem__(self, slice(i, j))",
        "type(self).__getitem__(self, slice(i, j))",
        "S.__getitem__(self, slice(i, j))",
        "operator.getitem(self, slice(i, j))",
    ],
)
def test_a_slice_method_that_asks_its_own_class_for_the_item(call):
    text = (
        "import operator\nclass S(object):\n    def __getitem__(self, key):\n        a, b = key.start, key.stop\n"
        f"        return a, b\n    def __getslice__(self, i, j):\n        return {call}\nx = S()[1:2]\nn = 1L\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == (1, 2)


def test_a_base_that_is_asked_for_the_item_is_another():
    text = (
        "class S(list):\n    def __getitem__(self, key): return 'one'\n    def __getslice__(self, i, j):\n"
        "        return list.__getitem__(self, slice(i, j))\nx = S([1, 2])[0:1]\nn = 1L\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == [1]


def test_bounds_that_only_some_of_it_makes_right(capsys):
    """What is printed is what CPython 2.7.18 prints."""
    text = (
        "class L(list):\n    def __getslice__(self, i, j):\n        if j > 100:\n            j = len(self)\n"
        "        return list.__getslice__(self, i, j)\n"
        "class M(list):\n    def __getslice__(self, i, j):\n        i = max(i - 5, -2)\n"
        "        return list.__getslice__(self, i, j)\n"
        "print L([1, 2, 3])[0:-4], L([1, 2, 3])[0:], M([1, 2, 3])[1:]\n"
    )
    assert _printed(text, capsys) == "[] [1, 2, 3] [1, 2, 3]\n"


def test_bounds_that_are_made_right_first_stay():
    for made in ("i = max(i, 0)\n        j = max(j, 0)", "i, j = max(i, 0), max(0, j)"):
        text = f"class L(list):\n    def __getslice__(self, i, j):\n        {made}\n"
        after = run("slice_methods", f"{text}        return list.__getslice__(self, i, j)\n").text
        assert "list.__getitem__(self, slice(i, j))" in after


def test_a_class_of_that_name_in_a_file_that_is_not_imported():
    main = (
        "from base import Base\nclass S(Base):\n    def __getslice__(self, i, j):\n"
        "        return list(super(S, self).__getslice__(i, j))\nn = 1L\n"
    )
    other = "class Base(object):\n    def __getslice__(self, i, j): return 1\n"
    for base, kept in (("class Base(list):\n    pass\n", False), ("from other import Base\n", True)):
        texts = {"a.py": main, "base.py": base, "other.py": other}
        after = migrate(main, "a.py", RepositoryIndex(texts, texts.get)).text
        assert ("super(S, self).__getslice__(i, j)" in after) == kept


_PATH = """class Path(object):
    def __init__(self, parts): self.parts = list(parts)
    def __len__(self): return len(self.parts)
    def __getitem__(self, i):
        if isinstance(i, slice):
            return {items}
        return self.parts[i]
    def __getslice__(self, i, j): return {slices}
"""


@pytest.mark.parametrize(
    "slices", ["Path(self.parts[i:j])", "self.__class__(self.parts[i:j])", "type(self)(self.parts[i:j])"]
)
def test_a_slice_that_is_an_object_of_the_class(slices):
    space = {}
    text = _PATH.format(items="['step'] + self.parts[i]", slices=slices)
    exec(
        migrate(text + "p = Path('abcdef')\nx = p[1:3].parts, p[-2:].parts, p[::3], p[0]\nn = 1L\n").text,
        space,
    )
    # As printed by CPython 2.7.18.
    assert space["x"] == (["b", "c"], ["e", "f"], ["step", "a", "d"], "a")


@pytest.mark.parametrize(
    ("items", "slices"),
    [
        ("Path(self.parts[i])", "Path(self.parts[i:j])"),
        ("self.__class__(self.parts[i])", "Path(self.parts[i:j])"),
        ("self.parts[i]", "Path(self[slice(i, j)])"),
        ("self.parts[i]", "Path(self.cut(i, j))"),
        ("self.parts[i]", "Path(cut(self, i, j))"),
        ("self.parts[i]", "Other(self.parts[i:j])"),
        ("self.__getslice__(i.start or 0, i.stop)", "Path(self.parts[i:j])"),
    ],
)
def test_an_item_method_that_makes_the_same_of_slices_knows_them(items, slices):
    check_untouched("slice_methods", _PATH.format(items=items, slices=slices), python2=True)


def test_bounds_without_a_length():
    text = (
        "class L(object):\n    def __init__(self, *items): self.items = items\n"
        "    def __getslice__(self, i, j): return i, j\n    def __getitem__(self, i): return i\n"
    )
    space = {}
    exec(migrate(text + "x = L()[-3:-1], L()[1:-1]\nn = 1L\n").text, space)
    assert space["x"] == ((-3, -1), (1, -1))


def test_a_base_of_a_base_in_another_file_has_the_method():
    files = {
        "a.py": "from p import A\nclass B(A):\n    def __getslice__(self, i, j): return super(B, self).__getslice__(i, j)\n",
        "p/__init__.py": "from m import A\n",
        "p/m.py": "class Z(object):\n    def __getslice__(self, i, j): return i, j\nclass A(Z): pass\n",
    }
    index = RepositoryIndex(files, files.get)
    made = migrate(files["a.py"], "a.py", index)
    assert "super(B, self).__getslice__(i, j)" in made.text


_HANDED = """class A(object):
    def __init__(self, d): self.d = d
    def __len__(self): return len(self.d)
    def __getitem__(self, k):
        if isinstance(k, slice): return {items}
        return self.d[k]
    def __getslice__(self, i, j): return {slices}
"""


@pytest.mark.parametrize(
    ("items", "slices"),
    [
        ("self.__getslice__(self, k.start, k.stop)", "list(self.d[i:j])"),
        ("self.__getslice__(k)", "list(self.d[i:j])"),
        ("self.__getslice__(k.start, k.stop)", "[self.d[n] for n in range(i, min(j, 4))]"),
    ],
)
def test_an_item_method_that_hands_slices_on_in_a_way_that_fails(items, slices):
    space = {}
    text = _HANDED.format(items=items, slices=slices)
    exec(migrate(f"{text}a = A('abcd')\nx = a[1:3], a[2:], a[:-3], a[:], a[0]\nn = 1L\n").text, space)
    # As printed by CPython 2.7.18.
    assert space["x"] == (["b", "c"], ["c", "d"], ["a"], ["a", "b", "c", "d"], "a")


@pytest.mark.parametrize(
    ("items", "slices"),
    [
        ("self.__getslice__(k.start, k.stop)", "list(self.d[i:j])"),
        ("self.__getslice__(k.start or 0, len(self))", "[self.d[n] for n in range(i, j)]"),
        ("self.__getslice__(*k.indices(4)[:2])", "[self.d[n] for n in range(i, j)]"),
        ("self.d.__getslice__(self, k.start, k.stop)", "list(self.d[i:j])"),
        ("self.__getslice__(self, k.start, k.stop)", "self.cut(i, j)"),
        ("self.__getslice__(self, k.start, k.stop)", "self[slice(i, j)]"),
    ],
)
def test_an_item_method_that_hands_slices_on_as_they_are_taken(items, slices):
    assert (
        "slice_bounds"
        not in run("slice_methods", _HANDED.format(items=items, slices=slices) + "n = 1L\n").text
    )
