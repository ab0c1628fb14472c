"""What was rewritten where a test fails is taken back, when no repair knows any better."""

from __future__ import annotations

import pytest
from repairing import candidates, repair

BACK = repair("rewritten_back")
HELPER = 'def as_text(value):\n    """Text."""\n    return value\n\n\n'
TYPE = "TypeError: expected something else"


def test_a_helper_of_the_rewriting_is_left_out() -> None:
    text = f"{HELPER}x = lib.take(as_text(y), 1)\n"
    assert candidates(text, TYPE, 6, repairs=BACK, original="x = lib.take(y, 1L)\n") == [
        f"{HELPER}x = lib.take(y, 1)\n"
    ]


def test_a_codec_is_left_out_where_there_was_none() -> None:
    found = candidates("x = f(y.encode('latin-1'))\n", TYPE, 1, repairs=BACK, original="x = f(unicode(y))\n")
    assert found == ["x = f(y)\n"]


def test_the_line_is_as_it_was_where_that_can_be_meant() -> None:
    text, original = "x = a // b\nz = 1\n", "x = a / b\nz = 1L\n"
    assert candidates(text, "ValueError: x", 1, repairs=BACK, original=original) == ["x = a / b\nz = 1\n"]
    assert candidates(text, "ValueError: x", 2, repairs=BACK, original=original) == [], "no number any more"


@pytest.mark.parametrize("before", ["x = unicode(a)\n", "print a\n", "x = a.has_key(b)\n"])
def test_what_only_python_2_has_does_not_come_back(before: str) -> None:
    assert candidates("x = str(a)\n", TYPE, 1, repairs=BACK, original=before) == []


@pytest.mark.parametrize("text", ["x = f(y)\n", "x = f(y.encode('utf-8'))\n", f"{HELPER}x = f(as_text(y))\n"])
def test_what_was_there_before_stays(text: str) -> None:
    assert candidates(text, TYPE, text.count("\n"), repairs=BACK) == []


def test_it_comes_after_all_that_know_the_failure() -> None:
    signature = "TypeError: a bytes-like object is required, not 'str'"
    text = "data = open(name, 'rb').read()\nfor row in data.split('\\n'):\n    pass\n"
    original = text.replace("'rb'", "'r'")
    found = candidates(text, signature, 2, original=original, frames=(1,))
    assert original in found and found.index(original) > 0
