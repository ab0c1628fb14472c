"""logging.Formatter('ready')."""

import logging

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "plain_formats"


@pytest.mark.parametrize(
    "text",
    [
        "import logging\nlogging.Formatter('%(message)s')\n",
        "import logging\nlogging.Formatter('{message}', style='{')\n",
        "import logging\nlogging.Formatter('a', None, '{')\n",
        "import logging\nlogging.Formatter()\n",
        "import logging\nlogging.Formatter(f)\n",
        "import logging\nlogging.Formatter(**f)\n",
        "import string\nstring.Formatter()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


def test_before_3_8_nothing_was_checked():
    check_untouched(RULE, "import logging\nlogging.Formatter('a')\n", target=(3, 7))


@pytest.mark.parametrize("given", ["'a'", "fmt='a', datefmt=d", "'a %s'"])
def test_asks_for_no_check(given):
    before = f"import logging\nlogging.Formatter({given})\n"
    check_rule(RULE, before, before.replace(given, f"{given}, validate=False"))


def test_says_what_it_said():
    spaces = {}
    exec(migrate("import logging\nF = 'ready'\nf = logging.Formatter(F)\n").text, spaces)
    assert spaces["f"].format(logging.LogRecord("a", 1, "p", 1, "m", (), None)) == "ready"
