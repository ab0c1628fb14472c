"""Seeking in text files."""

import io

import pytest
from rules.checking import PROOF, check_rule, check_settled, check_untouched, run

from migration.engine.pipeline import migrate
from migration.rules.boundaries.text_seeks import HELPER

RULE = "text_seeks"


@pytest.mark.parametrize(
    "text",
    [
        "f = open(p, 'rb')\nf.seek(-3, 2)\n",
        "f = open(p)\nf.seek(0, 2)\n",
        "f = open(p)\nf.seek(3)\n",
        "f = open(p)\nf.seek(3, 0)\n",
        "f = open(p)\nf.seek(3, whence)\n",
        "f = open(p, mode)\nf.seek(3, 1)\n",
        "def g(f): f.seek(-3, 2)\n",
        "f = g()\nf.seek(-3, 2)\n",
        "f.seek(-3, 2)\n",
    ],
)
def test_leaves_what_python_3_can_do_and_what_is_not_known(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f = open(p)\nf.seek(-3, 2)\n", "f = open(p)\nseek_text(f, -3, 2)\n"),
        (
            "with open(p, 'r+') as f:\n    f.seek(n, 1)\n",
            "with open(p, 'r+') as f:\n    seek_text(f, n, 1)\n",
        ),
    ],
)
def test_seeks_through_a_helper(before, after):
    check_rule(RULE, before, HELPER[1:] + "\n\n" + after, python2=True)


def test_a_name_of_the_standard_library():
    text = "import os\nf = open(p)\nf.seek(-3, os.SEEK_END)\n"
    after = "import os\n\n" + HELPER + "\n\nf = open(p)\nseek_text(f, -3, os.SEEK_END)\n"
    check_rule(RULE, text, after, python2=True)


def test_the_helper_seeks_as_python_2_did(tmp_path):
    names = {}
    exec(HELPER, names)
    path = tmp_path / "a"
    path.write_text("abcdef")
    with path.open() as file:
        names["seek_text"](file, -2, 2)
        assert file.read() == "ef"
        names["seek_text"](file, -5, 1)
        assert file.read(1) == "b"
        with pytest.raises(OSError, match="Invalid argument"):
            names["seek_text"](file, -9, 2)
        assert file.read(1) == "c"


def test_a_text_in_memory_seeks_so_too():
    made = "import StringIO\ns = StringIO.StringIO()\ns.seek(-2, 1)\n"
    assert "seek_text(s, -2, 1)" in run(RULE, made + PROOF).text
    assert "seek_text" not in run(RULE, made.replace("s.seek", "s.write(b'x')\ns.seek") + PROOF).text


@pytest.mark.parametrize("stream", ["self.file", "lexer.stream", "file"])
def test_streams_of_which_nothing_is_known(stream):
    """The file of the program opens others as text alone: this may be one of them."""
    text = f"import io, sys\ndef f(self, lexer, file):\n    {stream}.seek(-3, 1)\nf(a, b, open(p))\n"
    assert f"seek_text({stream}, -3, 1)" in run(RULE, text + PROOF).text
    for more in (
        "g = open(q, 'rb')\n",
        "g = open(q, mode)\n",
        "g = io.BytesIO()\n",
        "def seek(n, w): pass\n",
    ):
        check_untouched(RULE, text + more, python2=True)
    check_untouched(RULE, text.replace("open(p)", "opened(p)"), python2=True)
    check_untouched(RULE, text.replace(f"{stream}.seek", "sys.stdin.seek"), python2=True)


def test_a_stream_of_octets_is_sought_as_before():
    names = {}
    exec(HELPER, names)
    for whence in (1, 2):
        one, other = io.BytesIO(b"abcdef"), io.BytesIO(b"abcdef")
        one.seek(4), other.seek(4)
        assert names["seek_text"](one, -3, whence) == other.seek(-3, whence) and one.read() == other.read()


KEPT = (
    "from StringIO import StringIO\nclass Reader(object):\n    def __init__(self, source):\n"
    "        if isinstance(source, basestring):\n            source = StringIO(source)\n"
    "        self.seek = source.seek\n        self.read = source.read\n"
    "    def peek(self):\n        seek = self.seek\n        c = self.read(1)\n        %s\n        return c\n"
)


@pytest.mark.parametrize(("call", "of"), [("seek(-1, 1)", "seek"), ("self.seek(-1, 1)", "self.seek")])
def test_the_method_by_another_name(call, of):
    after = migrate(KEPT % call).text
    assert f"        seek_text({of}.__self__, -1, 1)\n" in after
    names = {}
    exec(after, names)
    for source in ("abc", io.StringIO("abc"), io.BytesIO(b"abc")):
        reader = names["Reader"](source)
        assert reader.peek() == reader.peek() == reader.read(3)[:1]
    check_settled(RULE, run(RULE, KEPT % call + PROOF))


@pytest.mark.parametrize(
    "text",
    [
        KEPT % "seek(-1, 0)",
        KEPT % "seek(0, 1)",
        KEPT % "seek(1)",
        KEPT.replace("StringIO(source)", "open(source, 'rb')") % "seek(-1, 1)",
        KEPT % "seek(-1, 1)" + "    def f(self, source):\n        self.seek = g\n",
        KEPT % "seek(-1, 1)" + "    def seek(self, n, whence): pass\n",
        KEPT % "seek(-1, 1)" + "class Other(object):\n    def seek(self, n, whence): pass\n",
        "def seek(n, whence): pass\nseek(-1, 1)\n",
        "def f(seek):\n    seek(-1, 1)\n",
        "def f(o):\n    seek = o.seek\n    seek(-1, 1)\n",
        "f = open(p, 'rb')\nseek = f.seek\nseek(-1, 1)\n",
    ],
)
def test_leaves_what_another_name_may_be_otherwise(text):
    check_untouched(RULE, text, python2=True)


def test_the_method_of_a_file_by_another_name():
    text = "f = open(p)\nseek = f.seek\nseek(-3, 2)\n"
    check_rule(
        RULE, text, HELPER[1:] + "\n\n" + text.replace("seek(-3", "seek_text(seek.__self__, -3"), python2=True
    )
