"""Repairs of classes that lack what Python 3 asks of them, and of exceptions that are used as what they hold."""

from __future__ import annotations

from typing import Any

import pytest
from repairing import candidates, repair

PROXY = (
    "class Base:\n    def __getattr__(self, name):\n        return getattr(self.x, name)\n"
    "class P(Base):\n    x = [1]\n"
)


@pytest.mark.parametrize(
    ("message", "method"),
    [
        ("object of type 'P' has no len()", "__len__"),
        ("'P' object is not subscriptable", "__getitem__"),
        ("'P' object does not support item assignment", "__setitem__"),
        ("'P' object doesn't support item deletion", "__delitem__"),
        ("'P' object is not callable", "__call__"),
        ("argument of type 'P' is not iterable", "__contains__"),
        ("'P' object is not iterable", "__iter__"),
        ("cannot unpack non-iterable P object", "__iter__"),
        ("'P' object does not support the context manager protocol", "__exit__"),
        ("unsupported operand type(s) for +: 'P' and 'list'", "__add__"),
        ("unsupported operand type(s) for %: 'int' and 'P'", "__rmod__"),
        ("'<' not supported between instances of 'P' and 'P'", "__lt__"),
        ("bad operand type for abs(): 'P'", "__abs__"),
    ],
)
def test_the_method_that_was_looked_up_is_written_out_in_the_base(message: str, method: str) -> None:
    found = candidates(PROXY, f"TypeError: {message}", 0, repairs=repair("delegated_protocol"))
    added = f'    def {method}(self, *arguments):\n        return self.__getattr__("{method}")(*arguments)\n'
    assert found and added in found[0].partition("class P")[0]
    compile(found[0], "found", "exec")


def test_a_class_that_hands_nothing_on_or_has_the_method_is_left() -> None:
    signature = "TypeError: object of type 'P' has no len()"
    assert candidates("class P:\n    x = 1\n", signature, 0, repairs=repair("delegated_protocol")) == []
    text = PROXY.replace("class P", "    def __len__(self):\n        return 1\nclass P")
    assert candidates(text, signature, 0, repairs=repair("delegated_protocol")) == []
    other = "TypeError: 'Q' object is not callable"
    assert candidates(PROXY, other, 0, repairs=repair("delegated_protocol")) == []


def test_a_number_of_another_file_is_asked_for_it_where_it_is_used() -> None:
    signature = "TypeError: 'Level' object cannot be interpreted as an integer"
    found = candidates(
        "def f(level):\n    return range(level)\n", signature, 2, repairs=repair("index_method")
    )
    assert found == ["def f(level):\n    return range(int(level))\n"]
    shown = "TypeError: %x format: an integer is required, not Level"
    found = candidates("def f(v):\n    return '%x' % v\n", shown, 2, repairs=repair("index_method"))
    assert found == ["def f(v):\n    return '%x' % int(v)\n"]


@pytest.mark.parametrize("kind", ["float", "str", "NoneType"])
def test_values_that_are_no_objects_of_a_class_are_left(kind: str) -> None:
    signature = f"TypeError: '{kind}' object cannot be interpreted as an integer"
    assert candidates("def f(v):\n    return range(v)\n", signature, 2, repairs=repair("index_method")) == []


def test_an_index_of_its_own_stays_and_no_class_gets_one_without_a_number() -> None:
    signature = "TypeError: 'Level' object cannot be interpreted as an integer"
    for body in ("def __index__(self):\n        return self.x", "x = 1"):
        assert candidates(f"class Level:\n    {body}\n", signature, 0, repairs=repair("index_method")) == []


def test_division_is_handed_on_where_the_file_knows_the_old_method_only() -> None:
    signature = "TypeError: unsupported operand type(s) for /: 'int' and 'V'"
    text = "class V:\n    x = 1\nV.__rdiv__ = lambda self, other: other\n"
    (found,) = candidates(text, signature, 0, repairs=repair("division_method"))
    assert "    def __rtruediv__(self, other):\n        return self.__rdiv__(other)\n" in found
    assert candidates(found, signature, 0, repairs=repair("division_method")) == []
    assert candidates("class V:\n    x = 1\n", signature, 0, repairs=repair("division_method")) == []


def test_a_comparison_from_outside_orders_the_class() -> None:
    signature = "TypeError: '<' not supported between instances of 'V' and 'V'"
    text = "class V:\n    x = 1\nsetattr(V, '__cmp__', lambda self, other: 0)\n"
    first = candidates(text, signature, 0, repairs=repair("missing_order"))[0]
    assert "    def __lt__(self, other):\n        return self.__cmp__(other) < 0\n" in first


def test_values_that_a_key_from_outside_picks_are_ordered_as_they_were() -> None:
    signature = "TypeError: '<' not supported between instances of 'str' and 'int'"
    text = "def f(rows, key):\n    return sorted(rows, key=key)\n"
    first = candidates(text, signature, 2, repairs=repair("missing_order"))[0]
    assert first.endswith("    return sorted(rows, key=lambda item: ordered(key(item)))\n")
    text = "def f(rows, key=None):\n    return sorted(rows, key=key)\n"
    first = candidates(text, signature, 2, repairs=repair("missing_order"))[0]
    assert first.endswith("key=lambda item: ordered(item if key is None else key(item)))\n")


SEARCHED = """import bisect
class Kept(list):
    def place(self, *args):
        return bisect.bisect_right(self, *args)
    def add(self, item):
        bisect.insort(self, item)
"""


def test_a_list_that_is_searched_in_halves_is_ordered_wherever_the_file_does_it() -> None:
    signature = "TypeError: '<' not supported between instances of 'NoneType' and 'int'"
    every, one = candidates(SEARCHED, signature, 4, repairs=repair("searched_order"))
    assert "return in_order(bisect.bisect_right, self, *args)" in every
    assert "bisect.insort(self, item, key=ordered)" in every
    assert "bisect.insort(self, item)\n" in one
    space: dict[str, Any] = {}
    exec(every, space)
    kept = space["Kept"]()
    for item in (3, None, "a", 1):
        kept.add(item)
    assert kept == [None, 1, 3, "a"]
    assert [kept.place(x) for x in (None, 2, "a", "b")] == [1, 2, 4, 4]
    assert kept.place(None, 1, 2) == 1
    assert candidates(every, signature, 12, repairs=repair("searched_order")) == []


# -- exceptions ----------------------------------------------------------------------------------------------

ITEM = "TypeError: 'ParseError' object is not subscriptable"


@pytest.mark.parametrize(
    ("body", "signature", "after"),
    [
        ("a = e[0]\n    return e[1]", ITEM, "a = e.args[0]\n    return e.args[1]"),
        ("a, b = e", "TypeError: cannot unpack non-iterable ParseError object", "a, b = e.args"),
        ("for a in e: pass", "TypeError: 'ParseError' object is not iterable", "for a in e.args: pass"),
        ("return len(e)", "TypeError: object of type 'ParseError' has no len()", "return len(e.args)"),
        ("return 'x' + e.message", "AttributeError: 'ParseError' object has no attribute 'message'",
         "return 'x' + (e.args[0] if len(e.args) == 1 else '')"),
    ],
)  # fmt: skip
def test_the_arguments_of_an_exception_are_asked_for(body: str, signature: str, after: str) -> None:
    found = candidates(f"def f(e):\n    {body}\n", signature, 2, repairs=repair("exception_items"))
    assert found == [f"def f(e):\n    {after}\n"]


def test_a_class_is_an_exception_by_its_name_or_its_base_in_any_file() -> None:
    text, signature = "def f(e):\n    return e[0]\n", "TypeError: 'Broken' object is not subscriptable"
    known = {"other.py": "class Broken(Exception):\n    pass\n"}
    assert candidates(text, signature, 2, repairs=repair("exception_items"), files=known)
    assert candidates(text, signature, 2, repairs=repair("exception_items")) == []
    assert candidates(known["other.py"] + text, signature, 4, repairs=repair("exception_items"))
    asked = "AttributeError: 'Letter' object has no attribute 'message'"
    assert candidates("x = e.message\n", asked, 1, repairs=repair("exception_items")) == []


def test_only_handlers_of_requests_write_to_the_file_of_a_stand_in() -> None:
    signature = "AttributeError: 'FakeSocket' object has no attribute 'sendall'"
    alone = repair("handler_stream")
    other = "class Client:\n    def send(self, x):\n        self.sock.sendall(x)\n"
    assert candidates(other, signature, 3, repairs=alone) == []
    own = (
        "class Echo(BaseHTTPRequestHandler):\n    def setup(self):\n        pass\n"
        "    def handle(self):\n        self.wfile.write(b'')\n"
    )
    assert candidates(own, signature, 5, repairs=alone) == []
    (found,) = candidates(own.replace("setup", "finish"), signature, 5, repairs=alone)
    assert "def setup(self):\n        super().setup()\n" in found


def test_a_class_of_a_function_goes_by_its_own_name() -> None:
    alone, message = repair("local_class"), "AssertionError: 'a.B' != 'a.f.<locals>.B'"
    text = (
        "class B:\n    x = 1\ndef f():\n    class B:\n        x = 1\n    return B\n"
        "def g():\n    class B:\n        x = 1\n    same(B)\n"
    )
    here, everywhere = candidates(text, message, 10, repairs=alone)
    assert here.count("__qualname__") == 1 and here.index("__qualname__") > here.index("def g")
    assert everywhere.count('\n\n        __qualname__ = "B"\n') == 2
    assert candidates(everywhere, message, everywhere.count("\n"), repairs=alone) == []
    assert candidates(text, message.replace(".B", ".C"), 10, repairs=alone) == []
