"""sys.exc_type → sys.exc_info()[0]."""

import pytest
from rules.checking import check_rule, check_untouched


@pytest.mark.parametrize(
    "text", ["exc_type = 1\na = exc_type\n", "a = self.exc_value\n", "import sys\nsys.exc_info()\n"]
)
def test_leaves_other_names(text):
    check_untouched("sys_exc", text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import sys\na = sys.exc_value\n", "import sys\na = sys.exc_info()[1]\n"),
        ("import sys as s\na = s.exc_traceback\n", "import sys as s\na = s.exc_info()[2]\n"),
        ("import sys\nif a:\n    sys.exc_clear()\n", "import sys\nif a:\n    pass\n"),
        ("import sys\nif a:\n    b\n    sys.exc_clear()\n", "import sys\nif a:\n    b\n"),
    ],
)
def test_rewrites(before, after):
    check_rule("sys_exc", before, after)
