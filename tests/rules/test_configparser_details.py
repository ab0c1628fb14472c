"""ConfigParser as it was."""

import pytest
from rules.checking import check_rule, check_untouched, run

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
            "import configparser\nfrom ConfigParser import ConfigParser\n"
            "ConfigParser({'a': 1}, strict=False, interpolation=configparser.LegacyInterpolation())\n",
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


def test_a_lone_percent_sign_is_no_error():
    text = "from ConfigParser import ConfigParser\np = ConfigParser()\n"
    after = run("configparser_details", text, target=(3, 12)).text
    assert "ConfigParser(strict=False, interpolation=configparser.LegacyInterpolation())" in after
    assert "Legacy" not in run("configparser_details", text, target=(3, 13)).text
