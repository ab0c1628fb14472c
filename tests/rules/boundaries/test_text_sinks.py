"""Files that are given to what writes text."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "text_sinks"
HEAD = "import json, pickle\n"


@pytest.mark.parametrize(
    "text",
    [
        "json.dump(a, open(p, 'w'))\n",
        "json.dump(a, open(p, mode))\n",
        "json.load(open(p, 'rb'))\n",
        "pickle.dump(a, open(p, 'wb'))\n",
        "f = open(p, 'wb')\nf.write(a)\n",
        "f = open(p, 'wb')\njson.dump(a, f)\nf.write(b'x')\n",
        "f = open(p, 'wb')\njson.dump(a, f)\npickle.dump(a, f)\n",
        "f = open(p, 'wb')\njson.dump(a, f)\ng(f)\n",
        "f = open(p, 'wb')\nf = g()\njson.dump(a, f)\n",
        "f = open(p, 'r+b')\njson.dump(a, f)\n",
        "thing.write(open(p, 'wb'))\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, HEAD + text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("json.dump(a, open(p, 'wb'))\n", "json.dump(a, open(p, 'w', newline=''))\n"),
        (
            "with open(p, 'wb') as f:\n    json.dump(a, f)\n    f.write(b)\n",
            "with open(p, 'w', newline='') as f:\n    json.dump(a, f)\n    f.write(b)\n",
        ),
        ("f = open(p, 'wb')\nprint >>f, a\n", "f = open(p, 'w', newline='')\nprint(a, file=f)\n"),
        (
            "import ConfigParser\nc = ConfigParser.ConfigParser()\nc.write(open(p, 'wb'))\n",
            "import ConfigParser\nc = ConfigParser.ConfigParser()\nc.write(open(p, 'w', newline=''))\n",
        ),
    ],
)
def test_opens_as_text(before, after):
    check_rule(RULE, HEAD + before, HEAD + after)


def test_what_is_written_beside_it_stays_text():
    text = HEAD + "f = open(p, 'wb')\njson.dump(a, f)\nf.write('x')\n"
    assert migrate(text).text == text.replace("'wb')", "'w', newline='')")


def test_where_strings_are_octets_files_are_text_already():
    texts = {"a.py": "import json\ndef f(p, x):\n    json.dump(x, open(p, 'wb'))\nn = 1L\n", "b.py": ""}
    index = RepositoryIndex(texts, texts.get)
    assert "newline=''" in migrate(texts["a.py"], "a.py", index.taken_for(octets=False)).text
    assert "newline=''" not in migrate(texts["a.py"], "a.py", index.taken_for(octets=True)).text
