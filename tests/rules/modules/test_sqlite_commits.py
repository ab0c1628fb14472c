"""Statements before which sqlite3 ended a transaction."""

import pytest
from rules.checking import check_untouched, run

RULE = "sqlite_commits"


@pytest.mark.parametrize(
    "text",
    [
        "import sqlite3\ndef f(c):\n    c.execute('SELECT 1')\n",
        "import sqlite3\ndef f(c):\n    c.execute('CREATE TABLE t (a)')\n    c.execute('INSERT INTO t VALUES (1)')\n",
        "import other\ndef f(c):\n    c.execute('VACUUM')\n",
        "import sqlite3\ndef f(c, q):\n    c.execute(q)\n",
    ],
)
def test_leaves_what_ends_nothing(text):
    check_untouched(RULE, text, python2=True)


def test_what_defines_data_is_behind_what_changes_rows():
    text = (
        "import sqlite3\n"
        "def f(connection):\n"
        "    c = connection.cursor()\n"
        "    c.execute('CREATE TABLE t (a)')\n"
        "    c.execute('INSERT INTO t VALUES (%d)' % 1)\n"
        "    c.execute('CREATE INDEX i ON t (a)')\n"
        "    inside = getattr(connection, 'in_transaction', 0)\n"
        "    connection.execute('DELETE FROM t')\n"
        "    connection.execute('VACUUM')\n"
        "    return inside\n"
        "x = f(sqlite3.connect(':memory:'))\n"
        "n = 1L\n"
    )
    space = {}
    done = run(RULE, text).text
    assert done.count("committed(") == 3
    exec(done, space)
    assert not space["x"]
