"""The benchmark of behavioural probes: its verdicts, on programs small enough to know."""

import json

import pytest

from benchmarks import probes


def probe(text: str, expected: str, unmodified: str = "crash") -> dict:
    return {
        "id": "X1", "category": "a", "title": "t", "files": {"main.py": text}, "encoding": "utf-8", "stdin": "",
        "expected_stdout": expected, "unmodified_on_3_11": unmodified,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected", "tool", "wanted"),
    [
        ("print('a')\n", "a\n", "unmodified", "same"),
        ("print('a')\n", "b\n", "unmodified", "silent"),
        ("print 'a'\n", "a\n", "unmodified", "crash"),
        ("print 7 / 2\n", "3\n", probes.OURS, "same"),
    ],
)
def test_a_verdict_says_how_the_program_ended(text, expected, tool, wanted):
    assert probes.verdict(probe(text, expected), probes.TOOLS[tool]) == wanted


def test_a_tool_that_fails_is_refused():
    assert probes.verdict(probe("print('a')\n", "a\n"), ("false",)) in ("same", "refused")
    assert probes.verdict(probe("print('a')\n", "a\n"), ("sh", "-c", "exit 3")) == "refused"


def test_harm_counts_what_ran_before_and_no_longer_does():
    several = [{**probe("", "", "same"), "id": "A"}, {**probe("", ""), "id": "B"}]
    assert probes.totals(several, {"A": "silent", "B": "same"}) == {
        "of": 1, "same": 1, "crash": 0, "silent": 0, "refused": 0, "harm": 1,
    }  # fmt: skip


def test_a_missing_file_is_named(tmp_path, capsys):
    assert probes.main(["--probes", str(tmp_path / "none.jsonl")]) == 2
    assert "none.jsonl" in capsys.readouterr().err


def test_prints_what_is_not_the_same(tmp_path, capsys):
    path = tmp_path / "probes.jsonl"
    path.write_text(json.dumps(probe("print 'a'\n", "b\n")) + "\n")
    assert probes.main(["--probes", str(path), "--only", "X1", "--jobs", "1"]) == 0
    assert "X1" in capsys.readouterr().out
