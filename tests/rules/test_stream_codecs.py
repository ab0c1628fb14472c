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
