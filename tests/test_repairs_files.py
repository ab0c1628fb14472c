"""Repairs of how files are opened and read, of codecs and of patterns."""

from __future__ import annotations

import io
from typing import Any
from xml.etree import ElementTree

import pytest
from repairing import candidates, repair

UNBUFFERED = "ValueError: can't have unbuffered text I/O"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f = open(p, 'a', 0)", "f = open(p, 'a', 1)"),
        ("f = open(p, m, n)", 'f = open(p, m, n if n or "b" in m else 1)'),
        ("f = open(p, buffering=n)", "f = open(p, buffering=n or 1)"),
        ("f = os.fdopen(d, 'w', n)", "f = os.fdopen(d, 'w', n or 1)"),
        ("f = s.makefile('r', 0)", "f = s.makefile('r', 1)"),
        ("f = open(p, 'a')", None),
        ("f = make(p, 'a', 0)", None),
    ],
)
def test_text_is_buffered_by_lines(before: str, after: str | None) -> None:
    found = candidates(f"import os\n{before}\n", UNBUFFERED, 2, repairs=repair("text_buffering"))
    assert found == ([f"import os\n{after}\n"] if after else [])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f = open(p, 'rU')", "f = open(p, 'r')"),
        ("f = open(p, 'U')", "f = open(p, 'r')"),
        ("f = open(p, mode=m + 'U')", "f = open(p, mode=(m + 'U').replace(\"U\", \"\") or \"r\")"),
        ("f = io.open(p, self.m)", "f = io.open(p, self.m.replace(\"U\", \"\") or \"r\")"),
        ("f = open(p)", None),
        ("f = make(p, 'rU')", None),
    ],
)  # fmt: skip
def test_a_mode_has_no_u(before: str, after: str | None) -> None:
    found = candidates(
        f"import io\n{before}\n", "ValueError: invalid mode: 'rU'", 2, repairs=repair("old_mode")
    )
    assert found == ([f"import io\n{after}\n"] if after else [])


def test_another_mode_that_is_invalid_was_so_before() -> None:
    assert (
        candidates("f = open(p, m)\n", "ValueError: invalid mode: 'q'", 1, repairs=repair("old_mode")) == []
    )


def test_a_file_whose_mode_is_a_variable_is_binary_for_bytes() -> None:
    text = "def f(p, m, x):\n    with open(p, m) as out:\n        out.write(x.dump())\n"
    first = candidates(text, "TypeError: write() argument must be str, not bytes", 3)[0]
    assert 'open(p, m if "b" in m else m + "b")' in first


def test_a_pickle_that_a_variable_loads_is_latin_1() -> None:
    signature = (
        "UnicodeDecodeError: 'ascii' codec can't decode byte 0xe9 in position 0: ordinal not in range(128)"
    )
    found = candidates("def f(lib, s):\n    return lib.loads(s)\n", signature, 2)
    assert found[0].endswith('    return lib.loads(s, encoding="latin-1")\n')
    other = signature.replace("'ascii'", "'utf-8'")
    assert not any('"latin-1")' in one for one in candidates("x = lib.loads(s)\n", other, 1))


def test_rows_that_a_comprehension_reads_are_text() -> None:
    text = "import csv\ndef f(s):\n    return [r for r in csv.reader(s)]\n"
    found = candidates(
        text, "Error: iterator should return strings, not bytes", 3, repairs=repair("csv_of_bytes")
    )
    assert found[0].endswith("    return [r for r in csv.reader(map(native, s))]\n")


def test_what_a_logger_spells_is_text_also_where_the_handler_failed() -> None:
    text = "def f(log, x):\n    log.warning('got %s', x.data)\n    return 1\n"
    signature = "BytesWarning: str() on a bytes instance"
    assert "log.warning('got %s', native(x.data))" in candidates(text, signature, 2)[0]
    found = candidates(text, signature, 3, frames=(2,))
    assert found and "log.warning('got %s', native(x.data))" in found[0]
    assert candidates("log.warning('got it')\n", signature, 1) == []


def test_the_format_of_struct_and_numbers_are_no_candidates() -> None:
    text = "f = pack('>I%ds' % len(x), len(x), x.body)\n"
    first = candidates(text, "error: argument for 's' must be a bytes object", 1)[0]
    assert first == "f = pack('>I%ds' % len(x), len(x), x.body.encode(\"utf-8\"))\n"


# -- codecs --------------------------------------------------------------------------------------------------

CODEC = "LookupError: 'hex' is not a text encoding; use codecs.encode() to handle arbitrary codecs"


def made(text: str, signature: str, line: int, name: str) -> dict[str, Any]:
    """What the first candidate of a repair defines."""
    space: dict[str, Any] = {}
    exec(candidates(text, signature, line, repairs=repair(name))[0], space)
    return space


def test_codecs_between_bytes_keep_the_kind_of_the_value() -> None:
    coded = made("def f(v, c):\n    return v.encode(c)\n", CODEC, 2, "byte_codec")["transcoded"]
    assert (coded("encode", "ab", "hex"), coded("encode", b"ab", "hex")) == ("6162", b"6162")
    assert (coded("decode", "6162", "hex-codec"), coded("encode", "ab", "rot13")) == ("ab", "no")
    assert coded("decode", coded("encode", "\xe9", "zlib"), "zlib") == "\xe9"
    assert (coded("encode", "\xe9", "utf-8"), coded("decode", b"\xc3\xa9", "utf-8")) == (b"\xc3\xa9", "\xe9")
    assert (coded("encode", b"x", "utf-8"), coded("decode", "x", "utf-8")) == (b"x", "x")
    with pytest.raises(UnicodeEncodeError):
        coded("encode", "\u20ac", "hex")


def test_all_calls_of_the_file_that_name_their_codec_by_a_variable_go_together() -> None:
    text = "def f(v, c):\n    return v.encode(c)\ndef g(v, c):\n    return v.decode(c)\nx = 'a'.encode('ascii')\n"
    together, alone = candidates(text, CODEC, 2, repairs=repair("byte_codec"))
    assert 'transcoded("decode", v, c)' in together and together.endswith("x = 'a'.encode('ascii')\n")
    assert "return v.decode(c)" in alone


@pytest.mark.parametrize("text", ["x = v.decode('utf-8')\n", "x = v.decode()\n", "x = v.decode(*c)\n"])
def test_an_encoding_that_is_spelled_out_is_left_to_others(text: str) -> None:
    signature = "AttributeError: 'str' object has no attribute 'decode'"
    assert candidates(text, signature, 1, repairs=repair("byte_codec")) == []


# -- patterns ------------------------------------------------------------------------------------------------

ESCAPE = r"error: bad escape \y at position 0"


@pytest.mark.parametrize(
    ("pattern", "known"),
    [
        (r"\y\d\_", r"y\d\_"),
        (r"\\y", r"\\y"),
        (r"[\-\i]\.", r"[\-i]\."),
        (rb"\y\d", rb"y\d"),
        (r"\1\b", r"\1\b"),
    ],
)
def test_only_backslashes_before_letters_without_a_meaning_go(
    pattern: str | bytes, known: str | bytes
) -> None:
    space = made("import re\ndef f(p, t):\n    return re.match(p, t)\n", ESCAPE, 3, "bad_escape")
    assert space["known_escapes"](pattern) == known


def test_in_a_template_they_stay_as_they_were() -> None:
    text = "import re\ndef f(p, t, s):\n    return p.sub(t, s)\n"
    space = made(text, ESCAPE, 3, "bad_escape")
    import re

    assert space["f"](re.compile("(a)"), r"\1\d\n", "cat") == "ca\\d\nt"
    assert space["known_template"](str.upper) is str.upper
    found = candidates("import re\nx = re.sub(p, t, s)\n", ESCAPE, 2, repairs=repair("bad_escape"))
    assert [one.rpartition("x = ")[2] for one in found] == [
        "re.sub(known_escapes(p), t, s)\n",
        "re.sub(p, known_template(t), s)\n",
    ]


def test_other_calls_take_no_pattern() -> None:
    assert candidates("x = f(p)\n", ESCAPE, 1, repairs=repair("bad_escape")) == []


def test_a_file_of_either_kind_is_written_what_it_takes() -> None:
    alone = repair("either_file")
    wanted, refused = "a bytes-like object is required, not 'str'", "string argument expected, got 'bytes'"
    converted = "def put(f, s):\n    f.write(as_bytes(s))\n"
    (found,) = candidates(converted, f"TypeError: {refused}", 2, repairs=alone)
    assert found.endswith("def put(f, s):\n    written(f, s)\n"), (
        "what was converted before is not converted twice"
    )
    assert candidates(found, f"TypeError: {wanted}", found.count("\n"), repairs=alone) == []
    known = "import io\ndef put(s):\n    f = io.StringIO()\n    f.write(s)\n"
    assert candidates(known, f"TypeError: {refused}", 4, repairs=alone) == [], "it is known what it takes"
    names: dict[str, Any] = {}
    exec(found, names)
    for file, data, held in (
        (io.StringIO(), "a", "a"), (io.StringIO(), b"a", "a"), (io.BytesIO(), "a", b"a"), (io.BytesIO(), b"a", b"a")
    ):  # fmt: skip
        names["put"](file, data)
        assert file.getvalue() == held


def test_a_file_that_was_given_may_be_written_by_a_library() -> None:
    write = "E.ElementTree(tree).write(out, encoding='utf8')"
    text = f"import xml.etree.ElementTree as E\ndef put(tree, out):\n    {write}\n"
    refused = "TypeError: string argument expected, got 'bytes'"
    alone = repair("either_file")
    found, _ = candidates(text, refused, 3, repairs=alone)
    assert found.endswith("    E.ElementTree(tree).write(EitherFile(out), encoding='utf8')\n")
    names: dict[str, Any] = {}
    exec(found, names)
    for file in (io.StringIO(), io.BytesIO()):
        names["put"](ElementTree.fromstring("<a>\xe9</a>"), file)
        shown = file.getvalue()
        assert (shown if isinstance(shown, str) else shown.decode()).endswith("<a>\xe9</a>")
    assert candidates(text.replace("tree, out", ""), refused, 3, repairs=alone) == [], "nobody gave it"
    wanted = "TypeError: a bytes-like object is required, not 'str'"
    assert candidates(text, wanted, 3, repairs=alone) == [], "any argument may be meant"


# -- files that are copied -----------------------------------------------------------------------------------


def test_what_is_copied_into_a_file_of_octets_is_opened_for_octets() -> None:
    text = "import shutil\ndef f(p, target):\n    with open(p) as source:\n        shutil.copyfileobj(source, target)\n"
    wanted = "TypeError: a bytes-like object is required, not 'str'"
    (found,) = candidates(text, wanted, 4, repairs=repair("bytes_required"))
    assert found == text.replace("open(p)", 'open(p, "rb")')
    other = text.replace("with open(p) as", "with made(p) as")
    assert candidates(other, wanted, 4, repairs=repair("bytes_required")) == []


@pytest.mark.parametrize(
    "kind", ["xml.etree.ElementTree.Element", "list", "NoneType", "_io.TextIOWrapper", "function"]
)
def test_what_is_no_text_is_not_encoded(kind: str) -> None:
    wanted = f"TypeError: a bytes-like object is required, not '{kind}'"
    assert candidates("x = parse(child)\n", wanted, 1, repairs=repair("bytes_required")) == []
    text = f"TypeError: a bytes-like object is required, not '{kind}Text'".replace(".", "")
    assert candidates("x = parse(child)\n", text, 1, repairs=repair("bytes_required"))


def test_files_are_not_encoded() -> None:
    wanted = "TypeError: a bytes-like object is required, not 'str'"
    for made in ("open(p)", "gzip.open(p)", "tempfile.NamedTemporaryFile()"):
        text = f"import gzip, tempfile\ndef f(p):\n    with {made} as g:\n        send(g)\n"
        found = candidates(text, wanted, 4, repairs=repair("bytes_required"))
        assert all("encode" not in one and "as_bytes" not in one for one in found)


# -- what can't be set ---------------------------------------------------------------------------------------


def test_a_stream_that_takes_no_attribute_is_left_as_it_is() -> None:
    refused = "AttributeError: attribute 'encoding' of '_io._TextIOBase' objects is not writable"
    text = "class C:\n    def f(self, s):\n        self.out = s\n        self.out.encoding = 'ascii'\n"
    text += "        return 1\n"
    (found,) = candidates(text, refused, 4, repairs=repair("unwritable_attribute"))
    space: dict[str, Any] = {}
    exec(found, space)
    assert space["C"]().f(io.StringIO()) == 1
    assert (
        candidates(text, refused.replace("'encoding'", "'name'"), 4, repairs=repair("unwritable_attribute"))
        == []
    )
    assert candidates(text, refused, 5, repairs=repair("unwritable_attribute")) == []
    several = text.replace("self.out.encoding", "x = 1; self.out.encoding")
    assert candidates(several, refused, 4, repairs=repair("unwritable_attribute")) == []


# -- what hasattr() lets through -----------------------------------------------------------------------------


ASKING = """\
class Missing(Exception):
    pass
class Node:
    def __getattr__(self, name):
        return self.find(name)
    def find(self, name):
        raise Missing(name)
    def value(self):
        if hasattr(self, 'made'):
            return 1
        return 2
"""


def test_an_error_of_the_programs_own_out_of_hasattr_is_a_no() -> None:
    for signature in ("program.errors.Missing: made", "KeyError: 'made'", "program.errors.Missing: "):
        (found,) = candidates(ASKING, signature, 7, frames=(9, 5), repairs=repair("asked_attribute"))
        space: dict[str, Any] = {}
        exec(found, space)
        assert space["Node"]().value() == 2


@pytest.mark.parametrize(
    "signature", ["AttributeError: made", "TypeError: made", "_pytest.outcomes.Failed: made"]
)
def test_other_errors_and_other_lines_ask_nothing_new(signature: str) -> None:
    assert candidates(ASKING, signature, 7, frames=(9, 5), repairs=repair("asked_attribute")) == []
    assert candidates(ASKING, "p.Missing: made", 7, frames=(5,), repairs=repair("asked_attribute")) == []
