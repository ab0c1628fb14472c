"""open(p, 'rU') → open(p, 'r')."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate

RULE = "open_mode"


@pytest.mark.parametrize(
    "text",
    [
        "open(p, 'r')\n",
        "open(p, mode)\n",
        "open(p, 'wb', 0)\n",
        "def open(a, b): pass\nopen(p, 'rU')\n",
        "open(p, 'w', 1)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("open(p, 'U')\n", "open(p, 'r')\n"),
        ('file(p, mode="rbU")\n', 'file(p, mode="rb")\n'),
        (
            "import os\nos.fdopen(1, 'w', 0)\n",
            "import io\nimport os\nio.TextIOWrapper(os.fdopen(1, 'wb', 0), write_through=True)\n",
        ),
        (
            "import fileinput\nfileinput.input(p, mode='rU')\n",
            "import fileinput\nfileinput.input(p, mode='r')\n",
        ),
        ("open(p, 'r+', 0)\n", "open(p, 'r+', 1)\n"),
        ("open(p, mode='w', buffering=0)\n", "open(p, mode='w', buffering=1)\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_unbuffered_text_is_there_at_once(tmp_path):
    before = "p = P\nf = file(p, 'a', 0)\nf.write('x')\nfound = open(p).read()\n"
    place = {"P": str(tmp_path / "log")}
    exec(migrate(before).text, place)
    assert place["found"] == "x"


def test_a_mode_that_is_told_at_run_time(tmp_path):
    before = "def opened(p, mode):\n    return open(p, mode, 0)\nn = 1L\n"
    assert "    return open_unbuffered(p, mode)\n" in run(RULE, before).text
    check_untouched(RULE, "def f(p, mode): return open(p, mode, 0)\n")
    place = {}
    exec(migrate(before).text, place)
    path = str(tmp_path / "log")
    for mode, given in (("w", "x"), ("ab", b"y"), ("a", "z")):
        file = place["opened"](path, mode)
        file.write(given)
        assert place["opened"](path, "r").read().endswith(given if isinstance(given, str) else "y")


def test_older_targets_know_the_mode():
    check_untouched(RULE, "open(p, 'rU')\n", target=(3, 10))


@pytest.mark.parametrize(
    "text",
    [
        "f = open(P, 'w', 0)\n",
        "f = file(P, 'a', 0)\n",
        "def opened(p, mode): return open(p, mode, 0)\nf = opened(P, 'w')\n",
        "import os\nf = os.fdopen(os.open(P, os.O_WRONLY | os.O_CREAT), 'w', 0)\n",
        "f = open(P, 'w+', 0)\n",
    ],
)
def test_octets_without_a_buffer_are_there_at_once(text, tmp_path):
    index = octet_repository(text)
    check_untouched(RULE, text, python2=True, key="p/a.py", index=index)
    made = migrate(PROOF + text + "f.write('x\\xff')\nfound = open(P, 'rb').read()\n", "p/a.py", index)
    place = {"P": str(tmp_path / "log")}
    exec(made.text, place)
    assert place["found"] == "x\xff"


def test_octets_are_buffered_by_the_line(tmp_path):
    text = "f = open(P, 'w', 1)\nf.write('ab\\ncd')\nfound = open(P, 'rb').read()\nf.close()\n"
    place = {"P": str(tmp_path / "log")}
    exec(migrate(PROOF + text, "p/a.py", octet_repository(text)).text, place)
    assert place["found"].startswith("ab\n")


@pytest.mark.parametrize("call", ["open(P, 'rU', 1024)", "open(P, mode='rU')", "file(P, 'U', 0)"])
def test_modes_of_any_newline_lose_the_letter_beside_octets(call, tmp_path):
    (tmp_path / "log").write_bytes(b"x\n")
    place = {"P": str(tmp_path / "log")}
    text = f"x = {call}.read()\n"
    exec(migrate(PROOF + text, "p/a.py", octet_repository(text)).text, place)
    assert place["x"] == "x\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [("rw", "r"), ("wr", "w"), ("ar", "a"), ("rw+", "r+"), ("rwb", "rb"), ("rbw", "rb"), ("w+r", "w+")],
)
def test_what_a_file_is_opened_for_is_told_once(before, after):
    check_rule(RULE, f"f = open(p, '{before}')\n", f"f = open(p, '{after}')\n")
    check_untouched(RULE, f"f = g(p, '{before}')\n")


@pytest.mark.parametrize("mode", ["r", "rb", "r+", "w+b", "a", "rt", "br", "x", ""])
def test_modes_of_both_languages_stay(mode):
    check_untouched(RULE, f"f = open(p, '{mode}')\n")
