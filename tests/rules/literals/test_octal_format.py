"""Octal numbers with their sign."""

import os

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate

RULE = "octal_format"


@pytest.mark.parametrize(
    "text",
    [
        "x = '%o %#x' % (a, b)\n",
        "x = '%%#o' % ()\n",
        "x = '%#*o' % (6, a)\n",
        "x = '%#.6o' % a\n",
        "x = '%+#o' % a\n",
        "x = '%(m)#6o' % d\n",
        "x = '%#6o %s' % pair\n",
        "x = '%#o'\n",
        "x = y % '%#o'\n",
        "x = '%%#o %s' % a\n",
        "x = '%#6o' % 'a'\n",
        "x = '%#6.2o' % a\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_python3():
    check_untouched(RULE, "print('%#o' % a, end='')\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("'%#o' % 8", "'0%o' % 8"),
        ("'%#o %#o' % (8, 0)", "'0%o %o' % (8, 0)"),
        ("'%(m)#o' % d", "'0%(m)o' % d"),
        ("'%(m)#o %(n)s' % {'m': 8, 'n': 1}", "'0%(m)o %(n)s' % {'m': 8, 'n': 1}"),
        ("'%s: %#o%%' % pair", "'%s: 0%o%%' % pair"),
        ("u'%#o' % 8", "u'0%o' % 8"),
        ("'%#o' % a", "'0%o' % a"),
        ("'%#o' % f(a)", "'0%o' % f(a)"),
        ("'%#o' % (a + b)", "'0%o' % (a + b)"),
        ("'%#o' % (a * (8,))", "'0%o' % (a * (8,))"),
    ],
)
def test_writes_the_zero(before, after):
    check_rule(RULE, f"x = {before}\n", f"x = {after}\n", python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("'%#o' % int(a)", "'%s' % octal_text(int(a))"),
        ("'%#o' % a.st_mode", "'%s' % octal_text(a.st_mode)"),
        ("'%#o' % (a & 7)", "'%s' % (octal_text(a & 7))"),
        ("'%#o' % (a + 7)", "'%s' % (octal_text(a + 7))"),
        ("'%s: %#o%%' % (a, b)", "'%s: %s%%' % (a, octal_text(b))"),
        ("'%#6o|%-#6o|%#06o' % (a, b, c)", "'%6s|%-6s|%s' % (octal_text(a), octal_text(b), octal_text(c).zfill(6))"),
        ("'%(m)#5o' % {'m': a}", "'%(m)5s' % {'m': octal_text(a)}"),
    ],
)  # fmt: skip
def test_spells_the_number(before, after):
    assert f"x = {after}\n" in run(RULE, f"x = {before}\ny = 1L\n").text


def test_numbers_as_python2_wrote_them(capsys):
    text = (
        "def f(n): return '%#o|%#5o|%-#5o|%#05o|%#-5o' % (n, n, n, n, n)\nfor n in 0, 8, -8, 511L: print f(n)\n"
        "mode = 0644\nprint 'chmod %#o' % mode, '%(m)#o' % {'m': 493 * 1}\nfor m in (0, 8): print '%#o' % m\n"
    )
    made = migrate(text)
    assert migrate(made.text).text == made.text
    exec(made.text, {})
    assert capsys.readouterr().out == (
        "0|    0|0    |00000|0    \n010|  010|010  |00010|010  \n-010| -010|-010 |-0010|-010 \n"
        "0777| 0777|0777 |00777|0777 \nchmod 0644 0755\n0\n010\n"
    )


def test_rows_and_fields_stand_alone(capsys):
    text = (
        "import collections, sqlite3, struct\nc = sqlite3.connect(':memory:')\n"
        "for row in c.execute('select 420'): print '%#o' % row\nprint '%#o' % c.execute('select 420').fetchone()\n"
        "rec = struct.unpack('>H', b'\\x01\\xa4')\nprint '%#o' % rec\nP = collections.namedtuple('P', 'mode')\n"
        "print '%#o' % P(8)\ndef f(v): return '%#o' % v\nprint f((8,)), f(8L), f(*zip([8]))\n"
    )
    made = migrate(text)
    assert migrate(made.text).text == made.text
    exec(made.text, {})
    assert capsys.readouterr().out == "0644\n0644\n0644\n010\n010 010 010\n"


def test_a_number_of_the_system_may_be_zero(capsys):
    text = "import os\nos.umask(0)\nprint '%#o' % os.umask(0)\n"
    old = os.umask(0)
    try:
        exec(migrate(text).text, {})
    finally:
        os.umask(old)
    assert capsys.readouterr().out == "0\n"


def test_a_width_for_what_may_be_a_tuple(capsys):
    """What is printed is what CPython 2.7.18 prints."""
    text = (
        "import collections\nP = collections.namedtuple('P', 'mode')\ndef f(a):\n"
        "    print '[%#6o|' % a + '%#06o|' % a + '%-#6o|' % a + '%#1o]' % a\n"
        "for a in (8, (8,), P(0), eval('[0, -8]')[1], 0): f(a)\n"
    )
    made = migrate(text)
    assert migrate(made.text).text == made.text
    exec(made.text, {})
    assert capsys.readouterr().out == (
        "[   010|000010|010   |010]\n[   010|000010|010   |010]\n"
        "[     0|000000|0     |0]\n[  -010|-00010|-010  |-010]\n"
        "[     0|000000|0     |0]\n"
    )
