# ruff: noqa: E501
"""Old-style classes with several bases."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

BASES = "class A:\n    def f(self): return 'A'\n    x = 1\nclass B(A): pass\nclass C(A):\n    def f(self): return 'C'\n    x = 2\n"


@pytest.mark.parametrize(
    "text",
    [
        BASES.replace("class A:", "class A(object):") + "class D(B, C): pass\n",
        BASES + "class D(B, C):\n    def f(self): return 'D'\n    x = 3\n",
        BASES + "class D(C, B):\n    y = 1\n",
        BASES + "class D(B):\n    y = 1\n",
        BASES + "class D(B, other.C):\n    y = 1\n",
    ],
)
def test_leaves_what_both_orders_find(text):
    check_untouched("old_style_diamond", text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched("old_style_diamond", BASES + "class D(B, C):\n    y = 1\n")


def test_says_so_where_there_is_no_order():
    text = "class A: pass\nclass B: pass\nclass C(A, B): pass\nclass D(B, A): pass\nclass E(C, D): pass\n"
    check_open("old_style_diamond", text, 5, python2=True)


@pytest.mark.parametrize("base", ["A", "A, other.Node"])
def test_a_base_goes_behind_what_derives_from_it(base):
    before = f"class A:\n    x = 1\n    y = 1\nclass B({base}):\n    x = 2\nclass D(A, B):\n    z = 1\n"
    after = before.replace("(A, B)", "(B, A)") + '    x = A.__dict__["x"]\n'
    check_rule("old_style_diamond", before, after, python2=True)


def test_bases_change_places_where_nothing_is_to_be_pinned():
    before = "class A: pass\nclass B(A): x = 2\nclass D(A, B): y = 1\n"
    check_rule("old_style_diamond", before, before.replace("(A, B)", "(B, A)"), python2=True)


def test_pins_what_was_found_first():
    before = BASES + "class D(B, C):\n    def g(self): return 1\n"
    check_rule("old_style_diamond", before, before + '\n    f = A.f\n    x = A.__dict__["x"]\n', python2=True)


def test_pins_behind_a_body_on_the_line_of_the_class():
    before = BASES + "class D(B, C): pass  # both\n"
    after = BASES + 'class D(B, C): pass; f = A.f; x = A.__dict__["x"]  # both\n'
    check_rule("old_style_diamond", before, after, python2=True)


@pytest.mark.parametrize("name", ["Request", "Session"])
def test_what_a_class_of_a_library_derives_from_goes_behind_it(name):
    text = "from twisted.python import components as tpc\nfrom twisted.web import server\n"
    text += f"class R(tpc.Componentized, server.{name}): pass\n"
    after = text.replace(f"(tpc.Componentized, server.{name})", f"(server.{name}, tpc.Componentized)")
    check_rule("old_style_diamond", text, after, python2=True)
    check_untouched("old_style_diamond", text.replace(f"server.{name}", "server.Site"), python2=True)
    right = text.replace(f"(tpc.Componentized, server.{name})", f"(server.{name}, tpc.Componentized, Other)")
    check_untouched("old_style_diamond", right, python2=True)


def test_a_base_is_the_class_of_its_own_scope():
    text = (
        "def f():\n    class A: pass\n    class B(A): pass\n    class C(B): pass\n    return C\n"
        "def g():\n    class A: pass\n    class B(A): pass\n    class C(A): pass\n"
        "    class D(B, C): pass\n    return D\n"
    )
    check_untouched("old_style_diamond", text, python2=True)
    check_untouched("old_style_diamond", text.replace("class A:", "class A(object):"), python2=True)


def test_a_class_that_replaces_its_base():
    text = "class A: pass\nclass A(A): pass\nclass B(A): pass\nclass D(B, A): pass\n"
    check_untouched("old_style_diamond", text, python2=True)
