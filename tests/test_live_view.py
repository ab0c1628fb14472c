"""The live view: what it shows, where it is not shown, and that the run's own lines come through whole."""

from __future__ import annotations

import io
import logging
import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest
from front_door import EXACT, ROOT, environment, python2_repo
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console as Terminal

from environment.traces import Status
from stigmergy.live_view import BAR, FASTEST, SHARE, LiveView, Sight, clock, sight_of
from stigmergy.logs import PACKAGES, configure_logging

SIGHT = Sight(
    tick=3,
    max_ticks=50,
    counts={"validated": 6, "needs_review": 1, "transformed": 3},
    hand=("a.py", "b\x1b[2J.py"),
    in_hand=5,
    tokens=1234,
    max_tokens=200000,
    usd=0.0123,
    max_usd=1.0,
    calls=7,
    seconds_left=125.0,
)


def terminal(width: int = 100) -> tuple[Terminal, io.StringIO]:
    stream = io.StringIO()
    return Terminal(file=stream, force_terminal=True, width=width, highlight=False, markup=False), stream


def until(reached: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not reached():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_it_shows_tick_agent_states_hand_books_and_time() -> None:
    view = LiveView(terminal()[0])
    view.step("tester")
    lines = view.rendered(SIGHT).plain.splitlines()
    assert lines[1].startswith("tick 3 of at most 50  tester for 0:00")
    assert "7 of 10 decided" in lines[2]
    assert lines[3].split() == ["validated", "6", "needs", "review", "1", "transformed", "3"]
    assert lines[4] == "in hand: a.py, b\\x1b[2J.py and 3 more"
    assert lines[5] == "1,234 of 200,000 tokens, 0.0123 of 1.00 USD, 7 calls"
    assert lines[6] == "about 0:00 left at this pace, stops in 2:05 (--max-minutes)"


def test_without_a_model_it_says_so_and_before_the_first_tick_what_is_done() -> None:
    view = LiveView(terminal()[0])
    view.stage("taking the baseline")
    text = view.rendered(Sight()).plain
    assert "taking the baseline for 0:00" in text and "no model is called" in text and "tick" not in text


COUNTS = st.dictionaries(st.sampled_from(list(Status)), st.integers(0, 5000))


@settings(deadline=None)
@given(COUNTS, st.integers(1, 200))
def test_no_line_is_longer_than_the_terminal_and_the_bar_is_full(counts: dict[str, int], width: int) -> None:
    view = LiveView(terminal(width)[0])
    view.step("scout")
    text = view.rendered(Sight(tick=1, counts=counts, hand=("x" * 300,), in_hand=1))
    assert all(len(line) <= max(20, width - 1) for line in text.plain.splitlines())
    bars = re.findall("[█░]+", LiveView(terminal(400)[0]).rendered(Sight(counts=counts)).plain)
    assert [len(bar) for bar in bars] == ([BAR] if sum(counts.values()) else [])


def test_what_is_in_hand_is_what_the_agent_senses() -> None:
    states = {"in_progress": dict.fromkeys(["a"]), "transformed": dict.fromkeys("bcdef"), "tested": {}}
    assert sight_of(states, "transformer", 2, Sight()).hand == ("a",)
    seen = sight_of(states, "tester", 2, Sight(max_ticks=9), tokens=4)
    assert (seen.hand, seen.in_hand, seen.tokens, seen.max_ticks) == (("b", "c", "d"), 5, 4, 9)
    assert sight_of(states, "scout", 2, Sight()).hand == ()
    assert seen.counts == {"in_progress": 1, "transformed": 5}


def test_it_draws_and_goes_and_hears_decisions_and_lets_lines_through() -> None:
    shown, stream = terminal()
    logger = logging.getLogger("stigmergy.validator")
    before, level = list(logger.handlers), logger.level
    logger.setLevel(logging.INFO)
    view = LiveView(shown)
    view.look = lambda agent: SIGHT
    try:
        view.start()
        view.step("validator")
        logger.info("%s: %s (%s)", "x\x1b.py", "validated", "confidence 1.00 by tests")
        view.print("a line of the run")
        until(lambda: "decided: x\\x1b.py: validated (confidence 1.00 by tests)" in stream.getvalue())
    finally:
        view.stop()
        view.stop()
        logger.setLevel(level)
    assert logger.handlers == before
    text = stream.getvalue()
    assert "a line of the run" in text and "tick 3 of at most 50" in text
    assert view.drawn >= 1 and text.rstrip().endswith(("\x1b[?25h", "\x1b[2K")), "the cursor is given back"


def test_nothing_that_is_logged_steers_the_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    configure_logging(tmp_path)
    logging.getLogger("stigmergy.scout").warning("%s can't be read", "a\x1b[2J\u202e.py")
    for logger in map(logging.getLogger, PACKAGES):
        for handler in list(logger.handlers):
            logger.removeHandler(handler)
            handler.close()
    for text in (capsys.readouterr().err, (tmp_path / "stigmergic.log").read_text()):
        assert "a\\x1b[2J\\u202e.py can't be read\n" in text


def test_a_view_that_can_not_look_leaves_the_run_alone(capsys: pytest.CaptureFixture[str]) -> None:
    shown, stream = terminal()
    view = LiveView(shown)
    view.look = lambda agent: {}[agent]  # type: ignore[index]
    view.start()
    until(lambda: view.drawn >= 2)
    view.print("the run goes on")
    view.stop()
    assert "the run goes on" in stream.getvalue() and "Traceback" not in capsys.readouterr().err


def test_drawing_keeps_to_its_share_of_the_time() -> None:
    shown, _ = terminal()
    view = LiveView(shown)
    began = time.monotonic()

    def slow(agent: str) -> Sight:
        end = time.thread_time() + 0.02
        while time.thread_time() < end:
            pass
        return Sight(tick=int(1000 * time.monotonic()))

    view.look = slow
    view.start()
    until(lambda: view.drawn >= 2)
    view.stop()
    passed = time.monotonic() - began
    # Each drawing buys its pause beforehand: all but the last one keep to the share.
    assert view.drawn <= 1 + passed / FASTEST
    assert (view.drawn - 1) * 0.02 <= SHARE * passed + 0.001


@pytest.mark.parametrize(
    ("seconds", "told"), [(0, "0:00"), (59.9, "0:59"), (61, "1:01"), (3600, "1:00:00"), (86399, "23:59:59")]
)
def test_a_clock(seconds: float, told: str) -> None:
    assert clock(seconds) == told


def run_on_a_terminal(tmp_path: Path, *flags: str, **more: str) -> tuple[str, int | None]:
    """What a person at a terminal sees of a small run, all of it, and the exit code."""
    repo = python2_repo(tmp_path / "old", EXACT)
    child = pexpect.spawn(
        sys.executable,
        ["main.py", "--repo", str(repo), "--workspace", str(tmp_path / "w"), *flags],
        cwd=str(ROOT),
        env={**environment(), "TERM": "xterm-256color", **more},
        encoding="utf-8",
        dimensions=(40, 120),
        timeout=120,
    )
    child.expect(pexpect.EOF)
    child.close()
    return child.before or "", child.exitstatus


def test_on_a_terminal_the_view_stands_below_the_lines_and_is_gone_at_the_end(tmp_path: Path) -> None:
    text, code = run_on_a_terminal(tmp_path)
    assert code == 0, text
    assert "\x1b[?25l" in text and text.count("\x1b[?25l") == text.count("\x1b[?25h")
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)
    # Which stage is seen depends on the machine: a costly first drawing is followed by a long pause.
    assert re.search(r"[a-z] for 0:\d\d, 0:\d\d in all", plain) and "no model is called" in plain
    closing = plain[plain.rindex("Run ") :]
    assert "for 0:" not in closing and "Validated, by what was executed" in closing
    assert "3 of 3 files validated" in closing and "metrics/report.py" in closing
    assert re.search(r"tick +1  .*\(acted: scout", plain)


def test_no_color_is_no_colour_and_quiet_is_quiet(tmp_path: Path) -> None:
    text, code = run_on_a_terminal(tmp_path, NO_COLOR="1")
    assert code == 0 and not re.search(r"\x1b\[[0-9;]*3[0-7]m", text)
    (tmp_path / "quiet").mkdir()
    text, code = run_on_a_terminal(tmp_path / "quiet", "--quiet")
    assert code == 0 and "\x1b" not in text and "3 of 3 files validated" in text


def test_a_dumb_terminal_gets_plain_lines(tmp_path: Path) -> None:
    text, code = run_on_a_terminal(tmp_path, TERM="dumb")
    assert code == 0 and "\x1b[?25l" not in text and "tick   1" in text
    assert os.linesep in text
