"""The length of a StringIO."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "buffer_length"
HEAD = "from StringIO import StringIO\n"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "x = y.len\n",
        HEAD + "s = StringIO()\nx = len(s)\n",
        HEAD + "s = StringIO()\ns.reset(1)\n",
        HEAD + "y.reset()\n",
        HEAD + "s = StringIO()\ns = y\ns.len = 3\n",
        HEAD
        + "class C:\n    def __init__(self, b): self.b = b or StringIO()\n    def f(self): return self.b.len\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("s = StringIO()\ns.reset()\n", "s = StringIO()\ns.seek(0)\n"),
        ("s = StringIO()\nx = s.len\n", "s = StringIO()\nx = len(s.getvalue())\n"),
        (
            "class C:\n    def __init__(self): self.b = StringIO()\n    def f(self): return self.b.len\n",
            "class C:\n    def __init__(self): self.b = StringIO()\n    def f(self): return len(self.b.getvalue())\n",
        ),
    ],
)
def test_counts_what_it_holds(before, after):
    check_rule(RULE, HEAD + before, HEAD + after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = s.pos\n", "x = s.tell()\n"),
        ("x = s.buf[2:]\n", "x = s.getvalue()[2:]\n"),
        ("s.pos = 3\n", "s.seek(3)\n"),
        ("s.pos -= 2\n", "s.seek(s.tell() - 2)\n"),
        ("s.pos += a or b\n", "s.seek(s.tell() + (a or b))\n"),
        ("s.pos = s.len\n", "s.seek(len(s.getvalue()))\n"),
    ],
)
def test_its_place_and_contents(before, after):
    check_rule(RULE, f"{HEAD}s = StringIO()\n{before}", f"{HEAD}s = StringIO()\n{after}")


@pytest.mark.parametrize(
    "text", ["s.buf = 'a'\n", "s.pos *= 2\n", "s.pos = t = 1\n", "del s.pos\n", "y.pos = 3\n"]
)
def test_leaves_other_uses(text):
    check_untouched(RULE, f"{HEAD}s = StringIO()\n{text}")


def test_the_class_may_be_chosen_by_another_file():
    text = "from mine.compat import StringIO\ns = StringIO()\nx = s.len\n"
    check_rule(RULE, text, text.replace("s.len", "len(s.getvalue())"))
    check_untouched(RULE, text.replace("mine.compat", "io"))
    check_untouched(RULE, text.replace("StringIO", "Buffer"))


def test_a_buffer_that_a_function_gives():
    text = (
        "import StringIO\ndef f():\n    s = StringIO.StringIO()\n    return 1, s\nn, s = f()\nprint s.len\n"
    )
    files = {"a.py": text}
    assert "len(s.getvalue())" in migrate(text, "a.py", RepositoryIndex(files, files.get)).text


def test_a_buffer_by_the_name_that_the_module_csv_has_for_it():
    text = "import csv\ndef f(row):\n    out = csv.StringIO()\n    csv.writer(out).writerow(row)\n"
    files = {"a.py": text + "    out.reset()\nn = 1L\n"}
    made = migrate(files["a.py"], "a.py", RepositoryIndex(files, files.__getitem__)).text
    assert "    out.seek(0)\n" in made


def test_a_buffer_that_is_closed_in_the_end():
    text = (
        "import contextlib, StringIO\nwith contextlib.closing(StringIO.StringIO('a')) as f:\n    n = {}\n"
        "with contextlib.closing(connect()) as c:\n    m = c.len\nPROOF = 1L\n"
    )
    check_rule(RULE, text.format("f.len"), text.format("len(f.getvalue())").replace("1L", "1"))
