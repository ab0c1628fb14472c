"""Octets that are given to functions of the library that take text alone."""

import subprocess
import sys

import pytest
from rules.checking import check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "octets_where_text"
HEAD = "import shlex, datetime, textwrap, HTMLParser, fnmatch\nx = open(p, 'rb').read()\n"


@pytest.mark.parametrize(
    "text",
    [
        "import shlex\nx = open(p).read()\na = shlex.split(x)\n",
        HEAD + "a = shlex.split('a'), shlex.split(y), shlex.split(x.decode('utf-8')), shlex.split(*x)\n",
        HEAD + "a = other.split(x), x.split(), shlex.join(x)\n",
        HEAD + "other.feed(x)\n",
        HEAD + "class P(HTMLParser.HTMLParser):\n    def feed(self, data): pass\nP().feed(x)\n",
        HEAD + "class P: pass\nP().feed(x)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_refuses_a_file_that_may_be_python_3():
    check_untouched(RULE, HEAD + "a = shlex.split(x)\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = shlex.split(x)", "a = shlex.split(as_text(x))"),
        ("a = shlex.shlex(x, posix=True)", "a = shlex.shlex(as_text(x), posix=True)"),
        ("a = datetime.datetime.strptime(x, '%Y')", "a = datetime.datetime.strptime(as_text(x), '%Y')"),
        ("a = textwrap.wrap(x.strip(), 9)", "a = textwrap.wrap(as_text(x.strip()), 9)"),
        ("a = fnmatch.fnmatch(x, '*')", "a = fnmatch.fnmatch(as_text(x), '*')"),
        ("q = HTMLParser.HTMLParser()\nq.feed(x)", "q.feed(as_text(x))"),
        ("class P(HTMLParser.HTMLParser): pass\nq = P()\nq.feed(x)", "q.feed(as_text(x))"),
    ],
)
def test_they_become_text(before, after):
    outcome = run(RULE, HEAD + before + "\nn = 1L\n")
    assert after in outcome.text
    assert run(RULE, outcome.text).text == outcome.text


def test_what_may_be_octets():
    text = "import shlex\ndef f(x): return shlex.split(x)\nt = u'text', u'more', u'text', u'more'\n"
    other = "import zipfile\nfrom p.a import f\ndef g(p): return f('a'), f(zipfile.ZipFile(p).read('b'))\n"
    for given, made in ((other, "as_text(x)"), (other.replace("zipfile.ZipFile(p).read('b')", "'b'"), "x")):
        files = {"p/__init__.py": "", "p/a.py": text, "p/b.py": given}
        done = migrate(text, "p/a.py", RepositoryIndex(files, files.get)).text
        assert f"return shlex.split({made})" in done


def test_words_of_encoded_text():
    """As the library of Python 2.7 took no unicode that is more than ASCII."""
    text = (
        "import shlex\ndef words(line):\n    if isinstance(line, unicode):\n        line = line.encode('utf-8')\n"
        "    lexer = shlex.shlex(line, posix=True)\n    lexer.whitespace_split = True\n"
        "    return map(lambda s: s.decode('utf-8'), list(lexer))\n"
        "def plain(line):\n    return [word.decode('utf8') for word in shlex.split(line.encode('utf8'))]\n"
        "print words(u'a \\xe9') == [u'a', u'\\xe9'], plain(u'a \\xe9') == [u'a', u'\\xe9']\n"
    )
    made = migrate(text).text
    assert migrate(made).text == made
    done = subprocess.run([sys.executable, "-c", made], capture_output=True, text=True, check=True)
    assert done.stdout == "True True\n"
