"""Files in which a program looks for carriage returns."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "carriage_returns"


@pytest.mark.parametrize(
    "text",
    [
        "x = open(p).read().split('\\n')\n",
        "x = open(p).read().rstrip('\\r\\n')\n",
        "x = '\\r' in open(p, 'rb').read()\n",
        "x = '\\r' in open(p, 'rU').read()\n",
        "x = '\\r' in io.open(p).read()\n",
        "open(p, 'w').write('\\r\\n')\n",
        "'''\\r'''\nx = open(p).read()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, "x = '\\r' in open(p).read()\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = '\\r' in open(p).read()\n", "x = '\\r' in open(p, newline=\"\\n\").read()\n"),
        ("x = open(p, 'r').read().count('\\r')\n", "x = open(p, 'r', newline=\"\\n\").read().count('\\r')\n"),
    ],
)
def test_keeps_them(before, after):
    check_rule(RULE, before, after, python2=True)


def test_lines_end_as_they_did(tmp_path):
    (tmp_path / "f").write_bytes(b"one\r\ntwo\rthree\n")
    text = (
        "data = file(p).read()\nunix = data.replace('\\r\\n', '\\n')\nlines = list(open(p))\n"
        "kind = data.find('\\r')\nn = 1L\n"
    )
    spaces = {"p": str(tmp_path / "f")}
    exec(migrate(text).text, spaces)
    assert (
        spaces["lines"] == ["one\r\n", "two\rthree\n"] and spaces["kind"] == 3 and len(spaces["unix"]) == 14
    )


def test_what_is_read_in_one_place_is_asked_in_another():
    text = "class F:\n    def __init__(self, p): self.text = open(p).read()\n"
    text += "    def dos(self): return '\\r\\n' in self.text\n"
    check_rule(RULE, text, text.replace("open(p)", 'open(p, newline="\\n")'), python2=True)


def test_what_is_opened_for_bytes_keeps_them_anyway():
    text = (
        "import pickle\ndef f(p):\n    for line in open(p):\n        print line[1:].decode('cp1252')\n"
        "def g(p):\n    return '\\r\\n' in open(p).read(), pickle.load(open(p, 'r'))\n"
    )
    new = migrate(text)
    assert "open(p, 'rb'):" in new.text and "pickle.load(open(p, 'rb')" in new.text and not new.open_sites
    assert "'\\r\\n' in open(p, newline=\"\\n\").read()" in new.text


@pytest.mark.parametrize(("given", "now"), [("", 'newline="\\n"'), ("'r'", "'r', newline=\"\\n\"")])
def test_files_of_sockets(given, now):
    text = "f = s.makefile({})\nx = f.readline() == '\\r\\n'\n"
    check_rule(RULE, text.format(given), text.format(now), python2=True)


@pytest.mark.parametrize("given", ["'rb'", "'w'", "mode", "'r', 0", "encoding='latin-1'"])
def test_leaves_other_files_of_sockets(given):
    text = f"f = s.makefile({given})\nx = f.readline() == '\\r\\n'\n"
    check_untouched(RULE, text, python2=True)
    own = "def makefile(s): pass\nx = s.makefile() == '\\r'\n"
    check_untouched(RULE, own, python2=True)


def test_the_end_of_a_line_that_has_a_name():
    text = "CRLF = '\\r\\n'\nx = open(p{}).read(){}\n"
    for use in (" == CRLF", ".split(CRLF)"):
        check_rule(RULE, text.format("", use), text.format(', newline="\\n"', use), python2=True)
    check_untouched(RULE, text.format("", " + CRLF"), python2=True)
    check_untouched(RULE, text.format("", ".rstrip(CRLF)"), python2=True)
