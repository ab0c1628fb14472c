"""The state machine: exactly the table, for every pair of states and every agent."""

from __future__ import annotations

import itertools

import pytest

from environment.medium_settings import MediumSettings
from environment.refusals import GuardrailViolation
from environment.state_machine import AGENTS, IllegalTransition, check, check_annotation, kept_fields
from environment.traces import Status

#: The contract, written out again by hand: from, to, by.
CONTRACT = {
    (None, "pending", "scout"),
    (None, "transformed", "scout"),
    (None, "skipped", "scout"),
    ("pending", "in_progress", "transformer"),
    ("in_progress", "transformed", "transformer"),
    ("in_progress", "failed", "transformer"),
    ("in_progress", "pending", "environment"),
    ("transformed", "tested", "tester"),
    ("tested", "validated", "validator"),
    ("tested", "needs_review", "validator"),
    ("tested", "failed", "validator"),
    ("failed", "retry", "validator"),
    ("failed", "skipped", "validator"),
    ("retry", "pending", "environment"),
    ("validated", "pending", "environment"),
    ("needs_review", "validated", "validator"),
    ("needs_review", "retry", "validator"),
    ("needs_review", "skipped", "validator"),
    ("needs_review", "validated", "human"),
    ("needs_review", "retry", "human"),
    ("needs_review", "skipped", "human"),
}
STATES = [None, *(str(s) for s in Status)]
SETTINGS = MediumSettings()


@pytest.mark.parametrize("agent", [*AGENTS, "stranger"])
def test_everything_outside_the_table_is_refused(agent: str) -> None:
    for source, target in itertools.product(STATES, STATES[1:]):
        assert target is not None
        if (source, target, agent) in CONTRACT:
            check(source, target, agent)
        else:
            with pytest.raises(IllegalTransition):
                check(source, target, agent)


def test_the_message_names_what_is_allowed() -> None:
    with pytest.raises(IllegalTransition, match=r"pending → validated by scout.*in_progress by transformer"):
        check("pending", "validated", "scout")
    with pytest.raises(IllegalTransition, match="final"):
        check("skipped", "pending", "environment")
    with pytest.raises(IllegalTransition, match="'done' is no state"):
        check("pending", "done", "scout")


def test_a_refused_transition_is_a_refusal_like_any_other() -> None:
    assert issubclass(IllegalTransition, GuardrailViolation)


def test_annotations_only_while_the_file_is_in_ones_hands() -> None:
    check_annotation("in_progress", "transformer")
    check_annotation("needs_review", "human")
    with pytest.raises(IllegalTransition, match="transformer may not annotate a file that is tested"):
        check_annotation("tested", "transformer")
    with pytest.raises(IllegalTransition, match="first state"):
        check_annotation(None, "scout")


def status(
    state: str, tick: int = 0, retry_count: int = 0, inhibition: float = 0.0, waited: int = 0
) -> dict[str, object]:
    return {
        "status": state,
        "tick": tick,
        "retry_count": retry_count,
        "inhibition": inhibition,
        "waited": waited,
    }


def test_a_retry_costs_one_and_inhibits() -> None:
    kept = kept_fields(status("failed", retry_count=1), "retry", {}, 0, SETTINGS)
    assert kept == {"retry_count": 2, "inhibition": 0.5, "waited": 0}


@pytest.mark.parametrize(("metadata", "exempt"), [({"gained": True}, False), ({}, True)])
def test_progress_and_a_persons_wish_are_free(metadata: dict[str, object], exempt: bool) -> None:
    kept = kept_fields(status("failed", retry_count=1), "retry", metadata, 0, SETTINGS, exempt)
    assert (kept["retry_count"], kept["inhibition"]) == (1, 0.0)


@pytest.mark.parametrize("source", ["in_progress", "validated"])
def test_a_lost_claim_and_a_reopened_file_cost_a_retry(source: str) -> None:
    assert kept_fields(status(source, retry_count=1), "pending", {}, 4, SETTINGS)["retry_count"] == 2
    assert kept_fields(status("retry", retry_count=1), "pending", {}, 4, SETTINGS)["retry_count"] == 1


def test_inhibition_is_settled_and_waiting_is_counted() -> None:
    kept = kept_fields(status("retry", tick=3, inhibition=0.5, waited=2), "pending", {}, 5, SETTINGS)
    assert kept["inhibition"] == pytest.approx(0.5 * 2.718281828459045 ** (-0.8))
    assert kept["waited"] == 4
    assert kept_fields(status("tested", tick=3, waited=2), "failed", {}, 5, SETTINGS)["waited"] == 2
