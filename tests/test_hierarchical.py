"""Planner, coder, reviewer: what they are told and say, worktrees, gates and scores, migrations and ideas."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from baseline_door import call, left_by, scripted
from front_door import EXACT, python2_repo
from git_fixtures import git, make_repo, tree_digest
from hypothesis import given
from hypothesis import strategies as st
from loopback_model import LoopbackModel, Reply, says

from baselines.contained import CommandRunner, parsed
from baselines.planning.hierarchy import Outcome, Team
from baselines.planning.ideas import ideas_in
from baselines.planning.planner import plan_in
from baselines.planning.reviewer import ReviewIssue, review_in
from baselines.planning.scoring import ScoreError, score
from baselines.planning.stand_ins import plain_review
from baselines.planning.worktrees import Difference, Worktrees
from baselines.working_tree import clone_of
from environment.git_acquire import commit_at
from environment.git_commands import TargetError
from stigmergy.settings import SettingsError
from verification.settings import VerificationSettings

SERVER = Path(__file__).with_name("mcp_agent_server.py")

# -- what is said ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "PLAN\n1. a\nRISKS\n- b",
        "Sure.\n\n## PLAN\n1. a\n\n## RISKS:\n- b\n",
        "**PLAN:** 1. a\n**RISKS**\n- b",
    ],
)
def test_a_plan_is_read(text: str) -> None:
    plan = plan_in(text)
    assert plan.steps.strip("* ") == "1. a" and plan.risks.strip("* \n") == "- b".strip("* ")


@pytest.mark.parametrize(
    ("text", "missing"), [("PLAN\n1. a", "RISKS"), ("RISKS\n- b", "PLAN"), ("PLAN\n\nRISKS\n-", "PLAN")]
)
def test_a_plan_without_a_section_is_none(text: str, missing: str) -> None:
    with pytest.raises(ValueError, match=missing):
        plan_in(text)


@pytest.mark.parametrize(
    ("text", "approved"),
    [
        ("VERDICT: APPROVE", True),
        ("All is well.\n**VERDICT: APPROVED**\n", True),
        ("> verdict: approve", True),
        ("VERDICT: REJECT\n- a.py:3: wrong", False),
        ("## VERDICT: REJECTED", False),
    ],
)
def test_a_verdict_is_read(text: str, approved: bool) -> None:
    assert review_in(text).approved == approved


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I approve.",
        "VERDICT: MAYBE",
        "VERDICT: APPROVE\nVERDICT: REJECT",
        "The VERDICT: APPROVE is not given",
    ],
)
def test_what_is_no_verdict_approves_nothing(text: str) -> None:
    with pytest.raises(ValueError, match=r"no line VERDICT|two verdicts"):
        review_in(text)


def test_issues_name_their_places() -> None:
    text = "VERDICT: REJECT\n- pkg/a.py:12: wrong\n2. `b.py`: late\n* the README of c.py is old\n- all of it\nnot one"
    issues = review_in(text, ["pkg/a.py", "b.py", "c.py"]).issues
    assert issues == (
        ReviewIssue("pkg/a.py:12: wrong", "pkg/a.py", 12),
        ReviewIssue("`b.py`: late", "b.py", 0),
        ReviewIssue("the README of c.py is old", "c.py", 0),
        ReviewIssue("all of it", "", 0),
    )


def test_a_review_without_a_model_sees_marks_of_conflicts_and_hidden_files() -> None:
    diff = "+++ b/a.py\n@@ -1,2 +3,3 @@\n x\n+<<<<<<< ours\n+y\n"
    told = review_in(plain_review(Difference(diff, ("a.py",), "t", ("hidden.log",)), ""))
    assert [(i.file, i.line) for i in told.issues] == [("a.py", 4), ("hidden.log", 1)]
    assert review_in(plain_review(Difference("+++ b/a.py\n@@ -0,0 +1 @@\n+y", ("a.py",), "t"), "")).approved


# -- scores ------------------------------------------------------------------------------------------------------

BEFORE = b"case,size,accuracy\na,1,0.5\nb,1,0.5\nc,1,0.8\n"


def test_rows_are_matched_by_their_keys_and_the_metric_is_compared() -> None:
    after = b"case,size,accuracy\nb,1,0.7\na,1,0.5\nd,1,0.1\n"
    found = score(BEFORE, after, metric="accuracy")
    assert found.score == pytest.approx(0.1)
    assert (found.better, found.equal, found.worse) == (1, 1, 0)
    assert (found.missing, found.added) == (("c",), ("d",))
    assert "1 rows of the baseline have no result" in found.notes[0]
    assert found.rows[1].change == pytest.approx(0.4)
    assert score(BEFORE, after, "accuracy", higher_is_better=False).score == pytest.approx(-0.1)


def test_repeats_of_a_row_are_averaged() -> None:
    after = b"case,size,accuracy\na,1,0.4\na,1,0.8\n"
    assert score(BEFORE, after, "accuracy", key_columns=["case"]).score == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("after", "options", "why"),
    [
        (b"", {}, "the results hold no row"),
        (b"case,accuracy\n", {}, "the results hold no row"),
        (b"\xff\xfe", {}, "no CSV in UTF-8"),
        (b"case,accuracy\na\n", {"metric": "accuracy"}, "longer or shorter than their header"),
        (b"case,accuracy\na,1,2\n", {"metric": "accuracy"}, "longer or shorter than their header"),
        (b"case,speed\na,1\n", {"metric": "accuracy"}, "the results have no column accuracy"),
        (b"case,size,accuracy\na,1,nan\n", {"metric": "accuracy"}, "line 2: accuracy is 'nan'"),
        (b"case,size,accuracy\nz,1,1\n", {"metric": "accuracy"}, "no row of the results matches"),
        (b"case,size,accuracy\na,1,1\n", {}, "several (size, accuracy) of the columns could be the metric"),
    ],
)
def test_what_can_not_be_scored_is_explained(after: bytes, options: dict[str, Any], why: str) -> None:
    with pytest.raises(ScoreError, match=re.escape(why)):
        score(BEFORE, after, **options)


@given(st.lists(st.tuples(st.integers(-99, 99), st.integers(-99, 99)), min_size=1, max_size=9))
def test_a_score_changes_its_sign_with_the_sides(pairs: list[tuple[int, int]]) -> None:
    one = "".join(f"k{n},{a}\n" for n, (a, _) in enumerate(pairs))
    two = "".join(f"k{n},{b}\n" for n, (_, b) in enumerate(pairs))
    there = score(f"key,m\n{one}".encode(), f"key,m\n{two}".encode())
    back = score(f"key,m\n{two}".encode(), f"key,m\n{one}".encode())
    assert there.score == pytest.approx(-back.score)
    assert (there.better, there.equal, there.worse) == (back.worse, back.equal, back.better)
    assert there.better + there.equal + there.worse == len(pairs)


# -- worktrees ---------------------------------------------------------------------------------------------------

TREE = {"a.py": "A = 1\n", "gone.py": "G = 1\n", ".gitignore": "*.log\n", "pkg/b.py": "B = 1\n"}


def test_the_difference_is_all_that_changed_and_the_worktree_goes(tmp_path: Path) -> None:
    repository = make_repo(tmp_path / "r", TREE)
    before = git(repository, "status", "--porcelain"), commit_at(repository, "HEAD")
    worktrees = Worktrees(repository, tmp_path / "w")
    with worktrees.opened("one", before[1]) as worktree:
        assert worktree.difference().files == ()
        (worktree.path / "a.py").write_text("A = 2\n")
        (worktree.path / "gone.py").unlink()
        (worktree.path / "new" / "deep").mkdir(parents=True)
        (worktree.path / "new" / "deep" / "c.py").write_text("C = 1\n")
        (worktree.path / "out.log").write_text("hidden\n")
        (worktree.path / "pkg" / "__pycache__").mkdir()
        (worktree.path / "pkg" / "__pycache__" / "b.pyc").write_bytes(b"\0")
        # Whoever works there may break its link to the repository: it is not asked.
        (worktree.path / ".git").write_text("gitdir: /nowhere\n")
        found = worktree.difference()
        assert found.files == ("a.py", "gone.py", "new/deep/c.py")
        assert "+A = 2" in found.text and "-G = 1" in found.text and "+C = 1" in found.text
        assert found.ignored == ("out.log",)
        worktree.commit(found, "kept", "idea/one")
    assert not worktree.path.exists()
    assert git(repository, "show", "idea/one:new/deep/c.py") == "C = 1\n"
    assert (git(repository, "status", "--porcelain"), commit_at(repository, "HEAD")) == before
    assert git(repository, "worktree", "list").count("\n") == 1


def test_worktrees_that_were_left_behind_are_cleaned_and_kept_ones_stay(tmp_path: Path) -> None:
    repository = make_repo(tmp_path / "r", TREE)
    base, worktrees = commit_at(repository, "HEAD"), Worktrees(repository, tmp_path / "w")
    with worktrees.opened("kept", base, keep=True):
        pass
    (tmp_path / "w" / "stale").mkdir()
    (tmp_path / "w" / "stale" / "x.py").write_text("")
    assert worktrees.clean() == ["stale"]
    assert (tmp_path / "w" / "kept" / "a.py").exists() and not (tmp_path / "w" / "stale").exists()
    with pytest.raises(RuntimeError, match="on purpose"), worktrees.opened("other", base) as other:
        raise RuntimeError("on purpose")
    assert not other.path.exists()


def test_work_can_begin_at_what_is_not_committed_yet(tmp_path: Path) -> None:
    source = make_repo(tmp_path / "r", TREE)
    (source / "a.py").write_text("A = 2\n")
    (source / "gone.py").unlink()
    (source / "new.py").write_text("N = 1\n")
    (source / "x.log").write_text("not this\n")
    before = tree_digest(source)
    base = clone_of(str(source), None, tmp_path / "clone", True)
    listed = git(tmp_path / "clone", "ls-tree", "-r", "--name-only", base).split()
    assert listed == [".gitignore", "a.py", "new.py", "pkg/b.py"]
    assert git(tmp_path / "clone", "show", f"{base}:a.py") == "A = 2\n"
    assert git(tmp_path / "clone", "rev-parse", f"{base}^") == git(source, "rev-parse", "HEAD")
    assert git(tmp_path / "clone", "status", "--porcelain") == ""
    assert tree_digest(source) == before
    assert clone_of(str(source), None, tmp_path / "committed", False) == commit_at(source, "HEAD")


def test_no_working_tree_to_begin_at_is_told(tmp_path: Path) -> None:
    source = make_repo(tmp_path / "r", TREE)
    with pytest.raises(SettingsError, match="choose one"):
        clone_of(str(source), "v1", tmp_path / "c", True)
    with pytest.raises(SettingsError, match="needs a local repository"):
        clone_of("https://example.org/x.git", None, tmp_path / "c", True)
    with pytest.raises(TargetError, match="no such folder"):
        clone_of(str(tmp_path / "nowhere"), None, tmp_path / "c", True)
    assert not (tmp_path / "c").exists()


# -- commands ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("", "is empty"),
        ("pytest && rm -rf /", "needs a shell for '&&'"),
        ("pytest > out", "needs a shell for '>'"),
        ("pytest | tee log", "needs a shell for '|'"),
        ("A=1 pytest", "needs a shell for 'A=1'"),
        ("pytest 'x", "can't be read as a command"),
    ],
)
def test_a_command_that_needs_a_shell_is_refused(command: str, why: str) -> None:
    with pytest.raises(SettingsError, match=re.escape(why)):
        parsed(command, "here")
    assert parsed("python -m pytest -k 'a and b'", "here") == ["python", "-m", "pytest", "-k", "a and b"]


def test_a_command_runs_contained_over_a_copy_and_its_results_come_back(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    script = "import os, sys\nopen('r.csv', 'w').write('a,b\\n')\nos.symlink('/etc/passwd', 's.csv')\nprint(sys.argv)\n"
    (tree / "job.py").write_text(script + "open('job.py', 'w').write('')\nsys.exit(3)\n")
    runner = CommandRunner(VerificationSettings(python2="none"), tmp_path / "scratch")
    done = runner.run(tree, ["python", "job.py", "$HOME", "*"], 60.0, ("r.csv", "s.csv", "../x", "none.csv"))
    assert (done.returncode, done.ok, done.files) == (3, False, {"r.csv": b"a,b\n"})
    assert "['job.py', '$HOME', '*']" in done.output
    assert (tree / "job.py").read_text() and not (tree / "r.csv").exists()
    missing = runner.run(tree, ["no-such-program"], 60.0)
    assert not missing.ok and "no-such-program does not exist" in missing.output


# -- a migration -------------------------------------------------------------------------------------------------

KEPT = [
    "agents_trace.jsonl", "coder_output_round_1.txt", "coder_prompt_round_1.txt", "diff_round_1.diff", "idea.md",
    "plan.md", "planner_prompt.txt", "review_round_1.md", "reviewer_prompt_round_1.txt", "summary.json", "tests.log",
]  # fmt: skip
SWEEP = "import csv\nwith open('results.csv', 'w') as f:\n    f.write('case,score\\na,42\\n')\n"


def artefacts_of(workspace: Path) -> Path:
    (folder,) = (workspace / "hierarchical").iterdir()
    return folder


def test_a_migration_keeps_everything_and_ends_with_its_gates(tmp_path: Path) -> None:
    files = {**EXACT, "sweep.py": SWEEP}
    source = python2_repo(tmp_path / "old", files)
    (source / "clean.py").write_text("X = 2\n")
    baseline = tmp_path / "base.csv"
    baseline.write_text("case,score\na,40\n")
    flags = ("--base-on-working-tree", "--keep-worktrees", "--test-command", "python -c 'import loud, clean'")
    flags += ("--sweep-command", "python sweep.py", "--baseline-csv", str(baseline))
    ran = call("hierarchical", "--repo", source, "--workspace", tmp_path / "w", *flags)
    assert ran.code == 0, ran.err
    (left,) = left_by("hierarchical", tmp_path / "w")
    assert left.states["loud.py"] == "validated"
    folder = artefacts_of(left.workspace)
    assert sorted(p.name for p in folder.iterdir()) == sorted([*KEPT, "sweep.log", "results.csv"])
    summary = json.loads((folder / "summary.json").read_text())
    assert (summary["status"], summary["rounds"], summary["approved"]) == ("accepted", 1, True)
    assert summary["tests"]["command"] == "python -c 'import loud, clean'"
    assert summary["sweep"]["score"]["score"] == 2.0
    assert (
        "PLAN" in (folder / "plan.md").read_text()
        and "print_statement" in (folder / "planner_prompt.txt").read_text()
    )
    assert '+    print("n is", n)' in (folder / "diff_round_1.diff").read_text()
    events = [json.loads(line) for line in (folder / "agents_trace.jsonl").read_text().splitlines()]
    assert [(e["agent"], e["event"]) for e in events] == [
        ("planner", "planned"), ("coder", "asked"), ("coder", "coded"), ("reviewer", "approved"),
        ("tests", "passed"), ("sweep", "passed"),
    ]  # fmt: skip
    (kept,) = [p for p in (left.workspace / "worktrees").iterdir() if p.is_dir()]
    assert (kept / "loud.py").read_text().startswith('def loud(n):\n    print("n is"')
    delivered = git(left.workspace / "target_repo", "show", f"{left.run.summary['branch']}:clean.py")
    assert delivered == "X = 2\n", "it began at what was not committed"
    assert left.run.manifest["hierarchical"]["max_review_rounds"] == 4


TESTED = {
    "half.py": 'def half(n):\n    print "halving", n\n    return n / 2\n',
    "test_half.py": "import half\n\n\ndef test_half():\n    assert half.half(3) == 1\n",
}
WRONG = 'def half(n):\n    print("halving", n)\n    return n / 2\n'
RIGHT = 'def half(n):\n    print("halving", n)\n    return n // 2\n'


def team(review: Any) -> Any:
    """A model in all three roles; `review` makes the reviewer's answer from its prompt."""

    def answer(request: dict[str, Any]) -> Reply:
        system, text = (request["messages"][n]["content"] for n in (0, -1))
        if "You plan the work" in system:
            return says("PLAN\n1. half.py: floor division\n\nRISKS\n- the quotient\n")
        if "You review" in system:
            return says(review(text))
        if "<region" in text:
            region = re.findall(r"^(R\d+) \(lines", text, re.MULTILINE)[-1]
            return says(
                f"REGION {region}\n<<<<<<< SEARCH\n    return n / 2\n=======\n    return n // 2\n>>>>>>> REPLACE"
            )
        return says(f"```python\n{RIGHT if 'floors' in text else WRONG}```")

    return answer


def test_a_rejection_goes_back_to_the_coder_with_its_issues(tmp_path: Path) -> None:
    def review(text: str) -> str:
        if "n // 2" in text.partition("<diff")[2]:
            return "VERDICT: APPROVE"
        return "VERDICT: REJECT\n- half.py:3: in Python 2 this floors\n"

    source = python2_repo(tmp_path / "old", TESTED)
    with LoopbackModel(team(review)) as server:
        flags = scripted(tmp_path, server)
        ran = call(
            "hierarchical", "--repo", source, "--workspace", tmp_path / "w", *flags, OPENAI_API_KEY="k"
        )
        requests = server.requests
    assert ran.code == 0, ran.err
    (left,) = left_by("hierarchical", tmp_path / "w")
    assert left.states == dict.fromkeys(TESTED, "validated")
    folder = artefacts_of(left.workspace)
    names = {p.name for p in folder.iterdir()}
    assert {"coder_fix_prompt_round_2.txt", "diff_round_2.diff", "review_round_2.md"} <= names
    assert "in Python 2 this floors" in (folder / "coder_fix_prompt_round_2.txt").read_text()
    coder = [
        r["messages"][1]["content"]
        for r in requests
        if "You plan" not in str(r) and "You review" not in str(r)
    ]
    assert "floor division" in coder[0], "the plan reaches the coder"
    assert "in Python 2 this floors" in coder[1] and "AssertionError" in coder[1]
    assert left.run.metric("retry_resolution_rate") == 1.0
    assert len(requests) == 5 and left.run.metric("total_tokens") == 5 * 150


@pytest.mark.slow
def test_what_is_rejected_to_the_end_goes_to_a_person_and_no_gate_is_passed(tmp_path: Path) -> None:
    source = python2_repo(tmp_path / "old", TESTED)
    with LoopbackModel(
        team(lambda text: "VERDICT: REJECT\n- half.py:1: I do not like it; it floors\n")
    ) as server:
        flags = (*scripted(tmp_path, server), "--max-review-rounds", 2)
        ran = call(
            "hierarchical", "--repo", source, "--workspace", tmp_path / "w", *flags, OPENAI_API_KEY="k"
        )
    assert ran.code == 0, ran.err
    (left,) = left_by("hierarchical", tmp_path / "w")
    assert left.states == {"half.py": "needs_review", "test_half.py": "validated"}
    assert "the reviewer rejects it: half.py:1: I do not like it" in left.fact("half.py", "reason")
    folder = artefacts_of(left.workspace)
    assert json.loads((folder / "summary.json").read_text())["status"] == "rejected"
    assert not (folder / "tests.log").exists()


@pytest.mark.slow
def test_an_external_coder_migrates_under_the_same_walls(tmp_path: Path) -> None:
    pytest.importorskip("mcp")
    files = {"product.py": "def answer():\n    print 42\n    return 42\n", "bad.py": "print 1\n"}
    source = python2_repo(tmp_path / "old", files)
    flags = ("--coder", "mcp", "--mcp-command", f"{sys.executable} {SERVER} edit", "--max-review-rounds", 1)
    ran = call("hierarchical", "--repo", source, "--workspace", tmp_path / "w", *flags)
    assert ran.code == 0, ran.err
    (left,) = left_by("hierarchical", tmp_path / "w")
    assert left.states["bad.py"] == "skipped", "the agent left it in Python 2"
    assert left.fact("product.py", "rules") == ["model:stand-in"]
    assert (artefacts_of(left.workspace) / "codex_mcp_transcript.jsonl").exists()


# -- ideas -------------------------------------------------------------------------------------------------------


def test_ideas_are_worked_on_in_worktrees_of_their_own(tmp_path: Path) -> None:
    pytest.importorskip("mcp")
    source = make_repo(
        tmp_path / "r",
        {
            "product.py": "def answer():\n    return 41\n",
            "test_product.py": "import product\n\n\ndef test_answer():\n    assert product.answer() == 42\n",
            "sweep.py": SWEEP,
        },
    )
    before = tree_digest(source)
    (tmp_path / "ideas").mkdir()
    (tmp_path / "ideas" / "the answer.md").write_text("# Make it 42\n")
    (tmp_path / "base.csv").write_text("case,score\na,40\n")
    flags = (
        "--coder",
        "mcp",
        "--mcp-command",
        f"{sys.executable} {SERVER} reply",
        "--workspace",
        tmp_path / "w",
    )
    flags += ("--sweep-command", "python sweep.py", "--baseline-csv", tmp_path / "base.csv")
    ran = call("hierarchical", "--repo", source, "--ideas", tmp_path / "ideas", *flags)
    assert ran.code == 0, ran.err
    assert re.search(r"^the-answer +accepted +score \+2$", ran.out, re.MULTILINE)
    assert tree_digest(source) == before
    (run,) = (tmp_path / "w" / "ideas").iterdir()
    folder = run / "the-answer"
    fixed = ["coder_fix_prompt_round_2.txt", "coder_output_round_2.txt", "diff_round_2.diff"]
    more = [
        "reviewer_prompt_round_2.txt",
        "review_round_2.md",
        "codex_mcp_transcript.jsonl",
        "mcp_server.log",
    ]
    assert sorted(p.name for p in folder.iterdir()) == sorted(
        [*KEPT, *fixed, *more, "sweep.log", "results.csv"]
    )
    assert "a mark of a conflict was left" in (folder / "coder_fix_prompt_round_2.txt").read_text()
    assert "notes.txt" in (folder / "diff_round_1.diff").read_text(), "an untracked file"
    summary = json.loads((folder / "summary.json").read_text())
    assert summary["rounds"] == 2 and summary["files"] == ["notes.txt", "product.py"]
    assert git(run / "repository", "show", "idea/the-answer:product.py").endswith("return 42\n")
    assert list((tmp_path / "w" / "worktrees").iterdir()) == []


@pytest.mark.slow
def test_a_gate_that_fails_is_the_ideas_end_and_its_change_is_kept(tmp_path: Path) -> None:
    source = make_repo(tmp_path / "r", {"old.py": "print 'x'\n"})
    (tmp_path / "ideas").mkdir()
    (tmp_path / "ideas" / "three.md").write_text("Move to Python 3\n")
    flags = ("--ideas", tmp_path / "ideas", "--workspace", tmp_path / "w", "--repo", source)
    ran = call("hierarchical", *flags, "--test-command", "python -c 'raise SystemExit(5)'")
    assert ran.code == 0, ran.err
    assert "tests_failed" in ran.out and "exit status 5" in ran.out
    ran = call("hierarchical", *flags, "--sweep-command", "python old.py", "--test-command", "python old.py")
    assert "sweep_failed" in ran.out and "it left no results.csv" in ran.out
    for run in (tmp_path / "w" / "ideas").iterdir():
        assert git(run / "repository", "show", "idea/three:old.py") == "print('x')\n"
    ran = call("hierarchical", *flags)
    assert "tests_failed" in ran.out and "no tests were found" in ran.out, "zero tests are no success"


def test_an_idea_that_is_begun_says_so_before_it_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = make_repo(tmp_path / "r", {"old.py": "print 'x'\n"})
    (tmp_path / "ideas").mkdir()
    (tmp_path / "ideas" / "three.md").write_text("Move to Python 3\n")
    seen = []

    def look(self: Team, *arguments: Any, **more: Any) -> Outcome:
        seen.append(json.loads((self.artefacts.folder / "summary.json").read_text())["status"])
        return Outcome("rejected", 1, reason="looked only")

    monkeypatch.setattr(Team, "work", look)
    flags = ("--ideas", tmp_path / "ideas", "--workspace", tmp_path / "w", "--repo", source)
    assert call("hierarchical", *flags).code == 0
    assert seen == ["started"]
    (summary,) = (tmp_path / "w" / "ideas").glob("*/three/summary.json")
    assert json.loads(summary.read_text())["status"] == "rejected"


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({}, "holds no file"),
        ({"a.md": ""}, "a.md is empty"),
        ({"a.md": "x", "a.txt": "y"}, "several files are called a"),
        ({".hidden": "x"}, "holds no file"),
    ],
)
def test_a_folder_without_ideas_is_told(files: dict[str, str], why: str, tmp_path: Path) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    with pytest.raises(SettingsError, match=why):
        ideas_in(tmp_path)


def test_wrong_use_of_ideas_touches_nothing(tmp_path: Path) -> None:
    (tmp_path / "ideas").mkdir()
    (tmp_path / "ideas" / "a.md").write_text("x")
    for flags, why in (
        (["--ideas", tmp_path / "ideas"], "--ideas needs --repo"),
        (["--ideas", tmp_path / "no", "--repo", "x"], "is no folder"),
        (["--ideas", tmp_path / "ideas", "--repo", tmp_path / "nowhere"], "nowhere"),
        (["--ideas", tmp_path / "ideas", "--repo", "x", "--sweep-command", "a | b"], "needs a shell"),
        (["--ideas", tmp_path / "ideas", "--repo", "x", "--baseline-csv", "b.csv"], "no sweep_command"),
        (
            [
                "--ideas",
                tmp_path / "ideas",
                "--repo",
                "x",
                "--sweep-command",
                "a",
                "--baseline-csv",
                "no.csv",
            ],
            "no.csv can't be read",
        ),
    ):
        ran = call("hierarchical", *flags, "--workspace", tmp_path / "w")
        assert ran.code == 2 and why in ran.err, ran.err
        assert not (tmp_path / "w").exists()


def test_a_migration_with_wrong_commands_touches_nothing(tmp_path: Path) -> None:
    source = python2_repo(tmp_path / "old")
    for flags, why in (
        (["--sweep-command", "a > b"], "needs a shell"),
        (["--coder", "mcp", "--mcp-command", "no-such-agent"], "there is no program 'no-such-agent'"),
        (["--base-on-working-tree", "--repo-ref", "v1"], "choose one"),
    ):
        ran = call("hierarchical", "--repo", source, "--workspace", tmp_path / "w", *flags)
        assert ran.code == 2 and why in ran.err, ran.err
        assert not (tmp_path / "w").exists()


def test_importing_the_scripts_loads_nothing_slow() -> None:
    slow = ("mcp", "openai", "pandas", "pydantic", "yaml")
    code = f"import sys, baselines.hierarchical; print([m for m in {slow} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
