"""def lines(path, mode='rU')."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "given_modes"


@pytest.mark.parametrize(
    "text",
    [
        "def f(p, mode='U'): return open(p, mode)\n",
        "def f(p, mode='rU'):\n    if 'U' in mode: g()\n",
        "x = mode == 'rU'\n",
        "x = ['rU', 'w']\n",
        "rU(name, 'r')\n",
        "print('rU')\n",
        "def f(p, mode='rU'):\n    if mode == 'rU': g(p)\n",
        "def f(p, mode='rU'):\n    if mode not in ('rU', 'wb'): g(p)\n",
        "def dig(city='Ur'): return city\n",
        "names.setdefault('sumer', 'Ur')\n",
        "CITY = 'Ur'\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


def test_before_3_11_the_letter_was_only_old():
    check_untouched(RULE, "def f(p, mode='rU'): return open(p, mode)\n", target=(3, 10))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("MODE = 'rU'\n", "MODE = 'r'\n"),
        ('def f(p, mode="rbU"): pass\n', 'def f(p, mode="rb"): pass\n'),
        ("f(p, 'rU')\n", "f(p, 'r')\n"),
        ("archive.open(name, mode='Ur')\n", "archive.open(name, mode='r')\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)
