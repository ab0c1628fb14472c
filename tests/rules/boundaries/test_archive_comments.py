"""Comments of archives."""

import pytest
from rules.checking import check_rule, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate

RULE = "archive_comments"
HEAD = "import zipfile\nz = zipfile.ZipFile(p, 'a')\n"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "z.comment = b'x'\n",
        HEAD + "z.name = 'x'\n",
        HEAD + "y.comment = 'x'\n",
        HEAD + "a = b = z.filename\n",
        HEAD + "z = Other()\nz.comment = 'x'\n",
        HEAD + "for i in z.namelist():\n    i.comment = 'x'\n",
        HEAD + "for i in other.infolist():\n    i.comment = 'x'\n",
        HEAD + "for i in z.infolist(): pass\nfor i in other.infolist(): i.comment = 'x'\n",
        HEAD + "z.name, other.comment = 'x', 'y'\n",
        HEAD + "try:\n    z.comment = 'x'\nexcept TypeError:\n    pass\nelse:\n    fail()\n",
        "import zipfile\nclass Member: pass\nm = Member()\nm.comment = 'x'\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("z.comment = 'x'\n", "z.comment = b'x'\n"),
        ("i = zipfile.ZipInfo('a')\ni.comment = 'x'\n", "i = zipfile.ZipInfo('a')\ni.comment = b'x'\n"),
        ("z.getinfo('a').extra = 'x'\n", "z.getinfo('a').extra = b'x'\n"),
        ("z.comment, n = 'x', 1\n", "z.comment, n = b'x', 1\n"),
        (
            "for i in range(2): pass\nfor i in z.infolist(): i.comment = 'x'\n",
            "for i in range(2): pass\nfor i in z.infolist(): i.comment = b'x'\n",
        ),
        ("for i in z.infolist():\n    i.comment = 'x'\n", "for i in z.infolist():\n    i.comment = b'x'\n"),
    ],
)
def test_what_is_assigned(before, after):
    check_rule(RULE, HEAD + before, HEAD + after)


def test_what_is_given_is_encoded_by_a_helper():
    text = HEAD + "def f(x):\n    z.comment = x\nn = 1L\n"
    assert "    z.comment = as_bytes(x)\n" in run(RULE, text).text


PROGRAM = """
import io
import zipfile
buf = io.BytesIO()
z = zipfile.ZipFile(buf, 'w')
info = zipfile.ZipInfo('a')
info.comment = 'of a'
z.writestr(info, 'x')
z.comment = 'of all'
z.close()
z = zipfile.ZipFile(io.BytesIO(buf.getvalue()))
found = ['%s' % z.comment, z.comment == 'of all', z.comment.startswith('of'), 'all' in z.comment]
found += ['%s' % i.comment for i in z.infolist()] + [z.getinfo('a').comment == 'of a']
n = 1L
"""


@pytest.mark.parametrize("octets", [False, True])
def test_they_are_read_again(octets):
    index = octet_repository(PROGRAM) if octets else None
    space = {}
    exec(migrate(PROGRAM, "p/a.py", index).text, space)
    assert space["found"] == ["of all", True, True, True, "of a", True]


MORE = """
import io, zipfile, struct
def made(note, extra):
    buf = io.BytesIO()
    z = zipfile.ZipFile(buf, 'w')
    i = zipfile.ZipInfo('a')
    i.extra = struct.pack('<HH', 0xfefe, len(extra)) + extra
    i.extra = i.extra + struct.pack('<HH', 0xcafe, 0)
    i.comment = note
    i.comment += '!'
    z.writestr(i, 'x')
    z.comment = note + '\\xe9'
    z.comment = z.comment + '?'
    z.close()
    return zipfile.ZipFile(io.BytesIO(buf.getvalue()))
def copied(source):
    buf = io.BytesIO()
    z = zipfile.ZipFile(buf, 'w')
    z.comment = source.comment
    for m in source.infolist():
        n = zipfile.ZipInfo(m.filename)
        n.comment = m.comment
        n.extra = m.extra
        z.writestr(n, source.read(m.filename))
    z.close()
    return zipfile.ZipFile(io.BytesIO(buf.getvalue()))
class Kept(object):
    def __init__(self, z): self.note = z.comment
def same(old):
    z = zipfile.ZipFile(io.BytesIO(open('x.zip', 'rb').read()))
    return z.comment == old.comment, z.comment == Kept(old).note, z.comment == Kept(z).note
first = made('caf\\xe9', '\\x80\\xff')
second = copied(first)
z = zipfile.ZipFile(second.fp)
i = z.getinfo('a')
f = open('x.zip', 'wb')
z.fp.seek(0)
f.write(z.fp.read())
f.close()
found = [z.comment, i.comment, i.extra, len(z.comment), same(second)]
n = 1L
"""


def test_they_are_put_together_in_a_program_of_octets(tmp_path, monkeypatch):
    """What is found is what CPython 2.7.18 finds."""
    monkeypatch.chdir(tmp_path)
    index = octet_repository(MORE)
    once = migrate(MORE, "p/a.py", index).text
    space = {}
    exec(once, space)
    extra = "\xfe\xfe\x02\x00\x80\xff\xfe\xca\x00\x00"
    assert space["found"] == ["caf\xe9\xe9?", "caf\xe9!", extra, 6, (True, True, True)]
    assert migrate(once, "p/a.py", index).text == once


def test_more_is_added_to_one():
    before = "import zipfile\ni = zipfile.ZipInfo('a')\ni.comment = i.extra = 'x'\ni.comment += 'y'\n"
    check_rule(RULE, before, before.replace("'x'", "b'x'").replace("'y'", "b'y'"))


@pytest.mark.parametrize(
    "used", ["m.comment = z.comment", "x = z.comment == 'a'", "x = z.comment == m.name()", "m.comment += 'a'"]
)
def test_leaves_what_other_objects_have_in_a_program_of_octets(used):
    text = f"import zipfile\ndef f(m):\n    z = zipfile.ZipFile('a')\n    {used}\n"
    check_untouched(RULE, text, index=octet_repository(text))


NAMES = """
import zipfile, io
buf = io.BytesIO()
z = zipfile.ZipFile(buf, 'w')
z.writestr('a.txt', 'one')
z.writestr('b', 'a.txt 3')
z.close()
z = zipfile.ZipFile(buf)
name, size = z.read('b').split()
i = z.getinfo(name)
x = len(z.read(name)) == int(size), i.filename, len(z.open(name).read()), len(z.read(i)), z.getinfo('b').filename
n = 1L
"""


def test_names_that_were_read_as_octets_are_text():
    once = migrate(NAMES).text
    spaces = {}
    exec(once, spaces)
    assert spaces["x"] == (True, "a.txt", 3, 3, "b")
    assert migrate(once).text == once


AMONG = """
import io, zipfile
made = io.BytesIO()
z = zipfile.ZipFile(made, 'w')
z.writestr('a', 'abc')
z.writestr('b', 'a c')
members = z.namelist()
names = z.read('b').split()
x = [n for n in names if n in z.namelist()], [n for n in names if n not in members]
y = z.getinfo('a').filename == names[0], names[1] != z.infolist()[0].filename, 'b' in members
n = 1L
"""


def test_names_that_were_read_as_octets_are_looked_for_as_text():
    once = migrate(AMONG).text
    spaces = {}
    exec(once, spaces)
    assert [len(found) for found in spaces["x"]] == [1, 1] and spaces["y"] == (True, True, True)
    assert migrate(once).text == once


@pytest.mark.parametrize(
    "used",
    [
        "name in z.namelist()",
        "i.filename == name",
        "open('a', 'rb').read() in y.namelist()",
        "z.read(name)",
        "z.read(i.filename)",
        "y.read(open('a', 'rb').read())",
        "z.testzip(open('a', 'rb').read())",
    ],
)
def test_leaves_other_names(used):
    check_untouched(RULE, f"{HEAD}def f(name, i):\n    return {used}\n", python2=True)
