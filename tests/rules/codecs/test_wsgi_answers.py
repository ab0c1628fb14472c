"""What a WSGI application answered."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

RULE = "wsgi_answers"
STARTER = "def sr(status, headers, exc_info=None):\n    pass\n"


@pytest.mark.parametrize(
    "text",
    [
        "assert app(environ, x)[0] == 'a'\n",
        "assert app(environ, start_response)[0] == b'a'\n",
        "assert app(environ, start_response)[0] == u'a'\n",
        "assert app(environ, start_response)[0] == a\n",
        "assert app(environ, start_response)[0:1] == 'a'\n",
        "assert app(environ, start_response) == 'a'\n",
        "assert app(environ, start_response) == ['a', b]\n",
        "def app(e, s):\n    return [1]\nassert app(environ, start_response)[0] == 'a'\n",
        "def sr(a, b): pass\nassert app(environ, sr)[0] == 'a'\n",
        "r = app(environ, start_response)\nr = f()\nassert r[0] == 'a'\n",
        STARTER + "self.assertEqual(app(environ, sr)[0], headers)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python3():
    check_untouched(RULE, "assert app(environ, start_response)[0] == 'a'\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("r = app(e, sr)\nassert r[0] == 'a'\n", "r = app(e, sr)\nassert r[0] == b'a'\n"),
        ("self.assertEqual('a' 'b', A()(e, sr)[0])\n", "self.assertEqual(b'a' b'b', A()(e, sr)[0])\n"),
        ("self.assertEqual(''.join(app(e, sr)), 'a')\n", "self.assertEqual(b''.join(app(e, sr)), b'a')\n"),
        ("eq_(list(app(e, sr)), ['a', 'b'])\n", "eq_(list(app(e, sr)), [b'a', b'b'])\n"),
        ("assert 'a' in app(e, sr)[0]\n", "assert b'a' in app(e, sr)[0]\n"),
        (
            "body = list(app(e, sr))[0]\nassert 'a' in body\n",
            "body = list(app(e, sr))[0]\nassert b'a' in body\n",
        ),
        (
            "import webob\nself.assertEqual(r.app_iter, ['a'])\n",
            "import webob\nself.assertEqual(r.app_iter, [b'a'])\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, STARTER + before, STARTER + after, python2=True)


APP = "def app(environ, start_response):\n    return [b'x']\n"


@pytest.mark.parametrize(
    ("text", "made"),
    [
        # An application from elsewhere may answer in text still.
        (STARTER + "x = ''.join(app(e, sr))\n", "x = as_text(b''.join(map(as_bytes, app(e, sr))))\n"),
        (APP + "x = ''.join(app(e, lambda s, h: 0))\n", "x = as_text(b''.join(app(e, lambda s, h: 0)))\n"),
    ],
)
def test_what_is_joined_goes_on_as_text(text, made):
    assert run(RULE, text + "n = 1L\n").text.endswith(f"{made}n = 1\n")


@pytest.mark.parametrize(
    "text",
    [
        "x = ''.join(app(e, y))\n",
        "def app(a, b): return 'x'\nx = ''.join(app(e, y))\n",
        APP + "x = ''.join(app(e))\n",
        APP + "x = b''.join(app(e, y))\n",
    ],
)
def test_what_is_joined_of_something_else(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("call", "known"),
    [
        ("app(env, lambda s, h: 0)", True),
        ("app(self.environ, lambda s, h, e=None: 0)", True),
        ("app(x, lambda s, h: 0)", False),
        ("app(env, lambda s: 0)", False),
    ],
)
def test_a_lambda_may_start_the_response(call, known):
    text = f"def start_response(app, env, x): return ''.join({call})\n"
    assert ("b''.join" in run("wsgi_answers", text + PROOF).text) is known


def test_the_parts_of_an_answer_that_are_collected():
    text = (
        "def ask(app, environ, result):\n    response = app(environ, result.start_response)\n    body = []\n"
        "    parts = iter(response)\n    for part in parts:\n        body.append({})\n    return {}.join(body)\n"
    )
    for joint in ("''", "u''"):
        outcome = run(RULE, text.format("part", joint) + PROOF)
        assert "return as_text(b''.join(map(as_bytes, body)))" in outcome.text
    assert "b''" not in run(RULE, text.format("f(part)", "''") + PROOF).text


SUITE = """
EXPECTED = 'text\\n'
OTHER = [1]

class Test(object):
    def _started(self, status, headers, exc_info=None):
        self.status = status

    def _kept(self, one, other):
        self.one = one

    def test(self):
        body = self.app({{}}, {})
        self.assertEqual({}, body)
"""


@pytest.mark.parametrize(
    ("starter", "expected", "made"),
    [
        ("self._started", "['a', 'b']", "[b'a', b'b']"),
        ("self._started", "[EXPECTED]", '[EXPECTED.encode("utf-8")]'),
        ("self._started", "['a', EXPECTED]", "[b'a', EXPECTED.encode(\"utf-8\")]"),
        ("self._started", "[OTHER]", "[OTHER]"),
        ("self._started", "EXPECTED", "EXPECTED"),
        ("self._kept", "['a']", "['a']"),
        ("other._started", "['a']", "['a']"),
    ],
)
def test_a_method_may_start_the_response(starter, expected, made):
    text = SUITE.format(starter, expected) + PROOF
    assert f"self.assertEqual({made}, body)" in run(RULE, text).text
