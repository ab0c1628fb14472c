"""Tester: which files it judges when, and what it deposits of what was shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_transformer import Scripted, printed
from world import make_world, states

from agents.scout import Scout
from agents.tester import MOST_POSTPONED, Tester
from agents.transformer import Appetite, Transformer
from environment.medium import Medium
from environment.traces import Evidence, EvidenceKind, Issue, Judgement, Kind
from stigmergy.crafts import compile_error, is_test, scan_all
from verification.evidence import Subject
from verification.needs import Needs


class Bench:
    """Judges every file the same, and remembers what it was given."""

    def __init__(self, confidence: float = 1.0) -> None:
        self.confidence = confidence
        self.batches: list[list[Subject]] = []

    def judge(self, tree: Path, subjects: Sequence[Subject]) -> Mapping[str, Judgement]:
        self.batches.append(list(subjects))
        issue = Issue("t::one", "a.py", 3, "TypeError", "no")
        evidence = Evidence(EvidenceKind.TESTS, "3.11", "2.7", 4, ("t::one",))
        return {s.key: Judgement(self.confidence, evidence, (issue,), 4, 3, 1) for s in subjects}


def transformed(tmp_path: Path, files: dict[str, str], steps: int = 9) -> Medium:
    medium = make_world(tmp_path, files)
    Scout(medium.seat("scout"), scan_all).step()
    agent = Transformer(medium.seat("transformer"), Scripted(printed), compile_error)
    for _ in range(steps):
        agent.step()
    return medium


def test_evidence_is_deposited_field_by_field(tmp_path: Path) -> None:
    medium = transformed(tmp_path, {"a.py": "print 1\n", "b.py": "import a\nprint 1\n"})
    bench = Bench(0.75)
    assert Tester(medium.seat("tester"), bench.judge, is_test).step()
    assert states(medium) == {"a.py": "tested", "b.py": "tested"}
    quality = medium.store.read_one(Kind.QUALITY, "a.py")
    assert quality is not None
    assert quality["confidence"] == 0.75 and quality["tests_passed"] == 3 and quality["tests_failed"] == 1
    assert quality["evidence"]["kind"] == "tests" and quality["issues"][0]["exception"] == "TypeError"
    subjects = {s.key: s for s in bench.batches[0]}
    assert subjects["b.py"].depends_on == ("a.py",) and subjects["a.py"].changes[0].semantic


def test_a_file_waits_while_something_it_is_judged_with_is_still_python_2(tmp_path: Path) -> None:
    files = {
        "lib.py": "print 1\n" * 9,
        "test_lib.py": "import lib, helper\nprint 1\nprint 2\nprint 3\nprint 4\nprint 5\n",
        "helper.py": "print 1\n",
        "apart.py": "print 1\n" * 9,
    }
    medium = transformed(tmp_path, files, steps=1)
    assert states(medium)["helper.py"] == "pending"
    bench = Bench()
    agent = Tester(medium.seat("tester"), bench.judge, is_test)
    assert agent.perceive().blocked == {"lib.py": "helper.py", "test_lib.py": "helper.py"}
    agent.step()
    assert [s.key for s in bench.batches[0]] == ["apart.py"]


def test_when_nothing_moves_any_more_what_waits_is_judged_and_says_for_whom_it_waited(tmp_path: Path) -> None:
    medium = transformed(
        tmp_path, {"lib.py": "import helper\n" + "print 1\n" * 9, "helper.py": "print 1\n"}, steps=1
    )
    bench = Bench()
    agent = Tester(medium.seat("tester"), bench.judge, is_test)
    assert not agent.step()
    medium.note_activity(False)
    assert agent.step()
    entry = medium.store.read_one(Kind.STATUS, "lib.py")
    assert entry is not None and entry["metadata"]["blocked_by"] == "helper.py"


def retried(medium: Medium, key: str) -> None:
    """A judged file goes back for another candidate."""
    decided(medium, key, "failed")
    decided(medium, key, "retry")


def test_files_that_import_each_other_are_judged_together(tmp_path: Path) -> None:
    files = {
        "a.py": "import b\nprint 1\n",
        "b.py": "import c\nprint 1\n",
        "c.py": "import a\nprint 1\n",
        "user.py": "import a\nprint 1\n",
    }
    medium = transformed(tmp_path, files)
    bench = Bench(0.4)
    agent = Tester(medium.seat("tester"), bench.judge, is_test)
    agent.step()
    assert [s.key for s in bench.batches[0]] == ["a.py", "b.py", "c.py", "user.py"]
    for key in files:
        retried(medium, key)
    for _ in range(9):
        medium.begin_tick()
    quick = Transformer(
        medium.seat("transformer"), Scripted(printed), compile_error, Appetite(files_per_step=1)
    )
    for key in ("a.py", "user.py"):
        quick.decide = lambda sensed, key=key: [key]  # type: ignore[method-assign, misc]
        assert quick.step()
    assert agent.perceive().blocked == {"a.py": "b.py"}
    agent.step()
    assert [s.key for s in bench.batches[1]] == ["user.py"], (
        "who only imports the cycle takes it as it stands"
    )
    for key in ("b.py", "c.py"):
        quick.decide = lambda sensed, key=key: [key]  # type: ignore[method-assign, misc]
        quick.step()
    agent.step()
    assert [s.key for s in bench.batches[2]] == ["a.py", "b.py", "c.py"]


class Charging(Bench):
    """Says of one file that another is to blame for all that fails around it."""

    def __init__(self, charges: dict[str, str]) -> None:
        super().__init__()
        self.charges = charges

    def judge(self, tree: Path, subjects: Sequence[Subject]) -> Mapping[str, Judgement]:
        self.batches.append(list(subjects))
        found = {}
        for subject in subjects:
            blamed = self.charges.get(subject.key)
            kind = EvidenceKind.NONE if blamed else EvidenceKind.TESTS
            found[subject.key] = Judgement(
                0.5 if blamed else 0.2, Evidence(kind), charged_to=(blamed,) if blamed else ()
            )
        return found


def test_a_file_behind_anothers_failures_waits_until_that_one_has_changed(tmp_path: Path) -> None:
    medium = transformed(tmp_path, {"a.py": "import b\nprint 1\n", "b.py": "print 1\n"})
    bench = Charging({"a.py": "b.py"})
    agent = Tester(medium.seat("tester"), bench.judge, is_test)
    agent.step()
    assert states(medium) == {"a.py": "transformed", "b.py": "tested"}
    assert not agent.step(), "nothing has changed, so nothing is run again"
    with medium.seat("validator").transaction() as tx:
        tx.write(Kind.STATUS, "b.py", {"status": "failed", "metadata": {"reason": "no"}})
        tx.write(Kind.STATUS, "b.py", {"status": "skipped", "metadata": {"reason": "no"}})
    assert agent.step()
    assert states(medium)["a.py"] == "tested"


def test_files_charged_with_each_others_failures_do_not_wait_for_ever(tmp_path: Path) -> None:
    medium = transformed(tmp_path, {"a.py": "import b\nprint 1\n", "b.py": "import a\nprint 1\n"})
    bench = Charging({"a.py": "b.py", "b.py": "a.py"})
    agent = Tester(medium.seat("tester"), bench.judge, is_test)
    assert agent.step() and agent.step()
    assert states(medium) == {"a.py": "tested", "b.py": "tested"}
    assert not agent.step()


@pytest.mark.parametrize(
    ("own", "other", "waits"),
    [(0, 1, True), (1, 1, False), (0, 0, False)],
    ids=["nothing left of its own", "something left of its own", "nothing left of either"],
)
def test_a_file_with_nothing_left_waits_for_those_charged_beside_it(
    tmp_path: Path, own: int, other: int, waits: bool
) -> None:
    medium = transformed(tmp_path, {"a.py": "print 1\n", "b.py": "print 1\n"})
    with medium.seat("transformer").transaction() as tx:
        tx.update(Kind.STATUS, "a.py", {"metadata": {"candidates_left": own}})
        tx.update(Kind.STATUS, "b.py", {"metadata": {"candidates_on_failure": other}})
    shared = Judgement(
        0.7, Evidence(EvidenceKind.TESTS), (failing("t::both", "a.py"),), charged_beside=("b.py",)
    )
    bad = Judgement(0.2, Evidence(EvidenceKind.TESTS))

    def judge(tree: Path, subjects: Sequence[Subject]) -> Mapping[str, Judgement]:
        return {subject.key: shared if subject.key == "a.py" else bad for subject in subjects}

    agent = Tester(medium.seat("tester"), judge, is_test)
    agent.step()
    assert states(medium) == {"a.py": "transformed" if waits else "tested", "b.py": "tested"}
    if waits:
        decided(medium, "b.py", "failed")
        assert not agent.step(), "b.py has not changed yet"
        decided(medium, "b.py", "skipped")
        assert agent.step() and states(medium)["a.py"] == "tested"


class Postponing(Bench):
    """Tests fail because of a.py, and nobody speaks about b.py."""

    def judge(self, tree: Path, subjects: Sequence[Subject]) -> Mapping[str, Judgement]:
        self.batches.append(list(subjects))
        bad = Judgement(0.5, Evidence(EvidenceKind.TESTS), (failing("t::one", "a.py"),), tests_failed=1)
        fails = any(subject.key == "a.py" for subject in subjects)
        good = Judgement(0.9, Evidence(EvidenceKind.DIFFERENTIAL))
        return {
            s.key: bad if s.key == "a.py" else good
            for s in subjects
            if not (fails and s.patient and s.key == "b.py")
        }


def test_what_no_test_speaks_about_waits_for_repairs(tmp_path: Path) -> None:
    medium = transformed(tmp_path, {"a.py": "print 1\n", "b.py": "print 1\n"})
    bench = Postponing()
    agent = Tester(medium.seat("tester"), bench.judge, is_test)
    assert agent.step()
    assert states(medium) == {"a.py": "tested", "b.py": "transformed"}
    told = medium.seat("tester").read_one(Kind.STATUS, "b.py")["metadata"]
    assert list(told["waits_for"]) == ["a.py"] and told["postponed"] == 1
    decided(medium, "a.py", "failed")
    decided(medium, "a.py", "retry")
    assert not agent.step(), "a.py is being repaired"
    medium.note_activity(False)
    medium.begin_tick()
    agent.step()
    assert states(medium)["b.py"] == "tested", "nobody acts any more: nothing is coming"
    assert [[s.key for s in batch] for batch in bench.batches] == [["a.py", "b.py"], ["b.py"]]


def test_it_does_not_wait_for_ever(tmp_path: Path) -> None:
    medium = transformed(tmp_path, {"a.py": "print 1\n", "b.py": "print 1\n"})
    with medium.seat("transformer").transaction() as tx:
        tx.update(Kind.STATUS, "b.py", {"metadata": {"postponed": MOST_POSTPONED}})
    agent = Tester(medium.seat("tester"), Postponing().judge, is_test)
    agent.step()
    assert states(medium) == {"a.py": "tested", "b.py": "tested"}
    assert "postponed" not in medium.seat("tester").read_one(Kind.STATUS, "b.py")["metadata"]


def test_nothing_transformed_nothing_run(tmp_path: Path) -> None:
    bench = Bench()
    assert not Tester(make_world(tmp_path, {"a.py": "print 1\n"}).seat("tester"), bench.judge, is_test).step()
    assert not bench.batches


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)  # a busy machine is no finding
@given(st.dictionaries(st.sampled_from("abcdef"), st.lists(st.sampled_from("abcdef")), max_size=6))
def test_closures_hold_themselves_and_are_closed(graph: dict[str, list[str]]) -> None:
    imports = Needs(graph, lambda key: key == "a")
    for key in "abcdef":
        closure = imports.closure(key)
        assert key in closure
        assert all(imports.closure(needed) <= closure for needed in closure)
        assert closure <= imports.to_judge(key)
        assert all(imports.cycle(other) == imports.cycle(key) for other in imports.cycle(key))
        assert key in imports.cycle(key) <= closure


# -- hindsight ------------------------------------------------------------------------------------------------


def failing(test: str, key: str) -> Issue:
    return Issue(test, key, 1, "TypeError", "no")


class Later:
    """What later runs say against files judged before."""

    def __init__(self, found: Mapping[str, Sequence[Issue]]) -> None:
        self.found = found
        self.asked: list[tuple[list[str], tuple[str, ...]]] = []

    def __call__(
        self, tree: Path, settled: Callable[[str], Subject | None], tests: Sequence[str]
    ) -> Mapping[str, Sequence[Issue]]:
        self.asked.append(([key for key in ("a.py", "b.py", "c.py") if settled(key)], tuple(tests)))
        return {key: issues for key, issues in self.found.items() if settled(key)}


def decided(medium: Medium, key: str, status: str) -> None:
    with medium.seat("validator").transaction() as tx:
        tx.write(Kind.STATUS, key, {"status": status, "metadata": {"reason": "so"}})


def test_a_regression_is_deposited_on_the_validated_file_it_is_charged_to(tmp_path: Path) -> None:
    medium = transformed(tmp_path, {"a.py": "print 1\n", "b.py": "print 2\n", "c.py": "print 3\n"})
    Tester(medium.seat("tester"), Bench(0.9).judge, is_test).step()
    decided(medium, "a.py", "validated")
    decided(medium, "b.py", "needs_review")
    decided(medium, "c.py", "failed")
    later = Later({key: [failing("t::late", key)] for key in ("a.py", "b.py", "c.py")})
    agent = Tester(medium.seat("tester"), Bench().judge, is_test, hindsight=later, lost=lambda: ["t::late"])
    assert agent.step()
    assert later.asked == [(["a.py"], ("t::late",))]
    quality = medium.store.read_all(Kind.QUALITY)
    assert quality["a.py"]["regressions"] == ["t::late"] and quality["a.py"]["confidence"] == 0.9
    assert [issue["test"] for issue in quality["a.py"]["issues"]] == ["t::late", "t::one"]
    assert not any("regressions" in quality[key] for key in ("b.py", "c.py"))
    assert not agent.step(), "said once"


def test_a_failure_that_was_known_when_a_person_approved_the_file_is_no_regression(tmp_path: Path) -> None:
    medium = transformed(tmp_path, {"a.py": "print 1\n"})
    Tester(medium.seat("tester"), Bench(0.9).judge, is_test).step()
    decided(medium, "a.py", "validated")
    later = Later({"a.py": [failing("t::one", "a.py")]})
    agent = Tester(medium.seat("tester"), Bench().judge, is_test, hindsight=later, lost=lambda: ["t::one"])
    assert not agent.step()


def test_a_file_taken_back_is_judged_by_the_tests_that_spoke_against_it(tmp_path: Path) -> None:
    medium = transformed(tmp_path, {"a.py": "print 1\n"})
    bench = Bench(0.9)
    agent = Tester(
        medium.seat("tester"),
        bench.judge,
        is_test,
        hindsight=Later({"a.py": [failing("t::late", "a.py")]}),
        lost=lambda: ["t::late"],
    )
    agent.step()
    decided(medium, "a.py", "validated")
    agent.step()
    medium.seat("validator").reopen("a.py", "t::late fails since")
    Transformer(medium.seat("transformer"), Scripted(printed), compile_error).step()
    agent.step()
    assert [subject.suspected_by for batch in bench.batches for subject in batch] == [
        (),
        ("t::late", "t::one"),
    ]


def test_a_file_behind_a_regression_waits_for_the_file_that_is_taken_back(tmp_path: Path) -> None:
    medium = transformed(tmp_path, {"a.py": "print 1\n", "b.py": "import a\nprint 1\n"})
    bench = Charging({"b.py": "a.py"})
    with medium.seat("tester").transaction() as tx:
        judged = Judgement(1.0, Evidence(EvidenceKind.TESTS))
        tx.write(Kind.QUALITY, "a.py", {"confidence": 1.0, "evidence": judged.evidence.as_dict()})
        tx.write(Kind.STATUS, "a.py", {"status": "tested"})
    decided(medium, "a.py", "validated")
    later = Later({"a.py": [failing("t::late", "a.py")]})
    agent = Tester(medium.seat("tester"), bench.judge, is_test, hindsight=later)
    agent.step()
    assert states(medium) == {"a.py": "validated", "b.py": "transformed"}
    medium.seat("validator").reopen("a.py", "t::late fails since")
    assert not agent.step()


def test_lost_tests_wait_while_a_file_is_still_to_be_judged(tmp_path: Path) -> None:
    medium = transformed(tmp_path, {"a.py": "print 1\n"})
    later = Later({})
    Tester(medium.seat("tester"), Bench().judge, is_test, hindsight=later, lost=lambda: ["t::late"]).step()
    assert later.asked == [([], ())]
