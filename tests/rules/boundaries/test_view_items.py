"""Items of memoryviews where octets are held as text."""

import pytest
from rules.checking import PROOF, PROOF_AFTER, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate


def _checked(text, after):
    index = octet_repository(text + PROOF)
    outcome = run("view_items", text + PROOF, key="p/a.py", index=index)
    assert outcome.text == after + PROOF_AFTER and not outcome.notes
    assert run("view_items", outcome.text, key="p/a.py", index=index).text == outcome.text


@pytest.mark.parametrize(
    "text",
    [
        "m = memoryview('xyz')\nx = m[1:]\n",
        "m = memoryview('xyz')\nm[0] = 'a'\n",
        "m = memoryview('xyz')\nx = m[0] == 120\n",
        "m = memoryview('xyz')\nx = chr(m[0])\n",
        "m = memoryview('xyz')\nm = 'abc'\nx = m[0]\n",
        "def memoryview(x): return x\nm = memoryview('xyz')\nx = m[0]\n",
        "x = m[0] # memoryview\n",
    ],
)
def test_leaves_what_is_no_item_of_a_view(text):
    _checked(text, text)


def test_leaves_views_of_programs_that_tell_text_from_octets():
    check_untouched("view_items", "m = memoryview(data)\nx = m[0], ord(m[1])\n", python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [("m[0]", "chr(m[0])"), ("ord(m[0])", "int(m[0])"), ("m[0] == 'x'", "chr(m[0]) == 'x'")],
)
def test_rewrites(before, after):
    text = "m = memoryview('xyz')\nx = {}\n"
    _checked(text.format(before), text.format(after))


def test_means_what_it_meant():
    text = "m = memoryview('xyz')\nx = m[1] in 'xyz', ord(m[0]), m.tobytes()\n" + PROOF
    index = octet_repository(text)
    code = migrate(text, "p/a.py", index).text
    space: dict = {}
    exec(code, space)
    assert space["x"] == (True, 120, "xyz") and migrate(code, "p/a.py", index).text == code
