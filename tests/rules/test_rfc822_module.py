"""rfc822 → email.utils."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "rfc822_module"


@pytest.mark.parametrize(
    "text",
    [
        "from . import rfc822\nrfc822.parsedate(a)\n",
        "rfc822 = 1\nrfc822.parsedate\n",
        "import email.utils\nemail.utils.formatdate(t)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import rfc822\nrfc822.parseaddr(a)\n", "import email.utils\nemail.utils.parseaddr(a)\n"),
        (
            "import rfc822\nrfc822.formatdate(t)\n",
            "import email.utils\nemail.utils.formatdate(t, usegmt=True)\n",
        ),
        (
            "from rfc822 import formatdate\nformatdate()\n",
            "from email.utils import formatdate\nformatdate(usegmt=True)\n",
        ),
        ("from rfc822 import parsedate_tz, mktime_tz\n", "from email.utils import parsedate_tz, mktime_tz\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_its_messages_come_as_a_stand_in():
    check_untouched(RULE, "import rfc822\nrfc822.Message(f)\n")
