"""Codecs around standard streams."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "stream_codecs"


@pytest.mark.parametrize(
    "text",
    [
        "import codecs\nx = codecs.getwriter('utf-8')(f)\n",
        "import codecs, sys\nx = codecs.getwriter('utf-8')(sys.stdout.buffer)\n",
        "import sys\nx = getwriter('utf-8')(sys.stdout)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_reads_below_the_stream():
    check_rule(
        RULE,
        "import sys\nfrom codecs import getreader\nx = getreader('utf-8')(sys.stdin)\n",
        "import sys\nfrom codecs import getreader\nx = getreader('utf-8')(sys.stdin.buffer)\n",
        python2=True,
    )


MADE = "import codecs, StringIO\ns = codecs.getwriter('utf-8')(StringIO.StringIO())\n"


@pytest.mark.parametrize(
    "use",
    [
        "s.write(a)\nx = s.getvalue().decode('utf-8')\n",
        "import hashlib\nhashlib.md5(s.getvalue())\n",
        "f(s)\n",
        "s.write(b'a')\n",
        "s.seek(0)\n",
    ],
)
def test_a_stream_in_memory_may_hold_octets(use):
    check_untouched("stream_codecs", MADE + use, python2=True)


def test_a_stream_in_memory_that_holds_text_needs_no_codec():
    use = "s.write(a + ';')\nf(s.getvalue())\n"
    after = "import codecs, StringIO\ns = StringIO.StringIO()\n"
    check_rule("stream_codecs", MADE + use, after + use, python2=True)
