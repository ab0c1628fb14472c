"""The module of places in what os.statvfs gives."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "statvfs_fields"


@pytest.mark.parametrize(
    "text",
    ["import os\na = os.statvfs(p).f_bavail\n", "a = statvfs.F_BAVAIL\n", "import statvfs\na = statvfs.x\n"],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import os, statvfs\ns = os.statvfs(p)\na = s[statvfs.F_BSIZE]\n", "a = s.f_bsize"),
        ("import os, statvfs\ns = list(os.statvfs(p))\na = s[statvfs.F_BSIZE]\n", "a = s[0]"),
        ("import os\nfrom statvfs import F_FLAG\na = os.statvfs(x)[F_FLAG]\n", "a = os.statvfs(x).f_flag"),
        ("import statvfs as v\na = v.F_NAMEMAX\n", "a = 9"),
    ],
)
def test_fields_have_names(before, after):
    check_rule(RULE, before, before.rpartition("a = ")[0] + after + "\n")
