"""Codecs around standard streams."""

import gc
import io
import subprocess
import sys
from typing import Any

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate

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


MADE = "import codecs, StringIO\ns = codecs.getwriter('utf-8')(StringIO.StringIO())\n"


@pytest.mark.parametrize(
    "use",
    [
        "s.write(a)\nx = s.getvalue().decode('utf-8')\n",
        "import hashlib\nhashlib.md5(s.getvalue())\n",
        "f(s)\n",
        "s.write(b'a')\n",
        "s.seek(0)\n",
    ],
)
def test_a_stream_in_memory_may_hold_octets(use):
    check_untouched("stream_codecs", MADE + use, python2=True)


def test_a_stream_in_memory_that_holds_text_needs_no_codec():
    use = "s.write(a + ';')\nf(s.getvalue())\n"
    after = "import codecs, StringIO\ns = StringIO.StringIO()\n"
    check_rule("stream_codecs", MADE + use, after + use, python2=True)


GIVEN = "import codecs\ndef f(fp, e):\n    return {}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("codecs.getreader(e)(fp)", "recoded(codecs.getreader(e), fp)"),
        ("codecs.getwriter('utf-8')(fp, 'replace')", "recoded(codecs.getwriter('utf-8'), fp, 'replace')"),
        ("codecs.lookup(e).streamreader(fp)", "recoded(codecs.lookup(e).streamreader, fp)"),
        ("codecs.lookup(e)[3](fp)", "recoded(codecs.lookup(e)[3], fp)"),
    ],
)
def test_what_is_given_may_be_a_stream_of_text(before, after):
    made = run(RULE, GIVEN.format(before) + "n = 1L\n").text
    assert after in made
    assert run(RULE, made).text == made
    space: dict[str, Any] = {}
    exec(made, space)
    if "reader" in before or "[2]" in before:
        assert space["f"](io.BytesIO("\xe9".encode()), "utf-8").read() == "\xe9"
        assert space["f"](io.StringIO("\xe9"), "utf-8").read() == "\xe9"
        assert space["f"](io.TextIOWrapper(io.BytesIO(b"\xe9")), "latin-1").read() == "\xe9"


@pytest.mark.parametrize(
    "call",
    ["codecs.getreader(e)(open(fp))", "codecs.getreader(e)(stream=fp)", "codecs.lookup(e)[0](fp)", "fp(fp)"],
)
def test_other_streams_are_left(call):
    check_untouched(RULE, GIVEN.format(call), python2=True)


@pytest.mark.parametrize("place", ["[-1]", "[3]", ".streamwriter"])
def test_a_writer_that_was_looked_up_is_put_around_octets(place):
    before = f"import codecs, sys\nw = codecs.lookup('utf8'){place}\nf = w(sys.stdout, 'replace')\n"
    check_rule(RULE, before, before.replace("(sys.stdout", "(sys.stdout.buffer"), python2=True)


WRAP = "codecs.getwriter('utf-8')(sys.stdout{})"


@pytest.mark.parametrize(
    ("before", "wrapping", "after", "inserted"),
    [
        ("", "sys.stdout = {}\n", "print(1)\n", ""),
        ("print(1)\n", "sys.stdout = {}\n", "", "sys.stdout.flush()\n"),
        ("print(1, file=f)\n", "sys.stdout = {}\n", "", ""),
        ("if not sys.stdout.isatty(): pass\n", "sys.stdout = {}\n", "", ""),
        ("sys.stdout.write('1')\n", "sys.stdout = {}\n", "", "sys.stdout.flush()\n"),
        ("def f(): print(1)\n", "sys.stdout = {}\n", "f()\n", ""),
        ("def f(): print(1)\nf()\n", "sys.stdout = {}\n", "", "sys.stdout.flush()\n"),
        ("", "out = {}\n", "out.write(a)\n", ""),
        ("", "out = {}\n", "print(1)\n", "sys.stdout.reconfigure(write_through=True)\n"),
        (
            "",
            "out = {}\n",
            "def f(): sys.stdout.write('1')\n",
            "sys.stdout.reconfigure(write_through=True)\n",
        ),
        ("", "out = {}\n", "print(1, file=sys.stderr)\n", ""),
        ("", "out = {}\n", "sys.stdout = out\nprint(1)\n", ""),
    ],
)
def test_what_is_printed_besides_is_let_out(before, wrapping, after, inserted):
    start = "import codecs, sys\n" + before
    check_rule(
        RULE,
        start + wrapping.format(WRAP.format("")) + after,
        start + inserted + wrapping.format(WRAP.format(".buffer")) + after,
        python2=True,
    )


def test_what_is_printed_before_stays_before():
    text = (
        "import codecs, sys\nprint 'a'\nif 1:\n    w = codecs.getwriter('utf-8')(sys.stdout)\n"
        "w.write(u'\\xe4\\n')\nprint 'b',\nsys.stdout.write('c\\n')\nw.write(u'd\\n')\n"
        "if 1: sys.stdout = codecs.getwriter('utf-8')(sys.stdout)\nprint u'\\xe4', 'e'\n"
    )
    made = migrate(text).text
    assert migrate(made).text == made
    run = subprocess.run([sys.executable, "-c", made], capture_output=True, check=True)
    assert run.stdout.decode("utf-8").split() == ["a", "\xe4", "bc", "d", "\xe4", "e"]


@pytest.mark.parametrize(
    ("setting", "stream"),
    [
        ("if fp is None:\n        fp = sys.stdout\n    ", "fp"),
        ("fp = codecs.getwriter(e)(fp)\n    ", "fp"),
        ("out = sys.stdout\n    ", "out"),
        ("", "load(fp)"),
    ],
)
def test_a_stream_that_may_be_one_of_text_is_asked(setting, stream):
    text = (
        "import codecs, sys\ndef load(fp):\n    return fp\n"
        f"def f(fp, e):\n    {setting}return codecs.getwriter(e)({stream})\nn = 1L\n"
    )
    made = run(RULE, text).text
    assert f"return recoded(codecs.getwriter(e), {stream})" in made
    assert run(RULE, made).text == made
    space: dict[str, Any] = {}
    exec(made, space)
    if "codecs" in setting or "out" in setting:
        return  # a codec around a codec, and the standard output
    octets, of_text = io.BytesIO(), io.StringIO()
    space["f"](octets, "latin-1").write("\xe9")
    space["f"](of_text, "latin-1").write("\xe9")
    assert (octets.getvalue(), of_text.getvalue()) == (b"\xe9", "\xe9")


def test_a_codec_and_what_an_object_was_given_by_name():
    text = (
        "import codecs\nclass C:\n    def __init__(self, fp):\n        self.fp = fp\n"
        "    def read(self):\n        codec = codecs.lookup('latin-1')\n"
        "        return codec.streamreader(self.fp).read()\nn = 1L\n"
    )
    made = run(RULE, text).text
    assert "recoded(codec.streamreader, self.fp)" in made
    space: dict[str, Any] = {}
    exec(made, space)
    assert space["C"](io.BytesIO(b"\xe9")).read() == "\xe9"
    assert space["C"](io.StringIO("\xe9")).read() == "\xe9"


@pytest.mark.parametrize(
    "text",
    [
        "import codecs\nclass C:\n    def f(self, e):\n        return codecs.getreader(e)(self.fp)\n",
        "import codecs\ndef f(p, e):\n    fp = open(p, 'rb')\n    return codecs.getreader(e)(fp)\n",
        "import codecs\nfrom m import load\nx = codecs.getreader('utf-8')(load())\n",
        "def f(fp, codec):\n    return codec.streamreader(fp)\n",
    ],
)
def test_streams_of_which_nothing_is_seen_are_left(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    "setting",
    ["    res = codecs.getwriter('utf-8')(res)\n", "    res = codecs.getwriter('utf-8')(opened(path))\n"],
)
def test_a_stream_of_text_that_nothing_else_has_is_not_closed(setting, tmp_path):
    path = str(tmp_path / "a.txt")
    text = (
        "import codecs, sys\ndef opened(path):\n    return open(path, 'w')\n"
        "def choose(path):\n    res = sys.stdout\n    if path:\n        res = open(path, 'w')\n"
        f"{setting}    return res\nn = 1L\n"
    )
    made = migrate(text).text
    assert "recoded(" in made
    assert migrate(made).text == made
    space: dict[str, Any] = {}
    exec(made, space)
    stream = space["choose"](path)
    gc.collect()
    stream.write("\xe9")
    stream.close()
    with open(path, "rb") as file:
        assert file.read() == b"\xc3\xa9"
