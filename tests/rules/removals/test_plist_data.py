"""Octets in property lists."""

import pytest
from rules.checking import check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "plist_data"


@pytest.mark.parametrize(
    "text",
    [
        "import plistlib\na = plistlib.readPlist(f)['k']\n",
        "import plistlib\na = plistlib.loads(f)['k'].data\n",
        "class Data: pass\nimport plistlib\na = Data('x')\n",
        "from other import Data, readPlist\na = Data('x'), readPlist('plistlib').data\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_stays_where_python_still_has_it():
    text = "import plistlib\na = plistlib.Data('x'), plistlib.readPlist(f)['k'].data\n"
    assert run(RULE, text, target=(3, 8)).text == text


PROGRAM = """\
import plistlib
from plistlib import Data
s = plistlib.writePlistToString({'d': Data('bin'), 'l': [plistlib.Data('x\\xff')], 'n': 1})
p = plistlib.readPlistFromString(s)
x = p['d'].data, p['l'][0].data, isinstance(p['d'], Data), p['d'] == plistlib.Data('bin'), p['n']
print 1
"""


@pytest.mark.parametrize("octets", [True, False])
def test_what_is_wrapped_comes_out(octets):
    index = RepositoryIndex(["a.py"], {"a.py": PROGRAM}.get) if octets else None
    made = migrate(PROGRAM, "a.py", index).text
    spaces = {}
    exec(compile(made, "a.py", "exec"), spaces)
    octet = (lambda text: text) if octets else (lambda text: text.encode("latin-1"))
    assert spaces["x"] == (octet("bin"), octet("x\xff"), True, True, 1)
    again = RepositoryIndex(["a.py"], {"a.py": made}.get) if octets else None
    assert migrate(made, "a.py", again).text == made


def test_what_is_read_from_a_file(tmp_path):
    text = f"import plistlib\nname = {str(tmp_path / 'p')!r}\nplistlib.writePlist({{'k': plistlib.Data('v')}}, name)\n"
    text += "x = plistlib.readPlist(name)['k'].data\nprint 1\n"
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == b"v"
