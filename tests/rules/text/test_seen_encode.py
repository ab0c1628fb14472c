"""x.encode('ascii') of what was always a native string."""

import pytest
from rules.checking import PROOF, PROOF_AFTER, check_untouched

from environment.traces import Observation
from migration.engine.outcome import Outcome
from migration.engine.pipeline import migrate

RULE = "seen_encode"


def observed(expression: str, *kinds: str, column: int = 4) -> Outcome:
    """What becomes of `r = expression` in a file of Python 2, where `kinds` were seen at a column."""
    result = migrate(f"r = {expression}\n" + PROOF, observations=[Observation("encode", 1, column, kinds)])
    assert not result.notes and result.text.endswith(PROOF_AFTER)
    assert migrate(result.text).text == result.text
    return result


def test_leaves_what_was_not_seen():
    check_untouched(RULE, "r = x.encode('ascii') + 'a'\n", python2=True)


@pytest.mark.parametrize(
    ("expression", "kinds"),
    [
        ("x.encode('ascii') + 'a'", ["str ascii", "Markup"]),
        ("x.encode('ascii') + 'a'", ["unicode"]),
        ("x.encode('utf-16') + 'a'", ["str ascii"]),
        ("x.encode(codec) + 'a'", ["str ascii"]),
        ("x.encode('ascii')", ["str ascii"]),
        ("f(x.encode('ascii'))", ["str ascii"]),
        ("x.encode('ascii') + b'a'", ["str ascii"]),
        ("x.encode('ascii') + y", ["str ascii"]),
    ],
)
def test_leaves_what_may_be_wanted_as_bytes(expression, kinds):
    column = 4 + expression.index("x.")
    result = observed(expression, *kinds, column=column)
    assert RULE not in {c.author for c in result.changes} and ".encode(" in result.text


def test_leaves_what_is_expected_to_fail():
    text = "try:\n    r = f(x.encode('ascii'))\nexcept UnicodeError:\n    r = 'b'\n"
    result = migrate(text + PROOF, observations=[Observation("encode", 2, 8, ("str ascii",))])
    assert result.text == text + PROOF_AFTER


@pytest.mark.parametrize(
    ("expression", "after"),
    [
        ("x.encode('ascii') + 'a'", "x + 'a'"),
        ("x.encode() == 'a'", "x == 'a'"),
        ("x.encode('utf-8') in {'a': 1}", "x in {'a': 1}"),
        ("(x + y).encode('latin-1') == 'a'", "x + y == 'a'"),
        ("'a b'.startswith(x.encode('ascii'))", "'a b'.startswith(x)"),
    ],
)
def test_drops_an_encoding_that_did_nothing(expression, after):
    result = observed(expression, "str ascii", column=4 + expression.index("x"))
    assert result.text.startswith(f"r = {after}\n")
    assert result.verdicts[0].endswith(": seen_encode: under Python 2.7 the receiver was str ascii")


@pytest.mark.parametrize("kinds", [["unicode ascii"], ["unicode ascii", "str ascii"]])
def test_decodes_again_what_was_unicode_at_times(kinds):
    result = observed("x.encode('ascii', 'ignore') + 'a'", *kinds)
    assert result.text.startswith("r = x.encode('ascii', 'ignore').decode('ascii') + 'a'\n")


def test_follows_one_name():
    text = "def f(x):\n    key = x.encode('ascii')\n    return {'a': 1}[key]\n"
    result = migrate(text + PROOF, observations=[Observation("encode", 2, 10, ("str ascii",))])
    assert "    key = x\n" in result.text


@pytest.mark.parametrize("kinds", [("unicode ascii",), ("unicode",), ("str ascii",)])
def test_beside_octets_that_are_spelled_out_what_is_encoded_is_bytes(kinds):
    text = "def f(x):\n    return '\\xef\\xbb\\xbf' + x.encode('utf-8')\nprint 1\n"
    result = migrate(text, observations=[Observation("encode", 2, 30, kinds)])
    assert "return b'\\xef\\xbb\\xbf' + x.encode('utf-8')\n" in result.text
