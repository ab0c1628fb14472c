"""Types of octets."""

import zlib

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "octet_types"
PACKED = "import pickle, struct\nx = struct.pack('B', 1)\n"


@pytest.mark.parametrize(
    "text",
    [
        "x = 'a'\ny = type(x) is str\n",
        PACKED + "y = type(x) is int\n",
        PACKED + "y = type(x) in (str, int)\n",
        PACKED + "def f(x): return isinstance(x, str)\n",
        PACKED + "y = isinstance(z, str)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_python_3():
    check_untouched(RULE, PACKED + "y = type(x) is str\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("type(x) is str", "type(x) is bytes"),
        ("type(x) != str", "type(x) != bytes"),
        ("isinstance(x, str)", "isinstance(x, bytes)"),
        ("isinstance(pickle.dumps(1), str)", "isinstance(pickle.dumps(1), bytes)"),
    ],
)
def test_octets_are_bytes(before, after):
    check_rule(RULE, f"{PACKED}y = {before}\n", f"{PACKED}y = {after}\n", python2=True)


ENCODED = (
    "import zlib\ndef f(x):\n    if isinstance(x, unicode):\n        x = x.encode('utf-8')\n"
    "{}    return zlib.crc32(x)\n"
)


@pytest.mark.parametrize(
    "asked",
    [
        "    assert isinstance(x, {})\n",
        "    if not isinstance(x, {}):\n        x = str(x)\n",
        "    elif not isinstance(x, {}):\n        x = str(x)\n",
        "    if n:\n        y = type(x) is {}\n",
    ],
)
def test_what_was_encoded_if_it_was_text_is_octets(asked):
    check_rule(RULE, ENCODED.format(asked.format("str")), ENCODED.format(asked.format("bytes")), python2=True)
    check_untouched(
        RULE, ENCODED.format(f"    x = g(x)\n{asked.format('str')}".replace("elif", "if")), python2=True
    )
    for other in (
        ENCODED.replace("x = x.encode", "y = x.encode"),
        ENCODED.replace("isinstance(x, unicode)", "isinstance(y, unicode)"),
        ENCODED.replace("(x, unicode)", "(x, str)"),
        ENCODED.replace(".encode('utf-8')", ".strip()"),
    ):
        check_untouched(RULE, other.format(asked.format("str")), python2=True)


def test_what_is_decoded_again_stays_text():
    text = (
        "def f(x):\n    if isinstance(x, unicode):\n        x = x.encode('utf-8')\n    assert isinstance(x, str)\n"
        "    return '<%s>' % x\nprint f(u'a'), f('b')\n"
    )
    after = migrate(text, "a.py").text
    assert "decode('utf-8')\n    assert isinstance(x, str)\n" in after


def test_what_asks_runs_as_before():
    asked = "    elif not isinstance(x, str):\n        x = str(x)\n"
    text = (
        ENCODED.format(asked)
        + "a = [f(u'\\xe9') & 255, f('a') & 255, f(3) & 255, f(zlib.compress('x')) & 255]\n"
    )
    space = {}
    exec(migrate(text, "a.py").text, space)
    expected = [zlib.crc32(d) & 255 for d in (b"\xc3\xa9", b"a", b"3", zlib.compress(b"x"))]
    assert space["a"] == expected


EITHER = "def f(x):\n    if isinstance(x, str):\n{}        return w(x)\n    return w(x.read())\n"
GIVEN = "f(open('x', 'rb').read())\nf('a')\nn = 1L\n"


@pytest.mark.parametrize(
    ("told", "given", "after"),
    [
        ("", GIVEN, "(str, bytes)"),
        ("        y = x.strip()\n", GIVEN, "(str, bytes)"),
        # All that comes is text; or the function itself tells them apart.
        ("", GIVEN.replace("rb", "r"), "str"),
        ("        y = isinstance(x, Mine)\n", GIVEN, "str"),
        ("        if type(x) is Mine: pass\n", GIVEN, "str"),
    ],
)
def test_a_string_that_may_be_octets_is_any(told, given, after):
    text = EITHER.format(told) + given
    index = RepositoryIndex({"a.py": text}, {"a.py": text}.get).taken_for(octets=False)
    assert f"if isinstance(x, {after}):\n" in migrate(text, "a.py", index).text
