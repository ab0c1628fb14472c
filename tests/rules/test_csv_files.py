"""csv.reader(open(p, 'rb'))."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "csv_files"


@pytest.mark.parametrize(
    "text",
    [
        "import csv\ncsv.reader(open(p))\n",
        "import csv\ncsv.reader(f)\n",
        "open(p, 'rb')\n",
        "import csv\nf = open(p, 'rb') if a else g\ncsv.reader(f)\n",
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
            'import csv\nf = open(p, "ab")\ncsv.DictWriter(f, n)\n',
            'import csv\nf = open(p, "a", newline="")\ncsv.DictWriter(f, n)\n',
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)
