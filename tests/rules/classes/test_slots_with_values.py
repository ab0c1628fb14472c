"""Slots that the class gives a value."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

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
