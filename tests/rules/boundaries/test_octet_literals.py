r"""b'\xff' where octets are text."""

import pytest
from rules.checking import check_untouched, octet_repository, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "octet_literals"


def index_of(text, other="print 1\n"):
    return octet_repository(text, other)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = b'a' + B\"b\"\n", "x = 'a' + \"b\"\n"),
        ("x = br'\\d' + Rb'\\w'\n", "x = r'\\d' + R'\\w'\n"),
        ("x = {'b': 1, 'B': \"b'\"}\ny = b'''b'''\n", "x = {'b': 1, 'B': \"b'\"}\ny = '''b'''\n"),
    ],
)
def test_the_prefix_goes(before, after):
    assert run(RULE, before, key="p/a.py", index=index_of(before)).text == after


def test_it_stays_where_octets_are_bytes_or_python3_can_run_it():
    text = "x = b'a'\n"
    check_untouched(RULE, text)
    assert run(RULE, text, key="p/a.py", index=octet_repository(text)).text == text
    modern = "from __future__ import unicode_literals\n" + text
    assert run(RULE, modern, key="p/a.py", index=index_of(modern)).text == modern


def test_what_the_library_takes_is_bytes_again():
    text = "import struct\nx = struct.unpack('B', b'a')[0]\ny = b'b' + chr(x)\n"
    after = migrate(text, "p/a.py", index_of(text)).text
    assert "struct.unpack('B', b'a')" in after
    assert "y = 'b' + chr(x)" in after
    files = {"p/__init__.py": "", "p/a.py": after, "p/b.py": "x = [ord(c) for c in chr(1)]\n" * 20}
    assert migrate(after, "p/a.py", RepositoryIndex(files, files.get)).text == after


@pytest.mark.parametrize(("literals", "octets"), [(1, True), (4, True), (8, False)])
def test_few_such_literals_tell_little_in_a_repository_of_python2(literals, octets):
    files = {
        "p/__init__.py": "",
        "p/a.py": "print 1\n" + "x = chr(1) + struct.pack('B', 1)\n" * 10 + "y = b'a'\n" * literals,
        "p/b.py": "print 1\n" + "x = ord(y)\n" * 5,
    }
    assert RepositoryIndex(files, files.get).octets is octets
