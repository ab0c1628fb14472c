"""Console: what is printed is what was meant, whatever characters it holds."""

from __future__ import annotations

import io
from typing import Any

from stigmergy.console import MANY, Console
from stigmergy.loop import TickReport

SUMMARY: dict[str, Any] = {
    "run_id": "r1",
    "stop_reason": "all_terminal",
    "files_total": 2,
    "files_validated": 1,
    "files_verified": 1,
    "files_unchanged": 0,
    "files_needs_review": 1,
    "files_skipped": 0,
    "suite_retention": 0.5,
    "suite_retention_candidates": None,
    "suite_pass_rate": None,
    "weaknesses": ["no network"],
    "next_steps": ["type this"],
}


def row(name: str, state: str = "needs_review") -> dict[str, str]:
    return {
        "file": name,
        "state": state,
        "evidence": "tests",
        "confidence": "0.79",
        "tests": "1/2",
        "why": "['A1'] [red]",
    }


def printed(quiet: bool = False, files: list[dict[str, str]] | None = None) -> str:
    stream = io.StringIO()
    Console(quiet, stream).summary(SUMMARY, files or [row("[bold]a.py")])
    return stream.getvalue()


def test_brackets_in_names_and_messages_are_text() -> None:
    assert "[bold]a.py" in printed()
    assert "['A1'] [red]" in printed()


def test_the_closing_sentences_say_what_was_shown_and_what_to_type() -> None:
    lines = printed().splitlines()
    assert any(line.startswith("1 of 2 files validated (1 by tests or differential runs") for line in lines)
    assert "Of the tests that pass on Python 2.7, 50.0% pass on the delivered branch." in lines
    assert lines[-1] == "type this"


def test_quiet_keeps_the_sentences_and_drops_the_table() -> None:
    assert "a.py" not in printed(quiet=True) and "1 of 2 files validated" in printed(quiet=True)


def test_of_many_files_those_that_need_a_look_are_listed() -> None:
    files = [row(f"v{n}.py", "validated") for n in range(MANY)] + [row("look.py")]
    text = printed(files=files)
    assert "look.py" in text and "v1.py" not in text
    assert f"and {MANY} more files" in text


def test_one_line_a_tick() -> None:
    stream = io.StringIO()
    Console(stream=stream).tick(TickReport(3, {"scout": False, "tester": True}, {"tested": 2, "pending": 1}))
    assert stream.getvalue() == "tick   3  pending 1  tested 2   (acted: tester)\n"
