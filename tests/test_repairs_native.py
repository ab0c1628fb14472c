"""Tests for native strings that what is bytes by now no longer passes."""

from __future__ import annotations

import pytest
from repairing import candidates, repair

NATIVE = repair("native_tests")
ITERATED = "TypeError: sequence item 0: expected a bytes-like object, int found"
BODY = "def f(body):\n    if isinstance(body, {}):\n        body = [body]\n    return b''.join(body)\n"


@pytest.mark.parametrize(
    ("kinds", "after"),
    [("str", "(str, bytes)"), ("(int, str)", "(int, str, bytes)"), ("(str, list)", "(str, bytes, list)")],
)
def test_the_test_takes_bytes_as_well(kinds: str, after: str) -> None:
    for line in (4, 0):
        assert candidates(BODY.format(kinds), ITERATED, line, repairs=NATIVE) == [BODY.format(after)]


@pytest.mark.parametrize("kinds", ["bytes", "(str, bytes)", "list"])
def test_other_tests_are_left(kinds: str) -> None:
    assert not candidates(BODY.format(kinds), ITERATED, 4, repairs=NATIVE)


def test_tests_of_functions_that_did_not_run_are_left() -> None:
    text = BODY.format("str") + "def g(x):\n    return isinstance(x, str)\n"
    assert candidates(text, ITERATED, 4, repairs=NATIVE) == [
        BODY.format("(str, bytes)") + text[len(BODY.format("str")) :]
    ]
