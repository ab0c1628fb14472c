"""iter(reader, '')."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "empty_sentinel"


@pytest.mark.parametrize(
    "text",
    [
        "x = iter(lambda: f.get(9), '')\n",
        "x = iter(lambda: f.read(9), 'end')\n",
        "x = iter(f.read)\n",
        "f = open(p)\nx = iter(lambda: f.read(9), '')\n",
        "def iter(*a): pass\nx = iter(lambda: f.read(9), '')\n",
        "x = iter(lambda: f.read(9), u'')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("lambda: f.read(9)", 'lambda: f.read(9) or ""'),
        ("f.readline", 'lambda: f.readline() or ""'),
        ("partial(s.recv, 9)", 'lambda: s.recv(9) or ""'),
    ],
)
def test_ends_with_anything_empty(before, after):
    start = "from functools import partial\n"
    check_rule(RULE, f"{start}x = iter({before}, '')\n", f"{start}x = iter({after}, '')\n", python2=True)


@pytest.mark.parametrize(
    ("text", "reader"),
    [
        ("x = iter({}, '')\n", "StringIO.StringIO(text).readline"),
        ("x = iter({}, '')\n", "made().stream.readline"),
        ("x = iter({}, '')\n", "streams[0].readline"),
        ("x = [iter({}, '') for f in streams]\n", "f.readline"),
        ("for f in streams:\n    x.append(iter({}, ''))\n", "f.readline"),
        ("while 1:\n    f = take()\n    x.append(iter({}, ''))\n", "f.source.readline"),
        ("for line in iter({}, ''):\n    f = take()\n", "f.readline"),
        ("f = take()\nx = iter({}, '')\nf = take()\n", "f.readline"),
        ("from functools import partial\nx = iter({}, '')\n", "partial(take().read, 9)"),
        ("from functools import partial\nx = iter({}, '')\n", "partial(s.read, size())"),
    ],
)
def test_takes_a_method_once_of_what_is_made_or_becomes_another(text, reader):
    taken = f'(lambda read: lambda: read() or "")({reader})'
    check_rule(RULE, text.format(reader), text.format(taken), python2=True)


def test_the_lines_of_a_file_in_memory_end():
    text = "import StringIO\nlines = list(iter(StringIO.StringIO('a\\nb\\n').readline, ''))\nprint lines\n"
    names: dict[str, object] = {}
    exec(migrate(text).text, names)
    assert names["lines"] == ["a\n", "b\n"]


def test_what_a_loop_reads_to_the_end_is_asked_by_its_name():
    before = "for f in streams:\n    for line in iter(f.readline, ''): use(line)\n"
    check_rule(RULE, before, before.replace("f.readline", 'lambda: f.readline() or ""'), python2=True)


def test_pipes_that_are_asked_for_text_end_with_text():
    text = (
        "import subprocess\np = subprocess.Popen(a, stdout=subprocess.PIPE)\n"
        "def f():\n    for line in iter(p.stdout.readline, ''): print line\n"
    )
    assert "iter(p.stdout.readline, '')" in migrate(text).text
    text = text.replace("PIPE", "PIPE, text=True").replace("print line", "use(line)")
    assert ' or ""' not in migrate(PROOF + text).text
