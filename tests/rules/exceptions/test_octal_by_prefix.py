"""Octal numbers by their prefix."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.rules.exceptions.octal_by_prefix import HELPER

RULE = "octal_by_prefix"


@pytest.mark.parametrize(
    "text",
    [
        "a = int(x)\n",
        "a = int(x, 8)\n",
        "a = int(x, base)\n",
        "a = int('0x1f', 0), int('0', 0), int('12', 0)\n",
        "def int(a, b): return a\nint(x, 0)\n",
        "a = m.int(x, 0)\n",
        "a = int(x, False)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_what_may_be_python3():
    check_untouched(RULE, "a = int(x, 0)\n")


@pytest.mark.parametrize("given", ["x, 0", "'017', 0", "x, base=0", "' -017', 0"])
def test_a_helper_reads_it(given):
    before = f"a = int({given})\n"
    check_rule(RULE, before, f"import re\n\n{HELPER}\n\na = integer_by_prefix({given})\n", python2=True)


def test_what_the_helper_reads():
    names: dict = {}
    exec("import re\n" + HELPER, names)
    read = names["integer_by_prefix"]
    assert [read(t, 0) for t in ("017", "-017", " 0x1f", "0", "00", "0b11", "0o17", b"010", "12")] == [
        15, -15, 31, 0, 0, 3, 15, 8, 12,
    ]  # fmt: skip
    for wrong in ("08", "", "0x", "01 7"):
        with pytest.raises(ValueError, match="invalid literal"):
            read(wrong, 0)


def test_long_numbers_too():
    assert "integer_by_prefix(x, 0)" in migrate(PROOF + "a = long(x, 0)\n").text
