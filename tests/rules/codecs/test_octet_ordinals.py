"""ord() of what may be a number."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.analysis.strings.octet_items import HELPER
from migration.engine.pipeline import migrate

RULE = "octet_ordinals"
HEAD = "import struct\nD = struct.pack('>H', 1)\n"
AFTER = "import struct\n\n" + HELPER + "\n\nD = struct.pack('>H', 1)\n"


@pytest.mark.parametrize(
    "text",
    [
        "x = ord(y)\n",
        "def f(a): return ord(a)\n",
        "def f(a): return ord(a[0:1])\n",
        "def f(): return [ord(c) for c in 'ab']\n",
        "def f(ord, a): return [ord(c) for c in a]\n",
        "def f(): return [ord(c) for c in D]\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, HEAD + text, python2=True)


def test_leaves_files_without_bytes():
    check_untouched(RULE, "def f(a): return [ord(c) for c in a]\n", python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "def f(a): return [{}(c) for c in a]\n",
        "def f(a): return {}(a[0])\n",
        "def f(a): return map(lambda c: {}(c), a)\n",
        "def f(a):\n    for n, c in enumerate(a): g(n, {}(c))\n",
        "def f(a): return sum(map({}, a))\n",
    ],
)
def test_asks(text):
    check_rule(RULE, HEAD + text.format("ord"), AFTER + text.format("octet"), python2=True)


def test_the_numbers_of_octets_are_taken_as_they_are():
    before = "def f(): return sum(map(ord, struct.pack('>H', 9)))\n"
    check_rule(RULE, HEAD + before, HEAD + before.replace("ord", "int"), python2=True)


def test_the_helper_takes_both():
    space = {}
    exec(HELPER, space)
    assert space["octet"]("a") == space["octet"](b"a"[0]) == 97


def test_items_of_encoded_text():
    text = "b = u'\\xe9x'.encode('utf-8')\nprint ord(b[0]), [ord(c) for c in b], b[-1] == 'x'\n"
    done = migrate(text).text
    assert "octet(b[0]), [octet(c) for c in b], octet(b[-1]) == ord('x')" in done


@pytest.mark.parametrize("taken", ["data[1:n]", "tmp"])
def test_a_part_of_a_parameter_is_gone_through(taken):
    head = "import struct\ndef f(data, n=3):\n    tmp = data[1:n]\n"
    text = head + f"    return [ord(c) for c in {taken}]\nprint f(struct.pack('>I', 9)), f('abc')\n"
    after = migrate(text).text
    assert f"[octet(c) for c in {taken}]" in after
    other = text.replace("tmp = data[1:n]", "tmp = data[1:n].lower()")
    assert ("octet(" in migrate(other).text) is (taken != "tmp")
