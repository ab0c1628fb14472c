"""Decoding what may be text already."""

import pytest
from rules.checking import check_rule, check_untouched, run

from environment.traces import Observation
from migration.engine import migrate
from migration.rules._seen import DECODED
from migration.rules.decoded_value import UNESCAPED

RULE = "decoded_value"


@pytest.mark.parametrize(
    "text",
    [
        "a.decode()\n",
        "import base64\nbase64.b64encode(a).decode('ascii')\n",
        "a.decode(b)\n",
        "a.decode('hex')\n",
        "b'x'.decode('utf-8')\n",
        "b'x'.decode('unicode-escape')\n",
        "a.encode('ascii', 'backslashreplace').decode('unicode-escape')\n",
        "'x'.decode('utf-8')\n",
        "open(p, 'rb').read().decode('utf-8')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, "a = b.decode('utf-8')\n")


def test_takes_text_and_bytes():
    head = DECODED[1:] + "\n\n"
    check_rule(
        RULE,
        "a = b.c.decode('utf-8', 'replace')\n",
        head + "a = decoded(b.c, 'utf-8', 'replace')\n",
        python2=True,
    )


def test_what_was_seen_decides():
    seen = [Observation("decode", 1, 4, ("unicode ascii",))]
    assert migrate("a = b.decode('utf-8')\nn = 1L\n", observations=seen).text.startswith("a = b\n")


@pytest.mark.parametrize(
    ("kinds", "helped"),
    [
        (["str utf-8"], True),
        (["str ascii", "str utf-8"], True),
        (["str binary"], True),
        (["Codec"], False),
        (["str utf-8", "Codec"], False),
    ],
)
def test_octets_that_were_seen_may_be_text(kinds, helped):
    seen = [Observation("decode", 1, 4, tuple(kinds))]
    outcome = migrate("a = b.decode('utf-8')\nn = 1L\n", observations=seen)
    assert ("a = decoded(b, 'utf-8')" in outcome.text) is helped


@pytest.mark.parametrize("codec", ["encoding", "self.charset", "input_encoding or 'latin-1'"])
def test_a_variable_of_that_name_is_a_codec_of_text(codec):
    outcome = check_rule(
        RULE, f"a = b.decode({codec})\n", f"{DECODED[1:]}\n\na = decoded(b, {codec})\n", python2=True
    )
    assert not outcome.open_sites


def test_another_variable_may_be_any_codec():
    check_untouched(RULE, "a = b.decode(codec)\nb = b.decode(method or 'x')\n", python2=True)


def test_escapes_are_read_in_text_and_bytes():
    head = UNESCAPED[1:] + "\n\n"
    outcome = check_rule(
        RULE, "a = b.decode('unicode_escape')\n", head + "a = unescaped(b, 'unicode_escape')\n", python2=True
    )
    for value in ("\\u20ac\\n", b"\\u20ac\\n"):
        namespace: dict = {"b": value}
        exec(outcome.text, namespace)
        assert namespace["a"] == "\u20ac\n"


def test_what_cannot_be_decoded_says_so_as_before():
    text = "n = 1L\ndef f(x):\n    try: return x.decode('utf-8')\n    except AttributeError: return x\n"
    space = {}
    exec(run(RULE, text).text, space)
    assert [space["f"](x) for x in ("a", b"a", 7, None)] == ["a", "a", 7, None]
