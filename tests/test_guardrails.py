"""The walls: locality, signatures, ranges, order of deposits; every refusal is on record."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from environment.audit_log import read_records
from environment.guardrails import ACTS, Guardrails, GuardrailViolation, IllegalTransition, safe_key
from environment.medium_settings import MediumSettings
from environment.pheromone_store import PheromoneStore
from environment.state_machine import AGENTS
from environment.traces import Kind

JUDGED = {"confidence": 0.9, "evidence": {"kind": "tests"}}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[PheromoneStore]:
    with PheromoneStore(tmp_path, "run-1") as opened:
        yield opened


def put(store: PheromoneStore, status: str, agent: str, key: str = "a.py", **metadata: Any) -> None:
    store.write(Kind.STATUS, key, {"status": status, "metadata": metadata}, agent=agent)


def judged(store: PheromoneStore, confidence: float = 0.9, key: str = "a.py") -> None:
    store.write(Kind.QUALITY, key, {**JUDGED, "confidence": confidence}, agent="tester")
    put(store, "tested", "tester", key)


def brought_to(store: PheromoneStore, state: str, confidence: float = 0.9, key: str = "a.py") -> None:
    """Walk a file along the shortest legal way to a state."""
    if state == "skipped":
        put(store, "skipped", "scout", key, reason="unreadable")
        return
    put(store, "pending", "scout", key)
    steps: dict[str, Any] = {
        "in_progress": lambda: put(store, "in_progress", "transformer", key),
        "transformed": lambda: put(store, "transformed", "transformer", key),
        "tested": lambda: judged(store, confidence, key),
    }
    ends: dict[str, Any] = {
        "validated": lambda: put(store, "validated", "validator", key),
        "needs_review": lambda: put(store, "needs_review", "validator", key),
        "failed": lambda: put(store, "failed", "validator", key),
        "retry": lambda: (put(store, "failed", "validator", key), put(store, "retry", "validator", key)),
    }
    for name, step in steps.items():
        if state == "pending":
            return
        step()
        if name == state:
            return
    ends[state]()


def refusals(store: PheromoneStore) -> list[dict[str, Any]]:
    return [r for r in read_records(store.directory / "audit_log.jsonl") if r["action"] == "refused"]


# -- locality -------------------------------------------------------------------------------------


@pytest.mark.parametrize("agent", [*AGENTS, "stranger", ""])
def test_who_may_write_tasks(store: PheromoneStore, agent: str) -> None:
    if agent == "scout":
        store.write(Kind.TASKS, "a.py", {"intensity": 0.5}, agent=agent)
        return
    with pytest.raises(GuardrailViolation, match=r"may not (write tasks; only: scout|deposit anything)"):
        store.write(Kind.TASKS, "a.py", {"intensity": 0.5}, agent=agent)
    assert [r["agent"] for r in refusals(store)] == [agent]


@pytest.mark.parametrize("agent", [a for a in AGENTS if a not in ("tester", "validator")])
def test_who_may_write_quality(store: PheromoneStore, agent: str) -> None:
    brought_to(store, "transformed")
    with pytest.raises(GuardrailViolation, match="may not write quality"):
        store.write(Kind.QUALITY, "a.py", JUDGED, agent=agent)


def test_the_validator_touches_nothing_of_a_judgement_but_its_confidence(store: PheromoneStore) -> None:
    brought_to(store, "validated")
    with pytest.raises(GuardrailViolation, match="'issues' is not for it to write"):
        store.update(Kind.QUALITY, "a.py", {"confidence": 1.0, "issues": []}, agent="validator")
    store.update(Kind.QUALITY, "a.py", {"confidence": 1.0}, agent="validator")


def test_unknown_fields_are_refused(store: PheromoneStore) -> None:
    with pytest.raises(GuardrailViolation, match="'colour' is no known field"):
        store.write(Kind.TASKS, "a.py", {"intensity": 0.5, "colour": "red"}, agent="scout")


@pytest.mark.parametrize(("act", "agent"), list(itertools.product(ACTS, AGENTS)))
def test_who_may_act_on_texts_and_history(act: str, agent: str) -> None:
    walls = Guardrails(MediumSettings())
    allowed = {
        "write_text": {"transformer"},
        "restore": {"transformer", "validator", "environment"},
        "commit": {"validator"},
        "revert": {"validator"},
    }
    status = {"status": "tested" if agent == "validator" else "in_progress"}
    if agent in allowed[act]:
        walls.act(agent, act, "a.py", lambda kind, key: status)
    else:
        with pytest.raises(GuardrailViolation, match=f"{agent} may not {act}"):
            walls.act(agent, act, "a.py", lambda kind, key: status)


# -- traceability ---------------------------------------------------------------------------------


@pytest.mark.parametrize("field", ["agent", "agent_id", "created_by"])
def test_nobody_signs_for_another(store: PheromoneStore, field: str) -> None:
    store.write(Kind.TASKS, "a.py", {"intensity": 0.5, field: "scout"}, agent="scout")
    with pytest.raises(GuardrailViolation, match="signs with its own name"):
        store.write(Kind.TASKS, "b.py", {"intensity": 0.5, field: "validator"}, agent="scout")


@pytest.mark.parametrize(
    "forged",
    [
        {"timestamp": "1999"},
        {"tick": 7},
        {"retry_count": 0, "inhibition": 0.9},
        {"previous_status": "tested"},
    ],
)
def test_what_the_environment_keeps_can_not_be_set(store: PheromoneStore, forged: dict[str, Any]) -> None:
    brought_to(store, "pending")
    with pytest.raises(GuardrailViolation, match="kept by the environment"):
        store.write(Kind.STATUS, "a.py", {"status": "in_progress", **forged}, agent="transformer")


def test_an_entry_handed_back_as_it_was_is_fine(store: PheromoneStore) -> None:
    brought_to(store, "pending")
    entry = store.read_one(Kind.STATUS, "a.py")
    assert entry is not None
    kept = {k: v for k, v in entry.items() if k in ("retry_count", "previous_status", "timestamp")}
    store.write(Kind.STATUS, "a.py", {**kept, "status": "in_progress"}, agent="transformer")


@pytest.mark.parametrize("tick", [2, -1, True, 1.5, "3"])
def test_time_does_not_run_backwards(store: PheromoneStore, tick: Any) -> None:
    store.write(Kind.TASKS, "a.py", {"intensity": 0.5}, agent="scout", tick=3)
    with pytest.raises(GuardrailViolation, match="at least the present 3"):
        store.write(Kind.TASKS, "b.py", {"intensity": 0.5}, agent="scout", tick=tick)


# -- ranges ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("confidence", [-0.01, 1.01, True, "0.9", [0.9], 10**400])
def test_confidence_is_a_share(store: PheromoneStore, confidence: Any) -> None:
    brought_to(store, "transformed")
    with pytest.raises(GuardrailViolation, match="expected a number from 0 to 1"):
        store.write(Kind.QUALITY, "a.py", {"confidence": confidence}, agent="tester")


def test_a_judgement_needs_its_confidence(store: PheromoneStore) -> None:
    brought_to(store, "transformed")
    with pytest.raises(GuardrailViolation, match="needs its confidence"):
        store.write(Kind.QUALITY, "a.py", {"evidence": {"kind": "none"}}, agent="tester")


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"tests_total": -1}, "whole number"),
        ({"tests_passed": 1.5}, "whole number"),
        ({"issues": "none"}, "expected a list"),
        ({"evidence": "tests"}, "expected an object"),
        ({"evidence": {"kind": "hearsay"}}, "'hearsay': expected one of tests"),
    ],
)
def test_fields_have_their_form(store: PheromoneStore, fields: dict[str, Any], told: str) -> None:
    brought_to(store, "transformed")
    with pytest.raises(GuardrailViolation, match=told):
        store.write(Kind.QUALITY, "a.py", {"confidence": 0.5, **fields}, agent="tester")


@pytest.mark.parametrize(
    "key",
    [
        "",
        "/etc/passwd",
        "../a.py",
        "a/../../b.py",
        "a//b.py",
        "./a.py",
        ".git/hooks/x",
        ".GIT/config",
        "a\0b",
    ],
)
def test_a_key_stays_inside_the_target(store: PheromoneStore, key: str) -> None:
    with pytest.raises(GuardrailViolation, match=r"no file key|belongs to Git"):
        store.write(Kind.TASKS, key, {"intensity": 0.5}, agent="scout")
    assert safe_key("package/.gitignore.py") == "package/.gitignore.py"


def test_a_key_is_text(store: PheromoneStore) -> None:
    with pytest.raises(GuardrailViolation, match="expected text"):
        store.write(Kind.TASKS, 5, {"intensity": 0.5}, agent="scout")  # type: ignore[arg-type]


# -- the order of things --------------------------------------------------------------------------


def test_tested_needs_evidence_of_this_attempt(store: PheromoneStore) -> None:
    brought_to(store, "transformed")
    with pytest.raises(GuardrailViolation, match="deposit quality first"):
        put(store, "tested", "tester")
    judged(store, 0.3)
    put(store, "failed", "validator")
    put(store, "retry", "validator", gained=True)
    store.write(Kind.STATUS, "a.py", {"status": "pending"}, agent="environment", tick=1)
    put(store, "in_progress", "transformer")
    put(store, "transformed", "transformer")
    with pytest.raises(GuardrailViolation, match="deposit quality first"):
        put(store, "tested", "tester")


def test_only_what_was_transformed_is_judged(store: PheromoneStore) -> None:
    brought_to(store, "pending")
    with pytest.raises(GuardrailViolation, match="only transformed files are judged"):
        store.write(Kind.QUALITY, "a.py", JUDGED, agent="tester")


def test_what_a_later_run_shows_stands_beside_the_judgement(store: PheromoneStore) -> None:
    later = {"regressions": ["t::one"], "issues": []}
    brought_to(store, "validated")
    with pytest.raises(GuardrailViolation, match="with no new judgement"):
        store.update(Kind.QUALITY, "a.py", {**later, "confidence": 1.0}, agent="tester")
    with pytest.raises(GuardrailViolation, match="'regressions' is not for it to write"):
        store.update(Kind.QUALITY, "a.py", later, agent="validator")
    store.update(Kind.QUALITY, "a.py", later, agent="tester")
    assert store.query(Kind.QUALITY, regressions__exists=True).keys() == {"a.py"}
    brought_to(store, "needs_review", key="b.py")
    with pytest.raises(GuardrailViolation, match="only validated files can regress"):
        store.update(Kind.QUALITY, "b.py", later, agent="tester")


def test_validated_takes_the_confidence(store: PheromoneStore) -> None:
    brought_to(store, "tested", confidence=0.79)
    with pytest.raises(
        GuardrailViolation, match=r"validated with confidence 0\.79; it takes 0\.8 or a person"
    ):
        put(store, "validated", "validator")
    brought_to(store, "tested", confidence=0.8, key="b.py")
    put(store, "validated", "validator", "b.py")


@pytest.mark.parametrize(
    ("state", "confidence", "after", "allowed"),
    [
        ("validated", 0.85, 0.95, True),
        ("validated", 0.95, 1.0, True),
        ("validated", 0.85, 1.0, False),
        ("failed", 0.6, 0.4, True),
        ("failed", 0.1, 0.0, True),
        ("failed", 0.6, 0.7, False),
        ("tested", 0.75, 0.85, False),
        ("needs_review", 0.75, 0.85, False),
    ],
)
def test_reinforcement_follows_the_decision(
    store: PheromoneStore, state: str, confidence: float, after: float, allowed: bool
) -> None:
    brought_to(store, state, confidence)
    if allowed:
        store.update(Kind.QUALITY, "a.py", {"confidence": after}, agent="validator")
    else:
        with pytest.raises(GuardrailViolation, match="confidence"):
            store.update(Kind.QUALITY, "a.py", {"confidence": after}, agent="validator")


def test_a_skip_gives_its_reason(store: PheromoneStore) -> None:
    with pytest.raises(GuardrailViolation, match=r"skipped without metadata\.reason"):
        put(store, "skipped", "scout")
    brought_to(store, "failed", key="b.py")
    with pytest.raises(GuardrailViolation, match="must say why"):
        put(store, "skipped", "validator", "b.py")
    put(store, "skipped", "validator", "b.py", reason="no budget left for it")


def test_what_the_scout_found_in_order_is_marked_unchanged(store: PheromoneStore) -> None:
    put(store, "transformed", "scout")
    entry = store.read_one(Kind.STATUS, "a.py")
    assert entry is not None and entry["metadata"] == {"unchanged": True}


# -- no endless loops -----------------------------------------------------------------------------


def once_more(store: PheromoneStore, **metadata: Any) -> None:
    """failed → retry → pending, and on to failed, with the inhibition faded."""
    put(store, "retry", "validator", **metadata)
    store.write(Kind.STATUS, "a.py", {"status": "pending"}, agent="environment", tick=store.tick + 20)
    put(store, "in_progress", "transformer")
    put(store, "failed", "transformer", reason="no candidate")


def test_retries_end(store: PheromoneStore) -> None:
    brought_to(store, "failed")
    for _ in range(4):  # at counts 0, 1, 2 and 3: a retry is allowed while the count is at most 3
        once_more(store)
    with pytest.raises(GuardrailViolation, match="tried again 4 times already; it can only be skipped"):
        put(store, "retry", "validator")
    put(store, "skipped", "validator")


def test_a_retry_after_progress_is_free_but_only_that_one(store: PheromoneStore) -> None:
    brought_to(store, "failed")
    for _ in range(6):
        once_more(store, gained=True)
    entry = store.read_one(Kind.STATUS, "a.py")
    assert entry is not None
    assert (entry["retry_count"], "gained" in entry["metadata"]) == (0, False)
    once_more(store)
    entry = store.read_one(Kind.STATUS, "a.py")
    assert entry is not None and entry["retry_count"] == 1


# -- the person's turn ----------------------------------------------------------------------------


def test_the_validator_carries_out_only_what_a_person_decided(store: PheromoneStore) -> None:
    brought_to(store, "needs_review", confidence=0.6)
    with pytest.raises(GuardrailViolation, match="needs a person's decision"):
        put(store, "validated", "validator", decided_by="ada")
    with pytest.raises(GuardrailViolation, match="a decision is deposited by a person"):
        put(store, "validated", "validator", decided_by="ada", decision={"verdict": "approve"})
    store.update(Kind.STATUS, "a.py", {"metadata": {"decision": {"verdict": "approve"}}}, agent="human")
    with pytest.raises(GuardrailViolation, match="must say who decided"):
        put(store, "validated", "validator")
    put(store, "validated", "validator", decided_by="ada", decision=None)
    entry = store.read_one(Kind.STATUS, "a.py")
    assert entry is not None and entry["metadata"] == {"decided_by": "ada"}


def test_a_person_may_decide_directly_and_a_retry_asked_for_is_free(store: PheromoneStore) -> None:
    brought_to(store, "needs_review", confidence=0.6)
    put(store, "retry", "human")
    entry = store.read_one(Kind.STATUS, "a.py")
    assert entry is not None
    assert (entry["retry_count"], entry["inhibition"], entry["metadata"]) == (0, 0.0, {"decided_by": "human"})


def test_a_person_decides_about_nothing_else(store: PheromoneStore) -> None:
    brought_to(store, "failed")
    with pytest.raises(IllegalTransition):
        put(store, "skipped", "human", reason="I say so")
    with pytest.raises(IllegalTransition, match="human may not annotate a file that is failed"):
        store.update(Kind.STATUS, "a.py", {"metadata": {"decision": {"verdict": "skip"}}}, agent="human")


# -- on record ------------------------------------------------------------------------------------


def test_a_refusal_says_who_what_and_why_without_the_bulk(store: PheromoneStore) -> None:
    brought_to(store, "pending")
    with pytest.raises(GuardrailViolation):
        store.write(
            Kind.STATUS, "a.py", {"status": "validated", "metadata": {"x": "y" * 10_000}}, agent="tester"
        )
    (record,) = refusals(store)
    assert (record["agent"], record["type"], record["file"], record["tick"]) == (
        "tester",
        "status",
        "a.py",
        0,
    )
    assert record["after"]["attempted"] == {"status": "validated", "fields": ["metadata", "status"]}
    assert "pending → validated by tester is not allowed" in record["after"]["reason"]
