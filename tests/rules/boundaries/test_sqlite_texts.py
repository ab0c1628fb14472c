"""Octets that are parameters of sqlite3."""

import sqlite3

import pytest
from rules.checking import PROOF, PROOF_AFTER, check_rule, check_untouched, octet_repository, run

RULE = "sqlite_texts"
HEAD = "import sqlite3\nc = sqlite3.connect(':memory:')\n"
INTO = "c.execute('insert into t values (?, ?)', "


@pytest.mark.parametrize(
    "text",
    [
        INTO + "(b'a', 1))\n",
        HEAD + INTO + "('a', 1))\n",
        HEAD + INTO + "(buffer(b'a'), 1))\n",
        HEAD + INTO + "(b'\\xe9', 1))\n",
        HEAD + INTO + "row)\n",
        HEAD + "c.execute(b'insert into t values (1)')\n",
        HEAD + INTO + "(b'a', 1))\nassert c.execute(q).fetchone()[0] == b'a'\n",
        HEAD + "def f(key):\n    " + INTO + "(key, 1))\n",
        HEAD + "key = b'a'\nkey = load()\n" + INTO + "(key, 1))\n",
        HEAD + "class D(object):\n    def execute(self, q, p): pass\n" + INTO + "(b'a', 1))\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, HEAD + INTO + "(b'a', 1))\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (INTO + "(b'a', 1))\n", INTO + "('a', 1))\n"),
        (INTO + '[bR"a", x])\n', INTO + '[R"a", x])\n'),
        ("c.execute(q, {'k': b'a'})\n", "c.execute(q, {'k': 'a'})\n"),
        ("self.c.executemany(q, [(b'a', 1), (b'b', 2)])\n", "self.c.executemany(q, [('a', 1), ('b', 2)])\n"),
        (
            "for i in r:\n    key = b'k%d' % i\n    " + INTO + "(key, i))\n",
            "for i in r:\n    key = 'k%d' % i\n    " + INTO + "(key, i))\n",
        ),
        (
            "key = b'a'\n" + INTO + "(key, 1))\n" + INTO + "(key, 2))\n",
            "key = 'a'\n" + INTO + "(key, 1))\n" + INTO + "(key, 2))\n",
        ),
    ],
)
def test_they_are_texts(before, after):
    check_rule(RULE, HEAD + before, HEAD + after, python2=True)


def test_what_is_used_for_something_else_is_made_text_where_it_is_handed_over():
    after = run(RULE, HEAD + "key = b'a'\n" + INTO + "(key, 1))\nf.write(key)\n" + PROOF).text
    assert "(as_text(key), 1))\n" in after and "key = b'a'\n" in after and PROOF_AFTER in after


def test_leaves_a_program_of_octets():
    text = HEAD + INTO + "(b'a', 1))\n"
    assert run(RULE, text, "p/a.py", octet_repository(text)).text == text


def test_what_is_found_by_them():
    text = HEAD + "c.execute('create table t (k text, n integer)')\n" + INTO + "(b'a', 1))\n" + PROOF
    found: dict = {"sqlite3": sqlite3}
    exec(run(RULE, text).text, found)
    assert found["c"].execute("select n from t where k=?", ("a",)).fetchall() == [(1,)]
