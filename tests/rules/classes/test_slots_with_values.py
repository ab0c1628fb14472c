"""Slots that the class gives a value."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

from migration.repository.index import RepositoryIndex

RULE = "slots_with_values"


@pytest.mark.parametrize(
    "text",
    [
        "class A(object):\n    __slots__ = ['a']\n    b = 1\n",
        "class A(object):\n    __slots__ = B.__slots__ + ['a']\n    b = 1\n",
        "class A(object):\n    __slots__ = B.__slots__ + x\n    a = 1\n",
        "class A(object):\n    slots = ['a']\n    a = 1\n",
        "class A(object):\n    __slots__ = ['a']\n    def f(self):\n        a = 1\n",
        "class A(object):\n    __slots__ = ['a']\n    class B(object):\n        a = 1\n",
        "class A(object):\n    __slots__ = ['__dict__']\n    @property\n    def __dict__(self): pass\n",
        "class A(object):\n    __slots__ = []\n    a = 1\n",
    ],
)
def test_leaves_slots_without_a_value(text):
    check_untouched(RULE, text)


def test_leaves_commented_slots_open():
    check_open(
        RULE, "class A(object):\n    __slots__ = ['a',  # the first\n                 'b']\n    a = 1\n", 2
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("['a', 'b', 'c']", "['a', 'c']"),
        ("('a', 'b')", "('a',)"),
        ("'a', 'b'", "('a',)"),
        ("'b'", "()"),
        ("['b']", "[]"),
        ("['a',\n        'b']", "['a']"),
    ],
)
def test_takes_them_from_the_slots(before, after):
    rest = "\n    b = property(f)\n"
    check_rule(
        RULE,
        "class A(object):\n    __slots__ = " + before + rest,
        "class A(object):\n    __slots__ = " + after + rest,
    )


def test_counts_methods_and_classes():
    check_rule(
        RULE,
        "class A(object):\n    __slots__ = ('a', 'b', 'c', 'd')\n    def a(self): pass\n    class b: pass\n",
        "class A(object):\n    __slots__ = ('c', 'd')\n    def a(self): pass\n    class b: pass\n",
    )


def test_an_old_style_class_had_no_slots():
    before = "class A:\n    __slots__ = ['f']\n    def f(self): self.b = 1\nclass B:\n    __slots__ = f()\n"
    after = "class A:\n    def f(self): self.b = 1\nclass B:\n    pass\n"
    check_rule(RULE, before, after, python2=True)
    check_untouched(RULE, "class B:\n    __slots__ = f()\n")


def test_numbers_have_no_room_for_slots():
    text = "class N(int):\n    __slots__ = ['a']\n    b = 1\n"
    check_rule("slots_with_values", text, "class N(int):\n    b = 1\n", python2=True)
    check_untouched("slots_with_values", text.replace("['a']", "()"), python2=True)


@pytest.mark.parametrize(
    ("slots", "kept"),
    [
        ("B.__slots__", "[n for n in B.__slots__ if n != 'a']"),
        ("B.__slots__ + ['c']", "[n for n in B.__slots__ + ['c'] if n != 'a']"),
        ("x + ('d', 'a')", "tuple(n for n in x + ('d', 'a') if n not in ('a', 'd'))"),
    ],
)
def test_looks_into_what_is_put_together(slots, kept):
    text = (
        f"class B(object):\n    __slots__ = ['a', 'b']\nclass A(B):\n    __slots__ = {slots}\n    a = d = 1\n"
    )
    check_rule(RULE, text, text.replace(f"= {slots}", f"= {kept}"))


def test_slots_of_a_tuple_stay_one():
    text = "class A(object):\n    __slots__ = ('a',)\nclass B(A):\n    __slots__ = A.__slots__ + ('b',)\n    b = 1\n"
    made = text.replace("= A.__slots__ + ('b',)", "= tuple(n for n in A.__slots__ + ('b',) if n != 'b')")
    more = "class C(B):\n    __slots__ = B.__slots__ + ('c',)\n    c = 1\n"
    after = made + more.replace(
        "= B.__slots__ + ('c',)", "= tuple(n for n in B.__slots__ + ('c',) if n != 'c')"
    )
    check_rule(RULE, text + more, after)
    exec(after, {})


@pytest.mark.parametrize(
    ("slots", "kept"),
    [
        ("B.OWN", "[n for n in B.OWN if n != 'a']"),
        ("B.MORE", "[n for n in B.MORE if n not in ('a', 'd')]"),
        ("B.OWN + ['d']", "[n for n in B.OWN + ['d'] if n not in ('a', 'd')]"),
        ("NAMES", "tuple(n for n in NAMES if n != 'a')"),
        ("C.OWN", "[n for n in C.OWN if n != 'a']"),
    ],
)
def test_looks_into_what_a_class_or_a_name_holds(slots, kept):
    text = "NAMES = 'a', 'b'\nclass B(object):\n    OWN = ['a', 'b']\n    MORE = OWN + ['d']\n    __slots__ = []\n"
    text += f"class C(B): pass\nclass A(B):\n    __slots__ = {slots}\n    a = 1\n    @property\n    def d(self): pass\n"
    after = text.replace(f"__slots__ = {slots}\n", f"__slots__ = {kept}\n")
    check_rule(RULE, text, after)
    exec(after, {})


@pytest.mark.parametrize(
    "text",
    [
        "class B(object):\n    OWN = ['b']\nclass A(B):\n    __slots__ = B.OWN\n    a = 1\n",
        "x = ['a']\nx = f()\nclass A(object):\n    __slots__ = x\n    a = 1\n",
        "def f(x):\n    class A(object):\n        __slots__ = x\n        a = 1\n",
        "x = y\ny = x\nclass A(object):\n    __slots__ = x\n    a = 1\n",
        "class A(object):\n    a = 1\n    __slots__ = A.b\n    b = A.b\n",
        "class A(object):\n    __slots__ = m.OWN\n    a = 1\n",
    ],
)
def test_leaves_what_holds_other_names(text):
    check_untouched(RULE, text)


FAR = (
    "class Node(object):\n    'One.'\n    OWN = LIST = ['a',  # the first\n           'b']\n"
    "    def f(self):\n        OTHER = ['a']\n"
    "    MORE = OWN + ['d']\n    OTHER = f()\n"
)


@pytest.mark.parametrize(
    "head", ["from d import N", "from .d import N", "from p.d import N", "from e import N"]
)
def test_looks_into_what_a_class_of_another_file_holds(head):
    def among(text):
        files = {"p/__init__.py": "", "p/a.py": text, "p/d.py": f"{FAR}class N(Node): pass\n"}
        files["p/e.py"] = "from d import N\n"
        return {"key": "p/a.py", "index": RepositoryIndex(files, files.get)}

    rest = "    a = 1\n    def d(self): pass\n"
    for slots, kept in (
        ("N.OWN", "n != 'a'"),
        ("N.LIST", "n != 'a'"),
        ("N.MORE", "n != 'd'"),
        ("N.OWN + ['d']", "n not in ('a', 'd')"),
    ):
        text = f"{head}\nOWN = ['d']\nclass A(N):\n    __slots__ = {slots}\n{rest}"
        after = text.replace(f"= {slots}", f"= [n for n in {slots} if {kept}]")
        check_rule(RULE, text, after, **among(text))
    for slots in ("N.OTHER", "N.NONE", "M.OWN", "N"):
        text = f"{head}\nclass A(N):\n    __slots__ = {slots}\n{rest}"
        check_untouched(RULE, text, **among(text))


def test_another_name_keeps_all_of_them():
    """A class that derives from this one and takes the whole list had slots of names that this one gives a value."""
    text = "NAMES = ['a', 'b']\nclass A(object):\n    OWN = __slots__ = NAMES  # all\n    a = 1\n"
    more = "class B(A):\n    __slots__ = A.OWN\nb = B()\nb.a = 2\n"
    kept = "    OWN = NAMES\n    __slots__ = [n for n in OWN if n != 'a']  # all\n"
    after = text.replace("    OWN = __slots__ = NAMES  # all\n", kept) + more
    check_rule(RULE, text + more, after)
    exec(after, {})
    check_open(RULE, "NAMES = ['a']\nclass A(object):\n    __slots__ = x[0] = NAMES\n    a = 1\n", 3)
    check_open(RULE, "NAMES = ['a']\nclass A(object):\n    a = 1; OWN = __slots__ = NAMES\n", 3)
