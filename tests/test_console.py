"""Console: what is printed is what was meant, whatever characters it holds; and the end of a run can be read."""

from __future__ import annotations

import io
from typing import Any

from metrics.causes import Cause
from stigmergy.console import Console
from stigmergy.loop import TickReport
from stigmergy.run_summary import MANY

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


def row(
    name: str, state: str = "needs_review", why: str = "['A1'] [red]", evidence: str = "tests"
) -> dict[str, Any]:
    cause = None if state == "validated" else Cause(f"{why} in {name}", why)
    return {"file": name, "state": state, "evidence": evidence, "unchanged": False, "cause": cause}


def printed(quiet: bool = False, files: list[dict[str, Any]] | None = None, **more: Any) -> str:
    stream = io.StringIO()
    Console(quiet, stream).summary({**SUMMARY, **more}, files or [row("[bold]a.py")])
    return stream.getvalue()


def test_brackets_in_names_and_messages_are_text() -> None:
    assert "[bold]a.py" in printed()
    assert "['A1'] [red]" in printed()


def test_nothing_in_a_name_or_a_message_steers_the_terminal() -> None:
    text = printed(files=[row("a\x1b[2J\u202e.py", why="\x1b]0;title\x07 boom")], next_steps=["git \x1b[31m"])
    assert "\x1b" not in text and "\x07" not in text and "\u202e" not in text
    assert "a\\x1b[2J\\u202e.py" in text and "\\x1b]0;title\\x07 boom" in text


def test_the_closing_sentences_say_what_was_shown_and_what_to_type() -> None:
    lines = printed().splitlines()
    assert any(line.startswith("1 of 2 files validated (1 by tests or differential runs") for line in lines)
    assert "Of the tests that pass on Python 2.7, 50.0% pass on the delivered branch." in lines
    assert lines[-1] == "type this"
    assert not any(line.startswith("Spent") for line in lines)
    assert "Spent: 1,234 tokens, 0.0500 USD (SIMULATED)." in printed(
        total_tokens=1234, total_cost_usd=0.05, simulated=True
    )


def test_quiet_keeps_the_sentences_and_drops_the_tables() -> None:
    assert "a.py" not in printed(quiet=True) and "1 of 2 files validated" in printed(quiet=True)


def test_validated_files_are_counted_by_what_was_executed() -> None:
    files = [row(f"t{n}.py", "validated") for n in range(7)] + [row("d.py", "validated", "", "differential")]
    lines = printed(files=[*files, {**row("u.py", "validated"), "unchanged": True}]).splitlines()
    assert any(line.split()[:2] == ["tests", "7"] for line in lines)
    assert any(line.startswith("tests, no change needed") and line.split()[4] == "1" for line in lines)
    assert any(line.split()[:2] == ["differential", "1"] and "behaves the same" in line for line in lines)
    assert "Not validated" not in "\n".join(lines)


def test_a_cause_that_many_files_share_is_one_row() -> None:
    files = [row(f"f{n:02}.py", why="ImportError: no base") for n in range(30)]
    files += [row("alone.py", why="dead code")]
    lines = [line for line in printed(files=files).splitlines() if line.startswith("needs review")]
    assert len(lines) == 2
    assert (
        "30" in lines[0]
        and "ImportError: no base" in lines[0]
        and "f00.py" in lines[0]
        and "and 26 more" in lines[0]
    )
    assert "dead code in alone.py" in lines[1]


def test_of_very_many_causes_the_rest_is_counted() -> None:
    text = printed(files=[row(f"f{n}.py", why=f"cause {n}") for n in range(MANY + 5)])
    assert text.count("needs review") == MANY and "5 further causes" in text


def test_one_line_a_tick() -> None:
    stream = io.StringIO()
    Console(stream=stream).tick(TickReport(3, {"scout": False, "tester": True}, {"tested": 2, "pending": 1}))
    assert stream.getvalue() == "tick   3  pending 1  tested 2   (acted: tester)\n"


def test_without_a_terminal_there_is_no_view_and_no_escape() -> None:
    stream = io.StringIO()
    console = Console(stream=stream)
    with console.live():
        console.stage("preparing")
        console.step("tester")
        console.say("a line \x1b[31m")
    assert stream.getvalue() == "a line \\x1b[31m\n"
