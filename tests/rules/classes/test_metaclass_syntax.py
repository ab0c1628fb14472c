# ruff: noqa: E501
"""__metaclass__."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

from migration.engine.pipeline import migrate


@pytest.mark.parametrize(
    "text",
    [
        "class A(object):\n    def f(self):\n        __metaclass__ = M\n",
        "x.__metaclass__ = M\n",
        "class A:\n    class __metaclass__(type): pass\nif PY3: A = A.__metaclass__('A', (A,), {})\n",
        "class A:\n    __metaclass__ = M\nif PY3: A = A.__metaclass__('A', (A,), {})\n",
        "import six\n@six.add_metaclass(M)\nclass A(object): pass\n",
    ],
)
def test_leaves_what_sets_no_metaclass(text):
    check_untouched("metaclass_syntax", text)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("class A(object):\n    class M(type): pass\n    __metaclass__ = M\n", 3),
        ("class A(object):\n    class M(type): pass\n    class __metaclass__(M): pass\n", 3),
    ],
)
def test_says_so_where_the_metaclass_is_inside(text, line):
    check_open("metaclass_syntax", text, line)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("class A:\n    __metaclass__ = M\n", "class A(metaclass=M):\n    pass\n"),
        ("class A():\n    __metaclass__ = M\n    x = 1\n", "class A(metaclass=M):\n    x = 1\n"),
        ("class A(B, c.D):\n    __metaclass__ = m.M\n    x = 1\n", "class A(B, c.D, metaclass=m.M):\n    x = 1\n"),
        ("class A(B): __metaclass__ = M\n", "class A(B, metaclass=M): pass\n"),
        ("class A(B): __metaclass__ = M; x = 1\n", "class A(B, metaclass=M): pass; x = 1\n"),
        ("class A(f(B)):\n    '''doc'''\n    __metaclass__ = M\n", "class A(f(B), metaclass=M):\n    '''doc'''\n"),
        ("@d\nclass A(\n    B,\n):\n    __metaclass__ = M\n    x = 1\n", "@d\nclass A(\n    B, metaclass=M,\n):\n    x = 1\n"),
        ("class A:\n    __metaclass__ = type\n    x = 1\n", "class A:\n    x = 1\n"),
        ("__metaclass__ = type\nclass A: pass\n", "class A: pass\n"),
        (
            "__metaclass__ = M\nclass A: pass\nclass B(A): pass\nclass C():\n    x = 1\n",
            "class A(metaclass=M): pass\nclass B(A): pass\nclass C(metaclass=M):\n    x = 1\n",
        ),
        (
            "class X: pass\ndef __metaclass__(*a): return type(*a)\nclass A: pass\nclass B(A): pass\n",
            "class X: pass\ndef __metaclass__(*a): return type(*a)\nclass A(metaclass=__metaclass__): pass\nclass B(A): pass\n",
        ),
    ],
)  # fmt: skip
def test_rewrites(before, after):
    check_rule("metaclass_syntax", before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "class A(object):\n    def __metaclass__(name, bases, names):\n        return type(name, bases, names)\n",
            "def _AMeta(name, bases, names):\n    return type(name, bases, names)\n\n\nclass A(object, metaclass=_AMeta):\n    pass\n",
        ),
        (
            "if x:\n    @d\n    class A:\n        a = 1\n        class __metaclass__(type):\n            b = 2\n\n            c = 3\n        e = 1\n",
            "if x:\n    class _AMeta(type):\n        b = 2\n\n        c = 3\n\n\n    @d\n    class A(metaclass=_AMeta):\n        a = 1\n        e = 1\n",
        ),
    ],
)  # fmt: skip
def test_defines_before_the_class_what_it_defined_inside(before, after):
    check_rule("metaclass_syntax", before, after)


def test_a_base_that_is_named_again_comes_without_the_metaclass():
    before = (
        "from m import B, M\nclass A(B):\n    __metaclass__ = M\n    def __eq__(self, other):\n        return True\n"
        "print A\n"
    )
    after = migrate(before).text
    assert "class A(B, metaclass=M):\n" in after and "    __hash__ = B.__hash__\n" in after


def test_a_metaclass_that_looks_for_its_name_finds_it():
    text = "class M(type):\n    made = []\n    def __init__(cls, name, bases, attrs):\n"
    text += "        if '__metaclass__' not in attrs: M.made.append(name)\n"
    text += "class A(object):\n    __metaclass__ = M\nclass B(A): pass\nn = 1L\n"
    made = migrate(text).text
    assert "class A(object, metaclass=M):\n    __metaclass__ = M\n" in made
    names: dict = {}
    exec(made, names)
    assert names["M"].made == ["B"]
    assert migrate(made).text == made


def test_what_is_read_of_a_class_is_its_type():
    text = "class A(object):\n    class __metaclass__(type):\n        x = 1\n    y = 2\nfound = A.__metaclass__.x, A.x, A.y\n"
    for one in (text, text.replace("    class __metaclass__", "    M = type\n    class __metaclass__")):
        after = migrate(one + "n = 1L\n").text
        space = {}
        exec(after, space)
        assert space["found"] == (1, 1, 2)
        assert migrate(after).text == after
