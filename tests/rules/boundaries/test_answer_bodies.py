"""Bodies of requests and answers of the web."""

import pytest
from rules.checking import PROOF, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "answer_bodies"


@pytest.mark.parametrize(
    "text",
    [
        "x = 'a' in r.body\n",
        "import urllib\nx = 'a' in r.body\n",
        "import webob\nx = y in r.body\n",
        "import webob\nx = 'a' in r.data\n",
        "import webob\nx = b'a' in r.body\n",
        "import webob\nclass A:\n    def f(self): return 'a' in self.body\n",
        "import flask\nx = 'a' in r.body\n",
        "import webob, re\nx = re.match(b'a', r.body)\n",
        "import webob\nclass A:\n    def f(self): self.body = 'a'\n",
        "import flask\nr.data = 'a'\n",
        "import webob\nresponse.body = f(x)\n",
        "import webob\nclass Answer:\n    def __init__(self): self.body = ''\nresp = Answer()\nresp.body = 'a'\n",
        "import webob, re\nTITLE = re.compile(b'a')\nx = TITLE.search(r.body)\n",
        "import webob\nclass Tree:\n    def search(self, x): pass\nx = tree.search(r.body)\n",
        "import webob\nmessage.body = 'a'\n",
        "import webob\nclass A:\n    body = property(f)\nresponse.body = 'a'\n",
    ],
)
def test_refuses(text: str) -> None:
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("library", "before", "after"),
    [
        ("webtest", "x = 'a' in r.body\n", "x = 'a' in as_text(r.body)\n"),
        ("webob", "x = r.body == 'a'\n", "x = as_text(r.body) == 'a'\n"),
        ("flask", "t.assertEqual(r.data, 'a')\n", "t.assertEqual(as_text(r.data), 'a')\n"),
        ("paste.fixture", "x = r.body != 'a'\n", "x = as_text(r.body) != 'a'\n"),
        (
            "webob",
            "import re\nx = re.match('a', r.body)\n",
            "x = re.match('a', as_text(r.body))",
        ),
        ("webob", "x = PATTERN.search(r.body)\n", "x = PATTERN.search(as_text(r.body))\n"),
        ("webob", "self.response.body = 'a'\n", "self.response.body = b'a'\n"),
        ("webob", "resp.body = '%d' % x\n", "resp.body = ('%d' % x).encode(\"utf-8\")\n"),
        ("django", "x = r.content.startswith('a')\n", "x = as_text(r.content).startswith('a')\n"),
    ],
)
def test_is_text_where_it_meets_native_text(library: str, before: str, after: str) -> None:
    assert after in run(RULE, f"from {library} import a\n{before}{PROOF}").text


def test_any_file_of_the_repository_may_import_it() -> None:
    text = "def f(r): return 'a' in r.body\n" + PROOF
    for others, asked in (
        ({"b.py": "import webob\n"}, True),
        ({"webob/__init__.py": "import webob\n"}, False),
    ):
        files = {"a.py": text, **others}
        made = migrate(text, "a.py", RepositoryIndex(files, files.get)).text  # type: ignore[arg-type]
        assert ("as_text" in made) is asked


def test_octets_that_are_held_as_text_are_left() -> None:
    text = "import webob\nx = 'a' in r.body\n" + PROOF
    assert "as_text" not in run(RULE, text, key="p/a.py", index=octet_repository(text)).text


TWISTED = "from twisted.web.client import getPage, readBody\nclass T(object):\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("body = yield readBody(r)\n        x = 'a' in body", "        x = 'a' in as_text(body)"),
        ("body = self.successResultOf(readBody(r))\n        x = body == 'a'", "x = as_text(body) == 'a'"),
        (
            "d = readBody(r)\n        body = self.successResultOf(d)\n        self.assertEqual(body, 'a')",
            "self.assertEqual(as_text(body), 'a')",
        ),
        (
            "def g(body):\n            return 'a' in body\n        getPage(r).addCallback(g)",
            "'a' in as_text(body)",
        ),
        (
            "readBody(r).addCallback(self.g)\n    def g(self, body):\n        return body == 'a'",
            "as_text(body) == 'a'",
        ),
    ],
)
def test_what_twisted_reads(before: str, after: str) -> None:
    text = f"{TWISTED}    def f(self, r):\n        {before}\n"
    outcome = run(RULE, text + PROOF)
    assert after in outcome.text
    assert run(RULE, outcome.text).text == outcome.text
    check_untouched(RULE, text.replace("twisted.web", "mine"), python2=True)


@pytest.mark.parametrize(
    "body",
    [
        "body = readBody(r)\n        x = body == 'a'",
        "body = yield f(r)\n        x = body == 'a'",
        "body = yield readBody(r)\n        x = body == b'a'",
        "body = yield readBody(r)\n        body = f(body)\n        x = body == 'a'",
        "def g(x, body):\n            return 'a' in body\n        getPage(r).addCallback(g)",
        "def g(body):\n            return 'a' in body\n        getPage(r).addCallback(f).addCallback(g)",
        "def g(body):\n            return 'a' in body\n        getPage(r).addCallback(g)\n        f(r).addCallback(g)",
    ],
)
def test_what_something_else_gives(body: str) -> None:
    check_untouched(RULE, f"{TWISTED}    def f(self, r):\n        {body}\n", python2=True)
