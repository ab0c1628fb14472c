"""Files that were seen to hold what is no UTF-8."""

import pytest
from rules.checking import PROOF, check_untouched

from environment.traces import Observation
from migration.engine.outcome import Outcome
from migration.engine.pipeline import migrate

RULE = "seen_files"
LATIN = 'encoding="latin-1", newline="\\n"'


def observed(text: str, *seen: str, line: int = 2, column: int = 11, site: str = "open") -> Outcome:
    """What becomes of a file of Python 2, where `seen` was seen at its place."""
    result = migrate(text + "n = 1L\n", observations=[Observation(site, line, column, seen)])
    assert not result.notes and result.text.endswith("n = 1\n")
    assert migrate(result.text).text == result.text
    return result


def changed(result: Outcome) -> bool:
    return RULE in {c.author for c in result.changes}


def test_leaves_files_of_which_nothing_was_seen():
    check_untouched(RULE, "def f(p):\n    return open(p).read()\n", python2=True)


@pytest.mark.parametrize(
    "seen",
    [["r ascii"], ["r utf-8", "r ascii"], ["r binary"], ["rU ascii cr"], ["r stream"], ["r unknown"], ["rb"]],
)
def test_leaves_files_that_read_the_same(seen):
    text = "def f(p):\n    return open(p).read()\n"
    assert not changed(observed(text, *seen))


@pytest.mark.parametrize(
    "call",
    [
        "open(p, 'rb').read()",
        "open(p, m).read()",
        "open(p, 'r+').read()",
        "open(p, 'r', 1).read()",
        "p.open(p).read()",
    ],
)
def test_leaves_other_ways_to_open(call):
    assert not changed(observed(f"def f(p, m):\n    return {call}\n", "r binary high cr"))


def test_leaves_files_that_may_run_on_both():
    text = "def f(p):\n    return open(p).read()\n"
    assert migrate(text, observations=[Observation("open", 2, 11, ("r binary high",))]).text == text


@pytest.mark.parametrize(
    "text",
    [
        "def f(p):\n    return open(p)\n",
        "def f(p):\n    return g(open(p))\n",
        "def f(p):\n    s = x = open(p)\n    return x.read()\n",
        "def f(p):\n    s = open(p)\n    s.seek(-4, 2)\n    return s.read()\n",
    ],
)
def test_reports_a_file_whose_use_is_not_certain(text):
    column = text.splitlines()[1].index("open")
    result = observed(text, "r binary high", column=column)
    assert not changed(result)
    assert [(o.line, "binary high" in o.reason) for o in result.open_sites if o.pattern == RULE] == [
        (2, True)
    ]


def test_leaves_pickles_to_the_rule_about_pickles():
    result = observed(
        "import pickle\ndef f(p):\n    return pickle.load(open(p))\n", "r binary high", line=3, column=23
    )
    assert not changed(result) and "open(p, 'rb')" in result.text


@pytest.mark.parametrize(
    ("call", "seen", "after"),
    [
        ("open(p).read()", ["r binary high"], f"open(p, {LATIN}).read()"),
        ("open(p, 'r').readlines()", ["r binary high cr", "r ascii"], f"open(p, 'r', {LATIN}).readlines()"),
        ("file(p, 'rU').read()", ["rU binary high cr"], "open(p, 'r', encoding=\"latin-1\").read()"),
        ("[l.strip() for l in open(p)]", ["r binary high"], f"[l.strip() for l in open(p, {LATIN})]"),
        ("open(p).read()", ["r ascii cr"], 'open(p, newline="\\n").read()'),
        ("g(open(p))", ["r utf-8 cr"], 'g(open(p, newline="\\n"))'),
        ("list(open(p))", ["r binary high"], f"list(open(p, {LATIN}))"),
    ],
)
def test_keeps_each_byte_and_each_line_end(call, seen, after):
    column = 11 + max(call.find("open"), call.find("file"))
    result = observed(f"def f(p):\n    return {call}\n", *seen, column=column)
    assert f"    return {after}\n" in result.text
    assert len(result.verdicts) == 1 and "under Python 2.7 what the file held was" in result.verdicts[0]


@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("open(p).read().decode('cp1252')", "open(p, \"rb\").read().decode('cp1252')"),
        ("struct.unpack('>I', open(p, 'r').read(4))", "struct.unpack('>I', open(p, 'rb').read(4))"),
        (
            "[l.rstrip().decode('cp1252') for l in open(p)]",
            "[l.rstrip().decode('cp1252') for l in open(p, \"rb\")]",
        ),
    ],
)
def test_reads_bytes_where_those_are_taken(call, after):
    column = 11 + call.find("open")
    result = observed(
        f"import struct\ndef f(p):\n    return {call}\n", "r binary high", line=3, column=column
    )
    assert f"    return {after}\n" in result.text


WRITES = "def f(p, x):\n    with open(p, 'w') as s:\n        s.write(x)\n        s.write('\\n')\n"


@pytest.mark.parametrize(
    "kinds", [["str ascii"], ["str utf-8", "str binary"], ["str binary", "unicode"], ["str binary", "int"]]
)
def test_leaves_files_that_text_is_written_to(kinds):
    assert not changed(observed(WRITES, *(f"file/{k}" for k in kinds), line=3, column=16, site="write"))


@pytest.mark.parametrize(
    "more", ["        s.write(p)\n", "        print >>s, p\n", "        g(s)\n", "        s.writelines(p)\n"]
)
def test_leaves_files_to_which_more_may_be_written(more):
    assert not changed(observed(WRITES + more, "file/str binary", line=3, column=16, site="write"))


def test_writes_octets_as_bytes():
    result = observed(WRITES, "file/str binary", "file/str ascii", line=3, column=16, site="write")
    assert "    with open(p, 'wb') as s:\n        s.write(as_bytes(x, \"latin-1\"))\n" in result.text
    assert "        s.write(b'\\n')\n" in result.text
    assert [v.split(":")[1] for v in result.verdicts] == [" seen_files", " binary_arguments"]


@pytest.mark.parametrize("data", [b"\xff\xfe\r\n\x00", b"a\rb\nc\xe9", bytes(range(256))])
def test_what_is_read_and_written_again_is_the_same(tmp_path, data):
    source = "def copy(p, q):\n    out = open(q, 'w')\n    for line in open(p):\n        out.write(line)\n"
    source += "    out.close()\n"
    seen = [Observation("open", 3, 16, ("r binary high",)), Observation("write", 4, 18, ("file/str binary",))]
    space: dict[str, object] = {}
    exec(migrate(source + PROOF, observations=seen).text, space)  # our own rewrite
    (tmp_path / "a").write_bytes(data)
    space["copy"](tmp_path / "a", tmp_path / "b")  # type: ignore[operator]
    assert (tmp_path / "b").read_bytes() == data
