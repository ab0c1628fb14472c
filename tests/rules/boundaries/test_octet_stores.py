"""dbm files, where octets are text."""

import subprocess
import sys

import pytest
from rules.checking import PROOF, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate

RULE = "octet_stores"


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("import anydbm\nd = anydbm.open(p, 'c')\n", "d = OctetStore(anydbm.open(p, 'c'))\n"),
        ("from dbhash import open\nd = open(p)\n", "d = OctetStore(open(p))\n"),
        ("import anydbm, shelve\nd = shelve.Shelf(anydbm.open(p))\n", None),
        ("import anydbm\nd = q.open(p), anydbm.whichdb(p)\n", None),
    ],
)
def test_what_opens_one(text, made):
    outcome = run(RULE, text + PROOF, key="p/a.py", index=octet_repository(text + PROOF))
    assert (made or text.splitlines(keepends=True)[1]) in outcome.text


def test_elsewhere_values_are_octets():
    check_untouched(RULE, "import anydbm\nd = anydbm.open(p, 'c')\n", python2=True)


def test_a_module_that_another_file_chooses():
    text = "from p.c import anydbm\ndef f(p): return anydbm.open(p, 'c')\nn = 1L\n"
    chosen = "try:\n    import anydbm\nexcept ImportError:\n    import dbm as anydbm\n"
    made = migrate(text, "p/a.py", octet_repository(text, chosen)).text
    assert "return OctetStore(anydbm.open(p, 'c'))" in made


PROGRAM = """\
import dumbdbm, marshal, struct, zlib
class Back:
    def opened(self, p):
        return dumbdbm.open(p, 'c')
    def save(self, p):
        db = self.opened(p)
        db['m'] = marshal.dumps([200, 70000])
        db['s'] = struct.pack('>H', 0xfffe)
        db['z'] = zlib.compress('abc')
        db['\\xe9'] = 'text'
        db['gone'] = 'x'
        del db['gone']
        db.close()
    def load(self, p):
        db = self.opened(p)
        keys = db.keys()
        keys.sort()
        print keys == ['m', 's', 'z', '\\xe9'], len(db), db.has_key('m'), 'gone' in db, bool(db), db.get('n', 'none')
        print marshal.loads(db['m']), db['s'] == '\\xff\\xfe', zlib.decompress(db['z']), db['\\xe9']
        print sorted([k + v for k, v in db.items() if v == 'text']) == ['\\xe9text'], [k for k in db if k == 'm']
"""


def test_it_takes_and_gives_octets_as_text(tmp_path):
    text = PROGRAM + f"b = Back()\nb.save({str(tmp_path / 'a')!r})\nb.load({str(tmp_path / 'a')!r})\n"
    made = migrate(text, "p/a.py", octet_repository(text)).text
    assert migrate(made, "p/a.py", octet_repository(made)).text == made
    done = subprocess.run([sys.executable, "-c", made], capture_output=True, text=True, check=True)
    assert done.stdout == "True 4 True False True none\n[200, 70000] True abc text\nTrue ['m']\n"


def test_an_empty_one_is_false_and_a_missing_key_is_named_as_it_was_asked_for(tmp_path):
    text = (
        f"import anydbm, struct\ndb = anydbm.open({str(tmp_path / 'a')!r}, 'c')\nprint bool(db)\n"
        "for key in ('zz', struct.pack('>H', 0xff)):\n"
        "    try: db[key]\n    except KeyError, e: print e.args == (key,)\n"
        "    try: del db[key]\n    except KeyError, e: print e.args == (key,)\n"
        "    try: db.pop(key)\n    except KeyError, e: print e.args == (key,)\n"
        "    print db.get(key)\n    db[key] = 'x'\n    print bool(db), db.pop(key)\n"
    )
    made = migrate(text, "p/a.py", octet_repository(text)).text
    assert "OctetStore(" in made
    assert migrate(made, "p/a.py", octet_repository(made)).text == made
    done = subprocess.run([sys.executable, "-c", made], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n" + "True\nTrue\nTrue\nNone\nTrue x\n" * 2
