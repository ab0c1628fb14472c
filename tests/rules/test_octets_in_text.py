"""Octets that literals spell, in files of text."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "octets_in_text"


@pytest.mark.parametrize(
    "text",
    [
        "f = open(p, 'w')\nf.write('cafe')\nx = '\\xe9'\n",
        "f = open(p, 'wb')\nf.write('caf\\xe9')\n",
        "f = open(p, 'w')\nf.write(u'caf\\xe9')\n",
        "f = open(p, 'w')\nf.write('caf\\xe9')\nf.write(x.encode('utf-8'))\n",
        "f.write('caf\\xe9')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_python_3():
    check_untouched(RULE, "f = open(p, 'w')\nf.write('caf\\xe9')\n")


def test_each_character_is_an_octet():
    check_rule(
        RULE,
        "f = open(p, 'w')\nf.write('caf\\xe9' + x)\nf.close()\ny = open(p).read()\nz = open(q).read()\n",
        "f = open(p, 'w', encoding=\"latin-1\")\nf.write('caf\\xe9' + x)\nf.close()\n"
        'y = open(p, encoding="latin-1").read()\nz = open(q).read()\n',
        python2=True,
    )
