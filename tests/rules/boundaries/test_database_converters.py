"""Converters of sqlite3."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

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


@pytest.mark.parametrize("body", ["s.split(',')", "s == 'yes'", "[p for p in s.strip('; ')]"])
def test_functions_without_a_name_that_take_text(body):
    before = f"import sqlite3\nsqlite3.register_converter('p', lambda s: {body})\n"
    after = before.replace(
        body, body.replace("s.s", 's.decode("utf-8").s').replace("s ==", 's.decode("utf-8") ==')
    )
    check_rule(RULE, before, after, python2=True)


@pytest.mark.parametrize(
    "body",
    [
        "pickle.loads(s) if s != '' else None",
        "s if s.startswith('x') else None",
        "bool(int(s))",
        "pickle.loads(s)",
        "s.decode('utf-8').split(',')",
        "s.strip()",
    ],
)
def test_functions_without_a_name_that_take_either(body):
    check_untouched(
        RULE, f"import sqlite3\nsqlite3.register_converter('p', lambda s: {body})\n", python2=True
    )
