"""Loops over octets whose items are used as characters."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched

from migration.engine import migrate

RULE = "octet_loops"
READ = "data = open(p, 'rb').read()\n"


@pytest.mark.parametrize(
    "use",
    ["seen[c] = 1", "out.append(c)", "s += c", "x = '<' + c", "c.isdigit()", "n[c] = n.get(c, 0) + 1"],
)
def test_characters_stay_these(use):
    after = f'{READ}for c in data.decode("latin-1"):\n    {use}\n'
    check_rule(RULE, f"{READ}for c in data:\n    {use}\n", after, python2=True)


def test_comprehensions_and_calls_in_place():
    check_rule(
        RULE,
        "x = [seen[c] for c in open(p, 'rb').read()]\n",
        "x = [seen[c] for c in open(p, 'rb').read().decode(\"latin-1\")]\n",
        python2=True,
    )


@pytest.mark.parametrize(
    "text",
    [
        f"{READ}for c in data:\n    n = ord(c)\n",
        f"{READ}for c in data:\n    if c == 'x': break\n",
        f"{READ}for c in data:\n    seen[ord(c)] = 1\n",
        f"{READ}c = 1\nfor c in data:\n    seen[c] = 1\n",
        "for c in data:\n    seen[c] = 1\n",
        "for c in 'text':\n    seen[c] = 1\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_numbers_and_characters_are_not_mixed(tmp_path):
    text = (
        "def count(p):\n    n = {}\n    for c in open(p, 'rb').read():\n        if c == 'a' or ord(c) > 127:\n"
        "            n[c] = n.get(c, 0) + 1\n    return n\n"
    )
    (tmp_path / "f").write_bytes(b"aab\xff")
    names = {}
    exec(migrate(text + PROOF).text, names)
    assert names["count"](tmp_path / "f") == {"a": 2, "\xff": 1}
