"""open(p, 'rU') → open(p, 'r')."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "open_mode"


@pytest.mark.parametrize(
    "text",
    [
        "open(p, 'r')\n",
        "open(p, mode)\n",
        "open(p, 'wb', 0)\n",
        "def open(a, b): pass\nopen(p, 'rU')\n",
        "open(p, 'w', 1)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("open(p, 'U')\n", "open(p, 'r')\n"),
        ('file(p, mode="rbU")\n', 'file(p, mode="rb")\n'),
        ("import os\nos.fdopen(1, 'w', 0)\n", "import os\nos.fdopen(1, 'w', 1)\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_older_targets_know_the_mode():
    check_untouched(RULE, "open(p, 'rU')\n", target=(3, 10))
