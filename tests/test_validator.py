"""Validator: thresholds, reinforcement, retries, the best candidate, commits, and a person's decisions."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from test_transformer import Scripted
from world import make_world, states

from agents.scout import Scout
from agents.tester import Tester
from agents.transformer import Transformer
from agents.validator import Validator
from environment.audit_log import read_records
from environment.medium import Medium
from environment.traces import Evidence, EvidenceKind, Judgement, Kind
from migration.code_model import Proposal, Request
from stigmergy.crafts import compile_error, is_test, scan_all
from verification.evidence import Subject


class Colony:
    """The four agents over one file, with candidates and judgements that the test dictates."""

    def __init__(self, tmp_path: Path, judgements: Sequence[tuple[float, int, int]], left: int = 0) -> None:
        self.medium = make_world(tmp_path, {"a.py": "print 1\n", "b.py": "X = 1\n"})
        self.judgements = list(judgements)
        self.left = left
        self.agents = [
            Scout(self.medium.seat("scout"), scan_all),
            Transformer(self.medium.seat("transformer"), Scripted(self.candidate), compile_error),
            Tester(self.medium.seat("tester"), self.judge, is_test),
            Validator(self.medium.seat("validator"), run_id="r1"),
        ]

    def candidate(self, request: Request) -> Proposal:
        return Proposal({request.key: f"print({request.attempt})\n"}, candidates_left=self.left)

    def judge(self, tree: Path, subjects: Sequence[Subject]) -> Mapping[str, Judgement]:
        found = {}
        for subject in subjects:
            confidence, passed, failed = (1.0, 1, 0) if subject.unchanged else self.judgements.pop(0)
            evidence = Evidence(EvidenceKind.TESTS)
            found[subject.key] = Judgement(confidence, evidence, (), passed + failed, passed, failed)
        return found

    def tick(self, times: int = 1) -> None:
        for _ in range(times):
            for agent in self.agents:
                agent.step()
            self.medium.begin_tick()

    @property
    def entry(self) -> dict[str, Any]:
        entry = self.medium.store.read_one(Kind.STATUS, "a.py")
        assert entry is not None
        return entry

    @property
    def confidence(self) -> float:
        quality = self.medium.store.read_one(Kind.QUALITY, "a.py")
        assert quality is not None
        return float(quality["confidence"])


def history(medium: Medium, *arguments: str) -> str:
    command = ["git", "-C", str(medium.target.root), "log", *arguments, medium.target.branch]  # type: ignore[attr-defined]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_enough_confidence_is_one_commit_with_trailers_and_a_reward(tmp_path: Path) -> None:
    colony = Colony(tmp_path, [(0.85, 17, 3)])
    colony.tick()
    assert states(colony.medium) == {"a.py": "validated", "b.py": "validated"}
    assert colony.confidence == pytest.approx(0.95)
    body = history(colony.medium, "-1", "--format=%s%n%b")
    assert body.startswith("migrate(a.py): Python 3, confidence 0.85")
    for trailer in (
        "Agent: validator",
        "Run-Id: r1",
        "Confidence: 0.85",
        "Evidence: tests",
        "Patterns: print_statement",
        "Tokens: 0",
    ):
        assert trailer in body
    assert history(colony.medium, "--format=%s", "--", "b.py").count("\n") == 1, (
        "unchanged files get no commit"
    )
    assert colony.entry["metadata"]["commit"] == history(colony.medium, "-1", "--format=%H").strip()


def test_reward_stops_at_one(tmp_path: Path) -> None:
    colony = Colony(tmp_path, [(1.0, 1, 0)])
    colony.tick()
    assert colony.confidence == 1.0


def test_between_the_thresholds_a_person_decides_when_no_candidate_is_left(tmp_path: Path) -> None:
    colony = Colony(tmp_path, [(0.6, 3, 2)])
    colony.tick()
    assert colony.entry["status"] == "needs_review" and colony.confidence == 0.6
    assert colony.medium.target.read("a.py") == b"print(0)\n"


def test_between_the_thresholds_an_untried_candidate_is_tried_first(tmp_path: Path) -> None:
    colony = Colony(tmp_path, [(0.6, 3, 2)], left=1)
    colony.tick()
    assert colony.entry["previous_status"] in ("failed", "retry")
    assert colony.confidence == pytest.approx(0.4), "a failure costs 0.2"


def test_a_file_that_needed_no_change_is_offered_a_candidate_before_a_person_decides(tmp_path: Path) -> None:
    colony = Colony(tmp_path, [(0.85, 17, 3)])
    judge = colony.judge

    def untouched(tree: Path, subjects: Sequence[Subject]) -> Mapping[str, Judgement]:
        found = judge(tree, subjects)
        return {k: Judgement(0.6, j.evidence, (), 3, 2, 1) if k == "b.py" else j for k, j in found.items()}

    colony.agents[2] = Tester(colony.medium.seat("tester"), untouched, is_test)
    colony.tick()
    entry = colony.medium.store.read_one(Kind.STATUS, "b.py")
    assert entry is not None and entry["previous_status"] in ("failed", "retry")


def test_too_many_regressed_tests_fail_a_file_whatever_its_confidence(tmp_path: Path) -> None:
    colony = Colony(tmp_path, [(0.79, 94, 6)])
    colony.tick()
    assert colony.entry["retry_count"] == 1


def test_a_failing_file_is_retried_after_its_inhibition_has_faded_and_skipped_in_the_end(
    tmp_path: Path,
) -> None:
    colony = Colony(tmp_path, [(0.2, 1, 4)] * 9)
    counts = []
    for _ in range(60):
        colony.tick()
        counts.append(colony.entry["retry_count"])
    assert colony.entry["status"] == "skipped"
    assert counts == sorted(counts) and counts[-1] == 4
    assert len(colony.judgements) == 4, "one judgement, and one for each of the four retries"
    assert "tried again 4 times" in colony.entry["metadata"]["reason"]


def test_the_best_candidate_stays_in_the_working_copy(tmp_path: Path) -> None:
    colony = Colony(tmp_path, [(0.45, 5, 5), (0.2, 2, 5), (0.45, 5, 5)])
    while len(colony.judgements) > 1:
        colony.tick()
    assert colony.medium.target.read("a.py") == b"print(0)\n", "the second candidate was worse"


class Back(Colony):
    """The second candidate is the original again, and worse."""

    def __init__(self, tmp_path: Path) -> None:
        super().__init__(tmp_path, [], left=1)
        self.medium = make_world(tmp_path / "back", {"a.py": "x = raw_input()\n"})
        self.agents = [
            Scout(self.medium.seat("scout"), scan_all),
            Transformer(self.medium.seat("transformer"), Scripted(self.candidate), compile_error),
            Tester(self.medium.seat("tester"), self.judge, is_test),
            Validator(self.medium.seat("validator"), run_id="r1"),
        ]

    def candidate(self, request: Request) -> Proposal:
        return Proposal({"a.py": "x = raw_input()\n" if request.attempt == 1 else "x = input()\n"})

    def judge(self, tree: Path, subjects: Sequence[Subject]) -> Mapping[str, Judgement]:
        passed = 2 if subjects[0].unchanged else 5
        self.judgements.append((0.4, passed, 5))
        return {"a.py": Judgement(0.4, Evidence(EvidenceKind.TESTS), (), passed + 5, passed, 5)}


def test_a_worse_candidate_that_was_the_original_is_no_word_about_the_best(tmp_path: Path) -> None:
    colony = Back(tmp_path)
    while len(colony.judgements) < 2:
        colony.tick()
    assert colony.judgements[1][1] == 2, "the original was judged"
    assert colony.medium.target.read("a.py") == b"x = input()\n"
    assert not colony.entry["metadata"].get("unchanged"), "it would be left out of the candidates branch"


def test_progress_is_free(tmp_path: Path) -> None:
    colony = Colony(tmp_path, [(0.2, 1, 4), (0.4, 2, 3), (1.0, 5, 0)])
    colony.tick(6)
    assert colony.entry["retry_count"] == 1, "the second retry followed a candidate that gained a test"
    colony.tick(2)
    assert colony.entry["status"] == "validated"


@pytest.mark.parametrize(
    ("verdict", "state"), [("approve", "validated"), ("skip", "skipped"), ("retry", "retry")]
)
def test_a_persons_decision_is_carried_out_and_named(tmp_path: Path, verdict: str, state: str) -> None:
    colony = Colony(tmp_path, [(0.6, 3, 2)])
    colony.tick()
    decision = {"verdict": verdict, "who": "ann", "why": "looked at it", "hint": "try bytes"}
    with colony.medium.seat("human").transaction() as tx:
        tx.update(Kind.STATUS, "a.py", {"metadata": {"decision": decision, "decided_by": "ann"}})
    colony.agents[3].step()
    assert colony.entry["status"] == state
    assert colony.entry["metadata"]["decided_by"] == "ann" and "decision" not in colony.entry["metadata"]
    assert colony.entry["retry_count"] == 0, "a retry that a person asked for is free"
    assert ("migrate(a.py)" in history(colony.medium, "--format=%s")) == (verdict == "approve")


# -- taking back -----------------------------------------------------------------------------------------------


def regress(medium: Medium, *tests: str, key: str = "a.py") -> None:
    """What the Tester deposits when a later run speaks against a validated file."""
    issue = {
        "test": tests[0],
        "file": key,
        "line": 1,
        "exception": "TypeError",
        "message": "no",
        "frames": [],
    }
    with medium.seat("tester").transaction() as tx:
        tx.update(Kind.QUALITY, key, {"regressions": list(tests), "issues": [issue]})


def on_branch(medium: Medium, key: str = "a.py") -> str:
    target = medium.target
    shown = ["git", "-C", str(target.root), "show", f"{target.branch}:{key}"]  # type: ignore[attr-defined]
    return subprocess.run(shown, check=True, capture_output=True, text=True).stdout


def test_a_validated_file_that_regresses_is_taken_back_and_tried_again(tmp_path: Path) -> None:
    colony = Colony(tmp_path, [(1.0, 5, 0), (1.0, 6, 0)])
    colony.tick()
    delivered = colony.entry["metadata"]["commit"]
    assert on_branch(colony.medium) == "print(0)\n"
    regress(colony.medium, "t::late", "t::later")
    assert colony.agents[3].step()
    entry = colony.entry
    assert (entry["status"], entry["retry_count"]) == ("pending", 1)
    assert (entry["metadata"]["reverted"], entry["metadata"]["reopened_by"]) == (delivered, "validator")
    assert entry["metadata"]["reason"] == "t::late fails since, and 1 more"
    assert on_branch(colony.medium) == "print 1\n", "what was delivered is reverted"
    assert colony.medium.target.read("a.py") == b"print(0)\n", "the best candidate stays where it is tested"
    assert history(colony.medium, "-1", "--format=%s").startswith("revert: migrate(a.py)")
    colony.medium.flush()
    log = [r for r in read_records(tmp_path / "pheromones" / "audit_log.jsonl") if r["file"] == "a.py"]
    moves = [(r["agent"], r["type"], r["action"]) for r in log]
    assert moves[-3:] == [
        ("environment", "status", "pending"),
        ("environment", "commit", "reverted"),
        ("environment", "text", "reverted"),
    ]
    colony.tick(2)
    assert colony.entry["status"] == "validated" and on_branch(colony.medium) == "print(1)\n"
    assert "regressions" not in (colony.medium.store.read_one(Kind.QUALITY, "a.py") or {})


def test_a_worse_candidate_after_a_regression_gives_way_to_the_one_taken_back(tmp_path: Path) -> None:
    colony = Colony(tmp_path, [(1.0, 5, 0), (0.45, 2, 3)])
    colony.tick()
    regress(colony.medium, "t::late")
    colony.agents[3].step()
    colony.tick(2)
    assert colony.medium.target.read("a.py") == b"print(0)\n"


def test_coming_and_going_ends_with_a_person(tmp_path: Path) -> None:
    colony = Colony(tmp_path, [(1.0, 5, 0)] * 20)
    seen = []
    for _ in range(12):
        colony.tick()
        if colony.entry["status"] == "validated":
            regress(colony.medium, "t::late")
        seen.append(colony.entry["retry_count"])
    assert colony.entry["status"] == "needs_review" and seen[-1] == 4
    assert "taken back too often" in colony.entry["metadata"]["reason"]
    assert on_branch(colony.medium) == "print 1\n"


def test_what_was_delivered_again_since_is_not_taken_back_and_nobody_tries_for_ever(tmp_path: Path) -> None:
    colony = Colony(tmp_path, [(1.0, 5, 0)])
    colony.tick()
    later = {"Agent": "validator", "Run-Id": "r1"}
    colony.medium.target.write("a.py", b"print(9)\n")
    colony.medium.target.commit(["a.py"], "migrate(a.py): by another proposal", later, 1)
    regress(colony.medium, "t::late")
    assert colony.agents[3].step()
    assert colony.entry["status"] == "validated" and "not taken back" in colony.entry["metadata"]["reason"]
    assert not colony.agents[3].step()
    regress(colony.medium, "t::late", "t::another")
    assert colony.agents[3].step(), "another failure is looked at again"


def test_a_file_validated_as_it_was_is_reopened_without_a_commit_to_revert(tmp_path: Path) -> None:
    colony = Colony(tmp_path, [(1.0, 5, 0)])
    colony.tick()
    regress(colony.medium, "t::late", key="b.py")
    colony.agents[3].step()
    assert states(colony.medium) == {"a.py": "validated", "b.py": "pending"}
    assert on_branch(colony.medium) == "print(0)\n"
