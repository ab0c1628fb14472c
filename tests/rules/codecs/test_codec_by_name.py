"""Codecs that are variables."""

import pytest
from rules.checking import PROOF, check_untouched, octet_repository

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "codec_by_name"


@pytest.mark.parametrize(
    "text",
    [
        "a = u'a'.encode(codec)\n",
        "a = u'a'.encode('hex')\n",
        "c = 'hex'\na = u'a'.encode()\n",
        "c = 'hex'\nimport json\na = json.encode(c)\n",
        "c = 'hex'\nclass D(JSONDecoder): pass\ndef f(s, kind): return kind().decode(s)\n",
        "c = 'hex'\nENCODING = 'utf-8'\na = b.encode(ENCODING)\n",
        "c = 'hex'\nfrom settings import ENCODING\na = b.encode(ENCODING)\n",
        "c = 'hex'\ndef encode(self, codec): pass\na = b.encode(c)\n",
    ],
)
def test_leaves_codecs_of_text(text):
    check_untouched(RULE, text, python2=True)


PROGRAM = (
    "def turn(value, codec):\n    return value.encode(codec), value.encode(codec).decode(codec)\n"
    "codecs_of_text = ['utf-8', 'latin-1']\n"
    "found = [turn(%s, codec) for codec in ['hex', 'rot13', 'string_escape', 'zlib', 'utf-8']]\n"
)


def test_all_kinds_of_codec_give_what_they_gave():
    space = {}
    exec(migrate(PROGRAM % "'a\\n'" + PROOF).text, space)
    shown = [given for given, _ in space["found"]]
    assert shown[:3] == ["610a", "n\n", "a\\n"]
    assert isinstance(shown[3], bytes)
    assert shown[4] == b"a\n"
    assert [b if isinstance(b, str) else b.decode() for _, b in space["found"]] == ["a\n"] * 5


def test_what_is_text_already_stays_it():
    text = "def f(value, codec): return value.decode(codec)\n"
    text += "found = [f(u'\\u20ac', c) for c in ('utf-8',)], 'hex', 'zip'\n"
    space = {}
    exec(migrate(text + PROOF).text, space)
    assert space["found"][0] == ["\u20ac"]


def test_octets_stay_text_where_they_are_so_throughout():
    text = PROGRAM % "'a\\xe9'" + PROOF
    text = text.replace(", 'utf-8']]", "]]")
    index = octet_repository(text)
    space = {}
    exec(migrate(text, "p/a.py", index).text, space)
    assert [a for a, _ in space["found"]][:3] == ["61e9", "n\xe9", "a\\xe9"]
    assert [b for _, b in space["found"]] == ["a\xe9"] * 4


def test_a_file_that_has_nothing_to_do_with_codecs_of_octets():
    text = "def f(value, encoding): return value.encode(encoding)\nn = 1L\n"
    for named, asked in (("import a\nC = ['hex', 'a']\n", True), ("C = ['hex', 'a']\n", False)):
        files = {"a.py": text, "b.py": named}
        made = migrate(text, "a.py", RepositoryIndex(files, files.get)).text
        assert ("encoded_by" in made) is asked


def test_a_choice_of_codecs_and_a_loop_through_some():
    text = (
        "class P(object):\n    codec = 'hex'\n    def dump(self, codec=None):\n"
        "        return 'Hi'.encode(codec or self.codec)\n"
        "shown = [P().dump(), P().dump('rot13')]\nfor name in ('hex', 'base64'):\n"
        "    shown.append('Ab'.encode(name).strip())\n"
        "n = 1L\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["shown"] == ["4869", "Uv", "4162", "QWI="]
