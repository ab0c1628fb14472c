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
        "x = 'a %s'.encode() % b\n",
        "x = 'a %s'.encode('utf-8') % struct.pack('B', 1)\nimport struct\n",
        "x = 'a %(b)s'.encode('utf-8') % {'b': c}\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_python_3_formats_bytes_too():
    check_untouched(RULE, "x = 'a %s'.encode('utf-8') % b\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = 'a %s'.encode('utf-8') % b\n", "x = ('a %s' % b).encode('utf-8')\n"),
        ("x = f('a %s %s'.encode(c) % (b, d))\n", "x = f(('a %s %s' % (b, d)).encode(c))\n"),
        ("x = ('a %s').encode('utf-8') % b.c\n", "x = ('a %s' % b.c).encode('utf-8')\n"),
    ],
)
def test_values_are_put_in_first(before, after):
    check_rule(RULE, before, after, python2=True)
