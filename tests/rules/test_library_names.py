"""Names of libraries that moved."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine import migrate

RULE = "library_names"


@pytest.mark.parametrize(
    "text",
    [
        "from twisted.python.util import untilConcludes\nx = untilConcludes\n",
        "from mine import unsignedID\nx = unsignedID(y)\n",
        "def unsignedID(x): return x\nx = unsignedID(y)\n",
        "from twisted.web.resource import NoResource\nx = NoResource()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from twisted.python.util import unsignedID\nx = hex(unsignedID(y))\n", "x = hex(id(y))\n"),
        (
            "from twisted.python.util import sibpath, unsignedID\nx = unsignedID(y)\n",
            "from twisted.python.util import sibpath\nx = id(y)\n",
        ),
        (
            "from twisted.web.error import NoResource\nx = NoResource()\n",
            "from twisted.web.resource import NoResource\nx = NoResource()\n",
        ),
        ("from twisted.python.hashlib import md5\nx = md5(y)\n", "from hashlib import md5\nx = md5(y)\n"),
    ],
)
def test_names_them_where_they_are(before, after):
    check_rule(RULE, before, after, python2=True)


def test_a_page_is_asked_for_by_what_is_left():
    text = "from twisted.web.client import getPage, Agent\nx = getPage(u'http://a/')\nprint 1L\n"
    made = migrate(text).text
    assert "from twisted.web.client import Agent\n" in made
    assert "x = get_page('http://a/')\n" in made
    compile(made, "made", "exec")
