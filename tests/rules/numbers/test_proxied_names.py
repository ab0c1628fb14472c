"""Names of methods in a display."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "proxied_names"


@pytest.mark.parametrize(
    "text",
    [
        "a = ('next', 'previous')\n",
        "a = ('__iter__', 'next', '__next__')\n",
        "a = ('__iter__', 'next', x)\n",
        "a = {'__iter__': 1, 'next': 2}\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_renames():
    check_rule(
        RULE, "a = ['read', \"next\", 'readline']\n", "a = ['read', \"__next__\", 'readline']\n", python2=True
    )


def test_leaves_out_what_is_gone():
    before = "a = (\n    'next', 'xreadlines',\n    'read')\n"
    check_rule(RULE, before, "a = (\n    '__next__', 'read')\n", python2=True)
