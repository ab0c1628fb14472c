"""Text that a program refused because it was unicode."""

from __future__ import annotations

import pytest
from repairing import candidates, repair

REFUSED = repair("refused_native")
TWO = (
    "def get(key):\n    if isinstance(key, str):\n        raise errors.Illegal(key)\n"
    "def put(key, value):\n    if isinstance(value, str):\n        raise errors.Illegal(value)\n"
)


def test_native_strings_are_let_in_wherever_the_file_refuses_them_and_else_there() -> None:
    found = candidates(TWO, "Illegal: a", 3, repairs=REFUSED)
    assert found[0].count(".isascii():") == 2
    assert "if isinstance(key, str) and not key.isascii():" in found[1] and found[1].count("isascii") == 1


@pytest.mark.parametrize(
    "text",
    [
        "def get(key):\n    if isinstance(key, bytes):\n        raise Illegal(key)\n",
        "def get(key):\n    if isinstance(key, str):\n        raise Other(key)\n",
        "def get(key):\n    if not isinstance(key, str):\n        raise Illegal(key)\n",
        "def get(key):\n    if isinstance(key(), str):\n        raise Illegal(key)\n",
        "def get(key):\n    if key.open:\n        raise Illegal(key)\n",
    ],
)
def test_nothing_is_offered_for_other_refusals(text: str) -> None:
    assert candidates(text, "Illegal: a", 3, repairs=REFUSED) == []


def test_a_parser_of_octets_is_given_a_file_of_octets() -> None:
    text = "import io\nfrom read import parse\ndef f(x):\n    x = io.StringIO(x)\n    return parse(x)\n"
    found = candidates(
        text, "TypeError: reading file objects must return bytes objects", 5, repairs=repair("in_memory_file")
    )
    assert "x = io.BytesIO(as_bytes(x))" in found[0]


def test_a_native_string_that_has_to_be_refused_is_bytes() -> None:
    alone, signature = repair("refused_literal"), "AssertionError: Invalid not raised by setattr"
    text = "def test(self, c):\n    self.assertRaises(Invalid, setattr, c, 'title', 'foo')\n"
    first, second, both = candidates(text, signature, 2, repairs=alone)
    assert "'title', b'foo')" in first and "b'title', 'foo')" in second and "b'title', b'foo')" in both
    original = text.replace("'foo'", "u'foo'")
    (only,) = candidates(text, signature, 2, repairs=alone, original=original)
    assert "b'title', 'foo')" in only, "what was unicode is text"
    twice = text + text.replace("'foo'", "u'foo'")
    assert len(candidates(text + text, signature, 2, repairs=alone, original=twice)) == 3
    assert len(candidates(text + text, signature, 4, repairs=alone, original=twice)) == 1, "unicode, there"
    block = "def test(self, f):\n    with self.assertRaises(Invalid):\n        f('hello')\n"
    assert "f(b'hello')" in candidates(block, signature.replace(" by setattr", ""), 2, repairs=alone)[0]
    other = "def test(self, f):\n    self.assertEqual(f, 'hello')\n"
    assert candidates(other, signature, 2, repairs=alone) == []


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("def f(x):\n    if isinstance(x, str):\n        pass\n    check(x)\n", 4),
        ("def f(x):\n    if isinstance(x, str):\n        pass\n    else:\n        check(x)\n", 5),
        ("def f(x):\n    if isinstance(x, bytes):\n        check(x)\n", 3),
        ("def f(x):\n    if not isinstance(x, str):\n        check(x)\n", 3),
        ("def f(x):\n    if isinstance(x(), str):\n        check(x)\n", 3),
    ],
)
def test_what_is_not_done_to_unicode_alone_is_left(text: str, line: int) -> None:
    assert candidates(text, "TypeError: no", line, repairs=repair("unicode_branch")) == []


def test_a_test_for_native_strings_is_none_for_unicode() -> None:
    text = "def f(x):\n    if isinstance(x.y, str):\n        check(x)\n"
    alone = repair("unicode_branch")
    assert candidates(text, "TypeError: no", 3, repairs=alone, original=text + "\n") == []
    original = text.replace("str", "unicode")
    (found,) = candidates(text, "TypeError: no", 3, repairs=alone, original=original)
    assert "if isinstance(x.y, str) and not x.y.isascii():" in found
