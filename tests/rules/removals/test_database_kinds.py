"""The names of kinds of databases."""

import pytest
from rules.checking import PROOF, check_untouched, run

from migration.engine.pipeline import migrate

RULE = "database_kinds"


@pytest.mark.parametrize(
    "text",
    [
        # what only Python 3 has, and others of that name
        "import dbm\nprint(dbm.whichdb(p))\n",
        "def whichdb(p): return 'dumbdbm'\nprint(whichdb(p))\n",
        "print(other.whichdb(p))\n",
        "import whichdb\nprint(whichdb.other(p))\n",
        # only asked whether there is one
        "import whichdb\nif whichdb.whichdb(p):\n    f()\n",
        "import whichdb\nk = whichdb.whichdb(p)\nif k is None or not k:\n    f()\n",
        # what is imported by it
        "import whichdb\nk = whichdb.whichdb(p)\nm = __import__(k)\n",
        "import whichdb\nk = whichdb.whichdb(p)\nexec('import %s as db' % k)\n",
        "import whichdb\nm = map(__import__, [whichdb.whichdb(p)])\n",
        "import whichdb, importlib\nm = importlib.import_module(whichdb.whichdb(p))\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "import whichdb\nx = whichdb.whichdb(p) == 'gdbm'\n",
        "from whichdb import whichdb\nk = whichdb(p)\nif k in ('gdbm', 'dbhash'):\n    f()\n",
        "import whichdb\nk = whichdb.whichdb(p)\nif k:\n    print(k)\n",
        "from whichdb import whichdb as which\ndef kind(p):\n    return which(p)\n",
        "import whichdb\nm = __import__('os')\nx = {'dumbdbm': 1}[whichdb.whichdb(p)]\n",
    ],
)
def test_names_it_as_it_was(text):
    after = run(RULE, text + PROOF).text
    assert after.count("old_database_kind(") == 2
    assert run(RULE, after).text == after


def test_it_is_called_what_it_was(tmp_path):
    text = (
        "import whichdb, dumbdbm\n"
        f"path = {str(tmp_path / 'x')!r}\ndumbdbm.open(path, 'c').close()\nkind = whichdb.whichdb(path)\n"
        "missing = whichdb.whichdb(path + 'y')\nfound = [kind, kind == 'dumbdbm', missing]\nn = 1L\n"
    )
    space = {}
    exec(migrate(text).text, space)
    assert space["found"] == ["dumbdbm", True, None]
