"""Texts that are expected to show text by repr()."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.repository.index import RepositoryIndex

RULE = "expected_reprs"


def program(text: str, other: str) -> RepositoryIndex:
    files = {"p/__init__.py": "", "p/m.py": other, "tests/test_m.py": text}
    return RepositoryIndex(files, files.get)


@pytest.mark.parametrize(
    "text",
    [
        # Nothing shows that Python spells it.
        "assert f(x) == \"[u'a']\"\n",
        # What is no literal of its own.
        "assert repr(x) == \"menu'a'\"\n",
        "assert repr(x) == \"{'u': 'a'}\"\n",
        "assert repr(x) == \"\\\\u'a'\"\n",
        'assert repr(x) == "u\'a"\n',
        # Literals of Python 2 are read, or written.
        "assert repr(parse(\"u'a'\")) == \"u'a'\"\n",
        "source = \"u'a'\"\nassert repr(x) == \"u'a'\"\n",
        "y = 'u%r' % x\nassert y == \"u'a'\"\n",
        "y = 'u' + repr(x)\nassert y == \"u'a'\"\n",
        # Other questions.
        "assert repr(x) != \"u'a'\"\n",
        "assert repr(x) in \"u'a'\"\n",
        "assert \"u'a'\" == \"u'a'\" + repr(x)\n",
        "f(repr(x), \"u'a'\")\n",
        "x = \"u'a'\"\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_python_3():
    check_untouched(RULE, "assert repr(x) == \"u'a'\"\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("assert repr(x) == \"[u'a', 1]\"\n", "assert repr(x) == \"['a', 1]\"\n"),
        ("assert '%r' % x == 'u\\'a\\''\n", "assert '%r' % x == '\\'a\\''\n"),
        ("self.assertEqual(\"<A u'a'>\", repr(x))\n", "self.assertEqual(\"<A 'a'>\", repr(x))\n"),
        ("self.assertIn(\"u'a'\", str(e))\n", "self.assertIn(\"'a'\", str(e))\n"),
        ("assert 'u\"it\\'s\"' in str(e)\n", "assert '\"it\\'s\"' in str(e)\n"),
        ("assert \"u'a'\" in str(e), 'x'\n", "assert \"'a'\" in str(e), 'x'\n"),
        (
            "assert repr(x) == (\"[u'a', \"\n    \"u'b']\")\n",
            "assert repr(x) == (\"['a', \"\n    \"'b']\")\n",
        ),
        ("assert repr(x) == \"u'R\\\\xe9p\\\\xa0'\"\n", "assert repr(x) == \"'R\\u00e9p\\\\xa0'\"\n"),
        ("assert repr(x) == u\"[u'a']\"\n", "assert repr(x) == u\"['a']\"\n"),
        (
            "assert repr(x) == ('[1] '\n    \"u'R\\\\xe9'\")\n",
            "assert repr(x) == ('[1] '\n    \"'R\\u00e9'\")\n",
        ),
    ],
)
def test_no_letter(before, after):
    check_rule(RULE, before, after, python2=True)


def test_the_program_spells_it():
    before = "self.assertEqual(f(x), \"no u'a'\")\n"
    after = "self.assertEqual(f(x), \"no 'a'\")\n"
    for spells in (
        "s = 'no %s' % repr(x)\n",
        "s = 'no {!r}'.format(x)\n",
        "s = 'no %(x)r' % d\n",
        "s = `x`\n",
    ):
        index = program(before, spells)
        check_rule(RULE, before, after, python2=True, key="tests/test_m.py", index=index)


@pytest.mark.parametrize(
    "text",
    [
        "self.assertEqual(f(open(p).read()), \"no u'a'\")\n",
        "text = f(codecs.open(p).read())\nself.assertEqual(text, \"no u'a'\")\n",
        "with open(p) as fp:\n    text = fp.read()\nself.assertEqual(f(text), \"no u'a'\")\n",
        "self.assertEqual(f('data/x.txt'), \"no u'a'\")\n",
        "self.assertEqual(f('x.txt'), \"no u'a'\")\n",
        "self.assertEqual(f(os.path.dirname(__file__)), \"no u'a'\")\n",
        "self.assertEqual(f(m.source(p)), \"no u'a'\")\n",
        "self.assertEqual(str(m.source(p)), \"no u'a'\")\n",
    ],
)
def test_leaves_what_is_read(text):
    other = "def source(p):\n    # The whole.\n    return open(p).read()\ndef f(x): return repr(x)\n"
    check_untouched(RULE, text, python2=True, key="tests/test_m.py", index=program(text, other))


def test_what_is_read_and_spelled():
    before = "assert repr(open(p).read().decode('utf-8')) == \"u'a'\"\n"
    after = "assert repr(open(p).read().decode('utf-8')) == \"'a'\"\n"
    check_rule(RULE, before, after, python2=True)


@pytest.mark.parametrize("escape", ["xe9", "u2603"])
def test_messages_that_escape(escape):
    before = f"assert str(e) == \"'x' codec can't encode character u'\\\\{escape}' in position 3: y\"\n"
    after = f"assert str(e) == \"'x' codec can't encode character '\\\\{escape}' in position 3: y\"\n"
    check_rule(RULE, before, after, python2=True)


@pytest.mark.parametrize(
    "writes",
    [
        "s = \"u'%s'\" % repr(x)\n",
        "k = 'u' if t else ''\nr = repr(x)\n",
        "s = 'u%r' % x\n",
        "s = 'u' + repr(x)\n",
        'r("""a u\'b\'""", repr(x))\n',
    ],
)
def test_the_program_writes_it(writes):
    before = "self.assertEqual(f(x), \"no u'a'\")\n"
    index = program(before, writes)
    check_untouched(RULE, before, python2=True, key="tests/test_m.py", index=index)


def test_a_letter_at_the_end_of_a_line_is_not_chosen_by_the_next():
    before, after = "self.assertEqual(f(x), \"no u'a'\")\n", "self.assertEqual(f(x), \"no 'a'\")\n"
    writes = "def f(x, y):\n    y += 'u'\n    if y:\n        return repr(x)\n"
    check_rule(RULE, before, after, python2=True, key="tests/test_m.py", index=program(before, writes))


def test_what_the_documentation_says_is_nothing_the_program_writes():
    before = "self.assertEqual(f(x), \"no u'a'\")\n"
    after = "self.assertEqual(f(x), \"no 'a'\")\n"
    other = "def f(x):\n    \"\"\"Says u'a'.\"\"\"\n    return repr(x) + x.get('a', u'b') # u'c'\n"
    index = program(before, other)
    check_rule(RULE, before, after, python2=True, key="tests/test_m.py", index=index)
