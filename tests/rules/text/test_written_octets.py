"""Octets written to the terminal."""

import io

from rules.checking import check_rule, check_untouched

from migration.rules.text.written_octets import HELPER

RULE = "written_octets"


def test_leaves_text_and_what_is_not_known():
    check_untouched(RULE, "import sys\nsys.stdout.write(data)\nsys.stdout.write('x')\n")
    check_untouched(RULE, "import sys\nsys.stdout.write(u.encode('utf-8'))\n")
    check_untouched(RULE, "f.write(open(p, 'rb').read())\n")
    check_untouched(RULE, "import sys\no = sys.stdout\no = o.buffer\no.write(open(p, 'rb').read())\n")
    check_untouched(RULE, "import sys\nsys.stdout.buffer.write(open(p, 'rb').read())\n")


def test_writes_below_the_stream():
    check_rule(
        RULE,
        "import sys\nd = open(p, 'rb').read()\nsys.stderr.write(d)\n",
        "import sys\n\n" + HELPER + "\n\nd = open(p, 'rb').read()\nwrite_octets(sys.stderr, d)\n",
    )


def test_the_only_name_of_the_stream():
    check_rule(
        RULE,
        "import sys\no = sys.stdout\no.write(open(p, 'rb').read())\n",
        "import sys\n\n" + HELPER + "\n\no = sys.stdout\nwrite_octets(o, open(p, 'rb').read())\n",
    )


def test_the_helper_keeps_the_order_and_takes_a_stream_of_text_alone():
    space = {}
    exec(HELPER, space)
    below = io.BytesIO()
    stream = io.TextIOWrapper(below, encoding="utf-8")
    stream.write("first ")
    space["write_octets"](stream, b"\xff")
    stream.write(" last")
    stream.flush()
    assert below.getvalue() == b"first \xff last"
    alone = io.StringIO()
    space["write_octets"](alone, b"\xff")
    assert alone.getvalue() == "\xff"
