"""csv.reader(open(p, 'rb'))."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, octet_repository

from migration.engine import migrate

RULE = "csv_files"


@pytest.mark.parametrize(
    "text",
    [
        "import csv\ncsv.reader(open(p))\n",
        "import csv\ncsv.reader(f)\n",
        "open(p, 'rb')\n",
        "import csv\nf = open(p, 'rb') if a else g\ncsv.reader(f)\n",
        "import csv\ndef r(f): return csv.reader(f)\nr(open(p, 'rb'))\nr(g)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import csv\nwith open(p, 'wb') as f:\n    w = csv.writer(f)\n",
            "import csv\nwith open(p, 'w', newline='') as f:\n    w = csv.writer(f)\n",
        ),
        (
            "import csv\ndef r(f): return csv.reader(f)\nr(open(p, 'rb'))\nr(open(q, 'rb'))\n",
            "import csv\ndef r(f): return csv.reader(f)\nr(open(p, 'r', newline=''))\nr(open(q, 'r', newline=''))\n",
        ),
        (
            'import csv\nf = open(p, "ab")\ncsv.DictWriter(f, n)\n',
            'import csv\nf = open(p, "a", newline="")\ncsv.DictWriter(f, n)\n',
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_files_of_octets_are_opened_once():
    """In a repository of octets open() becomes a function that leaves line ends as they are."""
    text = "import csv\nf = open(p, 'rb')\nf.seek(2)\nfor row in csv.reader(f): g(row)\n" + PROOF
    after = migrate(text, "p/a.py", octet_repository(text)).text
    assert "newline=''" not in after and "open_octets(p, 'rb')" in after
