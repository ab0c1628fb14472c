"""The baselines: the same crafts, outputs and walls as the colony, coordinated otherwise."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from baseline_door import call, left_by, scripted
from front_door import EXACT, ROOT, environment, python2_repo
from git_fixtures import git, tree_digest
from hypothesis import given, settings
from hypothesis import strategies as st
from loopback_model import LoopbackModel, Reply, error, says

from agents.validator import Validator
from baselines.common import Trial
from baselines.decision import Thresholds
from baselines.memory import Memory, Trace
from baselines.runs import run_baseline
from baselines.sequential import Sample, best_of
from baselines.single_agent import reading_order
from baselines.workbench import Candidate, Workbench
from environment.target_repo import TargetRepo
from environment.traces import Evidence, EvidenceKind, Issue, Judgement, Kind, Status
from metrics import export
from metrics.tick_row import AuditTally
from migration.code_model import Proposal
from stigmergy.providers import ChosenModel
from stigmergy.settings import load
from verification.evidence import Verifier
from verification.interpreters import find_python2

#: Those that need no stand-in of a model; `test_baseline_contract.py` is about the others.
BOTH = ["sequential", "single_agent"]
#: A file whose test tells a right rewrite (true division kept as floor) from a wrong one.
TESTED = {
    "half.py": 'def half(n):\n    print "halving", n\n    return n / 2\n',
    "test_half.py": "import half\n\n\ndef test_half():\n    assert half.half(3) == 1\n",
}
#: A file that a rewrite of `print` alone leaves with an error where it happens.
RAISING = {
    "first.py": 'def first(d):\n    print "of", len(d)\n    return d.keys()[0]\n',
    "test_first.py": "import first\n\n\ndef test_first():\n    assert first.first({1: 2}) == 1\n",
}
RIGHT = 'def half(n):\n    print("halving", n)\n    return n // 2\n'
WRONG = 'def half(n):\n    print("halving", n)\n    return n / 2\n'


def answers(*texts: str) -> list[Reply]:
    return [says(f"```python\n{text}```") for text in texts]


def learning(request: dict[str, Any]) -> Reply:
    """Gets it wrong at first, and right where it is shown what failed at which place."""
    text = request["messages"][-1]["content"]
    if "<region" not in text:
        return answers('def first(d):\n    print("of", len(d))\n    return d.keys()[0]\n')[0]
    (region,) = re.findall(r"^(R\d+) \(lines .*\n<region .*\n(?:.*\n)*?    return", text, re.MULTILINE)
    old, new = "    return d.keys()[0]", "    return list(d)[0]"
    return says(f"REGION {region}\n<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE")


def judgement(confidence: float, passed: int = 0, failed: int = 0) -> Judgement:
    evidence = Evidence(EvidenceKind.TESTS)
    return Judgement(
        confidence, evidence, tests_total=passed + failed, tests_passed=passed, tests_failed=failed
    )


# -- runs and what they leave ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOTH)
def test_two_runs_have_two_seeds_two_workspaces_and_complete_outputs(name: str, tmp_path: Path) -> None:
    source = python2_repo(tmp_path / "old")
    before = tree_digest(source)
    ran = call(name, "--repo", source, "--runs", 2, "--seed", 7, "--workspace", tmp_path / "w")
    assert ran.code == 0, ran.err
    assert tree_digest(source) == before
    first, second = left_by(name, tmp_path / "w")
    assert [first.run.setting("seed"), second.run.setting("seed")] == [7, 8]
    assert [left.workspace.name for left in (first, second)] == ["run_0", "run_1"]
    assert first.run.run_id != second.run.run_id
    for left in (first, second):
        assert left.run.manifest["status"] == "closed"
        assert left.run.baseline == left.run.label == name
        assert left.run.summary["stop_reason"] == "all_terminal"
        assert left.run.summary["audit_completeness"] == 1.0
        assert left.run.metric("files_validated") == 3
        assert left.run.metric("files_unchanged") == 1
        assert left.run.ticks()[-1].files_validated == 3
        assert left.states == dict.fromkeys(EXACT, "validated")
        assert (left.workspace / "target_repo" / ".git").is_dir()
        assert not (left.workspace / "scratch").exists()
    assert "success_rate" in ran.out and "Student's t over 2 runs" in ran.out
    table = tmp_path / "results.csv"
    assert export.main(["--input", str(tmp_path / "w"), "--output", str(table)]) == 0
    with table.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert {row["baseline"] for row in rows} == {name}
    assert {row["seed"] for row in rows} == {"7", "8"}


@pytest.mark.parametrize("name", BOTH)
def test_a_validated_file_is_one_signed_commit_and_the_trace_leads_to_it(name: str, tmp_path: Path) -> None:
    source = python2_repo(tmp_path / "old")
    assert call(name, "--repo", source, "--workspace", tmp_path / "w").code == 0
    (left,) = left_by(name, tmp_path / "w")
    target, branch = left.workspace / "target_repo", left.run.summary["branch"]
    log = git(target, "log", "--format=%B%x00", branch)
    (message,) = [text for text in log.split("\0") if text.strip().startswith("migrate(loud.py)")]
    for trailer in (f"Run-Id: {left.run.run_id}", "Evidence: construction", "Patterns: print_statement"):
        assert trailer in message
    assert git(target, "show", f"{branch}:loud.py").startswith('def loud(n):\n    print("n is", n)')
    assert "migrate(clean.py)" not in log
    steps = left.steps("loud.py")
    order = [steps.index(step) for step in ("pending", "transformed", "judged", "tested", "validated")]
    assert order == sorted(order)
    (committed,) = [r for r in left.trace if r["type"] == "commit" and r["file"] == "loud.py"]
    assert committed["after"]["commit"] == left.fact("loud.py", "commit")
    (judged,) = [r for r in left.trace if r["action"] == "judged" and r["file"] == "loud.py"]
    assert judged["after"]["evidence"]["kind"] == "construction"
    assert [r["seq"] for r in left.trace] == list(range(1, len(left.trace) + 1))


def test_the_completeness_of_decisions_can_be_computed_from_the_trace_alone(tmp_path: Path) -> None:
    trace = Trace(tmp_path / "logs" / "t.jsonl", "r1")
    memory = Memory(trace)
    memory.note("one", "a.py", Status.PENDING, patterns_found=["xrange"])
    memory.judged("one", "a.py", judgement(0.6))
    memory.note("one", "a.py", Status.FAILED, reason="no")
    memory.note("one", "a.py", Status.RETRY)
    memory.note("one", "a.py", Status.RETRY, gained=True)
    trace.close()
    tally = AuditTally()
    records = [json.loads(line) for line in (tmp_path / "logs" / "t.jsonl").read_text().splitlines()]
    for record in records:
        tally.add(record)
    assert tally.counts() == trace.counts()
    assert (tally.deposits, tally.complete, tally.retried) == (5, 5, {"a.py"})
    assert memory.status["a.py"]["retry_count"] == 1, "a try that follows a gain is free"
    assert records[2]["before"] == {"metadata": {"reason": None}, "status": "pending"}


@pytest.mark.parametrize("name", BOTH)
def test_scripts_run_as_typed_from_the_root(name: str, tmp_path: Path) -> None:
    script = str(ROOT / "baselines" / f"{name}.py")
    source = python2_repo(tmp_path / "old", {"a.py": "print 1\n"})
    arguments = ["--repo", str(source), "--workspace", str(tmp_path / "w"), "--quiet"]
    done = subprocess.run(
        [sys.executable, script, *arguments], cwd=ROOT, env=environment(), capture_output=True, text=True,
        check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "one run: no interval" in done.stdout
    told = subprocess.run([sys.executable, script, "--help"], capture_output=True, text=True, check=True)
    assert f"python baselines/{name}.py --repo tests/fixtures/synthetic_py2_repo --runs 2" in told.stdout
    for flag in ("--runs", "--repo-ref", "--seed", "--max-tokens", "--provider", "--allow-unsandboxed"):
        assert flag in told.stdout


def test_a_second_run_in_a_workspace_keeps_the_first(tmp_path: Path) -> None:
    source = python2_repo(tmp_path / "old", {"a.py": "print 1\n"})
    flags = ("--repo", source, "--repo-ref", "v1", "--workspace", tmp_path / "w")
    assert call("sequential", *flags).code == 0
    (first,) = left_by("sequential", tmp_path / "w")
    assert call("sequential", *flags, "--seed", 1).code == 0
    assert (tmp_path / "w" / "run_0" / "archive" / first.run.run_id / "target_repo").is_dir()
    assert [left.run.setting("seed") for left in left_by("sequential", tmp_path / "w")] == [0, 1]


@pytest.mark.python2
@pytest.mark.parametrize("name", BOTH)
def test_with_a_python2_the_evidence_is_tests_and_the_suite_is_kept(name: str, tmp_path: Path) -> None:
    if find_python2() is None:
        pytest.skip("no Python 2.7 found: set STIGMERGY_PYTHON2 to one")
    files = {
        "loud.py": EXACT["loud.py"],
        "test_loud.py": "import loud\n\n\ndef test_loud():\n    print 'now'\n    assert loud.loud(2) == 2\n",
    }
    source = python2_repo(tmp_path / "old", files)
    ran = call(name, "--repo", source, "--workspace", tmp_path / "w", STIGMERGY_PYTHON2="auto")
    assert ran.code == 0, ran.err
    (left,) = left_by(name, tmp_path / "w")
    assert left.run.summary["evidence_validated"] == {"tests": 2}
    assert left.run.metric("suite_retention") == left.run.metric("suite_retention_candidates") == 1.0
    if name == "single_agent":
        # The module waited for its test to be in Python 3, and was judged together with it.
        assert [r["tick"] for r in left.trace if r["action"] == "judged"] == [2, 2]


# -- feedback, and its absence -----------------------------------------------------------------------------------


def test_the_single_agent_repairs_with_the_issues_it_saw(tmp_path: Path) -> None:
    source = python2_repo(tmp_path / "old", RAISING)
    with LoopbackModel(learning) as server:
        flags = scripted(tmp_path, server)
        ran = call(
            "single_agent", "--repo", source, "--workspace", tmp_path / "w", *flags, OPENAI_API_KEY="k"
        )
        prompts = [json.dumps(request["messages"]) for request in server.requests]
    assert ran.code == 0, ran.err
    (left,) = left_by("single_agent", tmp_path / "w")
    assert left.states == dict.fromkeys(RAISING, "validated")
    assert len(prompts) == 2
    assert "test_first" not in prompts[0] and "TypeError" in prompts[1]
    steps = left.steps("first.py")
    assert steps.count("retry") == 1 and steps.count("judged") == 2
    assert left.run.metric("retry_resolution_rate") == 1.0
    assert left.run.metric("total_tokens") == 300
    assert left.run.summary["planned_and_spent"]["first.py"]["calls"] == 2


@pytest.mark.slow
def test_the_pipeline_samples_without_feedback_and_takes_what_passes_most_tests(tmp_path: Path) -> None:
    source = python2_repo(tmp_path / "old", TESTED)
    with LoopbackModel(answers(WRONG, RIGHT, WRONG)) as server:
        flags = ("--samples", 3, *scripted(tmp_path, server))
        ran = call("sequential", "--repo", source, "--workspace", tmp_path / "w", *flags, OPENAI_API_KEY="k")
        prompts = [json.dumps(request["messages"]) for request in server.requests]
    assert ran.code == 0, ran.err
    (left,) = left_by("sequential", tmp_path / "w")
    assert left.states == dict.fromkeys(TESTED, "validated")
    assert len(prompts) == 3 and len(set(prompts)) == 1, "the same question, answered anew"
    assert left.run.manifest["samples"] == 3
    assert left.fact("half.py", "samples") == 3 and left.fact("half.py", "distinct") == 2
    assert left.fact("half.py", "votes") == 1
    target = left.workspace / "target_repo"
    assert "n // 2" in git(target, "show", f"{left.run.summary['branch']}:half.py")
    assert [row.tick for row in left.run.ticks()] == [1, 2, 3, 4]


def test_the_pipeline_gives_up_what_no_sample_solves(tmp_path: Path) -> None:
    source = python2_repo(tmp_path / "old", TESTED)
    with LoopbackModel(answers("def half(n:\n")) as server:
        flags = ("--samples", 2, *scripted(tmp_path, server))
        ran = call("sequential", "--repo", source, "--workspace", tmp_path / "w", *flags, OPENAI_API_KEY="k")
    assert ran.code == 0, ran.err
    (left,) = left_by("sequential", tmp_path / "w")
    assert left.states["half.py"] == "skipped"
    assert "does not compile" in str(left.fact("half.py", "reason"))
    assert left.run.metric("rollback_rate") > 0


def test_a_single_agent_stops_trying_when_its_retries_are_used_up(tmp_path: Path) -> None:
    source = python2_repo(tmp_path / "old", {"half.py": TESTED["half.py"]})
    with LoopbackModel(answers("def half(n:\n")) as server:
        flags = scripted(tmp_path, server)
        ran = call(
            "single_agent", "--repo", source, "--workspace", tmp_path / "w", *flags, OPENAI_API_KEY="k"
        )
    assert ran.code == 0, ran.err
    (left,) = left_by("single_agent", tmp_path / "w")
    assert left.states == {"half.py": "skipped"}
    assert left.steps("half.py").count("retry") <= 4


def test_most_tests_passing_comes_before_votes_and_votes_before_order() -> None:
    def sample(votes: int, passed: int, failed: int, confidence: float = 0.7) -> Sample:
        candidate = Candidate("a.py", b"", Proposal({}))
        return Sample(candidate, votes, judgement(confidence, passed, failed))

    popular, better = sample(5, 8, 2), sample(1, 10, 0)
    assert best_of([popular, better]) is better
    first, agreed = sample(1, 10, 0), sample(3, 10, 0)
    assert best_of([first, agreed]) is agreed
    assert best_of([first, better]) is first


# -- walls -------------------------------------------------------------------------------------------------------


@pytest.fixture
def bench(tmp_path: Path) -> Workbench:
    """A workbench over a real working copy, whose files were scanned. Its verifier knows nothing; it has no model."""
    files = TESTED | {"other.py": "X = 1\n"}
    source = python2_repo(tmp_path / "old", files)
    target = TargetRepo.acquire(str(source), None, tmp_path / "target_repo", run_id="r1")
    memory = Memory(Trace(tmp_path / "t.jsonl", "r1"))
    nobody: Any = None
    chosen = ChosenModel(nobody, "embedded", "rules", "nobody")
    verifier = Verifier(original=tmp_path / "old", scratch=tmp_path / "runs")
    made = Workbench(target, verifier, chosen, load(), memory)
    made.survey("test")
    return made


REFUSED = {
    "a test lost": ("test_half.py", Proposal({"test_half.py": "import half\n"}), "keeps its tests"),
    "an assertion lost": (
        "test_half.py",
        Proposal({"test_half.py": "import half\n\n\ndef test_half():\n    half.half(3)\n"}),
        "had 1 assertions and has 0",
    ),
    "a syntax error": ("half.py", Proposal({"half.py": "def half(:\n"}), "does not compile"),
    "somebody else's file": ("half.py", Proposal({"half.py": RIGHT, "other.py": "X = 2\n"}), "other.py"),
    "a file that is there": (
        "half.py",
        Proposal({"half.py": RIGHT}, new_files={"other.py": ""}),
        "overwrite",
    ),
    "a file outside": ("half.py", Proposal({"half.py": RIGHT}, new_files={"../x.py": ""}), "no file key"),
    "a refusal": ("half.py", Proposal({}, refusal="too hard"), "too hard"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_the_walls_refuse_the_colony_they_refuse_a_baseline(case: str, bench: Workbench) -> None:
    key, proposal, why = REFUSED[case]
    checked = bench.check(key, proposal)
    assert isinstance(checked, str) and why in checked


def test_a_candidate_and_its_new_file_are_one_commit(bench: Workbench) -> None:
    proposal = Proposal({"half.py": RIGHT}, new_files={"compat.py": "Y = 2\n"})
    candidate = bench.check("half.py", proposal)
    assert isinstance(candidate, Candidate)
    bench.put("test", candidate)
    bench.memory.judged("test", "half.py", judgement(0.9, 1))
    assert bench.conclude("test", "half.py", Status.VALIDATED, "shown") == Status.VALIDATED
    names = git(bench.target.root, "show", "--name-only", "--format=", bench.target.branch).split()
    assert sorted(names) == ["compat.py", "half.py"]


def test_a_conflict_in_git_is_the_files_failure_not_the_runs(bench: Workbench) -> None:
    candidate = bench.check("half.py", Proposal({"half.py": RIGHT}))
    assert isinstance(candidate, Candidate)
    bench.put("test", candidate)
    bench.memory.judged("test", "half.py", judgement(0.9, 1))
    (bench.target.root / "half.py").unlink()
    assert bench.conclude("test", "half.py", Status.VALIDATED, "shown") == Status.SKIPPED
    assert "Git conflict" in bench.memory.fact("half.py", "reason")


@pytest.mark.parametrize("name", BOTH)
def test_a_spent_budget_ends_the_run_and_says_so(name: str, tmp_path: Path) -> None:
    files = {f"f{n}.py": f"print {n}\n" for n in range(4)}
    source = python2_repo(tmp_path / "old", files)
    dear = says("```python\nprint(1)\n```", usage={"prompt_tokens": 5000, "completion_tokens": 4500})
    with LoopbackModel([dear]) as server:
        flags = scripted(tmp_path, server, max_tokens_total=10_000)
        flags = ("--repo", source, "--workspace", tmp_path / "w", *flags)
        ran = call(name, *flags, OPENAI_API_KEY="k")
    (left,) = left_by(name, tmp_path / "w")
    assert ran.code == 1
    assert left.run.summary["stop_reason"] == "budget_exhausted"
    assert left.run.metric("total_tokens") == 9500
    assert "pending" in left.run.summary["files_by_status"]


@pytest.mark.parametrize("name", BOTH)
def test_a_wrong_key_is_fatal_at_once_and_no_further_run_is_begun(name: str, tmp_path: Path) -> None:
    source = python2_repo(tmp_path / "old", TESTED)
    with LoopbackModel([error(401)]) as server:
        flags = ("--runs", 3, *scripted(tmp_path, server))
        ran = call(
            name, "--repo", source, "--workspace", tmp_path / "w", *flags, OPENAI_API_KEY="sk-secret-0"
        )
    assert ran.code == 3 and "OPENAI_API_KEY" in ran.err
    assert "sk-secret-0" not in ran.err + ran.out
    (left,) = left_by(name, tmp_path / "w")
    assert left.run.summary["stop_reason"] == "fatal"
    assert not (tmp_path / "w" / "run_1").exists()


def test_a_limit_on_ticks_counts_only_when_it_is_asked_for(tmp_path: Path) -> None:
    source = python2_repo(tmp_path / "old")
    flags = ("--repo", source, "--workspace", tmp_path / "w")
    ran = call("sequential", *flags, "--max-ticks", 2)
    (left,) = left_by("sequential", tmp_path / "w")
    assert ran.code == 1 and left.run.summary["stop_reason"] == "max_ticks"
    assert left.run.summary["files_by_status"] == {"transformed": 3}


def test_a_signal_ends_a_run_between_two_steps_with_its_summary(tmp_path: Path) -> None:
    source = python2_repo(tmp_path / "old", {"a.py": "print 1\n"})

    def interrupted(trial: Trial) -> None:
        trial.bench.survey("test")
        os.kill(os.getpid(), signal.SIGINT)
        trial.pause()

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STIGMERGY_PYTHON2", "none")
        arguments = ["--repo", str(source), "--workspace", str(tmp_path / "w"), "--runs", "2", "--quiet"]
        assert run_baseline("single_agent", "", interrupted, arguments) == 130
    (left,) = left_by("single_agent", tmp_path / "w")
    assert left.run.summary["stop_reason"] == "interrupted"
    assert left.run.summary["suite_retention"] is None
    assert [row.files_total for row in left.run.ticks()] == [1]


# -- deciding, ordering ------------------------------------------------------------------------------------------


class Notes:
    """A Validator's seat, as far as deciding goes."""

    agent = "validator"

    def __init__(self, quality: dict[str, Any]) -> None:
        self.quality = quality

    def read_one(self, kind: Kind, key: str) -> dict[str, Any]:
        return self.quality


@settings(deadline=None)
@given(
    confidence=st.sampled_from([0.0, 0.4, 0.49, 0.5, 0.6, 0.79, 0.8, 1.0]),
    failed=st.integers(0, 8),
    left=st.integers(0, 2),
)
def test_the_same_evidence_leads_to_the_same_decision_as_in_the_colony(
    confidence: float, failed: int, left: int
) -> None:
    shown = judgement(confidence, 3, failed)
    seat: Any = Notes(shown.as_dict())
    entry = {"status": "tested", "metadata": {"candidates_left": left}}
    (verdict,) = Validator(seat).decide({"a.py": entry})
    assert Thresholds.of(load()).decide(shown, left) == (verdict.status, verdict.reason)


@given(st.dictionaries(st.sampled_from("abcdefgh"), st.sets(st.sampled_from("abcdefghz"))))
def test_every_file_is_read_once(imports: dict[str, set[str]]) -> None:
    assert sorted(reading_order(imports)) == sorted(imports)


@given(st.lists(st.sets(st.integers(0, 11)), max_size=12))
def test_without_cycles_a_file_comes_after_what_it_imports(graph: list[set[int]]) -> None:
    imports = {f"m{n}.py": [f"m{k}.py" for k in below if k < n] for n, below in enumerate(graph)}
    order = reading_order(imports)
    for key, imported in imports.items():
        assert all(order.index(needed) < order.index(key) for needed in imported)


def test_a_files_tests_come_as_soon_as_what_they_import_is_done() -> None:
    imports = {"a.py": [], "b.py": [], "test_a.py": ["a.py"], "c.py": ["b.py"]}
    assert reading_order(imports) == ["a.py", "test_a.py", "b.py", "c.py"]


# -- wrong input -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([], "--repo URL_OR_PATH is needed"),
        (["--repo", "x", "--runs", "0"], "'0' is not a number of at least 1"),
        (["--repo", "x", "--runs", "two"], "'two' is not a number of at least 1"),
        (["--repo", "x", "--fast"], "unrecognized arguments: --fast"),
        (["--repo", "x", "--provider", "oracle"], "invalid choice"),
    ],
)
def test_wrong_use_is_told_and_nothing_is_touched(
    name: str, arguments: list[str], why: str, tmp_path: Path
) -> None:
    ran = call(name, *arguments, "--workspace", tmp_path / "w")
    assert ran.code == 2 and why in ran.err
    assert not (tmp_path / "w").exists()


@pytest.mark.parametrize("name", BOTH)
def test_a_repository_that_is_not_there_is_one_line_and_leaves_nothing(name: str, tmp_path: Path) -> None:
    ran = call(name, "--repo", tmp_path / "nowhere", "--runs", 3, "--workspace", tmp_path / "w")
    assert ran.code == 2 and "nowhere" in ran.complaint
    assert not (tmp_path / "w").exists()


def test_a_ref_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    source = python2_repo(tmp_path / "old")
    ran = call("sequential", "--repo", source, "--repo-ref", "v9", "--workspace", tmp_path / "w")
    assert ran.code == 2 and "v9" in ran.complaint


def test_settings_that_contradict_each_other_are_refused_before_a_workspace_is_made(tmp_path: Path) -> None:
    source = python2_repo(tmp_path / "old")
    flags = ("--provider", "embedded", "--code-model", "llm")
    ran = call("single_agent", "--repo", source, "--workspace", tmp_path / "w", *flags)
    assert ran.code == 2 and "llm" in ran.complaint
    assert not (tmp_path / "w").exists()


def test_an_issue_keeps_its_frames_in_the_trace(tmp_path: Path) -> None:
    trace = Trace(tmp_path / "t.jsonl", "r1")
    issue = Issue("test_a", "a.py", 3, "TypeError", "no")
    shown = Judgement(0.2, Evidence(EvidenceKind.TESTS, regressed=("test_a",)), (issue,))
    Memory(trace).judged("one", "a.py", shown)
    trace.close()
    record = json.loads((tmp_path / "t.jsonl").read_text())
    assert Issue.from_dict(record["after"]["issues"][0]) == issue
    assert record["after"]["evidence"]["regressed"] == ["test_a"]
