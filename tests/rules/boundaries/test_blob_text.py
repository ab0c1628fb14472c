"""str() of what a database gives back."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, octet_repository, run

from migration.analysis.strings.blobs import HELPER
from migration.engine.pipeline import migrate

RULE = "blob_text"
HEAD = "import sqlite3\n"
INSERT = "c.execute('insert into t values (?)', (buffer(x),))\n"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "y = str(c.execute(q).fetchone()[0])\n",
        INSERT + "y = str(c.execute(q).fetchone()[0])\n",
        HEAD + INSERT + "y = str(z)\n",
        HEAD + INSERT + "y = str(z.fetch()[0])\n",
        HEAD + INSERT + "def f(row):\n    return str(row[0])\n",
        HEAD + INSERT + "y = repr(c.fetchone()[0])\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_not_without_a_sign_of_python_2():
    check_untouched(RULE, HEAD + "# blob\ny = str(c.fetchone()[0])\n")


@pytest.mark.parametrize(
    "use",
    [
        "y = str(c.fetchone()[0])\n",
        "row = c.fetchone()\ny = str(row[1])\n",
        "for a, b in c.execute(q):\n    f(str(b))\n",
        "y = [str(r[0]) for r in c.fetchall()]\n",
        "(y,) = c.fetchone()\nf(str(y))\n",
    ],
)
def test_decodes(use):
    check_rule(
        RULE,
        HEAD + "c = connect('blob')\n" + use,
        f"{HEAD}\n{HELPER}\n\nc = connect('blob')\n" + use.replace("str(", "blob_text("),
        python2=True,
    )


def test_a_field_by_its_name_of_a_row_that_others_made():
    head = "import sqlite3\nb = buffer(x)\n"
    outcome = run("blob_text", head + "for r in rows(): y = str(r['raw']), str(r[0]), str(r)\nn = 1L\n")
    assert "y = blob_text(r['raw']), str(r[0]), str(r)" in outcome.text
    assert (
        "blob_text"
        not in run("blob_text", "import sqlite3\nfor r in rows(): y = str(r['raw'])\nn = 1L\n").text
    )


@pytest.mark.parametrize(
    ("made", "asked", "decoded"),
    [
        ("Person(photo=buffer(x))", "p.photo", True),
        ("Person(photo=sqlite3.Binary(x))", "p.photo", True),
        ("c.execute('create table t (photo BLOB)')", "p.photo", True),
        ("Person(photo=buffer(x))", "p.name", False),
        ("Person(photo=x, y=buffer(x))", "p.photo", False),
        ("Person(photo=buffer(x))", "photo", False),
    ],
)
def test_an_attribute_by_the_name_that_a_buffer_is_given(made, asked, decoded):
    text = f"import sqlite3\n{made}\nfor p in rows():\n    y = str({asked})\nn = 1L\n"
    assert (f"blob_text({asked})" in run("blob_text", text).text) == decoded


def test_the_helper_takes_a_view_that_was_not_kept_yet():
    space: dict = {}
    exec(HELPER, space)
    assert [space["blob_text"](v) for v in (memoryview(b"\xff"), b"a", bytearray(b"c"), 1, "b")] == [
        *"\xffac1b"
    ]


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("import cPickle\ndef f(x): return cPickle.loads(str(x))\n", "blob_text(x)"),
        ("import zlib\ndef f(x): return zlib.decompress(str(x[0]))\n", "blob_text(x[0])"),
        ("import json\ndef f(x): return json.loads(str(x))\n", "json.loads(str(x))"),
        ("import pickle\ndef f(x): return store.loads(str(x)), str(x)\n", "store.loads(str(x)), str(x)"),
    ],
)
def test_what_is_unpacked_is_no_spelling(text, made):
    assert made in migrate(text + "n = 1L\n").text


def test_blobs_are_unpickled():
    text = (
        "import cPickle, sqlite3\ndb = sqlite3.connect(':memory:')\ndb.execute('create table t (b blob)')\n"
        "db.execute('insert into t values (?)', (sqlite3.Binary(cPickle.dumps([u'\\xe9', 300], 2)),))\n"
        "def rows():\n    return db.execute('select b from t')\n"
        "found = [cPickle.loads(str(row[0])) for row in rows()]\nn = 1L\n"
    )
    space: dict = {}
    exec(migrate(text).text, space)
    assert space["found"] == [["\xe9", 300]]


KEPT = (
    "import sqlite3\ndb = sqlite3.connect(':memory:')\n"
    "db.execute('create table t (id integer, name text, data blob)')\n"
    "db.execute('insert into t values (?, ?, ?)', (1, u'caf\\xe9', buffer(b'\\x00ab')))\n"
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "for i, name, data in db.execute('select * from t'):\n"
            "    x = data[0] == '\\x00', data[1:] != 'ab', name[0] == 'c', data[1] in 'xa', ord(data[0])\n",
            (True, False, True, True, 0),
        ),
        (
            "for row in db.execute('select * from t').fetchall(): x = row[2][0] == '\\x00', row[1][0] == 'c'\n",
            (True, True),
        ),
        ("data, = db.execute('select data from t').fetchone()\nx = data[1:] == 'ab'\n", True),
        ("c = db.cursor()\nc.execute('select data from t')\nfor r in c: x = [ord(r[0][0])]\n", [0]),
        ("row = db.execute('select data from t').fetchone()\ndata = row[0]\nx = '\\x00' == data[0]\n", True),
    ],
)
def test_pieces_of_what_a_database_gives_back_are_text(text, expected):
    space = {}
    exec(migrate(KEPT + text).text, space)
    assert space["x"] == expected
    assert "column_text" not in run(RULE, text + PROOF).text


@pytest.mark.parametrize(
    "text",
    [
        "row = db.execute('select * from t').fetchone()\nx = row[1] == 'a', row[0] == 1\n",
        "for row in db.execute('select * from t'): x = row[1] == 'a', row[1] in ('a', 'b')\n",
        "for i, data in rows: x = data[0] == 'a'\n",
        "for i, data in db.execute('select * from t'): x = data[0] == other, data[0] is None, data == 'a'\n",
        "def f(data): return data[0] == 'a', ord(data[0])\n",
        "data = db.execute('select data from t').fetchall()\nx = data[0] == 'a'\n",
    ],
)
def test_leaves_rows_and_what_is_not_known(text):
    assert "_text" not in run(RULE, KEPT + text + PROOF).text


@pytest.mark.parametrize("method", ["execute", "fetchall"])
def test_rows_of_the_program_s_own(method):
    text = (
        f"class Query(object):\n    def {method}(self):\n        for d in db.execute('select data from t'):\n"
        f"            yield d, ['a', 'b']\nfor d, names in Query().{method}(): x = names[0] == 'a'\n"
    )
    space = {}
    exec(migrate(KEPT + text + PROOF).text, space)
    assert space["x"] is True
    assert "_text" not in run(RULE, KEPT + text + PROOF).text


def test_columns_that_are_no_blobs_stay_what_they_are():
    text = (
        "import json\nsqlite3.register_converter('names', json.loads)\n"
        "db = sqlite3.connect(':memory:', detect_types=sqlite3.PARSE_DECLTYPES)\n"
        "db.execute('create table t (names names, data blob)')\n"
        "db.execute('insert into t values (?, ?)', ('[\"a\", \"b\"]', buffer(b'xy')))\n"
        "for names, data in db.execute('select * from t'): x = names[0] == 'a', data[0] == 'x'\n"
    )
    space = {}
    exec(migrate("import sqlite3\n" + text + PROOF).text, space)
    assert space["x"] == (True, True)


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ("row['data']", True),
        ("c.execute(q).fetchone()[0]", True),
        ("text", False),
        ("'a'", False),
    ],
)
def test_a_file_in_memory_of_what_a_database_gives(given, made):
    text = f"import sqlite3, StringIO\n{INSERT}def f(row, text):\n    return StringIO.StringIO({given})\n"
    after = run(RULE, text + PROOF, "p/a.py", octet_repository(text)).text
    assert (f"StringIO.StringIO(column_text({given}))" in after) is made
    assert "column_text" not in run(RULE, text + PROOF).text
    plain = text.replace("buffer(x)", "x")
    assert "column_text" not in run(RULE, plain + PROOF, "p/a.py", octet_repository(plain)).text


def test_a_file_that_only_speaks_of_the_database_keeps_nothing_in_it():
    check_untouched(
        "blob_text",
        "def f(params, kind='sqlite'):\n    'Shows what was made binary(...).'\n    return str(params['a'])\n",
        python2=True,
    )
