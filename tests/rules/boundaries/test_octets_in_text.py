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
        'y = open(p, encoding="latin-1", newline="\\n").read()\nz = open(q).read()\n',
        python2=True,
    )


@pytest.mark.parametrize("mode", ["rU", "U"])
def test_lines_of_any_kind_are_read_by_the_same_codec(mode):
    """A mode of universal newlines says how lines end, which is what text does by itself."""
    written = "f = open(p, 'w'{})\nf.write('caf\\xe9')\n"
    check_rule(
        "octets_in_text",
        written.format("") + f"y = open(p, '{mode}')\n",
        written.format(', encoding="latin-1"') + f"y = open(p, '{mode}', encoding=\"latin-1\")\n",
        python2=True,
    )
