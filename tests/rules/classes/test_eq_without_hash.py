"""__eq__ without __hash__."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

EQ = "    def __eq__(self, o):\n        return True\n"


@pytest.mark.parametrize(
    "text",
    [
        "class A:\n" + EQ,
        "class A(object):\n" + EQ + "    def __hash__(self): return 1\n",
        "class A(object):\n" + EQ + "    __hash__ = None\n",
        "class A(list):\n" + EQ,
        "class A(f()):\n" + EQ,
        "def __eq__(a, b): return True\n",
    ],
)
def test_leaves_what_python2_did_not_hash_either(text):
    check_untouched("eq_without_hash", text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched("eq_without_hash", "class A(object):\n" + EQ)


def test_keeps_the_inherited_hash():
    before = "class A(object):\n" + EQ + "class B(m.C):\n" + EQ
    after = (
        "class A(object):\n" + EQ + "\n    __hash__ = object.__hash__\n"
        "class B(m.C):\n" + EQ + "\n    __hash__ = m.C.__hash__\n"
    )
    check_rule("eq_without_hash", before, after, python2=True)


def test_keeps_the_hash_of_a_base_here():
    before = "class A(object):\n    def __hash__(self): return 1\nclass B(A):\n" + EQ + "x = {B(): 1}\n"
    check_rule("eq_without_hash", before, before.replace(EQ, EQ + "\n    __hash__ = A.__hash__\n"))


@pytest.mark.parametrize(
    ("method", "base", "renamed"),
    [
        (method, base, renamed)
        for method in ("__eq__", "__cmp__")
        for base, renamed in (("StandardError", "Exception"), ("long", "int"), ("Queue.Queue", "queue.Queue"))
    ]
    + [("__eq__", "unicode", "str")],
)
def test_the_base_is_named_as_it_is_called_now(base, renamed, method):
    text = f"import Queue\nclass A({base}):\n    def {method}(self, o):\n        return True\nprint Queue\n"
    after = migrate(text, "a.py").text
    assert f"class A({renamed}):" in after
    assert f"    __hash__ = {renamed}.__hash__\n" in after
    assert migrate(after, "a.py").text == after
