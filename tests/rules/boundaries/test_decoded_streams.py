"""Streams of octets for what reads text."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

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


UNICODE_READER = (
    "import csv\nfrom cStringIO import StringIO\nclass R:\n    def __init__(self, f, **kw):\n"
    "        self.reader = csv.reader(f, **kw)\nDATA = u'a;b'.encode('utf-8')\n"
)


def test_what_a_reader_of_rows_is_given_is_decoded_where_csv_takes_it():
    text = UNICODE_READER + "r = R(StringIO(DATA), delimiter=';')\nn = 1L\n"
    assert 'csv.reader(codecs.getreader("utf-8")(f), **kw)' in migrate(text).text


@pytest.mark.parametrize(
    "call", ["R(open(p))", "R(StringIO('a;b'))", "R(StringIO(DATA)), R(open(p))", "R(f)", ""]
)
def test_what_may_be_given_text_stays(call):
    assert "csv.reader(f, **kw)" in migrate(UNICODE_READER + f"x = [{call}]\nn = 1L\n").text
