"""csv.reader(open(p, 'rb'))."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, octet_repository

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

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


@pytest.mark.parametrize(
    ("made", "now"),
    [
        ("os.fdopen(fd, 'w+b')", "os.fdopen(fd, 'w+', newline='')"),
        ("tempfile.TemporaryFile()", "tempfile.TemporaryFile(mode='w+', newline='')"),
        ('tempfile.TemporaryFile("w+b")', 'tempfile.TemporaryFile("w+", newline="")'),
        (
            "tempfile.NamedTemporaryFile(suffix='.csv')",
            "tempfile.NamedTemporaryFile(suffix='.csv', mode='w+', newline='')",
        ),
        ("gzip.open(p, 'wb')", "gzip.open(p, 'wt', newline='')"),
    ],
)
def test_files_that_others_make(made, now):
    text = "import csv, gzip, os, tempfile\nf = {}\nw = csv.writer(f)\nf.close()\n"
    check_rule(RULE, text.format(made), text.format(now))
    given = text.replace("f.close()", "f.seek(0)\nsend(f)")
    coded = given.format(made).replace("import csv, gz", "import codecs\nimport csv, gz")
    check_rule(RULE, given.format(made), coded.replace("writer(f)", 'writer(codecs.getwriter("utf-8")(f))'))
    check_untouched(RULE, text.format(now))


def test_octets_that_are_read_of_it_stay_octets():
    text = "import csv, hashlib, tempfile\nf = tempfile.TemporaryFile()\nw = csv.writer({})\nf.seek(0)\n{}\n"
    for more in ("h = hashlib.md5(f.read())", "f.write(x.encode('utf-8'))", "f.write(b'x')"):
        coded = text.format('codecs.getwriter("utf-8")(f)', more)
        check_rule(RULE, text.format("f", more), f"import codecs\n{coded}")
    check_untouched(RULE, text.format("f", "f.read()").replace("TemporaryFile()", "TemporaryFile(mode)"))
    check_untouched(RULE, text.format("f", "f.read()").replace("TemporaryFile()", "TemporaryFile(*given)"))
    check_untouched(RULE, text.format("f", "f.read()").replace("tempfile.Tem", "files.Tem"))


KEPT = (
    "import csv\nclass Report(object):\n    def __init__(self, p):\n        self.file = open(p, {})\n"
    "        self.rows = csv.writer(self.file)\n    def done(self): self.file.{}\n"
)


def test_a_file_that_an_object_keeps():
    check_rule(RULE, KEPT.format("'wb'", "close()"), KEPT.format("'w', newline=''", "close()"))
    coded = KEPT.replace("writer(self.file)", 'writer(codecs.getwriter("utf-8")(self.file))')
    for more in ("write(x.encode(c))", "write(b'x')"):
        check_rule(RULE, KEPT.format("'wb'", more), "import codecs\n" + coded.format("'wb'", more))
    other = KEPT.format("'wb'", "close()") + "    def use(self, f): self.file = f\n"
    check_untouched(RULE, other)


def test_what_is_read_beside_it_is_text():
    text = (
        "import csv, tempfile\ndef f(rows):\n    t = {}\n    csv.writer(t).writerows(rows)\n    t.seek(0)\n"
        "    for line in t: print line.split(',')\n    return t.read() == 'a'\n"
    )
    for made in ("open('a', 'w+b')", "tempfile.TemporaryFile()"):
        after = migrate(text.format(made), "a.py").text
        assert "line.split(',')" in after and "t.read() == 'a'" in after


def test_a_compressed_file_of_octets_as_text_is_decoded_once():
    text = "import csv, gzip\nfor row in csv.reader(gzip.open(p, 'rb')): g(row)\n" + PROOF
    after = migrate(text, "p/a.py", octet_repository(text)).text
    assert "csv.reader(octets(gzip.open(p, 'rb')))" in after


def test_what_is_written_besides_to_a_file_that_another_function_gives_csv(tmp_path):
    text = (
        "import csv\ndef fill(rows, out):\n    csv.writer(out).writerows(rows)\n"
        "def save(path, rows, note):\n    out = open(path, 'wb')\n    line = 'rows=' + repr(len(rows))\n"
        "    out.write(note + line + '\\n')\n    fill(rows, out)\n    out.close()\nn = 1L\n"
    )
    texts = {"p/__init__.py": "", "p/a.py": text, "p/b.py": "x = u'a'.encode('utf-8')\n"}
    made = migrate(text, "p/a.py", RepositoryIndex(texts, texts.get)).text
    assert "open(path, 'w', newline='')" in made
    space = {}
    exec(made, space)
    space["save"](str(tmp_path / "a"), [["a", "b"]], "# ")
    assert (tmp_path / "a").read_bytes() == b"# rows=1\na,b\r\n"
