"""Compressed files beside plain ones."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "compressed_text"
HEAD = "import bz2, gzip\n"


@pytest.mark.parametrize(
    "text",
    [
        "f = gzip.open(p)\n",
        "def f(p): return gzip.open(p, 'rb')\n",
        "import pickle\nf = gzip.open(p) if p else open(p)\nx = pickle.load(f)\n",
        "import struct\nif p: f = gzip.open(p)\nelse: f = open(p)\nx = struct.unpack('>II', f.read(8))\n",
        "f = gzip.open(p)\nf.seek(2, 1)\nx = f.readline().split('\\t')\n",
        "def f(p):\n    if p: return gzip.open(p)\n    return open(p, 'rb')\n",
        "import pickle\nf = gzip.open(p)\nx = pickle.load(f)\n",
        "f = gzip.open(p)\nx = f.read().decode('utf-8')\n",
        "op = gzip.open\n",
        "d = {'gz': gzip.open}\n",
        "op = x and gzip.open or codecs\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, HEAD + text, python2=True)


def test_refuses_where_all_strings_are_octets_and_in_python_3():
    text = f"{HEAD}def f(p):\n    if p: return gzip.open(p)\n    return open(p)\n"
    check_untouched(RULE, text)
    assert "gzip.open(p)" in run(RULE, text + PROOF, index=octet_repository(text)).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("gzip.open(p)", 'gzip.open(p, "rt", newline="\\n")'),
        ("gzip.open(p, 'r')", 'gzip.open(p, "rt", newline="\\n")'),
        ("gzip.open(p, mode='w')", 'gzip.open(p, mode="wt")'),
        ("gzip.open(p, m)", 'gzip.open(p, m if "b" in m else m + "t")'),
        ("bz2.BZ2File(p, m)", 'bz2.open(p, m if "b" in m else m + "t")'),
        ("gzip.GzipFile(p)", 'gzip.open(p, "rt", newline="\\n")'),
    ],
)
@pytest.mark.parametrize(
    "choice",
    [
        "def f(p, m):\n    if p: return {}\n    return open(p, m)\n",
        "if p: f = {}\nelse: f = open(p)\n",
        "f = {} if p else open(p)\n",
        "f = p and {} or open(p)\n",
    ],
)
def test_files_that_are_chosen_beside_plain_ones(choice, before, after):
    check_rule(RULE, HEAD + choice.replace("{}", before), HEAD + choice.replace("{}", after), python2=True)


def test_what_is_read_as_text_is_opened_so():
    before = f"{HEAD}f = gzip.open(p)\nfor line in f:\n    print(line.split('\\t'))\n"
    check_rule(RULE, before, before.replace("open(p)", 'open(p, "rt", newline="\\n")'), python2=True)


@pytest.mark.parametrize(
    "chosen",
    [
        "op = p[-3:] == '.gz' and gzip.open or open\nout = op(p, 'w')\n",
        "op = gzip.open if p[-3:] == '.gz' else open\nout = op(p, 'w')\n",
        "ops = {'.gz': gzip.open, '.bz': bz2.BZ2File}\nout = ops.get(p[-3:], open)(p, 'w')\n",
        "ops = {'.gz': gzip.open, 'txt': open}\nout = ops[p[-3:]](p, 'w')\n",
    ],
)
@pytest.mark.parametrize("name", ["a.gz", "a.txt"])
@pytest.mark.parametrize("others", ["", "y = u'a'\n"])
def test_what_opens_is_chosen(chosen, name, others, tmp_path):
    text = f"{HEAD}{chosen}out.write('a\\tb')\nout.close()\nfound = {chosen.split('out = ')[1]}"
    text = text[: text.rindex("'w'")] + f"'r').read().split('\\t')\nn = 1L\n{others}"
    spaces = {"p": str(tmp_path / name)}
    exec(compile(migrate(text).text, "a.py", "exec"), spaces)
    assert spaces["found"] == ["a", "b"]


TABLE = f"{HEAD}OPENERS = {{'.gz': gzip.open, '.bz2': bz2.BZ2File}}\n"


def with_other(other, text=TABLE):
    files = {"p/__init__.py": "", "p/a.py": text + PROOF, "p/b.py": other}
    return run(RULE, files["p/a.py"], key="p/a.py", index=RepositoryIndex(files, files.get)).text


def test_a_table_that_another_file_takes_openers_from(tmp_path):
    other = "class F:\n    table = a.OPENERS.copy()\n"
    made = with_other(other + "    def f(self, x, p):\n        return self.table.get(x, open)(p)\n")
    space = {}
    exec(made, space)
    for end in (".gz", ".bz2"):
        path = str(tmp_path / f"a{end}")
        with space["OPENERS"][end](path, "w") as file:
            file.write("a\n")
            assert file.name == path
        assert space["OPENERS"][end](path).read() == "a\n"
        assert space["OPENERS"][end](path, "rb").read() == b"a\n"
        assert space["OPENERS"][end](path, "rb").name == path


@pytest.mark.parametrize(
    "other",
    [
        "f = a.OPENERS.get(x)(p)\n",
        "f = a.OTHERS.get(x, open)(p)\n",
        "f = a.OPENERS.get(x, opened)(p)\n",
        "OPENERS = {'.gz': gzip.open}\nf = OPENERS.get(x, open)(p)\n",
    ],
)
def test_other_tables_stay(other):
    assert with_other(other).startswith(TABLE)
