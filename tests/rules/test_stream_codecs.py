"""Codecs around standard streams."""

import io
import subprocess
import sys
from typing import Any

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine import migrate

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
