"""Names that are gone without a successor."""

import pytest
from rules.checking import check_open, check_untouched

RULE = "gone_names"


@pytest.mark.parametrize(
    "text",
    [
        "import mailbox\nmailbox.mbox(p)\n",
        "from mine import Plist\nPlist()\n",
        "import socket\nsocket.socket()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    "text",
    [
        "import mailbox\nx = mailbox.PortableUnixMailbox(f)\n",
        "import random\nrandom.WichmannHill(3)\n",
        "import socket as s\ns.ssl(c)\n",
        "import Cookie\nCookie.SerialCookie()\n",
    ],
)
def test_a_use_stays_open(text):
    check_open(RULE, text, 2)


def test_an_import_stays_open():
    check_open(RULE, "from random import WichmannHill\nw = WichmannHill()\n", 1)
