"""Rounds and books: parallel calls share a ceiling in a fixed order, and what they cost outlives the process."""

from __future__ import annotations

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from environment.budget import Budget
from migration.code_model import Usage
from stigmergy.llm_books import Books, CallRecord
from stigmergy.llm_errors import FatalModelError
from stigmergy.llm_rounds import Rounds, in_turn

#: What one worker does: calls in order, each with its worst case and what it really costs (never more).
Plan = list[tuple[int, int]]


def play(plans: list[Plan], ceiling: int, width: int, dice: random.Random) -> tuple[list[list[bool]], int]:
    """Which calls of each worker were let through, and what was spent; `dice` decides how long each call takes."""
    budget, rounds = Budget(ceiling), Rounds(len(plans), width)
    delays = [[dice.random() * 0.002 for _ in plan] for plan in plans]

    def work(number: int) -> list[bool]:
        outcome = []
        with rounds.worker(number):
            for (worst, real), delay in zip(plans[number], delays[number], strict=True):
                reservation = in_turn(lambda worst=worst: budget.reserve(worst))
                outcome.append(reservation is not None)
                if reservation is None:
                    break
                time.sleep(delay)
                budget.settle(reservation, real)
                assert budget.spent_tokens <= ceiling
        return outcome

    with ThreadPoolExecutor(width) as pool:
        return list(pool.map(work, range(len(plans)))), budget.spent_tokens


calls = st.tuples(st.integers(1, 50), st.floats(0, 1)).map(lambda p: (p[0], int(p[0] * p[1])))


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.lists(calls, max_size=4), min_size=1, max_size=7),
    st.integers(0, 150),
    st.integers(2, 4),
    st.integers(0, 99),
)
def test_who_may_call_does_not_depend_on_whose_answer_comes_first(
    plans: list[Plan], ceiling: int, width: int, seed: int
) -> None:
    dice = random.Random(seed)
    assert play(plans, ceiling, width, dice) == play(plans, ceiling, width, dice)


def test_nobody_is_refused_for_what_others_only_set_aside() -> None:
    outcome, spent = play([[(100, 20)]] * 6, 200, 4, random.Random(1))
    assert outcome == [[True]] * 5 + [[True]] and spent == 120


def test_the_strongest_files_are_served_where_the_budget_lasts_for_some() -> None:
    outcome, spent = play([[(100, 90)]] * 6, 300, 4, random.Random(1))
    assert outcome == [[True], [True], [True], [False], [False], [False]] and spent == 270


def test_what_a_decision_raises_is_raised_where_it_was_asked_for() -> None:
    rounds, caught = Rounds(2, 2), []

    def fail() -> None:
        raise FatalModelError("wrong key")

    def work(number: int) -> None:
        with rounds.worker(number):
            try:
                in_turn(fail if number else lambda: 1)
            except FatalModelError:
                caught.append(number)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(work, range(2)))
    assert caught == [1]


def test_workers_that_never_start_keep_nobody_waiting() -> None:
    rounds, done = Rounds(3, 2), threading.Event()

    def work() -> None:
        with rounds.worker(0):
            in_turn(lambda: 1)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    assert not done.wait(0.05), "it waits for the second worker"
    rounds.close()
    thread.join(5)
    assert done.is_set()


def test_alone_there_is_nobody_to_wait_for() -> None:
    assert in_turn(lambda: 7) == 7


# -- books -------------------------------------------------------------------------------------------------------


def record(file: str = "a.py", tokens: int = 10, key: str = "k", attempt: int = 0) -> CallRecord:
    return CallRecord(file, "edits", 50, 0.5, Usage(tokens, 1, 0.1, 1, 0.0), "stop", key, attempt)


def test_books_outlive_the_process_and_a_torn_line_is_dropped(tmp_path: Path) -> None:
    path, first = tmp_path / "calls" / "books.jsonl", Books()
    assert not first.keep(path, resuming=False, on_record=lambda key, attempt: True)
    for each in (record(), record("b.py", 20, "l"), record("b.py", 30, "m", 1)):
        first.add(each)
    with path.open("a") as stream:
        stream.write('{"file": "c.p')
    second = Books()
    assert second.keep(path, resuming=True, on_record=lambda key, attempt: key != "l")
    assert second.records == first.records
    assert second.state() == {
        "tokens": 63,
        "usd": "0.3",
        "calls": 3,
        "files": {
            "a.py": {"tokens": 11, "usd": "0.1", "calls": 1},
            "b.py": {"tokens": 52, "usd": "0.2", "calls": 2},
        },
    }
    assert [second.paid(*each) for each in (("k", 0), ("l", 0), ("m", 1), ("m", 0))] == [
        True,
        False,
        True,
        False,
    ]
    second.add(record("c.py"))
    third = Books()
    third.keep(path, resuming=True, on_record=lambda key, attempt: True)
    assert third.records == second.records


def test_a_new_run_starts_its_books_anew(tmp_path: Path) -> None:
    path = tmp_path / "books.jsonl"
    first = Books()
    first.keep(path, resuming=False, on_record=lambda key, attempt: True)
    first.add(record())
    second = Books()
    assert not second.keep(path, resuming=False, on_record=lambda key, attempt: True)
    assert second.records == () and path.read_text() == "" and not second.paid("k", 0)


def test_books_that_are_none_are_named_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "books.jsonl"
    path.write_text('{"file": 1}\n')
    with pytest.raises(FatalModelError, match=r"books.jsonl, line 1.*put the file aside"):
        Books().keep(path, resuming=True, on_record=lambda key, attempt: True)
