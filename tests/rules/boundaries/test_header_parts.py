"""decode_header(…)."""

from email.header import decode_header

import pytest
from rules.checking import PROOF, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate
from migration.rules.boundaries.header_parts import HELPER, OCTETS

RULE = "header_parts"


@pytest.mark.parametrize("module", ["email.header", "email.Header"])
def test_a_helper_is_put_around_it(module):
    text = f"from {module} import decode_header\nx = [p for p, c in decode_header(h)]\n" + PROOF
    after = run(RULE, text).text
    assert "x = [p for p, c in header_parts(decode_header(h))]" in after
    assert run(RULE, after).text == after


def test_octets_are_characters_in_a_program_of_octets():
    text = "from email.header import decode_header\nx = decode_header(h)\n" + PROOF
    after = run(RULE, text, key="p/a.py", index=octet_repository(text)).text
    assert "x = header_parts(decode_header(h))" in after and 'part.decode("latin-1")' in after


@pytest.mark.parametrize(
    "text",
    [
        "from email.header import decode_header\nx = decode_header\n",
        "def decode_header(h): return h\nx = decode_header(h)\n",
        "x = y.decode_header(h)\n",
    ],
)
def test_what_is_not_the_librarys(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("header", "native", "octets"),
    [
        ("plain text ", [("plain text ", None)], [("plain text ", None)]),
        ("=?utf-8?q?=C3=A9?= menu", [(b"\xc3\xa9", "utf-8"), ("menu", None)], [("\xc3\xa9", "utf-8"), ("menu", None)]),
        ("a =?latin-1?q?=E9?= ", [("a", None), (b"\xe9", "latin-1")], [("a", None), ("\xe9", "latin-1")]),
        ("", [("", None)], [("", None)]),
    ],
)  # fmt: skip
def test_the_parts_are_those_of_python_2(header, native, octets):
    for source, expected in ((HELPER, native), (OCTETS, octets)):
        space = {}
        exec(source, space)
        assert space["header_parts"](decode_header(header)) == expected


def test_what_makes_a_header_of_the_parts_takes_them_as_they_are():
    text = (
        "from email.header import decode_header, make_header\n"
        "h = '=?utf-8?q?Caf=C3=A9?= menu'\nx = unicode(make_header(decode_header(h)))\n" + PROOF
    )
    for index in (octet_repository(text), None):
        space = {}
        exec(migrate(text, "p/a.py", index).text, space)
        assert space["x"] == "Caf\xe9 menu"
