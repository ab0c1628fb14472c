"""locale.getlocale(locale.LC_ALL), to be set again."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "saved_locale"


@pytest.mark.parametrize(
    "text",
    [
        "import locale\nold = locale.getlocale(locale.LC_ALL)\nlocale.setlocale(locale.LC_ALL, old)\nshow(old)\n",
        "import locale\nold = locale.getlocale(locale.LC_ALL)\nlanguage, encoding = old\n",
        "import locale\nold = locale.getlocale(locale.LC_TIME)\nlocale.setlocale(locale.LC_TIME, old)\n",
        "import locale\nold = locale.getlocale()\nlocale.setlocale(locale.LC_ALL, old)\n",
        "import locale\nold = locale.setlocale(locale.LC_ALL)\nlocale.setlocale(locale.LC_ALL, old)\n",
        "old = locale.getlocale(locale.LC_ALL)\nlocale.setlocale(locale.LC_ALL, old)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python3():
    check_untouched(
        RULE, "import locale\nold = locale.getlocale(locale.LC_ALL)\nlocale.setlocale(locale.LC_ALL, old)\n"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import locale\ndef f():\n    old = locale.getlocale(locale.LC_ALL)\n    try:\n        g()\n"
            "    finally:\n        locale.setlocale(locale.LC_ALL, old)\n",
            "import locale\ndef f():\n    old = locale.setlocale(locale.LC_ALL)\n    try:\n        g()\n"
            "    finally:\n        locale.setlocale(locale.LC_ALL, old)\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after, python2=True)
