"""JSON in programs whose native strings are octets."""

import io
import json

import pytest
from rules.checking import PROOF, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex
from migration.rules.boundaries.octet_json import HELPER

RULE = "octet_json"
HEAD = "import json\n"


def told(text, octets=True):
    files = {"a.py": HEAD + text + PROOF, "b.py": ""}
    index = RepositoryIndex(files, files.get).taken_for(octets=octets)
    return run(RULE, files["a.py"], key="a.py", index=index).text


@pytest.mark.parametrize(
    "text",
    [
        "x = json.loads('[1]')\n",
        "x = json.loads(y, encoding='latin-1')\n",
        "x = json.dumps(y, cls=E)\n",
        "x = json.dumps(1)\n",
        "x = json.loads(*y)\n",
        "x = json.loads(u'\"\\xc3\\xa9\"')\n",
        "x = json.loads(y.decode('utf-8'))\n",
    ],
)
def test_refuses(text):
    files = {"a.py": HEAD + text + PROOF, "b.py": ""}
    index = RepositoryIndex(files, files.get).taken_for(octets=True)
    check_untouched(RULE, HEAD + text, python2=True, key="a.py", index=index)


def test_where_strings_are_told_apart_other_rules_see_to_it():
    text = "x = json.loads(y), json.dumps(y)\n"
    assert text in told(text, octets=False)


def test_reads_and_writes_utf8():
    text = (
        "import json\ndef read(s): return json.loads(s)\n"
        "def write(x): return json.dumps(x, sort_keys=True)\n"
        "def both(fp): return write(json.load(fp))\n"
    )
    files = {"a.py": text + PROOF, "b.py": ""}
    index = RepositoryIndex(files, files.get).taken_for(octets=True)
    space: dict = {}
    exec(migrate(files["a.py"], "a.py", index).text, space)
    assert space["read"]('{"a": "caf\xc3\xa9"}') == {"a": "caf\xe9"}
    assert space["read"]('["caf\xe9", 1]') == ["caf\xe9", 1]
    assert space["write"]({"caf\xc3\xa9": ("\xe9", None, 1.5)}) == '{"caf\\u00e9": ["\\u00e9", null, 1.5]}'
    assert space["both"](io.StringIO('["\xc3\xa9"]')) == '["\\u00e9"]'


def test_what_contains_itself_is_refused_by_json():
    space: dict = {}
    exec(HELPER, space)
    ring: list = [1]
    ring.append({"a": ring})
    with pytest.raises(ValueError, match="Circular"):
        json.dumps(space["texts_of_octets"](ring))
    same = ["\xc3\xa9"]
    assert json.dumps(space["texts_of_octets"]([same, same])) == '[["\\u00e9"], ["\\u00e9"]]'
