# ruff: noqa: E501
"""Old-style classes with __getattr__."""

import re
import subprocess
import sys

import pytest
from rules.checking import PROOF, check_open, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

PROXY = "class P:\n    def __init__(self, t): self.__dict__['t'] = t\n    def __getattr__(self, n): return getattr(self.t, n)\n"


@pytest.mark.parametrize(
    "text",
    [
        PROXY.replace("class P", "class P(object)") + "len(P([]))\n",
        PROXY + "    def __len__(self): return 1\nlen(P([]))\n",
        "class P:\n    def __len__(self): return 1\nlen(P())\n",
        PROXY + "P([]).append(1)\n",
    ],
)
def test_leaves_what_needs_no_special_method(text):
    check_untouched("old_style_proxy", text)


def test_says_so_where_no_use_is_seen():
    check_open("old_style_proxy", PROXY, 1, python2=True)


def test_delegates_as_before():
    program = PROXY + (
        "p = P([1, 2])\np[0] = 7\ndel p[1]\n"
        "assert len(p) == 1 and p[0] == 7 and 7 in p and [x for x in p] == [7] and p + [8] == [7, 8]\n"
    )
    subprocess.run([sys.executable, "-c", run("old_style_proxy", program).text], check=True)


def in_repository(other: str) -> dict[str, object]:
    """Where a file `depot/model.py` stands that `other` imports."""
    texts = {"depot/__init__.py": "", "depot/model.py": PROXY, "tests/test_model.py": other}
    return {"key": "depot/model.py", "index": RepositoryIndex(texts, texts.get)}


@pytest.mark.parametrize(
    ("use", "wanted"),
    [
        ("p = model.P([1])\nassert len(p) == 1\n", ["__len__"]),
        ("p = P([1])\nprint p[0], p(2)\n", ["__call__", "__getitem__"]),
        (
            "p = model.P([1])\nif 1 in p:\n    p[0] = 2\n    del p[0]\n",
            ["__contains__", "__delitem__", "__setitem__"],
        ),
        (
            "class T:\n    def a(self):\n        self.p = P([])\n    def b(self):\n        return self.p + [1]\n",
            ["__add__"],
        ),
        ("for x in list(model.P([1])): pass\n", ["__iter__"]),
    ],
)
def test_sees_what_other_files_use(use, wanted):
    where = in_repository("from depot import model\nfrom depot.model import P\n" + use)
    text = run("old_style_proxy", PROXY, **where).text
    assert re.findall(r"def (__\w+__)\(self, \*", text) == wanted


@pytest.mark.parametrize(
    "use",
    [
        "p = model.P([1])\np.append(2)\np = [1]\nlen(p)\n",
        "p = model.P([1])\ndef f(p): return len(p)\n",
        "p = model.Q([1])\nlen(p)\n",
    ],
)
def test_does_not_take_another_value_of_the_same_name_for_an_instance(use):
    check_open("old_style_proxy", PROXY, 1, python2=True, **in_repository("from depot import model\n" + use))


def test_a_class_with_items_is_gone_through_by_them():
    text = (
        "class P:\n    def __getattr__(self, name): return getattr(self.t, name)\n"
        "    def __getitem__(self, i): return self.t[i]\np = P()\nx = [i for i in p], 2 in p\n"
    )
    check_untouched("old_style_proxy", text, python2=True)


def test_leaves_a_class_that_refuses_special_names():
    text = (
        "class P:\n    def __getattr__(self, n):\n        if n.startswith('_'): raise AttributeError(n)\n"
        "        return n\nx = P() != P(), len(P())\n"
    )
    check_untouched("old_style_proxy", text, python2=True)


def test_signs_and_comparisons_are_uses():
    text = "class P:\n    def __getattr__(self, name): return getattr(self.t, name)\np = P()\nx = -p, p > 5, ~p\n"
    found = run("old_style_proxy", text).text
    assert re.findall(r"def (__\w+__)\(self, \*", found) == ["__gt__", "__invert__", "__neg__"]


TARGET = (
    "class T:\n    def __init__(self, *rows): self.rows = list(rows)\n"
    "    def __getitem__(self, i): return self.rows[i]\n"
)


def _settled(text):
    files = {"a.py": text}
    index = RepositoryIndex(files, files.get)
    after = migrate(text, "a.py", index).text
    assert migrate(after, "a.py", RepositoryIndex(["a.py"], {"a.py": after}.get)).text == after
    space = {}
    exec(after, space)
    return space


@pytest.mark.parametrize(
    ("uses", "expected"),
    [
        ("p = P(T(1, 2))\nx = list(p), 2 in p, 3 in p, [i for i in p]\n", ([1, 2], True, False, [1, 2])),
        ("def f(v): return [i for i in v], len(v), v[0]\nx = f(P([3]))\n", ([3], 1, 3)),
        (
            "class H(object):\n    def __init__(self): self.p = P([2, 1])\n"
            "    def f(self): return sorted(self.p), len(self.p), 1 in self.p\nx = H().f()\n",
            ([1, 2], 2, True),
        ),
        # True unless there is a method that says otherwise.
        ("x = [1 if p else 0 for p in (P(T()), P([]), P([0]), P(0), P(2))]\n", [1, 0, 1, 0, 1]),
        ("p = P([])\nx = bool(p), not p, p and 1 or 2\n", (False, True, 2)),
        (
            "class N(object):\n    def __len__(self): return 3\n    def __nonzero__(self): return False\n"
            "p = P(N())\nx = len(p), bool(p)\n",
            (3, False),
        ),
        ("p = P('a')\nx = p == 'a', {p: 1}['a']\n", (True, 1)),
        # What looks names up in a table alone has the usual answers besides.
        (
            "class R:\n    def __init__(self): self.__dict__['d'] = {}\n    def __getattr__(self, n):\n"
            "        try: return self.__dict__['d'][n]\n        except KeyError: raise AttributeError(n)\n"
            "r = R()\nx = r == r, r != r, r in [r], bool(r), str(r) > '', {r: 1}[r]\n",
            (True, False, True, True, True, 1),
        ),
    ],
)
def test_as_an_instance_was_asked(uses, expected):
    assert _settled("n = 1L\n" + PROXY + TARGET + uses)["x"] == expected


def test_a_class_that_says_itself_whether_its_objects_are_true():
    text = PROXY + "    def __nonzero__(self): return False\np = P([1])\nx = bool(p), len(p)\n"
    after = migrate("n = 1L\n" + text).text
    assert after.count("def __bool__") == 1 and "__nonzero__" not in after


def test_no_truth_is_added_where_nothing_shows_python_2():
    text = PROXY + "p = P([])\nif p:\n    pass\n"
    assert "__bool__" not in run("old_style_proxy", text).text
    assert "__bool__" in run("old_style_proxy", text + PROOF).text


@pytest.mark.parametrize(
    ("uses", "expected"),
    [
        # A loop that is left early closes nothing that it goes through.
        (
            "def g():\n    yield 1\n    yield 2\n    yield 3\np = P(g())\n"
            "for a in p: break\nx = a, [i for i in p], 3 in P([3])\n",
            (1, [2, 3], True),
        ),
        (
            "def f(v):\n    try: return [i for i in v]\n    except TypeError: return 'none'\nx = f(P(1)), f(P([1]))\n",
            ("none", [1]),
        ),
        # None had no method for its truth.
        ("x = [1 if p else 0 for p in (P(None), P(0), P(1), P([]))]\n", [1, 0, 1, 0]),
        # What answers to any name was asked by the old one.
        (
            "class R:\n    def __init__(self): self.sent = []\n    def __getattr__(self, n):\n"
            "        return lambda: self.sent.append(n) or len(n) - 11\nr = R()\nx = bool(r), bool(not r), r.sent\n",
            (False, True, ["__nonzero__", "__nonzero__"]),
        ),
        (
            "class C:\n    def __init__(self, up=None): self.up = up\n    def __getattr__(self, n):\n"
            "        if self.up is not None: return getattr(self.up, n)\n        raise AttributeError(n)\n"
            "c = C(C())\nx = bool(c), callable(c)\n",
            (True, False),
        ),
    ],
)
def test_what_is_found_is_asked_as_python_2_asked(uses, expected):
    assert _settled("n = 1L\n" + PROXY + uses)["x"] == expected


@pytest.mark.parametrize(
    "text",
    [
        # It tells the old name apart, and would take the new one for any other.
        "class R:\n    def __getattr__(self, n):\n        if n == '__nonzero__': return lambda: True\n"
        "        return 'header ' + n\nr = R()\nif r: pass\n",
        "NONE = ['__nonzero__', '__len__']\nclass R:\n    def __getattr__(self, n):\n"
        "        if n in NONE: raise AttributeError(n)\n        return 'header ' + n\nr = R()\nif r: pass\n",
        # No __getattr__ is asked for the truth of a new-style class.
        PROXY + "class Q(P, object): pass\nif P([]): pass\n",
        PROXY + "class M(P): pass\nclass Q(object, M): pass\nif P([]): pass\n",
    ],
)
def test_no_truth_is_asked_that_python_2_did_not_ask(text):
    assert "__bool__" not in run("old_style_proxy", "n = 1L\n" + text).text


def test_no_truth_is_added_where_an_heir_elsewhere_is_new_style():
    other = "from depot.model import P\np = P([])\nif p:\n    pass\n"
    for heir, wanted in (("", True), ("class Q(P): pass\n", True), ("class Q(P, dict): pass\n", False)):
        where = in_repository(other + heir)
        assert ("__bool__" in run("old_style_proxy", "n = 1L\n" + PROXY, **where).text) is wanted


@pytest.mark.parametrize(
    ("shown", "wanted"), [("", False), ("print 1\n", True), ("x = {}.has_key(1)\n", True)]
)
def test_no_truth_is_added_to_a_file_that_python_3_may_have_run(shown, wanted):
    text = PROXY + "p = P([])\nif p:\n    print('p')\n" + shown
    after = migrate(text, "a.py", RepositoryIndex({"a.py": text}, {"a.py": text}.get)).text
    assert ("__bool__" in after) is wanted


@pytest.mark.parametrize("looked", ["R", "self.__class__", "type(self)", "builtins.type(self)"])
def test_a_class_that_looks_names_up_in_itself_finds_none_of_those(looked):
    text = f"class R:\n    def __getattr__(self, n):\n        return getattr({looked}, n)\nr = R()\n"
    text += "if r: pass\nn = 1\nlen(r)\nfor x in r: pass\n"
    check_untouched("old_style_proxy", text, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        PROXY.replace("getattr(self.t, n)", "self.t[n]()")
        + "class Q(P):\n    def __len__(self): return 0\nif P(1): pass\n",
        PROXY + "class Q(P):\n    __len__ = lambda self: 0\nif P(1): pass\n",
    ],
)
def test_no_truth_is_asked_of_heirs_that_have_a_length(text):
    assert "__bool__" not in run("old_style_proxy", "n = 1L\n" + text).text


def test_a_length_of_its_own_tells_the_truth():
    program = "n = 1L\n" + PROXY + "    def __len__(self): return 0\nassert not P([1])\nassert P.__len__\n"
    made = run("old_style_proxy", program).text
    assert "__bool__" in made
    exec(made.replace("1L", "1"), {})


def test_a_length_that_is_written_out_is_not_asked_for_the_truth_of_what_has_none():
    program = (
        "n = 1L\nclass P:\n    def __getattr__(self, n): raise AttributeError(n)\n"
        "class Q(P):\n    def __len__(self): return 1\n"
        "def f(): return len(P())\nassert P() and Q()\nif P(): pass\n"
    )
    exec(run("old_style_proxy", program).text.replace("1L", "1"), {})


MAPPING = (
    "from UserDict import DictMixin\nclass Kept(object):\n    def __init__(self): self.d = {'a': 1}\n"
    "    def __getitem__(self, key): return self.d[key]\n    def keys(self): return self.d.keys()\n"
    "class P(DictMixin):\n    kept = None\n    def __init__(self): P.kept = P.kept or Kept()\n"
    "    def __getattr__(self, name): return getattr(P.kept, name)\n"
)


def test_a_mapping_by_the_mixin_was_old_style():
    text = (
        MAPPING + "p = P()\nfound = p['a'], 'a' in p, len(p), list(p), p.items(), p.get('b'), p == {'a': 1}\n"
    )
    space = _settled(text + PROOF)
    assert space["found"] == (1, True, 1, ["a"], [("a", 1)], None, True)
    assert "def __getitem__(self, *arguments)" in run("old_style_proxy", MAPPING).text


@pytest.mark.parametrize(
    "text",
    [
        MAPPING.replace("P(DictMixin)", "P(DictMixin, object)"),
        MAPPING.replace("P(DictMixin)", "P(DictMixin, other.Base)"),
        MAPPING.replace("kept = None", "__metaclass__ = M"),
        MAPPING + "    def __getitem__(self, key): return 1\n",
    ],
)
def test_another_mapping_is_left(text):
    check_untouched("old_style_proxy", text, python2=True)
