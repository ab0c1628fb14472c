"""Answers that werkzeug's test client gives."""

import pytest
from rules.checking import check_untouched, octet_repository, run

RULE = "client_answers"
HEAD = "from werkzeug.test import Client, run_wsgi_app\n"


@pytest.mark.parametrize(
    "text",
    [
        "p, s, h = Client(app).get('/')\n{}x = list(p)\n",
        "c = Client(app)\np, s, h = c.open()\n{}x = list(p)\n",
        "p, s, h = run_wsgi_app(app, e)\n{}x = list(p)\n",
    ],
)
def test_rewrites(text):
    made = run(RULE, HEAD + text.format("") + "n = 1L\n").text
    assert made.endswith(text.format("p = map(as_text, p)\n") + "n = 1\n")


def test_a_client_that_a_test_keeps():
    text = "class T(object):\n    def setup(self):\n        self.c = Client(app)\n    def test(self):\n"
    text += "        p, s, h = self.c.open()\n        assert list(p) == ['a']\nn = 1L\n"
    made = run(RULE, HEAD + text).text
    assert "        p, s, h = self.c.open()\n        p = map(as_text, p)\n        assert list(p)" in made


@pytest.mark.parametrize(
    "text",
    [
        "p, s, h = Client(app).get('/')\n",
        "p, s = Client(app).get('/')\nx = list(p)\n",
        "p, s, h = Client(app).other('/')\nx = list(p)\n",
        "p, s, h = other(app).get('/')\nx = list(p)\n",
        "r = Client(app).get('/')\nx = list(r)\n",
        "p, s, h = Client(app).get('/'); x = list(p)\n",
        "def f(c):\n    p, s, h = c.get('/')\n    return list(p)\n",
    ],
)
def test_untouched(text):
    check_untouched(RULE, HEAD + text, python2=True)


def test_a_program_of_octets_has_rules_of_its_own():
    text = HEAD + "p, s, h = Client(app).get('/')\nx = list(p)\nn = 1L\n"
    assert "map(" not in run(RULE, text, key="p/a.py", index=octet_repository(text)).text
