"""__cmp__."""

import subprocess
import sys

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RICH = ["__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"]


@pytest.mark.parametrize(
    "text",
    [
        "def __cmp__(a, b): return 0\n",
        "class A(object):\n    def __eq__(self, o): return True\n",
        "class A:\n    def __cmp__(self, o): return 0\n" + "".join(f"    {n} = f\n" for n in RICH),
        "@functools.total_ordering\nclass A:\n    def __cmp__(self, o): return 0\n    __eq__ = f\n    __lt__ = g\n",
        "@total_ordering\nclass A:\n    def __cmp__(self, o): return 0\n    __eq__ = __ne__ = f\n    __ge__ = g\n",
    ],
)
def test_leaves_classes_that_compare_themselves(text):
    check_untouched("cmp_method", text)


@pytest.mark.parametrize(
    "given", ["__eq__ = f\n    __lt__ = g\n", "".join(f"    {n} = f\n" for n in RICH).lstrip()]
)
def test_a_class_that_compares_itself_keeps_its_hash(given):
    before = f"@functools.total_ordering\nclass A(object):\n    def __cmp__(self, o): return 0\n    {given}"
    after = before.replace("return 0\n", "return 0\n\n    __hash__ = object.__hash__\n")
    check_rule("cmp_method", before, after)


def test_what_is_coerced_first_is_compared_by_the_method():
    before = (
        "class A:\n    def __coerce__(self, o): return self, A(o)\n    def __cmp__(self, o):\n"
        "        return cmp(self.n, o.n)\n"
    )
    assert (
        "def __eq__(self, other):\n        return self.__cmp__(other) == 0" in run("cmp_method", before).text
    )


def test_compares_as_before():
    before = (
        "class A(object):\n    def __init__(self, n): self.n = n\n"
        "    def __cmp__(self, o): return -1 if self.n < o.n else int(self.n > o.n)\n"
        "a, b = A(1), A(2)\nassert a < b and b >= a and a != b and a == A(1) and sorted([b, a])[0] is a\n"
        "assert len({a: 1, b: 2, A(1): 3}) == 3\n"
    )
    after = run("cmp_method", before).text
    assert all(f"def {n}(self, other)" in after for n in RICH)
    assert "    __hash__ = object.__hash__\n" in after
    subprocess.run([sys.executable, "-c", after], check=True)


def test_equality_of_values_without_an_order_needs_none():
    before = (
        "class A(object):\n    def __init__(self, n): self.n = n\n"
        "    def __cmp__(self, o):\n        'Compare.'\n        return cmp((self.n, 1), (o.n, 1))\n"
        "assert A(1) != A('1') and A(1) == A(1) and A(1) < A(2) and A(2) >= A(1)\n"
    )
    after = migrate(before).text
    assert "def __eq__(self, o):\n        return (self.n, 1) == (o.n, 1)\n" in after
    subprocess.run([sys.executable, "-c", after], check=True)


def test_a_subclass_that_compares_otherwise_is_asked():
    text = "class A:\n    def __cmp__(self, o): return cmp(self.a, o.a)\n"
    text += "class B(A):\n    def __cmp__(self, o): return 1\n"
    assert "return self.__cmp__(other) == 0" in run("cmp_method", text).text


def test_an_old_style_class_stays_without_a_hash_and_a_subclass_inherits():
    text = "class A:\n    def __cmp__(self, o): return 0\nclass B(A):\n    def __cmp__(self, o): return 1\n"
    outcome = run("cmp_method", text)
    assert "__hash__" not in outcome.text and outcome.text.count("def __eq__") == 1


def test_adds_only_what_is_missing():
    added = "".join(
        f"\n    def {n}(self, other):\n        return self.__cmp__(other) {o} 0\n"
        for n, o in zip(RICH[1:], ["!=", "<", "<=", ">", ">="], strict=True)
    )
    before = (
        "class A:\n    def __cmp__(self, o):\n        return 0\n    def __eq__(self, o): return True\nx = 1\n"
    )
    check_rule("cmp_method", before, before.replace("return 0\n", "return 0\n" + added))


@pytest.mark.parametrize(
    "base", ["list", "tuple", "set", "float", "str", "datetime.date", "collections.deque"]
)
def test_a_base_that_compares_by_itself_was_asked_before(base):
    """Of these, 2.7 never came to `__cmp__` for an operator."""
    head = "import collections, datetime\n"
    check_untouched("cmp_method", f"{head}class A({base}):\n    def __cmp__(self, o): return 0\n")
    check_untouched(
        "cmp_method", f"{head}class B({base}): pass\nclass A(B):\n    def __cmp__(self, o): return 0\n"
    )


def test_a_dictionary_was_asked_for_equality_alone():
    after = run("cmp_method", "class A(dict):\n    def __cmp__(self, o): return 0\n").text
    assert "__lt__" in after and "__ge__" in after and "__eq__" not in after and "__hash__" not in after


_OWN = "class A(%s):\n    def __cmp__(self, o):\n        return f(str(self), str(o))\n"


def _among(text, files, key="p/a.py"):
    files = {"p/__init__.py": "", "p/d/__init__.py": "", key: text, **files}
    return {"key": key, "index": RepositoryIndex(files, files.get)}


@pytest.mark.parametrize("kind", ["unicode", "str", "list", "unicode, Node"])
@pytest.mark.parametrize(
    ("head", "base"),
    [
        ("from d import Node, Text\n", "Text"),
        ("from p.d import Text\n", "Text"),
        ("from .d import Text\n", "Text"),
        ("import d\n", "d.Text"),
        ("from e import Text\n", "Text"),
        ("from d import *\n", "Text"),
        ("from g import Text\n", "Text"),
        ("from d import Text\nclass Here(Text): pass\n", "Here"),
    ],
)
def test_a_base_of_another_file_may_compare_by_itself(kind, head, base):
    """Asked by `__cmp__` for its text, which is itself, the object would be compared without end."""
    text = head + _OWN % base
    far = f"class Node(object):\n    def __cmp__(self, o): return 0\nclass Data({kind}):\n    x = 1\n"
    files = {
        "p/d/__init__.py": f"{far}class Text(Data):\n    unicode = 1\n",
        "p/e.py": "from d import Text\n",
        "p/g.py": "from d import *\n",
    }
    check_untouched("cmp_method", text, **_among(text, files))


def test_a_base_of_the_library_that_another_file_imports():
    text = "from d import Text\n" + _OWN % "Text"
    for far in ("from UserList import UserList\n", "from collections import UserList\n"):
        files = {"p/d/__init__.py": f"{far}class Text(UserList): pass\n"}
        check_untouched("cmp_method", text, **_among(text, files))
    after = run("cmp_method", text, **_among(text, {"p/d/__init__.py": "class Text(dict): pass\n"})).text
    assert "def __eq__" not in after and "def __lt__" in after


@pytest.mark.parametrize(
    "far",
    [
        "class Text(object): pass\n",
        "class Text: pass\n",
        "class Text(int): pass\n",
        "class Text(long): pass\n",
        "class unicode(object): pass\nclass Text(unicode): pass\n",
        "unicode = f()\nclass Text(unicode): pass\n",
        "class Text(Text): pass\n",
        "from d import Text\n",
        "from d import *\n",
        "from a import *\n",
        "Text = f(str)\n",
        "",
    ],
)
def test_a_base_of_another_file_that_asks_cmp(far):
    """2.7 came to `__cmp__` for numbers, too: they have no comparisons of their own there."""
    text = "from d import Text\n" + _OWN % "Text"
    after = run("cmp_method", text, **_among(text, {"p/d/__init__.py": far})).text
    assert all(f"def {n}(self, other)" in after for n in RICH)


def test_a_base_that_defines_a_comparison_was_asked_before():
    base = "class B(object):\n    def __eq__(self, o):\n        return True\n"
    after = run("cmp_method", base + _OWN % "B").text
    assert "def __eq__(self, other)" not in after and "def __ne__(self, other)" in after
    text = "from d import B\n" + _OWN % "B"
    after = run("cmp_method", text, **_among(text, {"p/d/__init__.py": base})).text
    assert "def __eq__(self, other)" not in after and "def __ne__(self, other)" in after
    for declined in (
        base.replace("return True", "return NotImplemented"),
        f"{base}    def __cmp__(self, o):\n        return 0\n",
    ):
        after = run("cmp_method", text, **_among(text, {"p/d/__init__.py": declined})).text
        assert "def __eq__(self, other)" in after
    assert (
        "def __eq__(self, other)"
        in run("cmp_method", base.replace("True", "NotImplemented") + _OWN % "B").text
    )


def test_a_base_that_answers_for_some_is_asked_first():
    base = (
        "class B(object):\n    def __lt__(self, o):\n"
        "        if isinstance(o, int):\n            return NotImplemented\n        return 'B'\n"
    )
    below = "class C({}):\n    def __cmp__(self, o):\n        return -1\n"
    text = "from d import B\n" + below.format("B")
    far = run("cmp_method", text, **_among(text, {"p/d/__init__.py": base})).text.partition("\n")[2]
    for after in (base + far, run("cmp_method", base + below.format("B")).text):
        space = {}
        exec(after, space)
        one = space["C"]()
        assert (one < one, one < 1, one <= one, one > 1) == ("B", True, True, False)


def test_what_an_interface_asks_for_does_nothing():
    for method in ("__cmp__", "__eq__"):
        text = f"from zope.interface import Interface\nclass I(Interface):\n    def {method}(other):\n        pass\n"
        check_untouched("cmp_method", text, python2=True)
        check_untouched("eq_without_hash", text, python2=True)


def test_classes_are_compared_by_what_their_own_class_says():
    text = "class M(type):\n    def __cmp__(cls, other):\n        return cmp(cls.__name__, other.__name__)\n"
    text += "class A:\n    __metaclass__ = M\n    def __cmp__(self, other):\n        return 0\n"
    text += "class B(A): pass\nx = [A < B, B < A, A == B, A() == B()]\n"
    space = {}
    exec(migrate(text, "a.py").text, space)
    assert space["x"] == [True, False, False, True]
    for base, named in (("machine.SchemaMeta", "type(self)."), ("machine.Schema", "self.")):
        after = migrate(text.replace("(type)", f"({base})"), "a.py").text
        assert f"return {named}__cmp__(" in after.partition("class A")[0]


def test_an_old_class_keeps_the_hash_of_its_base():
    text = "class B:\n    def __hash__(self): return 7\nclass C(B):\n    def __cmp__(self, o): return 0\n"
    text += "x = hash(C())\n"
    space = {}
    exec(run("cmp_method", text + PROOF).text, space)
    assert space["x"] == 7


@pytest.mark.parametrize(
    ("left", "stays"),
    [
        ("self.a", True),
        ("(self.a, self.b[0])", True),
        ("self.a.lower()", True),
        ("self.key()", True),
        ("len(self.a)", True),
        ("self.a + 1", True),
        ("self.data", True),
        ("unicode(self.a)", False),
        ("self.a.has_key(1)", False),
        ("self.a.keys()", False),
        ("self.a / 2", False),
        ("self.f.func_name", False),
        ("self.next()", False),
        ("long(self.a)", False),
        ("str(self.a)", False),
        ("map(f, self.a)", False),
        ("sys.maxint", False),
    ],
)
def test_what_other_rules_change_is_not_written_twice(left, stays):
    right = left.replace("self", "other")
    text = (
        f"import sys\nclass A:\n    def __cmp__(self, other):\n        return cmp({left}, {right})\n"
        "    def key(self): return 1\nn = 1L\n"
    )
    made = migrate(text).text
    assert (f"return {left} == {right}\n" in made) is stays
    assert ("return self.__cmp__(other) == 0\n" in made) is not stays


def test_names_of_python_2_are_gone_from_all_comparisons():
    text = (
        "class A:\n    def __init__(self, n): self.n = n\n    def __cmp__(self, other):\n"
        "        return cmp(unicode(self.n), unicode(other.n))\nm = 1L\n"
    )
    names = {}
    exec(migrate(text).text, names)
    made = names["A"]
    assert made(1) == made(1) and made(1) != made(2) and made(1) < made(2)
