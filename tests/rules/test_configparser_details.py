"""ConfigParser as it was."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "configparser_details"


@pytest.mark.parametrize(
    "text",
    [
        "import configparser\nconfigparser.ConfigParser()\n",
        "c.set(a, b, 1)\n",
        "import ConfigParser\nConfigParser.RawConfigParser(strict=False)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "from ConfigParser import ConfigParser\nConfigParser({'a': 1})\n",
            "from ConfigParser import ConfigParser\nConfigParser({'a': 1}, strict=False)\n",
        ),
        (
            "import configparser\nc = configparser.ConfigParser()\nc.set('a', 'b', 5)\n",
            "import configparser\nc = configparser.ConfigParser()\nc.set('a', 'b', str(5))\n",
        ),
        (
            "import configparser\nc = configparser.ConfigParser()\nc.get('a', 'b', 1, v)\n",
            "import configparser\nc = configparser.ConfigParser()\nc.get('a', 'b', raw=1, vars=v)\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)
