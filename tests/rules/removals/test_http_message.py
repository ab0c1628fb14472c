"""httplib.HTTPMessage(f)."""

import io
import subprocess
import sys

import pytest
from rules.checking import PROOF, check_untouched, run

from migration.engine.pipeline import migrate
from migration.rules.removals.http_message import HELPER

RULE = "http_message"


@pytest.mark.parametrize("given", ["f", "f, 0", "StringIO(text), seekable", "f,  # the file\n    seekable=0"])
def test_a_helper_reads_the_headers(given):
    before = f"from httplib import HTTPMessage\nm = HTTPMessage({given})\n"
    after = run(RULE, before + PROOF).text
    assert f"m = headers_from({given})\n" in after
    assert run(RULE, after).text == after


def test_what_stands_behind_the_headers_is_left_in_the_file():
    space = {}
    exec("import email, http.client\n" + HELPER, space)
    for file in (io.StringIO("A: 1\r\n\r\nbody"), io.BytesIO(b"A: 1\r\n\r\nbody")):
        assert space["headers_from"](file, 0)["a"] == "1"
        assert file.read() in ("body", b"body")


@pytest.mark.parametrize(
    "text",
    [
        "import httplib\nm = httplib.HTTPMessage()\n",
        "import http.client\nm = http.client.HTTPMessage()\n",
        "class HTTPMessage: pass\nm = HTTPMessage(f)\n",
        "from httplib import HTTPMessage\nx = isinstance(m, HTTPMessage)\n",
    ],
)
def test_what_reads_nothing_stays(text):
    check_untouched(RULE, text, python2=True)


def test_the_headers_are_there():
    text = (
        "import httplib\nfrom StringIO import StringIO\n"
        "m = httplib.HTTPMessage(StringIO('A: 1\\r\\nB: 2\\r\\n\\r\\n'), 0)\nprint m.getheader('b'), m['a']\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", migrate(text).text], capture_output=True, text=True, check=True
    )
    assert done.stdout == "2 1\n"
