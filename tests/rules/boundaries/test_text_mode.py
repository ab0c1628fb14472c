"""Text in temporary and compressed files."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate

RULE = "text_mode"


@pytest.mark.parametrize(
    "text",
    [
        "import tempfile\nf = tempfile.TemporaryFile()\nf.write(b'x')\n",
        "import tempfile\nf = tempfile.TemporaryFile()\nf.write(x)\n",
        "import tempfile\nf = tempfile.TemporaryFile('w')\nf.write('x')\n",
        "import gzip\nf = gzip.open(p, 'wb')\nf.write('x'.encode('utf-8'))\n",
        "import gzip\nf = gzip.open(p)\nf.read()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import tempfile\nwith tempfile.NamedTemporaryFile(suffix='x') as f:\n    f.write('a%s' % b)\n",
            "import tempfile\nwith tempfile.NamedTemporaryFile(suffix='x', mode='w+') as f:\n    f.write('a%s' % b)\n",
        ),
        (
            "from tempfile import NamedTemporaryFile as N\nf = N('w+b')\nf.write('a')\n",
            "from tempfile import NamedTemporaryFile as N\nf = N('w+')\nf.write('a')\n",
        ),
        (
            "import tempfile\nf = tempfile.TemporaryFile()\nprint >>f, 'x', 1\n",
            "import tempfile\nf = tempfile.TemporaryFile(mode='w+')\nprint('x', 1, file=f)\n",
        ),
        (
            "import gzip\nf = gzip.open(p, 'wb')\nf.write('x')\n",
            "import gzip\nf = gzip.open(p, 'wt')\nf.write('x')\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


@pytest.mark.parametrize(
    "more", ["f.write(struct.pack('B', 1))\n", "def print(*a, **k): pass\nprint(1, file=f)\n", "print(f)\n"]
)
def test_what_is_not_printed_to_or_holds_octets_is_left(more):
    printed = "print >>f, 'x'\n" if "struct" in more else ""
    outcome = run(RULE, f"import tempfile, struct\nf = tempfile.TemporaryFile()\n{printed}{more}")
    assert "mode=" not in outcome.text


def test_a_parameter_is_text_where_callers_give_text():
    text = "import tempfile\ndef f(x):\n    g = tempfile.TemporaryFile({})\n    g.write(x)\nf({})\n"
    check_rule(RULE, text.format("", "'a'"), text.format("mode='w+'", "'a'"))
    check_untouched(RULE, text.format("", "b'a'"))
    check_untouched(RULE, text.format("", "'a')\nf(b'a'"))


NAMED = "from tempfile import NamedTemporaryFile\ndef f():\n    with NamedTemporaryFile() as t:\n        main(t.name)\n"


@pytest.mark.parametrize(
    "text",
    [
        "        return t.read()\n",
        "        return t.read() == b\n",
        "        return t.read().decode('utf-8') == 'a'\n",
        "        t.write(b)\n        t.seek(0)\n        return t.read() == 'a'\n",
        "        os.write(t.fileno(), b)\n        return t.read() == 'a'\n",
    ],
)
def test_leaves_what_is_not_seen_to_be_read_as_text(text):
    check_untouched(RULE, NAMED + text, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "        return t.read() == 'a'\n",
        "        data = t.read()\n    return data.split('\\n')\n",
        "        self.assertEqual(t.read(), 'a')\n",
        "        t.seek(0)\n        data = t.read()\n        assert 'a' in data\n",
    ],
)
def test_what_others_write_by_its_name_is_read_as_text(text):
    check_untouched(RULE, NAMED + text)
    after = (NAMED + text).replace("NamedTemporaryFile() as", "NamedTemporaryFile(mode='w+') as")
    check_rule(RULE, NAMED + text, after, python2=True)


def test_what_os_made_is_of_text_where_text_is_written():
    text = "import os\nf = os.tmpfile()\nf.write({})\nf.seek(0)\nx = f.read()\n"
    made = migrate(text.format("'a'")).text
    assert "tempfile.TemporaryFile(mode='w+')" in made
    space = {}
    exec(made, space)
    assert space["x"] == "a"
    assert "tempfile.TemporaryFile()" in migrate(text.format("b'a'")).text
    assert "tempfile.TemporaryFile()" in migrate(text.format("struct.pack('B', 1)")).text


KEEPER = (
    "import tempfile\nfrom io import StringIO\n\n\nclass K:\n    def __init__(self, size):\n        if size < 9:\n"
    "            self.f = {}\n        else:\n            self.f = tempfile.TemporaryFile({})\n\n"
    "    def put(self, x):\n        self.f.write({})\n"
)


def test_a_temporary_file_beside_one_of_text_in_memory_is_text():
    before, after = KEEPER.format("StringIO()", "", "'%s\\n' % x"), "mode='w+', newline=''"
    check_rule(RULE, before, KEEPER.format("StringIO()", after, "'%s\\n' % x"), python2=True)
    choice = "import io\nimport tempfile\nf = io.StringIO() if small else tempfile.TemporaryFile({})\nf.write('x')\n"
    check_rule(RULE, choice.format(""), choice.format(after), python2=True)


@pytest.mark.parametrize(
    ("other", "mode", "written"),
    [
        ("StringIO()", "", "x"),
        ("StringIO()", "", "b'x'"),
        ("StringIO()", "'w+b'", "'x'"),
        ("io.BytesIO()", "", "'x'"),
        ("open(p)", "", "'x'"),
        ("made", "", "'x'"),
    ],
)
def test_leaves_a_temporary_file_of_what_nothing_tells(other, mode, written):
    check_untouched(RULE, KEEPER.format(other, mode, written), python2=True)


HANDED = (
    "import tempfile\ndef test():\n    f = tempfile.NamedTemporaryFile({})\n\n    def put(f, name):\n"
    "        f.write({})\n\n    put(f, 'a')\n    put(f, 'b')\n    f.flush()\n"
)


def test_a_function_of_the_file_that_is_handed_the_file_writes_text():
    check_rule(RULE, HANDED.format("", "'[%s]' % name"), HANDED.format("mode='w+'", "'[%s]' % name"))


@pytest.mark.parametrize(
    ("written", "more"),
    [
        ("b'x'", ""),
        ("'x'", "    put(sys.stdout, 'b')\n"),
        ("'x'", "    f.write(b'x')\n"),
    ],
)
def test_a_function_that_is_handed_others_or_octets_tells_nothing(written, more):
    check_untouched(RULE, HANDED.format("", written) + more)


KEPT = (
    "import tempfile\nclass T(object):\n    expected = 'a\\n{0}'\n\n    def setUp(self):\n"
    "        self.f = tempfile.NamedTemporaryFile()\n\n    def tearDown(self):\n        self.f.close()\n\n"
    "    def test(self):\n        main(self.f.name)\n"
)


@pytest.mark.parametrize(
    "text",
    [
        "        self.assertEquals(self.expected.format(self.f.name), self.f.read())\n",
        "        self.assertEqual(self.f.read(), 'a')\n",
        "        self.f.seek(0)\n        data = self.f.read()\n        assert 'a' in data\n",
    ],
)
def test_what_a_test_keeps_and_reads_as_text(text):
    after = (KEPT + text).replace("NamedTemporaryFile()", "NamedTemporaryFile(mode='w+')")
    check_rule(RULE, KEPT + text, after, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "        self.assertEqual(b'a', self.f.read())\n",
        "        self.assertEqual(self.other, self.f.read())\n",
        "        self.f.write(b'a')\n        self.assertEqual(self.expected, self.f.read())\n",
        "        shutil.copyfileobj(x, self.f)\n        self.assertEqual(self.expected, self.f.read())\n",
        "        self.f = open(p)\n        self.assertEqual(self.expected, self.f.read())\n",
        "        self.assertEqual(self.expected, self.f.read())\n        assert self.f.read() == x\n",
        "        other.f.read()\n        self.assertEqual(self.expected, self.f.read())\n",
    ],
)
def test_what_a_test_keeps_may_be_octets(text):
    check_untouched(RULE, KEPT + text, python2=True)


OUTPUT = (
    "import sys, tempfile\ndef writing(path, **more):\n    if path == '-':\n        yield sys.stdout\n    else:\n"
    "        t = tempfile.NamedTemporaryFile({})\n        with t:\n            yield t\n"
)


def test_a_file_that_is_given_in_the_place_of_standard_output_is_text():
    check_rule(RULE, OUTPUT.format("suffix=path"), OUTPUT.format("suffix=path, mode='w+'"), python2=True)
    after = OUTPUT.format('suffix=path, **{"mode": "w+", **more}')
    check_rule(RULE, OUTPUT.format("suffix=path, **more"), after, python2=True)
    as_result = OUTPUT.replace("yield", "return")
    check_rule(RULE, as_result.format(""), as_result.format("mode='w+'"), python2=True)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("sys.stdout", "sys.stdin"),
        ("yield t", "yield t.name"),
        ("suffix=path", "'w+b'"),
        ("yield sys.stdout", "sys.stdout.flush()"),
        ("yield t", "t.write(b'x')\n            yield t"),
    ],
)
def test_other_files_that_are_given_may_be_octets(old, new):
    check_untouched(RULE, OUTPUT.format("suffix=path").replace(old, new), python2=True)
