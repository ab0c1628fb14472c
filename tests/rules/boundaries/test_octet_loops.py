"""Loops over octets whose items are used as characters."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate

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
        f"{READ}x = set(c for c in data), [c for c in data]\n",
        "n = 0\nfor c in memoryview(b'abc'):\n    seen[c] = 1\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    "use",
    [
        "y = map(ord, x)\n",
        "y = ord(x[0])\n",
        "x[0] = chr(ord(x[0]) | 1)\n",
        "s = ''.join(x)\n",
        "for c in x:\n    s += c\n",
        "f(x)\n",
    ],
)
def test_lists_of_characters_stay_these(use):
    after = f'{READ}x = list(data.decode("latin-1"))\n{use}'
    check_rule(RULE, f"{READ}x = list(data)\n{use}", after, python2=True)


@pytest.mark.parametrize(
    "use",
    ["for c in x:\n    n += ord(c)\n", "x.reverse()\ny = [ord(c) for c in x]\n", "n = len(x)\n"],
)
def test_lists_of_numbers_stay_these(use):
    check_untouched(RULE, f"{READ}x = list(data)\n{use}", python2=True)


def test_where_all_strings_are_octets_another_rule_decodes():
    text = "for c in struct.pack('>I', 258).decode(\"latin-1\"):\n    out.append(c)\n"
    assert run(RULE, "import struct\n" + text + PROOF, index=octet_repository(text)).text.count("decode") == 1


@pytest.mark.parametrize("listing", ["list(inet_aton(ip))", "map(None, inet_aton(ip))"])
def test_ordinals_of_a_list_are_its_items(listing):
    text = (
        f"from socket import inet_aton\nx = u''\n\ndef number(ip):\n    n = 0\n    octets = {listing}\n"
        "    for o in octets:\n        n = (n << 8) + ord(o)\n    return n\nprint number('1.2.3.4')\n"
    )
    spaces = {}
    exec(compile(migrate(text, "a.py").text, "a.py", "exec"), spaces)
    assert spaces["number"]("1.2.3.4") == 0x01020304


def test_numbers_and_characters_are_not_mixed(tmp_path):
    text = (
        "def count(p):\n    n = {}\n    for c in open(p, 'rb').read():\n        if c == 'a' or ord(c) > 127:\n"
        "            n[c] = n.get(c, 0) + 1\n    return n\n"
    )
    (tmp_path / "f").write_bytes(b"aab\xff")
    names = {}
    exec(migrate(text + PROOF).text, names)
    assert names["count"](tmp_path / "f") == {"a": 2, "\xff": 1}


def test_characters_that_are_joined():
    before = READ + "x = '-'.join(data), '-'.join(data[1:])\n"
    after = before.replace("(data)", '(data.decode("latin-1"))').replace("[1:])", '[1:].decode("latin-1"))')
    check_rule(RULE, before, after, python2=True)
    check_untouched(RULE, READ + "x = b'-'.join(data.split()), '-'.join(y)\n", python2=True)
