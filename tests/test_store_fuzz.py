"""Random deposits by several processes, crashes between the steps of a transaction: the state is fold(log), always."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_pheromone_store import JUDGED, STEPS

from environment import audit_log
from environment.audit_log import fold, read_records, verify
from environment.audit_report import verify_run
from environment.pheromone_store import PheromoneStore
from environment.refusals import GuardrailViolation
from environment.state_machine import AGENTS
from environment.traces import Kind, Status

KEYS = [f"f{number}.py" for number in range(5)]

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def act(store: PheromoneStore, draw: random.Random) -> None:
    """One transaction of one to three deposits, legal or not. What is refused is refused."""
    try:
        with store.transaction(draw.choice(AGENTS)) as tx:
            for _ in range(draw.randint(1, 3)):
                key = draw.choice(KEYS)
                entry = tx.read_one(Kind.STATUS, key)
                if draw.random() < 0.7:
                    tx.agent, status = draw.choice(STEPS[entry["status"] if entry else None])
                else:
                    tx.agent, status = draw.choice(AGENTS), draw.choice(list(Status))
                if status == "tested":
                    tx.write(Kind.QUALITY, key, {**JUDGED, "confidence": draw.choice([0.4, 0.6, 0.9])})
                if draw.random() < 0.2:
                    tx.write(Kind.TASKS, key, {"intensity": draw.random()})
                metadata = {"reason": "r", "decided_by": "ada", "commit": draw.choice([None, "c" * 40])}
                tx.write(Kind.STATUS, key, {"status": status, "metadata": metadata})
    except GuardrailViolation:
        pass
    if draw.random() < 0.1:
        with store.transaction("environment", store.tick + 1) as tx:
            tx.record("tick", "", "decay", {"tick": tx.tick}, {})


def is_the_fold(store: PheromoneStore) -> bool:
    """Whether this process's state is the fold of the log, while nobody else may write."""
    with store.transaction("environment"):
        folded = fold(read_records(store.directory / "audit_log.jsonl"))
        mine = store.state
        return (folded.maps, folded.texts, folded.commits, folded.tick) == (
            *(mine.maps, mine.texts, mine.commits, mine.tick),
        )


def forked(work: Callable[[], bool]) -> int:
    """Do `work` in a process of its own; its id. It ends with 0 when `work` is content."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        code = 0 if work() else 1
    finally:
        os._exit(code)


def at_step(number: int, dies: Callable[[], NoReturn]) -> None:
    """Have this process die at its n-th step of writing: before it, or in the middle of a write."""
    seen = 0

    def counted(name: str, real: Any) -> Any:
        def step(*given: Any, **named: Any) -> Any:
            nonlocal seen
            seen += 1
            if seen == number:
                if name == "write" and len(given) == 2:
                    real(given[0], bytes(given[1])[: len(given[1]) // 2])
                dies()
            return real(*given, **named)

        return step

    for name in ("write", "ftruncate", "replace", "unlink"):
        setattr(os, name, counted(name, getattr(os, name)))
    audit_log._sync = counted("sync", audit_log._sync)


def die() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("still alive")


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32), steps=st.lists(st.integers(1, 25), min_size=1, max_size=4))
def test_killed_at_any_step_again_and_again(
    tmp_path_factory: pytest.TempPathFactory, seed: int, steps: list[int]
) -> None:
    directory = tmp_path_factory.mktemp("steps")
    log = directory / "audit_log.jsonl"
    durable: list[dict[str, Any]] = []
    for round_, step in enumerate(steps):

        def work(round_: int = round_, step: int = step) -> bool:
            draw = random.Random(f"{seed}:{round_}")
            at_step(step, die)
            store = PheromoneStore(directory, "run-1", view_interval=0.0)
            while True:
                act(store, draw)

        _, status = os.waitpid(forked(work), 0)
        assert os.WIFSIGNALED(status), "it dies when it is told to, and of nothing else"
        with PheromoneStore(directory, "run-1", lock_timeout=5) as store:
            assert is_the_fold(store)
        records = list(read_records(log))
        assert records[: len(durable)] == durable, "what was on disk once stays"
        durable = records
        assert verify(log) == [] and verify_run(directory, directory) == []
    assert not list(directory.glob("*.tmp"))


@pytest.mark.parametrize("seed", range(3))
def test_several_processes_at_once_one_of_them_killed(tmp_path: Path, seed: int) -> None:
    PheromoneStore(tmp_path, "run-1").close()

    def work(number: int, count: int, step: int) -> bool:
        draw = random.Random(f"{seed}:{number}")
        if step:
            at_step(step, die)
        content = True
        with PheromoneStore(tmp_path, view_interval=0.01) as store:
            for turn in range(count):
                act(store, draw)
                content = content and (turn % 10 > 0 or is_the_fold(store))
            return content and is_the_fold(store)

    doomed = forked(lambda: work(0, 10_000, random.Random(seed).randint(20, 90)))
    others = [forked(lambda number=number: work(number, 40, 0)) for number in (1, 2)]  # type: ignore[misc]
    endings = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in (doomed, *others)]
    assert endings == [-signal.SIGKILL, 0, 0]
    with PheromoneStore(tmp_path, lock_timeout=5) as store:
        assert is_the_fold(store)
    assert verify_run(tmp_path, tmp_path) == []
    assert not list(tmp_path.glob("*.tmp"))
