"""Templates that are encoded before values are put in."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "encoded_template"


@pytest.mark.parametrize(
    "text",
    [
        "x = 'a %s' % b\n",
        "x = a.encode('utf-8') % b\n",
        "x = 'a'.encode('utf-8') + b\n",
        "x = 'a %s'.encode() % len(b)\n",
        "x = 'a %s'.encode('utf-8') % b\n",
        "x = 'a %s'.encode('utf-8') % b.encode('utf-8')\n",
        "x = 'a %s %d'.encode('utf-8') % (b, 1)\n",
        "x = ('a %d'  # c\n    ).encode('utf-8') % len(b)\n",
        "x = 'a %s'.encode('utf-8') % struct.pack('B', 1)\nimport struct\n",
        "x = 'a %(b)s'.encode('utf-8') % {'b': c}\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_python_3_formats_bytes_too():
    check_untouched(RULE, "x = 'a %d'.encode('utf-8') % len(b)\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = u'a %d'.encode('utf-8') % len(b)\n", "x = (u'a %d' % len(b)).encode('utf-8')\n"),
        ("x = f('a %s %s'.encode(c) % (1, len(d)))\n", "x = f(('a %s %s' % (1, len(d))).encode(c))\n"),
        ("x = ('a %s').encode('utf-8') % u'b'\n", "x = ('a %s' % u'b').encode('utf-8')\n"),
        ("x = 'a %s'.encode('utf-8') % (2 + 1)\n", "x = ('a %s' % (2 + 1)).encode('utf-8')\n"),
    ],
)
def test_values_are_put_in_first(before, after):
    check_rule(RULE, before, after, python2=True)
