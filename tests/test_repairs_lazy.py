"""Repairs of views and iterators that another file made, or that a test compares with a list."""

from __future__ import annotations

import pytest
from repairing import candidates, repair


@pytest.mark.parametrize(
    ("body", "message", "after"),
    [
        ("return r.names()[0]", "'dict_keys' object is not subscriptable", "return list(r.names())[0]"),
        ("return r.names() + ['end']", "unsupported operand type(s) for +: 'dict_keys' and 'list'",
         "return list(r.names()) + ['end']"),
        ("return ['end'] + r.names()", "can only concatenate list (not \"dict_keys\") to list",
         "return ['end'] + list(r.names())"),
        ("return len(r.rows())", "object of type 'map' has no len()", "return len(list(r.rows()))"),
        ("return r.rows().index(2)", "'map' object has no attribute 'index'", "return list(r.rows()).index(2)"),
    ],
)  # fmt: skip
def test_what_another_file_made_is_a_list_where_it_is_got(body: str, message: str, after: str) -> None:
    kind = "AttributeError" if "attribute" in message else "TypeError"
    found = candidates(f"def f(r):\n    {body}\n", f"{kind}: {message}", 2, repairs=repair("lazy_result"))
    assert found == [f"def f(r):\n    {after}\n"]


def test_a_variable_that_is_changed_is_a_list_from_the_start() -> None:
    text = "def f(r):\n    names = r.names()\n    names.sort()\n    return names\n"
    signature = "AttributeError: 'dict_keys' object has no attribute 'sort'"
    found = candidates(text, signature, 3, repairs=repair("lazy_result"))
    assert found == [text.replace("r.names()", "list(r.names())")]
    handed = "def f(names):\n    names.sort()\n    return names\n"
    found = candidates(handed, signature, 2, repairs=repair("lazy_result"))
    assert found == [handed.replace("    names.sort", "    names = list(names)\n    names.sort")]


def test_a_list_is_not_made_of_a_list() -> None:
    text = "def f(r):\n    return list(r.names())[0]\n"
    assert (
        candidates(
            text, "TypeError: 'dict_keys' object is not subscriptable", 2, repairs=repair("lazy_result")
        )
        == []
    )


# -- what a file hands out -----------------------------------------------------------------------------------


def test_a_builtin_that_stands_for_itself_gives_lists() -> None:
    text = "class C:\n    def __init__(self):\n        self.call = map\n\nm = map\nx = map(str, [1])\n"
    first = candidates(text, "AssertionError: <map object at 0x> != [1]", 0, repairs=repair("lazy_values"))[0]
    assert "self.call = list_map\n" in first and "\nm = list_map\n" in first and "x = map(str" in first
    space: dict[str, object] = {}
    exec(first, space)
    assert space["list_map"](str, [1, 2]) == ["1", "2"]  # type: ignore[operator]


def test_what_is_returned_or_kept_is_a_list_and_what_is_gone_over_stays() -> None:
    text = (
        "def f(d):\n    for k in d.keys():\n        print(k)\n    return d.keys()\n"
        "def g(d):\n    return sorted(d.keys()), getattr(d, 'keys')()\ndef h(d):\n    return d.values()\n"
    )
    signature = "AssertionError: Lists differ: dict_keys(['a']) != ['a']"
    given, made = candidates(text, signature, 0, repairs=repair("lazy_values"))
    assert given == text.replace("return d.keys()", "return list(d.keys())")
    assert made == given.replace("getattr(d, 'keys')()", "list(getattr(d, 'keys')())")


def test_what_is_gone_over_twice_is_a_list() -> None:
    text = "def f(s):\n    rows = s.rows()\n    low = min(rows)\n    return low, max(rows)\n"
    signature = "ValueError: max() arg is an empty sequence"
    found = candidates(text, signature, 4, repairs=repair("lazy_values"))
    assert found == [text.replace("s.rows()", "list(s.rows())")]
    kept = text.replace("s.rows()", "sorted(s)")
    assert candidates(kept, signature, 4, repairs=repair("lazy_values")) == []


def test_a_comparison_of_other_values_is_none_of_its_business() -> None:
    text = "def f(d):\n    return d.keys()\n"
    assert candidates(text, "AssertionError: 'a' != 'b'", 0, repairs=repair("lazy_values")) == []
