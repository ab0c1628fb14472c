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
        (
            "import statvfs\na = s[statvfs.F_BSIZE] * s[statvfs.F_BFREE]\n",
            "import statvfs\na = s.f_bsize * s.f_bfree\n",
        ),
        ("from statvfs import F_FLAG\na = f(x)[F_FLAG]\n", "from statvfs import F_FLAG\na = f(x).f_flag\n"),
        ("import statvfs as v\na = v.F_NAMEMAX\n", "import statvfs as v\na = 9\n"),
    ],
)
def test_fields_have_names(before, after):
    check_rule(RULE, before, after)
