"""Makers of hashes that are handed on, in programs of octets."""

import pytest
from rules.checking import check_untouched, octet_repository, run

RULE = "handed_hashes"
START = "import hashlib\nfrom hashlib import sha1\ndef f(maker): return maker('\\xff').hexdigest()\n"


def converted(text: str) -> str:
    text = START + text + "n = 1L\n"
    return run(RULE, text, key="p/a.py", index=octet_repository(text)).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = f(hashlib.md5)\n", "x = f(HashOfCharacters(hashlib.md5))\n"),
        ("x = f(sha1)\n", "x = f(HashOfCharacters(sha1))\n"),
        ("class A(object):\n    kind = sha1\n", "    kind = HashOfCharacters(sha1)\n"),
    ],
)
def test_rewrites(before: str, after: str) -> None:
    assert after in converted(before)


@pytest.mark.parametrize(
    "text",
    ["import hmac\nx = hmac.new(k, d, sha1)\n", "x = g(sha1)\n", "x = sha1\n", "class A:\n    kind = g\n"],
)
def test_untouched(text: str) -> None:
    assert text in converted(text)
    check_untouched(RULE, START + "x = f(sha1)\n", python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "def g(maker): return maker is sha1 or maker()\nx = g(sha1)\n",
        "def g(maker): return {sha1: 1}[maker]\nx = g(sha1)\n",
        "def g(maker): return maker.__name__\nx = g(sha1)\n",
        "class A(object):\n    kind = sha1\n    def f(self): return self.kind == sha1\n",
    ],
)
def test_leaves_what_is_told_from_others(text: str) -> None:
    assert text in converted(text)


def test_it_makes_what_it_made() -> None:
    space: dict[str, object] = {}
    exec(
        converted("class A(object):\n    kind = sha1\nx = f(sha1)\ny = A().kind('\\xff').hexdigest()\n"),
        space,
    )
    assert space["x"] == space["y"] == "85e53271e14006f0265921d02d4d736cdc580b0b"
