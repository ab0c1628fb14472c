"""Answers that are made of octets."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "answers_made"


@pytest.mark.parametrize(
    "text",
    [
        "x = webob.Response(text=y), Response(body='a')\n",
        "x['body'] = y\nz = webob.Response(**x2)\n",
        "def f(x): x['body'] = y\ndef g(x): return webob.Response(**x)\n",
        "x = webob.Response(body=None)\n",
        "x = webob.Response(None, 'a')\nwebob.Response(*x)\nwebob.Response.__init__(*x)\n",
        "x = webob.Response(body=b'a')\n",
    ],
)
def test_refuses(text: str) -> None:
    check_untouched(RULE, "import webob\n" + text, python2=True)


def test_leaves_the_package_itself() -> None:
    files = {
        "webob/__init__.py": "n = 1L\n",
        "docs/a.py": "import webob\nn = 1L\nx = webob.Response(body=y)\n",
    }
    index = RepositoryIndex(files, files.__getitem__)
    assert "(body=y)" in migrate(files["docs/a.py"], "docs/a.py", index).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = webob.Response(body='a', status=200)\n", "x = webob.Response(body=b'a', status=200)\n"),
        ("x = webob.Response('a', status=200)\n", "x = webob.Response(b'a', status=200)\n"),
        ("webob.Response.__init__(x, 'a')\n", "webob.Response.__init__(x, b'a')\n"),
        ("x = webob.response.Response(body='a')\n", "x = webob.response.Response(body=b'a')\n"),
        ("x['body'] = 'a'\nz = webob.Response(**x)\n", "x['body'] = b'a'\nz = webob.Response(**x)\n"),
    ],
)
def test_makes_octets(before: str, after: str) -> None:
    check_rule(RULE, "import webob\n" + before, "import webob\n" + after, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "x = webob.Response(body=y)\n",
        "class R(webob.Response):\n    def __init__(self, y, **more):\n        more['body'] = y\n"
        "        webob.Response.__init__(self, **more)\n",
    ],
)
def test_of_what_is_not_known(text: str) -> None:
    assert "as_bytes(y)" in migrate("import webob\nn = 1L\n" + text).text
