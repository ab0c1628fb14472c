"""def lines(path, mode='rU')."""

import pytest
from rules.checking import check_rule, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate

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


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("def f(p, mode='rU'): return open(p, mode).read()\n", True),
        ("def f(p, mode='rU'): return open(p, mode=mode).read()\n", True),
        ("MODE = 'rU'\nx = open(p, MODE).read()\n", True),
        ("def f(p, mode): return open(p, mode).read()\nf(p, 'rU')\nf(p, mode='rU')\n", True),
        ("MODE = 'rU'\ndef f(p, mode=MODE): return open(p, mode).read()\n", True),
        ("def f(p, mode='rU'): return g(p, mode)\ndef g(p, m): return open(p, m).read()\n", True),
        ("def f(p, mode='rU'): return g(p, m=mode)\ndef g(p, m): return open(p, m).read()\n", True),
        ("def f(p, mode='rU'): return g(p, mode)\ndef g(p, m): return codecs.open(p, m).read()\n", False),
        ("MODE = 'rU'\ndef f(p, mode=MODE): return gzip.open(p, mode).read()\n", False),
        ("def f(p, mode='rU'): return f(p, mode)\n", False),
        ("def f(p, mode='rU'): return codecs.open(p, mode).read()\n", False),
        ("def f(p, mode='rU'): return g(p, open(p, mode), mode)\n", False),
        ("def f(p, mode='rU', open=gzip.open): return open(p, mode)\n", False),
        ("x = f(p, 'rU')\n", False),
        ("MODE = 'rU'\n", False),
    ],
)
def test_what_opens_files_of_octets_reads_the_letter(text, left):
    index = octet_repository(text)
    after = text if left else text.replace("'rU'", "'r'")
    assert run(RULE, text, key="p/a.py", index=index).text == after
    made = migrate(text, "p/a.py", index).text
    assert made.count("'rU'") == after.count("'rU'")
    assert migrate(made, "p/a.py", octet_repository(made)).text == made
