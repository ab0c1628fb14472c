"""Bytes looked up among text."""

import pytest
from rules.checking import check_rule, check_untouched

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
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize("use", ["k[b{}]", "k.get(b{}, 1)", "b{} in k"])
def test_rewrites(use):
    text = "k = {{'a': 1}}\nb = open(p, 'rb').read(1)\n{}\n"
    check_rule(RULE, text.format(use.format("")), text.format(use.format('.decode("latin-1")')))
