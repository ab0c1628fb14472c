"""sys.exc_type → sys.exc_info()[0]."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.repository.index import RepositoryIndex


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
        ("from sys import exc_clear\na()\nexc_clear()\n", "a()\n"),
        ("from sys import exc_clear as c, exit\na()\nc()\nexit()\n", "from sys import exit\na()\nexit()\n"),
        ("from sys import exc_clear\n", ""),
        ("from sys import exc_type\na = exc_type\n", "import sys\na = sys.exc_info()[0]\n"),
        ("import sys\na = b or sys.exc_clear()\n", "import sys\na = b or (lambda: None)()\n"),
        ("from sys import exc_clear\na.clear = exc_clear\n", "a.clear = (lambda: None)\n"),
    ],
)
def test_rewrites(before, after):
    check_rule("sys_exc", before, after)


def test_an_import_that_others_take_from_here_stays():
    files = {"a.py": "from sys import exc_clear\n", "b.py": "from a import exc_clear\n"}
    index = RepositoryIndex(files, files.get)
    check_untouched("sys_exc", "from sys import exc_clear\n", index=index)
