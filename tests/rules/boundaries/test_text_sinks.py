"""Files that are given to what writes text."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "text_sinks"
HEAD = "import json, pickle\n"


@pytest.mark.parametrize(
    "text",
    [
        "json.dump(a, open(p, 'w'))\n",
        "json.dump(a, open(p, mode))\n",
        "json.load(open(p, 'rb'))\n",
        "pickle.dump(a, open(p, 'wb'))\n",
        "f = open(p, 'wb')\nf.write(a)\n",
        "f = open(p, 'wb')\njson.dump(a, f)\nf.write(b'x')\n",
        "f = open(p, 'wb')\njson.dump(a, f)\npickle.dump(a, f)\n",
        "f = open(p, 'wb')\njson.dump(a, f)\ng(f)\n",
        "f = open(p, 'wb')\nf = g()\njson.dump(a, f)\n",
        "f = open(p, 'r+b')\njson.dump(a, f)\n",
        "thing.write(open(p, 'wb'))\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, HEAD + text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("json.dump(a, open(p, 'wb'))\n", "json.dump(a, open(p, 'w', newline=''))\n"),
        (
            "with open(p, 'wb') as f:\n    json.dump(a, f)\n    f.write(b)\n",
            "with open(p, 'w', newline='') as f:\n    json.dump(a, f)\n    f.write(b)\n",
        ),
        ("f = open(p, 'wb')\nprint >>f, a\n", "f = open(p, 'w', newline='')\nprint(a, file=f)\n"),
        (
            "import ConfigParser\nc = ConfigParser.ConfigParser()\nc.write(open(p, 'wb'))\n",
            "import ConfigParser\nc = ConfigParser.ConfigParser()\nc.write(open(p, 'w', newline=''))\n",
        ),
    ],
)
def test_opens_as_text(before, after):
    check_rule(RULE, HEAD + before, HEAD + after)


def test_what_is_written_beside_it_stays_text():
    text = HEAD + "f = open(p, 'wb')\njson.dump(a, f)\nf.write('x')\n"
    assert migrate(text).text == text.replace("'wb')", "'w', newline='')")


def test_where_strings_are_octets_files_are_text_already():
    texts = {"a.py": "import json\ndef f(p, x):\n    json.dump(x, open(p, 'wb'))\nn = 1L\n", "b.py": ""}
    index = RepositoryIndex(texts, texts.get)
    assert "newline=''" in migrate(texts["a.py"], "a.py", index.taken_for(octets=False)).text
    assert "newline=''" not in migrate(texts["a.py"], "a.py", index.taken_for(octets=True)).text


_MAKES = "import lib\nout = open(p, 'wb')\nlib.table['a'](out, 'x')\nout.close()\n"
_WRITES = (
    "import struct\ntable = {}\ndef rule(f):\n    table[f.func_name] = f\n    return f\n"
    "@rule\ndef up(out, src):\n    out.write(src.upper())\n"
    "@rule\ndef count(to, src):\n    print >>to, len(src)\n    to.flush()\n"
)


def _opened(library):
    texts = {"p/__init__.py": "", "p/a.py": _MAKES, "p/lib.py": library}
    return migrate(_MAKES, "p/a.py", RepositoryIndex(texts, texts.get)).text


def test_what_functions_of_other_files_print_to():
    assert "out = open(p, 'w', newline='')\n" in _opened(_WRITES)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("print >>to, len(src)", "to.write(src)"),
        ("src.upper()", "struct.pack('<i', 3)"),
        ("to.flush()", "rest.append(to)"),
        ("def count(to, src)", "def count(other, to)"),
        ("@rule\ndef up(out, src)", "table['b'] = rest\ndef up(out, src)"),
    ],
)
def test_what_may_get_octets_as_well_stays_binary(old, new):
    assert "out = open(p, 'wb')\n" in _opened(_WRITES.replace(old, new))


def test_what_is_read_for_a_file_that_is_printed_to_is_text():
    """Read as octets, it would have that opened as binary as well."""
    text = HEAD + "f = open(p, 'wb')\nf.write(open(q).read())\nprint >>f, 'x'\n"
    after = migrate(text, "p/a.py", RepositoryIndex(["p/__init__.py", "p/a.py"])).text
    assert "f = open(p, 'w', newline='')\nf.write(open(q).read())\n" in after
