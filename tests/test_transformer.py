"""Transformer: whom it serves, what it writes, and what it does with answers that can't be used."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from world import make_world, states

from agents.scout import Scout
from agents.transformer import Appetite, Transformer
from agents.validator import Validator
from environment.medium import Medium
from environment.traces import Change, Exactness, Kind, Status
from migration.code_model import Proposal, Request, Usage
from migration.models.rule_engine import RuleEngine
from stigmergy.crafts import compile_error, scan_all

FILES = {
    "strong.py": "import weak\n" + "print 1\n" * 9,
    "middle.py": "print 1\nprint 2\nprint 3\nprint 4\n",
    "weak.py": "print 1\n",
}


class Scripted:
    """A code model that answers what the test says, and remembers what it was asked."""

    name = "scripted"

    def __init__(self, answer: Callable[[Request], Proposal], free: bool = True) -> None:
        self.answer, self.free = answer, free
        self.asked: list[Request] = []

    def propose(self, request: Request) -> Proposal:
        self.asked.append(request)
        return self.answer(request)


def printed(request: Request) -> Proposal:
    """Every statement as a call, with one semantic change."""
    text = "\n".join(
        f"print({line[6:]})" if line.startswith("print ") else line for line in request.source.split("\n")
    )
    return Proposal({request.key: text}, {request.key: (Change("rule", Exactness.SEMANTIC, 1, 1),)})


def scouted(tmp_path: Path, files: dict[str, str] | None = None) -> Medium:
    medium = make_world(tmp_path, files or FILES)
    Scout(medium.seat("scout"), scan_all).step()
    return medium


def transformer(medium: Medium, model: object = None, **appetite: int) -> Transformer:
    return Transformer(
        medium.seat("transformer"),
        model or Scripted(printed),
        compile_error,
        Appetite(**appetite),  # type: ignore[arg-type]
    )


def test_strong_files_first_and_weak_ones_in_a_step_without_a_stronger(tmp_path: Path) -> None:
    medium = scouted(tmp_path)
    agent = transformer(medium)
    assert agent.step()
    assert states(medium) == {"strong.py": "transformed", "middle.py": "transformed", "weak.py": "pending"}
    assert agent.step()
    assert states(medium)["weak.py"] == "transformed"
    assert not agent.step()


def test_the_strongest_is_served_first_when_only_one_can_be(tmp_path: Path) -> None:
    medium = scouted(tmp_path)
    model = Scripted(printed)
    transformer(medium, model, files_per_step=1).step()
    assert [request.key for request in model.asked] == ["strong.py"]


def test_a_candidate_is_written_and_described(tmp_path: Path) -> None:
    medium = scouted(tmp_path, {"a.py": "print 1\n"})
    transformer(medium).step()
    assert medium.target.read("a.py") == b"print(1)\n"
    metadata = medium.store.read_one(Kind.STATUS, "a.py")["metadata"]  # type: ignore[index]
    assert medium.target.kept(metadata["candidate"]) == b"print(1)\n"
    assert metadata["attempts"] == 1 and metadata["lines_changed"] == 1 and metadata["group"] == ["a.py"]
    assert metadata["changes"][0]["exactness"] == "semantic"


def test_the_rules_are_a_code_model(tmp_path: Path) -> None:
    medium = scouted(tmp_path, {"a.py": "for i in xrange(2): print i\n"})
    transformer(medium, RuleEngine()).step()
    assert medium.target.read("a.py") == b"for i in range(2): print(i)\n"


@pytest.mark.parametrize(
    ("proposal", "reason"),
    [
        (Proposal({}, refusal="no idea"), "no idea"),
        (Proposal({"a.py": "print(1\n"}), "does not compile"),
        (Proposal({"a.py": "x = 1\0\n"}), "does not compile"),
        (Proposal({"other.py": "x = 1\n"}), "no text"),
    ],
)
def test_an_answer_that_cannot_be_used_fails_the_file_and_changes_nothing(
    tmp_path: Path, proposal: Proposal, reason: str
) -> None:
    medium = scouted(tmp_path, {"a.py": "print 1\n"})
    transformer(medium, Scripted(lambda request: proposal)).step()
    entry = medium.store.read_one(Kind.STATUS, "a.py")
    assert entry is not None and entry["status"] == Status.FAILED
    assert reason in entry["metadata"]["reason"]
    assert medium.target.read("a.py") == b"print 1\n"


def test_what_failed_first_is_still_told_when_nothing_else_is_left_to_try(tmp_path: Path) -> None:
    medium = scouted(tmp_path, {"a.py": "print 1\n"})
    broken, nothing = Proposal({"a.py": "print(1\n"}), Proposal({}, refusal="all was tried")
    model = Scripted(lambda request: nothing if request.attempt else broken)
    agents = [transformer(medium, model), Validator(medium.seat("validator"), run_id="r1")]
    while len(model.asked) < 3:
        for agent in agents:
            agent.step()
        medium.begin_tick()
    reason = medium.store.read_one(Kind.STATUS, "a.py")["metadata"]["reason"]  # type: ignore[index]
    assert "does not compile" in reason and reason.count("all was tried") == 1


def test_what_a_call_cost_is_on_record_also_when_the_answer_was_useless(tmp_path: Path) -> None:
    medium = scouted(tmp_path, {"a.py": "print 1\n"})
    answer = Proposal({}, refusal="no", usage=Usage(100, 20, 0.01, 1))
    transformer(medium, Scripted(lambda request: answer, free=False)).step()
    metadata = medium.store.read_one(Kind.STATUS, "a.py")["metadata"]  # type: ignore[index]
    assert metadata["tokens"] == 120 and metadata["cost_usd"] == 0.01


def test_a_migrated_test_file_that_loses_a_test_is_refused_by_the_environment(tmp_path: Path) -> None:
    before = "import unittest\nclass T(unittest.TestCase):\n    def test_a(self):\n        print 1\n        assert 1\n"
    medium = scouted(tmp_path, {"test_a.py": before})
    weakened = before.replace("print 1", "print(1)").replace("        assert 1\n", "")
    transformer(medium, Scripted(lambda r: Proposal({r.key: weakened}))).step()
    entry = medium.store.read_one(Kind.STATUS, "test_a.py")
    assert entry is not None and entry["status"] == Status.FAILED
    assert "refused by the environment" in entry["metadata"]["reason"]
    assert medium.target.read("test_a.py").decode() == before


def test_an_answer_for_another_file_that_is_being_worked_on_is_refused(tmp_path: Path) -> None:
    medium = scouted(tmp_path, {"a.py": "print 1\n", "b.py": "print 2\n"})

    def greedy(request: Request) -> Proposal:
        return Proposal({"a.py": "A = 1\n", "b.py": "B = 1\n"})

    transformer(medium, Scripted(greedy)).step()
    assert set(states(medium).values()) == {"failed"}
    assert medium.target.read("a.py") == b"print 1\n" and medium.target.read("b.py") == b"print 2\n"


def test_without_money_nothing_is_asked(tmp_path: Path) -> None:
    medium = scouted(tmp_path)
    model = Scripted(printed, free=False)
    agent = Transformer(medium.seat("transformer"), model, compile_error, affordable=lambda: False)
    assert not agent.step() and not model.asked
