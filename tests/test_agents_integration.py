"""The hand-offs Scout → Transformer → Tester → Validator through the medium, whole cycles, and a rogue refused."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from front_door import call, delivered, python2_repo, records_of, states_of, summary_of, verify
from git_fixtures import git
from verification_fixtures import python2  # noqa: F401
from world import make_world, states

from agents.base_agent import BaseAgent
from agents.scout import Scout
from agents.tester import Tester
from agents.transformer import Transformer
from agents.validator import Validator
from environment.medium import GuardrailViolation, Medium
from environment.state_machine import HUMAN
from environment.traces import Evidence, EvidenceKind, Issue, Judgement, Kind, Status
from migration.code_model import Proposal, Request
from migration.models.repair_engine import RepairingEngine
from migration.models.rule_engine import RuleEngine
from stigmergy.crafts import compile_error, is_test, scan_all
from verification.evidence import Subject
from verification.interpreters import Interpreter

FILES: dict[str, str | bytes] = {
    "strong.py": "print 1\nprint 2\nprint 3\nprint 4\nfor i in xrange(3):\n    print i\n",
    "weak.py": "print 'one'\n",
    "clean.py": "X = 1\n",
}


class Asked:
    """A code model that answers by the rules and remembers what it was asked."""

    name = "asked"
    free = True

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.rules = RuleEngine()

    def propose(self, request: Request) -> Proposal:
        self.requests.append(request)
        return self.rules.propose(request)


class Judged:
    """A judge that says what the test dictates and remembers what it was shown."""

    def __init__(self, judgement: Judgement) -> None:
        self.judgement = judgement
        self.subjects: list[Subject] = []
        self.texts: dict[str, bytes] = {}

    def __call__(self, tree: Path, subjects: Sequence[Subject]) -> Mapping[str, Judgement]:
        self.subjects = list(subjects)
        self.texts = {subject.key: (tree / subject.key).read_bytes() for subject in subjects}
        return {subject.key: self.judgement for subject in subjects}


def judgement(confidence: float, **fields: Any) -> Judgement:
    return Judgement(confidence=confidence, evidence=Evidence(EvidenceKind.TESTS), **fields)


def scout(medium: Medium) -> Scout:
    return Scout(medium.seat("scout"), scan_all)


def transformer(medium: Medium, model: Any = None) -> Transformer:
    return Transformer(medium.seat("transformer"), model or Asked(), compile_error)


def a_tester(medium: Medium, judge: Judged) -> Tester:
    return Tester(medium.seat("tester"), judge, is_test)


def validator(medium: Medium) -> Validator:
    return Validator(medium.seat("validator"), run_id="r1")


# -- each hand-off, through the medium alone -------------------------------------------------------------------


def test_the_scouts_tasks_are_what_the_transformer_takes_up_strongest_first(tmp_path: Path) -> None:
    medium, model = make_world(tmp_path, FILES), Asked()
    assert scout(medium).step()
    tasks = medium.store.read_all(Kind.TASKS)
    assert tasks["strong.py"]["intensity"] > tasks["weak.py"]["intensity"]
    assert states(medium) == {"strong.py": "pending", "weak.py": "pending", "clean.py": "transformed"}
    assert transformer(medium, model).step()
    assert [request.key for request in model.requests] == ["strong.py"], "a weak file waits for its turn"
    asked = model.requests[0]
    assert {site.pattern for site in asked.patterns} == set(tasks["strong.py"]["patterns_found"])
    assert states(medium)["strong.py"] == "transformed" and states(medium)["weak.py"] == "pending"
    medium.begin_tick()
    assert transformer(medium, model).step()
    assert [request.key for request in model.requests] == ["strong.py", "weak.py"]


def test_the_transformers_candidate_and_its_changes_are_what_the_tester_judges(tmp_path: Path) -> None:
    medium, judge = make_world(tmp_path, {"a.py": FILES["strong.py"]}), Judged(judgement(1.0, tests_total=1))
    scout(medium).step()
    transformer(medium).step()
    assert a_tester(medium, judge).step()
    (subject,) = judge.subjects
    assert subject.key == "a.py" and not subject.unchanged
    assert {change.author for change in subject.changes} >= {"print_statement"}
    assert judge.texts["a.py"].startswith(b"print(1)\n"), "the tree that is run holds the candidate"
    assert states(medium) == {"a.py": "tested"}


def test_the_testers_evidence_is_what_the_validator_decides_by(tmp_path: Path) -> None:
    medium = make_world(tmp_path, {"a.py": FILES["weak.py"]})
    scout(medium).step()
    transformer(medium).step()
    a_tester(medium, Judged(judgement(0.9, tests_total=2, tests_passed=2))).step()
    assert validator(medium).step()
    assert states(medium) == {"a.py": "validated"}
    body = git(tmp_path / "target_repo", "log", "-1", "--format=%B")
    assert "Confidence: 0.90" in body and "Evidence: tests" in body and "Run-Id: r1" in body


def test_the_testers_issues_are_what_the_transformer_reads_at_the_next_attempt(tmp_path: Path) -> None:
    class Two(Asked):
        def propose(self, request: Request) -> Proposal:
            self.requests.append(request)
            return Proposal({request.key: f"print({request.attempt})\n"}, candidates_left=3 - request.attempt)

    medium, model = make_world(tmp_path, {"a.py": FILES["weak.py"]}), Two()
    issue = Issue(test="t::one", file="a.py", line=1, exception="ValueError", message="wrong")
    agents: list[BaseAgent[Any, Any, Any]] = [
        scout(medium),
        transformer(medium, model),
        a_tester(medium, Judged(judgement(0.2, tests_total=1, tests_failed=1, issues=(issue,)))),
        validator(medium),
    ]
    for _ in range(8):
        for agent in agents:
            agent.step()
        medium.begin_tick()
        if len(model.requests) > 1:
            break
    first, second = model.requests[:2]
    assert first.issues == () and second.issues == (issue,) and second.attempt == 1


def test_an_agent_with_nothing_to_sense_keeps_its_seat_and_leaves_no_trace(tmp_path: Path) -> None:
    medium = make_world(tmp_path, FILES)
    before = medium.store.log.position.seq
    idle: list[BaseAgent[Any, Any, Any]] = [
        transformer(medium),
        a_tester(medium, Judged(judgement(1.0))),
        validator(medium),
    ]
    assert [agent.step() for agent in idle] == [False, False, False]
    assert medium.store.log.position.seq == before


def test_agents_hold_no_state_of_their_own(tmp_path: Path) -> None:
    """Every agent can be replaced by a fresh one after each step: all it knows is in the medium."""
    medium = make_world(tmp_path, FILES)
    judge = Judged(judgement(1.0, tests_total=1, tests_passed=1))
    fresh: list[Callable[[], BaseAgent[Any, Any, Any]]] = [
        lambda: scout(medium),
        lambda: transformer(medium),
        lambda: a_tester(medium, judge),
        lambda: validator(medium),
    ]
    for _ in range(3):
        for make in fresh:
            make().step()
        medium.begin_tick()
    assert states(medium) == dict.fromkeys(FILES, "validated")


# -- a rogue ---------------------------------------------------------------------------------------------------


class Rogue(BaseAgent[None, None, None]):
    """Does in its turn what the test tells it to, from whichever seat it was given."""

    def __init__(self, medium: Medium, name: str, act: Callable[[Any], object]) -> None:
        self.name = name
        self.act = act
        super().__init__(medium.seat(name))

    def perceive(self) -> None: ...

    def should_act(self, sensed: None) -> bool:
        return True

    def decide(self, sensed: None) -> None: ...

    def execute(self, choice: None) -> None:
        self.act(self.seat)

    def deposit(self, outcome: None) -> bool:
        return True


def deposit(kind: Kind, key: str, **fields: Any) -> Callable[[Any], object]:
    def act(seat: Any) -> None:
        with seat.transaction() as tx:
            tx.update(kind, key, fields)

    return act


TASK = {"intensity": 1.0, "patterns_found": ["x"], "pattern_count": 1}
GOOD = {"confidence": 1.0, "evidence": Evidence(EvidenceKind.TESTS).as_dict()}
#: name → (whose seat, the state weak.py is in before, what it tries)
ROGUES: dict[str, tuple[str, str, Callable[[Any], object]]] = {
    "a tester writes a task": ("tester", "transformed", deposit(Kind.TASKS, "weak.py", **TASK)),
    "a transformer judges itself": ("transformer", "transformed", deposit(Kind.QUALITY, "weak.py", **GOOD)),
    "a scout judges": ("scout", "transformed", deposit(Kind.QUALITY, "weak.py", **GOOD)),
    "a transformer validates": (
        "transformer",
        "transformed",
        deposit(Kind.STATUS, "weak.py", status=Status.VALIDATED),
    ),
    "a validator skips the tester": (
        "validator",
        "transformed",
        deposit(Kind.STATUS, "weak.py", status=Status.VALIDATED),
    ),
    "a validator validates without enough confidence": (
        "validator",
        "tested",
        deposit(Kind.STATUS, "weak.py", status=Status.VALIDATED),
    ),
    "a validator raises the confidence first": (
        "validator",
        "tested",
        deposit(Kind.QUALITY, "weak.py", confidence=1.0),
    ),
    "a tester claims evidence it did not deposit": (
        "tester",
        "transformed",
        deposit(Kind.STATUS, "weak.py", status=Status.TESTED),
    ),
    "a transformer skips the claim": (
        "transformer",
        "pending",
        deposit(Kind.STATUS, "weak.py", status=Status.TRANSFORMED),
    ),
    "a transformer writes without a claim": (
        "transformer",
        "pending",
        lambda seat: seat.write_text("weak.py", b"x = 1\n"),
    ),
    "a tester writes a text": ("tester", "transformed", lambda seat: seat.write_text("weak.py", b"x = 1\n")),
    "a validator writes a text": ("validator", "tested", lambda seat: seat.write_text("weak.py", b"x = 1\n")),
    "a transformer commits": ("transformer", "tested", lambda seat: seat.commit(["weak.py"], "mine", {})),
    "a validator commits what nobody tested": (
        "validator",
        "transformed",
        lambda seat: seat.commit(["weak.py"], "early", {}),
    ),
    "a tester reopens": ("tester", "tested", lambda seat: seat.reopen("weak.py", "why not")),
    "a validator decides for a person": (
        "validator",
        "tested",
        deposit(Kind.STATUS, "weak.py", metadata={"decision": {"verdict": "approve", "who": "ann"}}),
    ),
    "a scout signs as the validator": (
        "scout",
        "tested",
        deposit(Kind.STATUS, "weak.py", agent="validator", status=Status.VALIDATED),
    ),
    "a tester resets the retry count": (
        "tester",
        "transformed",
        deposit(Kind.STATUS, "weak.py", retry_count=-9),
    ),
    "a transformer leaves the tree": (
        "transformer",
        "pending",
        lambda seat: seat.write_text("../outside.py", b"x = 1\n"),
    ),
    "a transformer writes into .git": (
        "transformer",
        "pending",
        lambda seat: seat.write_text(".git/hooks/post-commit", b"#!/bin/sh\n"),
    ),
    "a tester adds a field nobody knows": (
        "tester",
        "transformed",
        deposit(Kind.QUALITY, "weak.py", bribe=1),
    ),
}


def prepared(tmp_path: Path, state: str) -> Medium:
    """A world in which weak.py is in `state`, with 0.6 as confidence where it was tested."""
    medium = make_world(tmp_path, {"weak.py": FILES["weak.py"]})
    scout(medium).step()
    if state != "pending":
        transformer(medium).step()
    if state == "tested":
        a_tester(medium, Judged(judgement(0.6, tests_total=1, tests_passed=1))).step()
    assert states(medium) == {"weak.py": state}
    return medium


@pytest.mark.parametrize("name", ROGUES)
def test_a_rogue_is_refused_changes_nothing_and_is_on_record(name: str, tmp_path: Path) -> None:
    agent, state, act = ROGUES[name]
    medium = prepared(tmp_path, state)
    before = [medium.store.read_all(kind) for kind in Kind]
    text, tip = medium.target.read("weak.py"), git(tmp_path / "target_repo", "rev-parse", "HEAD")
    with pytest.raises(GuardrailViolation):
        Rogue(medium, agent, act).step()
    assert [medium.store.read_all(kind) for kind in Kind] == before
    assert medium.target.read("weak.py") == text
    assert git(tmp_path / "target_repo", "rev-parse", "HEAD") == tip
    assert not (tmp_path / "outside.py").exists()
    last = json.loads((tmp_path / "pheromones" / "audit_log.jsonl").read_text().splitlines()[-1])
    assert last["action"] == "refused" and last["agent"] == agent and last["after"]["reason"]


def test_a_rogue_gets_no_seat_but_its_own(tmp_path: Path) -> None:
    medium = make_world(tmp_path, FILES)
    for name in ("environment", "nobody", ""):
        with pytest.raises(GuardrailViolation):
            medium.seat(name)
    with pytest.raises(ValueError, match="seat is scout's"):
        Transformer(medium.seat("scout"), Asked(), compile_error)


def test_a_seat_does_not_hand_out_what_is_behind_it(tmp_path: Path) -> None:
    seat = make_world(tmp_path, FILES).seat("tester")
    reachable = {name for name in dir(seat) if not name.startswith("_")}
    assert not reachable & {"store", "target", "medium", "guardrails", "log"}
    with pytest.raises(AttributeError):
        seat.agent = "validator"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        seat.anything = 1  # type: ignore[attr-defined]


def test_a_transaction_with_one_refused_deposit_deposits_nothing(tmp_path: Path) -> None:
    medium = prepared(tmp_path, "transformed")

    def act(seat: Any) -> None:
        with seat.transaction() as tx:
            tx.write(Kind.QUALITY, "weak.py", GOOD)
            tx.write(Kind.STATUS, "weak.py", {"status": Status.VALIDATED})

    with pytest.raises(GuardrailViolation):
        Rogue(medium, "tester", act).step()
    assert medium.store.read_one(Kind.QUALITY, "weak.py") is None


def test_a_person_has_a_seat_and_its_walls(tmp_path: Path) -> None:
    medium = prepared(tmp_path, "tested")
    with pytest.raises(GuardrailViolation):
        Rogue(medium, HUMAN, deposit(Kind.STATUS, "weak.py", status=Status.VALIDATED)).step()


# -- a whole cycle ---------------------------------------------------------------------------------------------

PROJECT = {
    "shapes/__init__.py": "",
    "shapes/area.py": (
        "import math\n\n\ndef square(n):\n    print 'square', n\n    return n * n\n\n\n"
        "def squares(n):\n    return [square(i) for i in xrange(n)]\n"
    ),
    "shapes/report.py": (
        "from shapes.area import squares\n\n\ndef report(n):\n    for value in squares(n):\n"
        "        print '%d' % value\n    return n\n"
    ),
    "tests/__init__.py": "",
    "tests/test_shapes.py": (
        "import unittest\n\nfrom shapes.area import square, squares\nfrom shapes.report import report\n\n\n"
        "class ShapesTest(unittest.TestCase):\n    def test_square(self):\n        self.assertEqual(square(3), 9)\n\n"
        "    def test_squares(self):\n        self.assertEqual(squares(3), [0, 1, 4])\n\n"
        "    def test_report(self):\n        self.assertEqual(report(2), 2)\n"
    ),
}


@pytest.mark.slow
def test_a_whole_cycle_with_tests_and_no_python_2(tmp_path: Path) -> None:
    """Tests without a baseline do not verify: retention is unknown, and the candidates are all there."""
    repo = python2_repo(tmp_path / "old", PROJECT)
    ran = call("--repo", repo, "--workspace", tmp_path / "w")
    assert ran.code == 0, ran.err
    assert set(states_of(tmp_path / "w").values()) <= {"needs_review", "validated"}
    assert "print('square', n)" in delivered(tmp_path / "w", ends=1)["shapes/area.py"]
    summary = summary_of(tmp_path / "w")
    assert summary["suite_retention"] is None and summary["suite_pass_rate"] is not None
    assert summary["files_verified"] == 0
    verify(tmp_path / "w")


@pytest.mark.python2
def test_a_whole_cycle_against_python_2(tmp_path: Path, python2: Interpreter) -> None:  # noqa: F811
    """Every Python 2 test passes on the delivered branch, every file is validated on evidence of tests."""
    repo = python2_repo(tmp_path / "old", PROJECT)
    ran = call("--repo", repo, "--workspace", tmp_path / "w", STIGMERGY_PYTHON2=str(python2.path))
    assert ran.code == 0, ran.err
    assert set(states_of(tmp_path / "w").values()) == {"validated"}, ran.out
    summary = summary_of(tmp_path / "w")
    assert summary["suite_retention"] == 1.0 and summary["suite_retention_candidates"] == 1.0
    assert summary["files_verified"] >= 3
    kinds = {
        r["file"]: r["after"]["evidence"]["kind"]
        for r in records_of(tmp_path / "w")
        if r["type"] == "quality" and "evidence" in r["after"]
    }
    assert kinds["shapes/area.py"] == kinds["shapes/report.py"] == "tests"
    verify(tmp_path / "w")


@pytest.mark.python2
def test_a_rewrite_that_breaks_a_test_is_not_validated(
    tmp_path: Path,
    python2: Interpreter,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    propose = RuleEngine.propose

    def wrong(self: RuleEngine, request: Request) -> Proposal:
        proposal = propose(self, request)
        text = proposal.texts.get("shapes/area.py")
        if text is None:
            return proposal
        return dataclasses.replace(proposal, texts={"shapes/area.py": text.replace("n * n", "n + n")})

    monkeypatch.setattr(RuleEngine, "propose", wrong)
    repo = python2_repo(tmp_path / "old", PROJECT)
    ran = call("--repo", repo, "--workspace", tmp_path / "w", STIGMERGY_PYTHON2=str(python2.path))
    assert states_of(tmp_path / "w")["shapes/area.py"] in ("needs_review", "skipped"), ran.out
    issues = [
        issue
        for r in records_of(tmp_path / "w")
        if r["type"] == "quality" and r["file"] == "shapes/area.py"
        for issue in r["after"].get("issues", ())
    ]
    assert any("test_square" in issue["test"] for issue in issues), "what failed is deposited on the file"
    assert delivered(tmp_path / "w")["shapes/area.py"] == PROJECT["shapes/area.py"]
    verify(tmp_path / "w")


LATE = {
    "lib.py": "def early(n):\n    print 'early', n\n    return n\n\n\ndef late(text):\n    return text.upper()\n",
    "app.py": "import lib\n\n\ndef shout(text):\n    print 'shout'\n    return lib.late(text) + '!'\n",
    "tests/test_lib.py": "import lib\n\n\ndef test_early():\n    assert lib.early(3) == 3\n",
    "tests/test_app.py": "import app\n\n\ndef test_shout():\n    assert app.shout('a') == 'A!'\n",
}


@pytest.mark.python2
def test_a_validated_file_goes_back_when_a_later_batch_shows_what_it_breaks(
    tmp_path: Path,
    python2: Interpreter,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first candidates hide each other's faults: lib's shows only when app can be imported."""
    propose = RepairingEngine.propose
    faults = {"app.py": ("import lib", "import lib, nowhere"), "lib.py": (".upper()", ".uper()")}

    def slips(self: RepairingEngine, request: Request) -> Proposal:
        proposal = propose(self, request)
        if request.key not in faults:
            return proposal
        right, wrong = faults[request.key]
        if request.attempt:
            text = (request.current or "").replace(wrong, right)
        else:
            text = proposal.texts[request.key].replace(right, wrong)
        return dataclasses.replace(proposal, texts={request.key: text}, refusal="")

    monkeypatch.setattr(RepairingEngine, "propose", slips)
    repo = python2_repo(tmp_path / "old", LATE)
    ran = call("--repo", repo, "--workspace", tmp_path / "w", STIGMERGY_PYTHON2=str(python2.path))
    records = [r for r in records_of(tmp_path / "w") if r["file"] == "lib.py"]
    assert [r["after"]["status"] for r in records if "status" in r["after"]].count("validated") == 2, ran.out
    told = next(r["after"] for r in records if r["after"].get("regressions"))
    assert told["regressions"] == ["tests/test_app.py::test_shout"]
    assert (told["issues"][0]["line"], told["issues"][0]["exception"]) == (7, "AttributeError")
    assert [r["action"] for r in records if r["type"] == "commit"] == ["reverted"]
    assert set(states_of(tmp_path / "w").values()) == {"validated"}, ran.out
    assert ".upper()" in delivered(tmp_path / "w")["lib.py"]
    assert summary_of(tmp_path / "w")["suite_retention"] == 1.0
    verify(tmp_path / "w")


HIDDEN = {
    "lib.py": "def half(n):\n    print 'half'\n    return n // 2\n\n\ndef twice(n):\n    return n * 2\n",
    "tests/test_lib.py": "import lib\n\n\ndef test_half():\n    assert lib.half(8) == 4\n",
    "tests/test_text.py": (
        "def test_twice():\n    names = {}\n    exec(compile(open('lib.py').read(), 'text', 'exec'), names)\n"
        "    assert names['twice'](4) == 8\n"
    ),
}


@pytest.mark.python2
@pytest.mark.slow
def test_the_whole_suite_at_the_end_takes_back_what_no_batch_could_see(
    tmp_path: Path,
    python2: Interpreter,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The second candidate breaks a test that neither imports nor executes the file, as far as anyone can trace."""
    propose = RepairingEngine.propose
    right = HIDDEN["lib.py"].replace("print 'half'", "print('half')")
    texts = [right.replace("n // 2", "n // 3"), right.replace("n * 2", "n * 3"), right]

    def slips(self: RepairingEngine, request: Request) -> Proposal:
        if request.key != "lib.py":
            return propose(self, request)
        return Proposal({"lib.py": texts[min(request.attempt, 2)]})

    monkeypatch.setattr(RepairingEngine, "propose", slips)
    repo = python2_repo(tmp_path / "old", HIDDEN)
    ran = call("--repo", repo, "--workspace", tmp_path / "w", STIGMERGY_PYTHON2=str(python2.path))
    records = [r for r in records_of(tmp_path / "w") if r["file"] == "lib.py"]
    assert [r["after"]["status"] for r in records if "status" in r["after"]].count("validated") == 2, ran.out
    assert [r["action"] for r in records if r["type"] == "commit"] == ["reverted"]
    told = next(r["after"]["regressions"] for r in records if r["after"].get("regressions"))
    assert told == ["tests/test_text.py::test_twice"]
    assert set(states_of(tmp_path / "w").values()) == {"validated"}, ran.out
    assert summary_of(tmp_path / "w")["suite_retention"] == 1.0
    assert ran.code == 0 and delivered(tmp_path / "w")["lib.py"] == right
    verify(tmp_path / "w")
