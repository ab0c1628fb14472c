"""Floats as text."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from migration.rules.numbers.float_text import HELPER

RULE = "float_text"


@pytest.mark.parametrize(
    "text",
    [
        "x = str(0.5), str(1 / 2.0), str(1e16)\n",
        "x = repr(1.0 / 3)\n",
        "x = '%d %5r %.3f' % (1.0 / 3, 1.0 / 3, 1.0 / 3)\n",
        "x = '%*s' % (1.0 / 3, 1.0 / 3)\n",
        "x = '%(a)s' % {'a': 1.0 / 3}\n",
        "x = '{1} {0} {0:5}'.format(1.0 / 3, y)\n",
        "x = '{:.2f}'.format(1.0 / 3)\n",
        "def str(x): return x\nstr(1.0 / 3)\n",
        "print(1.0 / 0)\n",
        "y = str(x), str(f(x))\n",
        "def f(x): return x\nprint(f(1))\n",
        "y = str(x + 1), str(sum(x)), str(max(1, 2))\n",
        "print(round(1.0 / 3, 2))\n",
        "d = {}\nd[k] = 0.5\nprint(d[k])\n",
        "d = {}\nd[k] = n / 2.0\nprint(d)\n",
        "d = {}\nd[k] = n / 2.0\nfor k, v in d.items(): print(k)\n",
        "import time\nd = {}\nd[k] = time.time() - 0.5\nprint(d[k])\n",
        "class C:\n    def m(self): return 1 / 2.0\nprint(C().m)\n",
        "class C:\n    def m(self): self.k = 0.5\nprint(C().k)\n",
        "print(10 ** -2)\nprint(pow(7, 2))\nprint(7 ** 2)\nprint(pow(7, -1, 5))\n",
        "class C:\n    def m(self, n): self.k = n\nprint(C().k)\nk = 0.1\n",
        "import time\nclass C:\n    def m(self): self.k = time.time() * 1.5\nprint(C().k)\n",
    ],
)
def test_leaves_what_is_no_float_for_certain_or_looks_the_same(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = str(0.1 + 0.2)\n", 'x = format(0.1 + 0.2, ".12")\n'),
        ("print 'a', -(1.0 / 3)\n", "print('a', format(-(1.0 / 3), \".12\"))\n"),
        ("n = len(a)\nx = n / 3.0\nprint x\n", 'n = len(a)\nx = n / 3.0\nprint(format(x, ".12"))\n'),
        ("x = '%d %s%%' % (n, 1.0 / 3)\n", "x = '%d %s%%' % (n, format(1.0 / 3, \".12\"))\n"),
        ("x = '{:d} {}'.format(n, float(b))\n", "x = '{:d} {}'.format(n, format(float(b), \".12\"))\n"),
        ("import math\nprint math.sqrt(2)\n", 'import math\nprint(format(math.sqrt(2), ".12"))\n'),
    ],
)
def test_keeps_twelve_digits(before, after):
    check_rule(RULE, before, after, python2=True)


@pytest.mark.parametrize(
    ("before", "shown"),
    [
        ("x = 1.0 / 3\nx = y\nprint({})\n", "x"),
        ("print({})\n", "7 ** -1"),
        ("print({})\n", "pow(7, -1)"),
        ("n = 3\nprint({})\n", "7 ** -n"),
        ("def f(x=0.1): print({})\n", "x * 1.0"),
        ("def f(x):\n    x += 0.1\n    print({})\nf(0.2)\n", "x"),
        ("import math\ndef f(r): return math.pi * r\nprint({})\n", "f(2)"),
        ("print({})\n", "x / 2.0"),
        ("class C:\n    def m(self, n): return n / 2.0\nx = 'a %s' % {}\n", "C().m(3)"),
        ("class C:\n    @property\n    def m(self): return self.n / 2.0\nprint({})\n", "C().m"),
        ("class C:\n    def m(self, n): self.k = n / 2.0\nprint({})\n", "C().k"),
        (
            "class C:\n    k = 0\n    def m(self, n):\n        self.k = 0.0\n        self.k += n\nprint({})\n",
            "c.k",
        ),
        ("x = 0\nfor y in z: x += y / 2.0\nprint({})\n", "x"),
        ("d = {{}}\nd[k] = n / 2.0\nprint({})\n", "d[k]"),
        ("d = {{}}\nd[k] = 0\nd[k] += n / 2.0\nprint({})\n", "d[k]"),
        ("d = []\nd.append(n / 2.0)\nfor x in d: print({})\n", "x"),
        ("d = {{}}\nd[k] = n / 2.0\nfor k, v in d.items(): print({})\n", "v"),
        ("d = {{}}\nd[k] = n / 2.0\nprint({})\n", "max(d.values())"),
        ("class C:\n    def m(self, n): self.k.append(n / 2.0)\nprint({})\n", "C().k[-1]"),
        ("print({})\n", "sum([0.1] * 10)"),
        ("for v in (1.1, 2.2): print({})\n", "v * 3"),
        ("x = '{{0}}'.format({})\n", "max(y, 0.1) / 1.5"),
    ],
)
def test_a_helper_looks_at_what_may_be_a_float(before, shown):
    head = HELPER.strip() + "\n\n\n"
    if before.startswith("import math\n"):
        before, head = before.removeprefix("import math\n"), "import math\n\n\n" + head
        source = "import math\n" + before.format(shown)
    else:
        source = before.format(shown)
    check_rule(RULE, source, head + before.format(f"twelve_digits({shown})"), python2=True)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.1 + 0.2, "0.3"), (1e16, "1e+16"), (1e11, "1e+11"), (123456789012.5, "1.23456789012e+11"), (3.0, "3.0"),
        (1e-5, "1e-05"), (-0.0, "-0.0"), (float("inf"), "inf"), (99999999999.0, "99999999999.0"),
    ],
)  # fmt: skip
def test_the_format_spells_as_python_2_7_did(value, text):
    """The texts are those of CPython 2.7.18."""
    assert format(value, ".12") == text


@pytest.mark.parametrize(
    "text",
    [
        "import time\nbegan = time.time()\nprint(time.time() - began)\n",
        "from random import random\nx = 'a%s' % random()\n",
        "import time\nt = time.clock()\nd = (time.clock() - t) / 2\nx = '%s s' % d\n",
    ],
)
def test_what_a_clock_says_or_chance_needs_no_certain_digits(text):
    check_untouched(RULE, text, python2=True)


def test_a_seeded_draw_has_certain_digits():
    text = "import random\nrandom.seed(1)\nprint(random.random())\n"
    assert "twelve_digits(random.random())" in run(RULE, text + PROOF).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("for v in [1.1 * n]: print v\n", "for v in [1.1 * n]: print(twelve_digits(v))\n"),
        ("x = map(str, [1.1 * 3, 2])\n", "x = map(twelve_digits, [1.1 * 3, 2])\n"),
        ("x = ','.join(str(v) for v in [1.1 * 3])\n", "x = ','.join(twelve_digits(v) for v in [1.1 * 3])\n"),
        (
            "def f(a, b): return a / b\nx = [2.0]\nprint f(x[0], y)\n",
            "def f(a, b): return a / b\nx = [2.0]\nprint(twelve_digits(f(x[0], y)))\n",
        ),
    ],
)
def test_floats_that_loops_and_functions_hand_on(before, after):
    outcome = run("float_text", before + "n = 1L\n")
    assert outcome.text.endswith(after + "n = 1\n")


def test_leaves_whole_numbers_that_loops_hand_on():
    check_untouched(
        "float_text", "x = [2.0]\nfor v in [1, 2]:\n    y = str(v) + ''.join(map(str, [3]))\n", python2=True
    )


@pytest.mark.parametrize(
    "text",
    [
        "c = lambda f: (f - 32) / 1.8\nprint str(c(n))\n",
        "class A:\n    def __init__(self, *a):\n        self.a = a\n    def t(self):\n        return sum(self.a)\n"
        "print str(A(0.1, 0.2).t())\n",
        "def f(*a):\n    print str(max(a))\nf(1, 0.5)\n",
    ],
)
def test_short_functions_and_gathered_arguments(text):
    assert "twelve_digits(" in run("float_text", text).text
    assert "twelve_digits(" not in run("float_text", text.replace("1.8", "2").replace("0.", "")).text


def test_a_float_or_something_else():
    text = "print n and float(n) / 3 or 'none'\n"
    assert "print(twelve_digits(n and float(n) / 3 or 'none'))" in run("float_text", text).text


def test_floats_in_unicode():
    text = "a = u'%s.' % (1.1 + 2.2)\nb = u'{}'.format(0.1 * 3)\n"
    done = run("float_text", text + PROOF).text
    assert 'format(1.1 + 2.2, ".12")' in done
    assert 'format(0.1 * 3, ".12")' in done


def test_unicode_spells_a_float_as_str_did():
    check_rule(RULE, "x = unicode(1 / 3.0)\n", 'x = format(1 / 3.0, ".12")\n', python2=True)
    check_untouched(RULE, "x = unicode(1 / 3.0, 'ascii')\ny = unicode(z)\n", python2=True)


def test_what_may_have_another_text_as_unicode_is_asked_for_that():
    text = "class F:\n    def __init__(self): self.n = 1 / 3.0\n    def f(self): return unicode(self.n)\n"
    assert "return twelve_digits(self.n)" in run(RULE, text + PROOF).text
    both = "class U:\n    def __unicode__(self): return u'a'\n    def __str__(self): return 'b'\n"
    assert "return unicode(self.n)" in run(RULE, both + text + PROOF).text


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("str(d.get(k, k))", True),
        ("str(d[k])", True),
        ("str(d.get('b'))", False),
        ("str(d['b'])", False),
        ("str(e.get(k))", False),
        ("str(f.get(k))", False),
        ("str(d.keys(k))", False),
    ],
)
def test_what_a_table_has_for_any_key(text, known):
    tables = "d = {'a': x / 3.0, 'b': 1}\ne = {'a': 1.5, 'b': 'x'}\nf = {}\nf = {'a': x / 3.0}\n"
    done = run(
        "float_text", f"def g(x, k):\n    {'    '.join(tables.splitlines(True))}    return {text}\nn = 1L\n"
    ).text
    assert ("twelve_digits(" in done) is known


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("r = 2.0 / 3\nprint '%-15s|' % r\n", "r = 2.0 / 3\nprint('%-15s|' % format(r, \".12\"))\n"),
        ("print '%s %20s' % (1, 2.0 / 3)\n", "print('%s %20s' % (1, format(2.0 / 3, \".12\")))\n"),
        ("print '%.4s' % (2.0 / 3)\n", "print('%.4s' % (format(2.0 / 3, \".12\")))\n"),
    ],
)
def test_what_is_made_longer_is_spelled_alike(before, after):
    check_rule("float_text", before, after)


def test_a_column_of_rows_may_hold_floats():
    text = "rows = [('a', 1 / 3.0), ('b', 0.5)]\nfor n, v in rows: print '%-10s %10s' % (n, v)\n"
    assert "print('%-10s %10s' % (n, twelve_digits(v)))" in run("float_text", text).text


@pytest.mark.parametrize(
    "text",
    [
        "print('%-15r' % (2.0 / 3))\n",
        "print('%15.3f' % (2.0 / 3))\n",
        "print('{:>15}'.format(2.0 / 3))\n",
        "rows = [('a', 1), ('b', 0.5)]\nfor n, v in rows: print('%-10s %10s' % (n, v))\n",
    ],
)
def test_other_fields_and_short_numbers_stay(text):
    check_untouched("float_text", text, python2=True)
