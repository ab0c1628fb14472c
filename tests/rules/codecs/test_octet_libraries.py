"""audioop and xdrlib take and give bytes."""

import subprocess
import sys

import pytest
from rules.checking import check_rule, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "octet_libraries"
PACKER = "import xdrlib\np = xdrlib.Packer()\n"
SOUND = "import audioop\n"


@pytest.mark.parametrize(
    "text",
    [
        SOUND + "a = audioop.max(b'ab', 2)\n",
        PACKER + "p.pack_int(1)\n",
        PACKER + "p.pack_string(b'a')\n",
        PACKER + "p.pack_array(x, p.pack_string)\n",
        "import xdrlib\ndef f(p): p.pack_string('a')\n",
        "class Packer:\n    def pack_string(self, s): pass\np = Packer()\np.pack_string('xdrlib')\n",
        "def max(a, b): return a\na = max('audioop', 2)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_what_may_be_python_3():
    check_untouched(RULE, SOUND + "a = audioop.max(f, 2)\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (SOUND + "a = audioop.max('ab', 2)\n", SOUND + "a = audioop.max(b'ab', 2)\n"),
        (SOUND + "a = audioop.add('a', 'b', 1)\n", SOUND + "a = audioop.add(b'a', b'b', 1)\n"),
        (PACKER + "p.pack_fstring(2, 'ab')\n", PACKER + "p.pack_fstring(2, b'ab')\n"),
        ("import xdrlib\nu = xdrlib.Unpacker('ab')\n", "import xdrlib\nu = xdrlib.Unpacker(b'ab')\n"),
    ],
)
def test_literals_become_octets(before, after):
    check_rule(RULE, before, after, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            SOUND + "a = audioop.mul(f, 2, 3)\n",
            'audioop.mul(as_bytes(f, "latin-1"), 2, 3).decode("latin-1")\n',
        ),
        (SOUND + "a = audioop.max(f, 2)\n", 'a = audioop.max(as_bytes(f, "latin-1"), 2)\n'),
        (SOUND + "a = audioop.ratecv(f, 2, 1, 8, 16, None)\n", "a = octet_values(audioop.ratecv(as_bytes("),
        (PACKER + "a = p.get_buffer()\n", 'a = p.get_buffer().decode("latin-1")\n'),
        (PACKER + "p.pack_array(x, p.pack_int)\n", "p.pack_array(x, p.pack_int)\n"),
    ],
)
def test_octets_are_text_in_programs_of_octets(before, after):
    assert after in run(RULE, before + "n = 1L\n", key="p/a.py", index=octet_repository(before)).text


PROGRAM = """\
import audioop, xdrlib
p = xdrlib.Packer()
p.pack_string('abc'); p.pack_fstring(2, 'de'); p.pack_list(['x', 'y'], p.pack_string)
data = p.get_buffer()
u = xdrlib.Unpacker(data)
print len(data), u.unpack_string() + '!', u.unpack_fstring(2) == 'de', u.unpack_list(u.unpack_string)
f = '\\x01\\x00\\xff\\x7f'
print audioop.max(f, 2), audioop.reverse(f, 2)[:2] == '\\xff\\x7f', len(audioop.ratecv(f, 2, 1, 8, 8, None)[0])
"""


def test_a_program_runs_as_it_did(tmp_path):
    index = RepositoryIndex(["a.py"], {"a.py": PROGRAM}.get)
    made = migrate(PROGRAM, "a.py", index).text
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", made], check=True, capture_output=True, text=True, cwd=tmp_path
    )
    assert ran.stdout == "40 abc! True ['x', 'y']\n32767 True 4\n"
    again = RepositoryIndex(["a.py"], {"a.py": made}.get)
    assert migrate(made, "a.py", again).text == made
