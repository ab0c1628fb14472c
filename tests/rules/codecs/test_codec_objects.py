"""Codecs that are looked up once, and asked later."""

import pytest
from rules.checking import PROOF, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "codec_objects"


def migrated(text: str) -> str:
    files = {"a.py": text + PROOF}
    return migrate(files["a.py"], "a.py", RepositoryIndex(files, files.get)).text  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import codecs\nc = codecs.lookup('utf-8')\nx = c.decode('a')\n", "x = c.decode(b'a')\n"),
        (
            "import codecs\nC = {1: codecs.lookup('utf-8')}\ndef f(x):\n    return C[1].decode(x)[0]\n",
            "return C[1].decode(as_bytes(x))[0]\n",
        ),
        (
            "import codecs\nclass A:\n    C = {1: 'ascii'}\n"
            "    C = dict([(k, codecs.lookup(v)) for k, v in C.items()])\n"
            "def f(x):\n    return A.C[1].decode(x)[0]\n",
            "return A.C[1].decode(as_bytes(x))[0]\n",
        ),
    ],
)
def test_decodes_octets(before: str, after: str) -> None:
    assert after in migrated(before)


@pytest.mark.parametrize(
    "text",
    [
        "x = c.decode(y)\n",
        "import codecs\nc = codecs.lookup('utf-8')\nx = c.decode(b'a')\n",
        "x = 'a'.decode(y)\n",
    ],
)
def test_leaves_others(text: str) -> None:
    check_untouched(RULE, text, python2=True)


def test_what_it_encodes_is_octets() -> None:
    text = "import codecs\nc = codecs.lookup('utf-8')\ndef f(x):\n    return '\\n'.join([c.encode(x)[0], '%s' % x])\n"
    assert "[as_text(c.encode(x)[0]), '%s' % x]" in migrated(text)
