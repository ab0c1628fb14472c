"""Converters of sqlite3."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine import migrate

RULE = "database_converters"
DEF = "import sqlite3\ndef f(s): return s.split(';')\n"


@pytest.mark.parametrize(
    "text",
    [
        "import sqlite3\ndef f(s): return s.decode('utf-8')\nsqlite3.register_converter('p', f)\n",
        "import sqlite3\nsqlite3.register_converter('p', int)\n",
        "import sqlite3\nsqlite3.register_converter('p', lambda s: s)\n",
        DEF + "sqlite3.register_converter('p', lambda value: f(value.decode('utf-8')))\n",
        DEF + "other.register_converter('p', f)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_python_3():
    check_untouched(RULE, DEF + "sqlite3.register_converter('p', f)\n")


def test_a_class_of_the_file():
    text = "import sqlite3\nclass P:\n    def __init__(self, s): self.s = s\nsqlite3.register_converter('p', {})\n"
    check_rule(RULE, text.format("P"), text.format('lambda value: P(value.decode("utf-8"))'), python2=True)


def test_a_database_gives_what_the_converter_makes_of_text():
    text = DEF + (
        "sqlite3.register_converter('p', f)\n"
        "con = sqlite3.connect(':memory:', detect_types=sqlite3.PARSE_DECLTYPES)\n"
        "con.execute('create table t (a p)')\ncon.execute('insert into t values (?)', ('1;2',))\n"
        "row = con.execute('select a from t').fetchone()\nprint 1L,\n"
    )
    space = {}
    exec(migrate(text).text, space)
    assert space["row"] == (["1", "2"],)
