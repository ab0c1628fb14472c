"""The codes of BinHex."""

import binascii

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.rules.removals.binhex_codes import MOVES

RULE = "binhex_codes"


@pytest.mark.parametrize(
    "text",
    [
        "from mine import binascii\nbinascii.b2a_hqx(a)\n",
        "import binascii\nbinascii.crc_hqx(a, 0)\n",
        "def b2a_hqx(a): pass\nb2a_hqx(a)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


def test_older_targets_have_them():
    check_untouched(RULE, "import binascii\nbinascii.b2a_hqx(a)\n", target=(3, 10))


def test_names_of_its_own():
    source = MOVES.table["binascii.rlecode_hqx"].helper[1].strip()
    check_rule(
        RULE,
        "from binascii import rlecode_hqx\na = rlecode_hqx(b)\n",
        f"import re\n\n\n{source}\n\n\na = runs_encoded(b)\n",
    )


def made(function, *given):
    """What a migrated call gives."""
    spaces = {"given": given}
    exec(run(RULE, f"import binascii\na = binascii.{function}(*given)\n").text, spaces)
    return spaces["a"]


@pytest.mark.parametrize(
    ("function", "given", "expected"),
    [
        ("b2a_hqx", "abc", "B@*M"),
        ("b2a_hqx", "a", "B3"),
        ("b2a_hqx", "", ""),
        ("rlecode_hqx", "aaab\x90cccc" + "d" * 600, "aaab\x90\x00c\x90\x04d\x90\xffd\x90\xffd\x90Z"),
        ("rledecode_hqx", "aaab\x90\x00c\x90\x04d\x90\xffd\x90\xffd\x90Z", "aaab\x90cccc" + "d" * 600),
        ("rledecode_hqx", "\x90\x00\x90\x03", "\x90\x90\x90"),
    ],
)
def test_gives_what_python_2_gave(function, given, expected):
    assert made(function, given) == expected
    assert made(function, given.encode("latin-1")) == expected.encode("latin-1")


@pytest.mark.parametrize(
    ("given", "expected"),
    [("B@*M", ("abc", 0)), ("B@\n*M:x y", ("abc", 1)), ("", ("", 0)), ("B3:", ("a", 1))],
)
def test_reads_letters(given, expected):
    assert made("a2b_hqx", given) == expected


@pytest.mark.parametrize(
    ("function", "given", "error"),
    [
        ("a2b_hqx", "a b", binascii.Error),
        ("a2b_hqx", "!!!", binascii.Incomplete),
        ("rledecode_hqx", "\x90\x03", binascii.Error),
        ("rledecode_hqx", "a\x90", binascii.Incomplete),
    ],
)
def test_refuses_what_is_none(function, given, error):
    with pytest.raises(error):
        made(function, given)
