"""Encoded values inside native text."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "encoded_in_text"


@pytest.mark.parametrize(
    "text",
    [
        "b'%s' % a.encode('ascii')\n",
        "u'%s' % a.encode('ascii')\n",
        "'%s' % a.encode(codec)\n",
        "'%s' % a.encode('hex')\n",
        "'%s' % a.encode()\n",
        "x % a.encode('ascii')\n",
        "'%s' % a.encode('ascii').decode('ascii')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("'%s' % a.encode('utf-8')\n", "'%s' % a.encode('utf-8').decode('utf-8')\n"),
        ("'%s %d' % (a.encode('ascii'), 1)\n", "'%s %d' % (a.encode('ascii').decode('ascii'), 1)\n"),
        ("'{}'.format(a.encode('latin-1'))\n", "'{}'.format(a.encode('latin-1').decode('latin-1'))\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)
