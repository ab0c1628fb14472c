"""Bytes looked up among text."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "bytes_keys"


@pytest.mark.parametrize(
    "text",
    [
        "k = {b'a': 1}\nk[open(p, 'rb').read(1)]\n",
        "k = {'a': 1, 2: 3}\nk[open(p, 'rb').read(1)]\n",
        "k = {u'a': 1}\nk[open(p, 'rb').read(1)]\n",
        "k = f()\nk[open(p, 'rb').read(1)]\n",
        "k = {'a': 1}\nk[open(p).read(1)]\n",
        "k = {'a': 1}\nk[x]\n",
        "k = {}\nk[open(p, 'rb').read(1)] = 1\nk[x]\n",
        "k = {}\nk[open(p, 'rb').read(1)] = 1\nk[b'a']\n",
        "k = {}\nk = {}\nk[open(p, 'rb').read(1)] = 1\nk['a']\n",
        "class A:\n    k = {}\n    def f(self):\n        self.k[open(p, 'rb').read(1)] = 1\n        self.k['a']\n",
        "k = {}\nk[u'x'.encode('utf-8')] = 1\nk['a']\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize("loop", ["for c in d:", "for i, c in enumerate(d):"])
def test_items_of_octets_are_no_octets(loop):
    """Numbers in Python 3: neither a key that is decoded nor what bytes are compared with."""
    text = f"def f(d):\n    return [c for c in d]\nd = b'ab'\nf(d)\nk = {{}}\n{loop}\n    k[c] = c == '\\x00'\nk['a']\n"
    done = migrate(text, "a.py", RepositoryIndex(["a.py"], lambda key: text)).text
    assert "k[c] = " in done and "b'\\x00'" not in done


@pytest.mark.parametrize("use", ["k[b{}]", "k.get(b{}, 1)", "b{} in k"])
def test_rewrites(use):
    text = "k = {{'a': 1}}\nb = open(p, 'rb').read(1)\n{}\n"
    check_rule(RULE, text.format(use.format("")), text.format(use.format('.decode("latin-1")')))


@pytest.mark.parametrize("ask", ["k['a']", "k.get('a')", "'a' in k", "k['a'] = 1"])
@pytest.mark.parametrize("empty", ["{}", "dict()"])
def test_a_dict_that_is_filled_is_asked_for_text(ask, empty):
    text = "k = {}\nfor line in open(p, 'rb'):\n    a, b = [x.strip() for x in line.split(b'=')]\n    k[a{}] = b\n{}\n"
    check_rule(RULE, text.format(empty, "", ask), text.format(empty, '.decode("latin-1")', ask))


def test_a_dict_that_an_object_keeps():
    text = (
        "class A:\n    def __init__(self):\n        self.k = {{}}\n    def f(self):\n"
        "        self.k[open(p, 'rb').read(1){}] = 1\n        return self.k.get('a')\n"
    )
    check_rule(RULE, text.format(""), text.format('.decode("latin-1")'))


PAIRS = "for b in open(p, 'rb'):\n    d = dict([{} for kv in b.split(b'&') if kv])\n    x = {}\n"


@pytest.mark.parametrize("ask", ["d['a']", "d.get('a', 1)", "'a' in d"])
def test_pairs_that_octets_are_split_into(ask):
    after = run(RULE, PAIRS.format("kv.split(b'=')", ask) + PROOF).text
    assert "dict([map(as_text, kv.split(b'=')) for kv in b.split(b'&') if kv])" in after
    assert run(RULE, after).text == after


@pytest.mark.parametrize("ask", ["d", "d[b'a']", "d[y]"])
def test_pairs_that_stay_octets(ask):
    check_untouched(RULE, PAIRS.format("kv.split(b'=')", ask), python2=True)


def test_a_parameter_may_be_text_where_another_method_is_called_with_octets():
    """Known octets for the calls by that name that the file has, which are of another class's method."""
    text = (
        "class A(object):\n    def __init__(self): self.known = {}\n"
        "    def find(self, name):\n        return self.known[name]\n"
        "def f(a):\n    a.known['x'] = 1\n    return a\n"
        "def g(b): return b.find(b'y')\n"
    )
    space = {}
    exec(migrate(text).text, space)
    assert space["f"](space["A"]()).find("x") == 1
