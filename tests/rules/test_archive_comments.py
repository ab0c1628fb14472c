"""Comments of archives."""

import pytest
from rules.checking import check_rule, check_untouched, octet_repository, run

from migration.engine import migrate

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


def test_what_more_is_added_to_stays_as_it_is():
    check_untouched(RULE, "import zipfile\ni = zipfile.ZipInfo('a')\ni.comment = 'x'\ni.comment += 'y'\n")
