"""Streams of octets for what reads text."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "decoded_streams"


@pytest.mark.parametrize(
    "text",
    [
        "import csv\ncsv.reader(open(p))\n",
        "import csv\ncsv.reader(open(p, 'rb'))\n",
        "import csv\ncsv.reader(stream)\n",
        "import gzip\ng = gzip.open(p)\nparser.read(g)\n",
        "import csv, gzip\ncsv.reader(gzip.open(p, 'rt'))\n",
        "import gzip\nreader(gzip.open(p))\n",
        "p.readfp()\n",
    ],
)
def test_leaves_what_is_no_stream_of_octets(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_for_both_languages():
    check_untouched(RULE, "import csv, gzip\ncsv.reader(gzip.open(p))\n")


@pytest.mark.parametrize(
    ("head", "before", "after"),
    [
        ("import csv, gzip\n", "csv.DictReader(gzip.open(p), f)", "csv.DictReader({}(gzip.open(p)), f)"),
        ("import gzip\ng = gzip.open(p)\n", "c.readfp(g)", "c.readfp({}(g))"),
        (
            "from pkg_resources import resource_stream\n",
            "c.readfp(resource_stream(__name__, 'a.cfg'))",
            "c.readfp({}(resource_stream(__name__, 'a.cfg')))",
        ),
        (
            "import csv, io, zlib\n",
            "csv.reader(io.BytesIO(zlib.decompress(x)))",
            "csv.reader({}(io.BytesIO(zlib.decompress(x))))",
        ),
    ],
)
def test_decodes_what_is_one(head, before, after):
    decoded = after.format('codecs.getreader("utf-8")')
    check_rule(RULE, f"{head}{before}\n", f"import codecs\n{head}{decoded}\n", python2=True)
