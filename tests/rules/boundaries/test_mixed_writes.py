"""Encoded text beside native literals, written to one stream."""

import pytest
from rules.checking import check_rule, check_untouched, run

RULE = "mixed_writes"
HEAD = "class W:\n    def __init__(self, out, encoding): self.out, self.encoding = out if out else None, encoding\n"
LITERAL = "    def head(self): self.out.write('<')\n"
ENCODED = "    def body(self, x): self.out.write(x.encode({}))\n"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + ENCODED.format("'utf-8'"),
        HEAD + LITERAL.replace("'<'", "b'<'") + ENCODED.format("'utf-8'"),
        HEAD + LITERAL + ENCODED.format("'hex'"),
        HEAD + LITERAL + ENCODED.format("'utf-16'"),
        HEAD + LITERAL.replace("self.out", "self.log") + ENCODED.format("'utf-8'"),
        (HEAD + LITERAL + ENCODED.format("'utf-8'")).replace("out", "wfile"),
        HEAD.replace("self.out, self.encoding = out if out else None, encoding", "self.out = open('a', 'wb')")
        + LITERAL
        + ENCODED.format("'utf-8'"),
        "import struct\n"
        + HEAD
        + LITERAL
        + "    def n(self): self.out.write(struct.pack('B', 1))\n"
        + ENCODED.format("'utf-8'"),
        HEAD + LITERAL + ENCODED.replace("x.encode", "self.coder.encode").format("x"),
        "class V(object):\n" + LITERAL + HEAD + ENCODED.format("'utf-8'"),
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_what_may_be_python_3():
    check_untouched(RULE, HEAD + LITERAL + ENCODED.format("'utf-8'"))


@pytest.mark.parametrize("codec", ["'utf-8'", "'ascii'", "self.encoding"])
def test_is_text_beside_native_literals(codec):
    before = HEAD + LITERAL + ENCODED.format(codec)
    after = (
        HEAD + LITERAL + ENCODED.format(codec).replace(f"encode({codec})", f"encode({codec}).decode({codec})")
    )
    check_rule(RULE, before, after, python2=True)


def test_any_text_goes_as_it_is():
    before = HEAD + LITERAL + "    def body(self, x): self.out.write((u'%s' % x).encode('utf-8'))\n"
    check_rule(RULE, before, before.replace(".encode('utf-8')", ""), python2=True)


KEPT = (
    "class W:\n    def __init__(self, p):\n        self.out = {}\n"
    "    def f(self, x):\n        self.out.write({})\n        {}\nn = 1L\n"
)


@pytest.mark.parametrize("opened", ["open(p, 'a')", "file(p, 'w')", "os.fdopen(p, 'w')"])
@pytest.mark.parametrize("written", ["x.encode('utf-8')", "x.encode('utf-8') + '.'"])
def test_a_file_of_text_that_an_object_keeps(opened, written):
    text = "import os\n" + KEPT.format(opened, written, "pass")
    assert ".encode('utf-8').decode('utf-8')" in run(RULE, text).text


@pytest.mark.parametrize(
    ("opened", "written", "more"),
    [
        ("open(p, 'wb')", "x.encode('utf-8')", "pass"),
        ("open(p, 'w')", "x.encode('latin-1')", "pass"),
        ("open(p, 'w')", "x.encode(self.encoding)", "pass"),
        ("io.open(p, 'w')", "x.encode('utf-8')", "pass"),
        ("open(p, mode)", "x.encode('utf-8')", "pass"),
        ("open(p, 'w')", "x.encode('utf-8')", "self.out.write(struct.pack('>H', 1))"),
    ],
)
def test_another_file_that_an_object_keeps(opened, written, more):
    text = "import io, struct\n" + KEPT.format(opened, written, more)
    assert ".decode(" not in run(RULE, text).text


@pytest.mark.parametrize(
    ("opened", "codec", "decoded"),
    [
        ("os.popen(c, 'w')", "'utf-8'", True),
        ("subprocess.Popen(c, stdin=-1).stdin", "'utf-8'", False),
        ("os.popen(c, 'w')", "'latin-1'", False),
    ],
)
def test_a_pipe_to_a_command(opened, codec, decoded):
    text = f"import os, subprocess\np = {opened}\np.write(x.encode({codec}))\nn = 1L\n"
    assert (".decode(" in run(RULE, text).text) is decoded
