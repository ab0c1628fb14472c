"""def makefile(self, mode, bufsize)."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "makefile_buffering"


@pytest.mark.parametrize(
    "text",
    [
        "def makefile(self, mode, bufsize): pass\n",
        "class S:\n    def makefile(self, mode): pass\n",
        "class S:\n    def makefile(self, mode='r', bufsize=-1): pass\n",
        "class S:\n    def makefile(self, *args): pass\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("self, mode, flags", 'self, mode="r", flags=None'),
        ("self, mode, flags=0", 'self, mode="r", flags=0'),
    ],
)
def test_gives_defaults(before, after):
    check_rule(
        RULE,
        f"class S:\n    def makefile({before}): pass\n",
        f"class S:\n    def makefile({after}): pass\n",
        python2=True,
    )


def test_leaves_a_file_that_shows_no_sign_of_python_2():
    check_untouched(RULE, "class S:\n    def makefile(self, mode, bufsize): pass\n")
