"""Streams that are told what to do with characters that their codec has not."""

import codecs
import io

import pytest
from rules.checking import check_untouched, run

from migration.rules.boundaries.stream_errors import HELPER

RULE = "stream_errors"


@pytest.mark.parametrize("stream", ["s", "self.out", "streams[0]"])
def test_it_is_told_by_a_helper(stream):
    outcome = run(RULE, f"{stream}.errors = 'xmlcharrefreplace'\nn = 1L\n")
    assert f"\nset_errors({stream}, 'xmlcharrefreplace')\n" in outcome.text
    again = run(RULE, outcome.text)
    assert again.text == outcome.text


@pytest.mark.parametrize(
    "text",
    ["self.errors = 'replace'\n", "s.errors = []\n", "s.errors = 'many'\n", "s.errors = how\n", "x = s.errors\n",
     "a.errors = b.errors = 'ignore'\n"],
)  # fmt: skip
def test_what_is_no_handler_or_no_stream(text):
    check_untouched(RULE, text, python2=True)


def test_what_each_kind_of_stream_does():
    space = {}
    exec("import io\n" + HELPER, space)
    below = io.BytesIO()
    for stream, written in (
        (io.StringIO(), lambda s: s.getvalue()),
        (io.TextIOWrapper(below, encoding="ascii", write_through=True), lambda s: below.getvalue().decode()),
        (codecs.getwriter("ascii")(io.BytesIO()), lambda s: s.stream.getvalue().decode()),
    ):
        space["set_errors"](stream, "xmlcharrefreplace")
        stream.write("é")
        assert written(stream) in ("é", "&#233;")
        space["set_errors"](stream, "strict")
