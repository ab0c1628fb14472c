"""Tester: which files it judges when, and what it deposits of what was shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from test_transformer import Scripted, printed
from world import make_world, states

from agents.scout import Scout
from agents.tester import Tester
from agents.transformer import Transformer
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


def test_nothing_transformed_nothing_run(tmp_path: Path) -> None:
    bench = Bench()
    assert not Tester(make_world(tmp_path, {"a.py": "print 1\n"}).seat("tester"), bench.judge, is_test).step()
    assert not bench.batches


@given(st.dictionaries(st.sampled_from("abcdef"), st.lists(st.sampled_from("abcdef")), max_size=6))
def test_closures_hold_themselves_and_are_closed(graph: dict[str, list[str]]) -> None:
    imports = Needs(graph, lambda key: key == "a")
    for key in "abcdef":
        closure = imports.closure(key)
        assert key in closure
        assert all(imports.closure(needed) <= closure for needed in closure)
        assert closure <= imports.to_judge(key)
