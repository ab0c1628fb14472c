"""httplib.HTTPMessage(f)."""

import subprocess
import sys

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine import migrate

RULE = "http_message"


@pytest.mark.parametrize("given", ["f", "f, 0", "StringIO(text), seekable"])
def test_a_function_reads_the_headers(given):
    before = f"from httplib import HTTPMessage\nm = HTTPMessage({given})\n"
    file, _, _ = given.partition(", ")
    after = (
        f"import email\nfrom httplib import HTTPMessage\nm = email.message_from_file({file}, HTTPMessage)\n"
    )
    check_rule(RULE, before, after, python2=True)


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
