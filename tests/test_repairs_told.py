"""Failures in which a library tells by its own words that it wants bytes."""

from __future__ import annotations

import pytest
from repairing import candidates, repair

TOLD = repair("told_bytes")


@pytest.mark.parametrize(
    ("text", "signature", "line", "after"),
    [
        ("def f(r, x):\n    r.body = x\n",
         "TypeError: You cannot set Response.body to a text object (use Response.text)", 2,
         "    r.body = as_bytes(x)\n"),
        ("def f(t, x):\n    t.write(x, 1)\n", "TypeError: Data must not be unicode", 2, "t.write(as_bytes(x), 1)"),
        ("def f(s):\n    s.write('at')\n", "TypeError: unicode strings are not supported, please encode to bytes: 'at'",
         2, "s.write(b'at')"),
        ("def f(make, a, b):\n    make(a, body=b)\n",
         "TypeError: You cannot set the body to a text value without a charset", 2, "make(a, body=as_bytes(b))"),
        ("def f(make, b):\n    options = {}\n    options['body'] = b\n    options['name'] = b\n"
         "    make(**options)\n", "TypeError: You cannot set the body to a text value without a charset", 5,
         "    options['body'] = as_bytes(b)\n    options['name'] = b\n"),
        ("def f(cipher, key):\n    cipher.new(key)\n",
         "TypeError: Object type <class 'str'> cannot be passed to C code", 2, "cipher.new(as_bytes(key))"),
        ("def f(r):\n    r.proto = 'a'\n",
         "TypeError: Cannot set a.R.proto to 'a': 'a' has type <class 'str'>, but expected one of: (<class 'bytes'>)",
         2, "r.proto = b'a'"),
    ],
)  # fmt: skip
def test_what_was_handed_over_is_encoded(text: str, signature: str, line: int, after: str) -> None:
    assert after in candidates(text, signature, line, repairs=TOLD)[0]


def test_each_argument_is_tried_where_the_message_names_none() -> None:
    found = candidates(
        "def f(t, x, y):\n    t.write(x, y)\n", "TypeError: Data must not be unicode", 2, repairs=TOLD
    )
    assert ["as_bytes(x), y" in found[0], "x, as_bytes(y)" in found[1]] == [True, True]


@pytest.mark.parametrize(
    "signature",
    ["TypeError: name must be a string", "ValueError: unicode is fine", "TypeError: text only, please"],
)
def test_other_words_are_left(signature: str) -> None:
    assert not candidates("def f(t, x):\n    t.write(x)\n", signature, 2, repairs=TOLD)


def test_what_the_program_refuses_itself_is_left() -> None:
    text = "def f(x):\n    if not isinstance(x, bytes):\n        raise TypeError(say('it must be a byte string', x))\n"
    assert not candidates(text, "TypeError: it must be a byte string", 3, repairs=TOLD)
