"""Bytearrays that are shown, in programs of octets."""

import pytest
from rules.checking import check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "shown_bytearray"
PROOF = "import struct\nn = 1L\nh = struct.pack('>I', n)\nb = bytearray(h)\n"


def converted(text):
    index = RepositoryIndex(["a.py"], {"a.py": text}.get)
    assert index.octets
    outcome = run(RULE, text, index=index)
    again = run(RULE, outcome.text, index=RepositoryIndex(["a.py"], {"a.py": outcome.text}.get))
    assert again.text == outcome.text
    return outcome.text


@pytest.mark.parametrize("use", ["f(b)\n", "x = b % 3\n", "x = '%d' % len(b)\n", "def f(b):\n    print b\n"])
def test_refuses(use):
    assert ".decode(" not in converted(PROOF + use)


def test_refuses_where_octets_are_no_text():
    check_untouched(RULE, "b = bytearray(3)\nx = '%s' % b\ny = u'a'.encode('utf-8')\n", python2=True)


@pytest.mark.parametrize(
    "use", ["print b\n", "print '%s' % b\n", "print '{0}'.format(b)\n", "print 'x', b[1:]\n"]
)
def test_shows_the_octets(use, capsys):
    text = converted(PROOF + use)
    assert '.decode("latin-1")' in text
    assert "import struct" in text and "bytearray(b" not in text


def test_a_whole_program_says_what_it_said(capsys):
    text = "import struct\nb = bytearray(struct.pack('>2sB', 'ab', 67L))\nb[0] = 65\nprint b, '[%s]' % b, str(b)\n"
    exec(migrate(text, "a.py", RepositoryIndex(["a.py"], {"a.py": text}.get)).text, {})
    assert capsys.readouterr().out == "AbC [AbC] AbC\n"
