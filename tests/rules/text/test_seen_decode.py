"""x.decode('utf-8') of what was always unicode."""

import pytest
from rules.checking import check_untouched

from environment.traces import Observation
from migration.engine.outcome import Outcome
from migration.engine.pipeline import migrate

RULE = "seen_decode"
UTF8 = "x.decode('utf-8')"


def outcome(expression: str, *kinds: str, column: int = 6, before: str = "", after: str = "") -> Outcome:
    """What becomes of `print expression`, where `kinds` were seen on its line."""
    text = f"{before}print {expression}\n{after}"
    line = before.count("\n") + 1
    result = migrate(text, observations=[Observation("decode", line, column, kinds)])
    assert not result.notes
    again = migrate(result.text)
    assert again.text == result.text
    return result


def test_leaves_what_was_not_seen():
    check_untouched(RULE, f"f = {UTF8}\n", python2=True)


@pytest.mark.parametrize(
    ("expression", "kinds"),
    [
        (UTF8, ["str utf-8"]),
        (UTF8, ["str ascii", "str binary"]),
        ("b'a'.decode('utf-8')", ["str ascii"]),
        (UTF8, ["unicode ascii", "Markup"]),
        (UTF8, ["instance"]),
        ("x.decode('unicode_escape')", ["unicode ascii"]),
        ("x.decode('utf-8', errors='strict')", ["unicode ascii"]),
        ("x.decode(*y)", ["unicode ascii"]),
    ],
)
def test_leaves_what_may_be_octets(expression, kinds):
    assert "seen_decode" not in {change.author for change in outcome(expression, *kinds).changes}
    assert RULE not in {c.author for c in outcome(expression, *kinds).changes}


def test_leaves_a_call_that_was_not_run():
    text = "def f(x, y, z):\n    return x.decode('ascii') if z else [y.decode('ascii'), 1L]\n"
    result = migrate(text, observations=[Observation("decode", 2, 11, ("unicode ascii",))]).text
    assert "return x if z else [decoded(y, 'ascii'), 1]" in result
    shifted = migrate(text, observations=[Observation("decode", 2, 15, ("unicode ascii",))]).text
    assert "return decoded(x, 'ascii') if z else [decoded(y, 'ascii'), 1]" in shifted


def test_leaves_files_that_run_on_both():
    text = f"y = {UTF8}\n"
    assert migrate(text, observations=[Observation("decode", 1, 4, ("unicode ascii",))]).text == text


@pytest.mark.parametrize(
    ("expression", "after"),
    [
        (UTF8, "print(x)\n"),
        ("x.decode()", "print(x)\n"),
        ("x.decode('latin-1', 'replace').upper()", "print(x.upper())\n"),
        ("(x + y).decode('utf_8').upper()", "print((x + y).upper())\n"),
        ("x.decode('utf-8') * 2, 1L", "print(x * 2, 1)\n"),
    ],
)
def test_drops_the_decoding_of_text(expression, after):
    result = outcome(expression, "unicode ascii")
    assert result.text == after
    assert result.verdicts == (
        "line 1 of the original: seen_decode: under Python 2.7 the receiver was unicode ascii",
    )


@pytest.mark.parametrize(
    ("expression", "kinds", "after"),
    [
        (UTF8, ["str utf-8", "unicode ascii"], "print(decoded(x, 'utf-8'))\n"),
        (UTF8, ["str ascii"], "print(decoded(x, 'utf-8'))\n"),
        (UTF8, ["unicode"], "print(decoded(x, 'utf-8'))\n"),
        ("x.decode('utf-16')", ["unicode ascii"], "print(decoded(x, 'utf-16'))\n"),
        ("f(x).decode(c, 'ignore')", ["unicode ascii"], "print(decoded(f(x), c, 'ignore'))\n"),
    ],
)
def test_decodes_by_a_helper_what_is_octets_at_times(expression, kinds, after):
    result = outcome(expression, *kinds).text
    assert result.endswith(after)
    space: dict[str, object] = {}
    exec(result.removesuffix(after), space)  # our own helper
    decoded = space["decoded"]
    assert decoded("é", "utf-8") == decoded(b"\xc3\xa9", "utf-8") == "é"  # type: ignore[operator]


def test_a_call_that_may_fail_keeps_its_decoding():
    text = "try:\n    y = x.decode('utf-8')\nexcept UnicodeError:\n    y = 1L\n"
    result = migrate(text, observations=[Observation("decode", 2, 8, ("unicode ascii",))]).text
    assert "    y = decoded(x, 'utf-8')\n" in result
