"""repr() and %r of octets that are text."""

import pytest
from rules.checking import PROOF, check_settled, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "octets_spelled"
OCTETS = "x = [ord(c) for c in chr(1)] + [struct.pack('B', 1)]\n" * 3


def index_of(text):
    files = {"a.py": text, "b.py": OCTETS}
    return RepositoryIndex(files, files.get)


@pytest.mark.parametrize("text", ["repr(x)\n", "a = '%r' % x\n", "print([x])\n"])
def test_leaves_programs_that_are_not_about_octets(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "def repr(x): pass\nrepr(x)\n",
        "a = '%s %%r' % x\n",
        "a = x % '%r'\n",
        "log.info('%r')\n",
        "f.put('%r', x)\n",
        "class L:\n    def info(self, a, b): pass\nL().info('%r', x)\n",
        "print(x)\n",
        "def split(x): pass\nprint(a.split(x))\n",
        "str(x)\n",
    ],
)
def test_refuses(text):
    text += PROOF
    assert run(RULE, text, index=index_of(text), key="a.py").text == text.replace("1L", "1")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("repr(x)\n", "ascii(x)\n"),
        ("`x`\n", "ascii(x)\n"),
        ("a = '%r %-4r %(k)r %s' % x\n", "a = '%a %-4a %(k)a %s' % x\n"),
        ("print [x], x\n", "print(ascii([x]), x)\n"),
        ("import logging\nlogging.warn('%r: %s', x, y)\n", "import logging\nlogging.warn('%a: %s', x, y)\n"),
        ("log.info('%r', x)\n", "log.info('%a', x)\n"),
        ("log.log(20, 'a %r', x)\n", "log.log(20, 'a %a', x)\n"),
        ("print x.split('B'), x\n", "print(ascii(x.split('B')), x)\n"),
        ("a = str({1: x})\n", "a = str(ascii({1: x}))\n"),
    ],
)
def test_spells_as_python_2_did(before, after):
    outcome = run(RULE, before + PROOF, index=index_of(before + PROOF), key="a.py")
    assert outcome.text.startswith(after)
    check_settled(RULE, outcome, index=index_of(outcome.text), key="a.py")


@pytest.mark.parametrize("spelled", ["repr(e)", "'%r' % e", "'%r' % (e,)"])
def test_exceptions_keep_their_comma(spelled):
    text = (
        f"try:\n    raise ValueError('x' + chr(200))\nexcept ValueError, e:\n    shown = {spelled}\n" + OCTETS
    )
    text = "import struct\n" + text + PROOF
    code = migrate(text, "a.py", RepositoryIndex({"a.py": text}, {"a.py": text}.get)).text
    space = {}
    exec(code, space)
    assert space["shown"] == "ValueError('x\\xc8',)"


def test_what_packages_spell_is_for_errors_unless_it_is_printed():
    text = "raise E(repr(x))\nprint repr(f(x))\nprint '%r' % x\n"
    outcome = run(RULE, text + PROOF, index=octet_repository(text + PROOF), key="p/a.py")
    assert outcome.text.startswith("raise E(repr(x))\nprint(ascii(f(x)))\nprint('%a' % x)\n")


_SPELLS = (
    "class A(object):\n    def __init__(self, n): self.n = n\n    def __cmp__(self, other): return 0\n"
    "    def {}(self): return self.n\n"
    "rows = [A('\\xc3\\x9c')]\nprint sorted(rows)\nprint repr(rows[0]), [rows[0], 'x']\n"
)


def test_objects_that_spell_themselves_are_shown_as_they_do():
    text = _SPELLS.format("__repr__") + PROOF
    after = migrate(text, "a.py", index_of(text)).text
    assert "print(sorted(rows))\nprint(repr(rows[0]), ascii([rows[0], 'x']))\n" in after
    text = _SPELLS.format("show") + PROOF
    after = migrate(text, "a.py", index_of(text)).text
    assert "print(ascii(sorted(rows)))\nprint(ascii(rows[0]), ascii([rows[0], 'x']))\n" in after


@pytest.mark.parametrize(
    ("shown", "spelled"),
    [
        ("print set([chr(200)])", "set(['\\xc8'])"),
        ("print [set([chr(200)])]", "[set(['\\xc8'])]"),
        ("s = frozenset('a')\nprint repr(s), '%r' % s", "frozenset(['a']) frozenset(['a'])"),
        ("s = {1: set()}\nprint s", "{1: set([])}"),
    ],
)
def test_sets_are_spelled_by_their_name(shown, spelled, capsys):
    """What is printed is what CPython 2.7.18 prints."""
    text = f"import struct\n{OCTETS}{shown}\n" + PROOF
    index = RepositoryIndex({"a.py": text}, {"a.py": text}.get)
    once = migrate(text, "a.py", index).text
    exec(once, {})
    assert capsys.readouterr().out == f"{spelled}\n"
    assert migrate(once, "a.py", index).text == once
