"""0777 → 0o777."""

import pytest
from rules.checking import check_rule, check_untouched


@pytest.mark.parametrize(
    "number", ["0", "00", "0.5", "01.5", "07e1", "07j", "0o17", "0x10", "10", "'0777'", "x0777"]
)
def test_leaves_other_numbers(number):
    check_untouched("octal_literal", f"a = {number}\n")


@pytest.mark.parametrize(
    ("before", "after"), [("0777", "0o777"), ("0010", "0o10"), ("0777L", "0o777"), ("[-07]", "[-0o7]")]
)
def test_gives_octals_their_prefix(before, after):
    check_rule("octal_literal", f"a = {before}\n", f"a = {after}\n")
