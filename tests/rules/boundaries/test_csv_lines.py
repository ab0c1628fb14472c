"""Lines that are encoded for the csv module."""

import pytest
from rules.checking import check_rule, check_untouched, octet_repository

from migration.engine.pipeline import migrate

RULE = "csv_lines"
LINES = "def lines(f):\n    for line in f:\n        yield line.encode('utf-8')\n"
RECODER = (
    "class Recoder:\n    def __init__(self, f): self.f = f\n    def __iter__(self): return self\n"
    "    def next(self):\n        return self.f.next().encode('utf-8')\n"
)
NAMED = """class Named:
    def next(self):
        try:
            a = self.lines.pop().encode('utf-8')
        except UnicodeError:
            raise ValueError
        return a
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("csv.reader([x.encode('utf-8') + '\\n' for x in f])\n", "csv.reader([x + '\\n' for x in f])\n"),
        ("csv.DictReader((x.encode('utf8') for x in f), d=1)\n", "csv.DictReader((x for x in f), d=1)\n"),
        ("csv.reader([a.encode('utf-8'), b])\n", "csv.reader([a, b])\n"),
        (
            "rows = [x.encode('utf-8') for x in f]\ncsv.reader(rows)\n",
            "rows = [x for x in f]\ncsv.reader(rows)\n",
        ),
        (
            f"{LINES}csv.reader(lines(f))\n",
            f"{LINES}csv.reader((line.decode('utf-8') for line in lines(f)))\n",
        ),
        (
            f"{RECODER}f = Recoder(f)\ncsv.reader(f, dialect=d)\n",
            f"{RECODER}f = Recoder(f)\ncsv.reader((line.decode('utf-8') for line in f), dialect=d)\n",
        ),
        (
            f"{NAMED}csv.reader(Named(f))\n",
            f"{NAMED}csv.reader((line.decode('utf-8') for line in Named(f)))\n",
        ),
    ],
)
def test_lines_are_text(before, after):
    head = "import csv\n"
    check_rule(RULE, head + before, head + after, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "csv.reader(f)\n",
        "rows = [x.encode('utf-8') for x in f]\ncsv.reader(rows)\nsend(rows)\n",
        "csv.reader()\n",
        "csv.reader([x.encode(codec) for x in f])\n",
        "csv.reader(lines(f))\n",
        LINES.replace("yield", "return") + "csv.reader(lines(f))\n",
        LINES + "    yield 'end'\ncsv.reader(lines(f))\n",
        NAMED.replace("return", "a = b\n        return") + "csv.reader(Named(f))\n",
        "class Plain:\n    def next(self): return self.line\ncsv.reader(Plain())\n",
        "csv.writer([x.encode('utf-8') for x in f])\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, "import csv\n" + text, python2=True)


@pytest.mark.parametrize("lines", ["lines(f)", "(line.encode('utf-8') for line in f)"])
def test_octets_that_stay_text_are_decoded_by_who_reads_the_rows(lines, capsys):
    text = (
        f"import csv\n{LINES}def rows(f):\n    for row in csv.reader({lines}):\n"
        "        yield [unicode(cell, 'utf-8') for cell in row]\n"
        "print list(rows([u'a,\\xe9', u'\\u20ac,b']))\n"
    )
    exec(compile(migrate(text, "p/a.py", octet_repository(text)).text, "a.py", "exec"), {})
    assert capsys.readouterr().out == "[['a', '\\xe9'], ['\\u20ac', 'b']]\n"


def test_lines_that_a_method_encodes():
    text = (
        "import csv\nclass A(object):\n    def lines(self, f):\n        for line in f:\n"
        "            yield line.encode('utf-8')\n    def read(self, f): return csv.reader(self.lines(f))\n"
    )
    after = text.replace(
        "csv.reader(self.lines(f))", "csv.reader((line.decode('utf-8') for line in self.lines(f)))"
    )
    check_rule(RULE, text, after, python2=True)
    other = text + "class B(object):\n    def lines(self, f): return f\n"
    check_untouched(RULE, other.replace("self.lines(f))", "x.lines(f))"), python2=True)
