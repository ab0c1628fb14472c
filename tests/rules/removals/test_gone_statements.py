"""Codecs set for translations."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "gone_statements"


@pytest.mark.parametrize(
    "text",
    [
        "import locale\nlocale.bind_textdomain_codeset('a', 'UTF-8')\n",
        "import gettext\nx = gettext.bind_textdomain_codeset('a', 'UTF-8')\n",
        "class A:\n    def set_output_charset(self, x): pass\nA().set_output_charset('a')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


def test_keeps_what_the_target_still_has():
    check_untouched(RULE, "import gettext\ngettext.bind_textdomain_codeset('a', 'b')\n", target=(3, 10))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "from gettext import bind_textdomain_codeset as b\nb('a', 'u')\n",
            "from gettext import bind_textdomain_codeset as b\n",
        ),
        ("def f(t):\n    t.set_output_charset('u')\n", "def f(t):\n    pass\n"),
    ],
)
def test_takes_it_out(before, after):
    check_rule(RULE, before, after)
