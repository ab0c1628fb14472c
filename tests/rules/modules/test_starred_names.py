"""Names that a star does not bring any more."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "starred_names"


@pytest.mark.parametrize(
    "text",
    [
        "from threading import *\nx = Thread()\n",
        "from threading import *\ndef currentThread(): pass\nx = currentThread()\n",
        "from threading import Thread\nx = currentThread()\n",
        "from mine.threading import *\nx = currentThread()\n",
        "from .threading import *\nx = currentThread()\n",
    ],
)
def test_leaves_others(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize("used", ["x = currentThread()\n", "__all__ = ['currentThread']\n"])
def test_names_what_is_read_or_listed(used):
    head = "from threading import *\n"
    check_rule(RULE, head + used, head + "from threading import currentThread\n" + used)
