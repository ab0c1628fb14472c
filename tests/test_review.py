"""The person's turn: what is shown, what may be typed, and that every decision is on record with who and why."""

from __future__ import annotations

import getpass
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pexpect
import pytest
from front_door import (
    ROOT,
    Ran,
    call,
    delivered,
    environment,
    left_over,
    python2_repo,
    records_of,
    spawn,
    states_of,
    status_of,
    verify,
)
from git_fixtures import git

#: More than any evidence gives without a Python 2.7 to compare with: every file needs a person.
STRICT = "thresholds: {validator_confidence_high: 0.95}\n"
FILES = {
    "a.py": 'def a(n):\n    print "a", n\n    return list(xrange(n))\n',
    "b.py": 'def b(n):\n    print "b", n\n    return list(xrange(n))\n',
    "test_ab.py": (
        "import unittest\n\nimport a\nimport b\n\n\nclass T(unittest.TestCase):\n    def test_both(self):\n"
        "        self.assertEqual(a.a(3), b.b(3))\n"
    ),
}


@pytest.fixture(scope="module")
def reviewable(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workspace of a run that leaves its files to a person. To be copied."""
    folder = tmp_path_factory.mktemp("reviewable")
    (folder / "w").mkdir()
    config = folder / "w" / "strict.yaml"
    config.write_text(STRICT)
    repo = python2_repo(folder / "old", FILES)
    ran = call("--repo", repo, "--workspace", folder / "w", "--config", config)
    assert ran.code == 0, ran.err
    assert states_of(folder / "w") == dict.fromkeys(FILES, "needs_review"), ran.out
    assert "python main.py --review" in ran.out
    return folder / "w"


@pytest.fixture
def workspace(reviewable: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(reviewable, tmp_path / "w", symlinks=True))


def typed(workspace: Path, *lines: str) -> Ran:
    """A review with these lines on standard input, and its end after them."""
    return spawn("--review", "--workspace", workspace, stdin="".join(f"{line}\n" for line in lines))


def decisions(workspace: Path) -> list[dict[str, Any]]:
    """What people have deposited, in order."""
    return [
        {"file": r["file"], **r["after"]["metadata"]["decision"]}
        for r in records_of(workspace)
        if r["agent"] == "human" and r["action"] != "refused"
    ]


def test_the_end_of_input_is_quit_and_changes_nothing(workspace: Path) -> None:
    before = (workspace / "pheromones" / "audit_log.jsonl").read_bytes()
    for lines in ([], ["q"], ["quit"], ["QUIT "], ["list"]):
        ran = typed(workspace, *lines)
        assert ran.code == 0 and "Traceback" not in ran.err
        assert "3 files need a person" in ran.out and "0 decided, 3 left" in ran.out
    assert (workspace / "pheromones" / "audit_log.jsonl").read_bytes() == before
    assert set(states_of(workspace).values()) == {"needs_review"}


@pytest.mark.parametrize("nonsense", ["", "x", "approve everything", "ä", "\x00", "y" * 5000, "-a", "1"])
def test_nonsense_is_asked_again_and_decides_nothing(nonsense: str, workspace: Path) -> None:
    ran = typed(workspace, nonsense, "q")
    assert ran.code == 0 and "is no command" in ran.out and "[a]pprove" in ran.out
    assert decisions(workspace) == []


def test_bytes_that_are_no_text_are_asked_again(workspace: Path) -> None:
    done = subprocess.run(
        [sys.executable, "main.py", "--review", "--workspace", str(workspace)],
        cwd=ROOT,
        env=environment(),
        input=b"\xff\xfe\nq\n",
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0 and b"Traceback" not in done.stderr, done.stderr.decode()


def test_list_diff_and_evidence_show_what_a_decision_needs(workspace: Path) -> None:
    ran = typed(workspace, "l", "d", "e", "q")
    assert all(f"open     {key}" in ran.out for key in FILES)
    assert "--- a/a.py" in ran.out and '+    print("a", n)' in ran.out and '-    print "a", n' in ran.out
    assert ": 1 of 1 tests pass" in ran.out and "sandbox" in ran.out


def test_an_approval_is_one_commit_and_on_record(workspace: Path) -> None:
    before = delivered(workspace)["a.py"]
    ran = typed(workspace, "approve", "read it, looks right", "q")
    assert ran.code == 0 and "1 decided, 2 left" in ran.out, ran.out + ran.err
    assert decisions(workspace) == [
        {
            "file": "a.py",
            "verdict": "approve",
            "who": getpass.getuser(),
            "why": "read it, looks right",
            "hint": "",
        }
    ]
    entry = status_of(workspace)["a.py"]
    assert entry["status"] == "validated" and entry["metadata"]["decided_by"] == getpass.getuser()
    assert before == FILES["a.py"] and 'print("a", n)' in delivered(workspace)["a.py"]
    assert delivered(workspace)["b.py"] == FILES["b.py"]
    subject = git(workspace / "target_repo", "log", "-1", "--format=%s", "HEAD").strip()
    assert subject.startswith("migrate(a.py)")
    verify(workspace)
    assert left_over(workspace) == []


def test_a_skip_is_final_and_says_who(workspace: Path) -> None:
    typed(workspace, "s", "dead code", "q")
    entry = status_of(workspace)["a.py"]
    assert entry["status"] == "skipped" and entry["metadata"]["reason"] == "dead code"
    assert entry["metadata"]["decided_by"] == getpass.getuser()
    again = typed(workspace, "l", "q")
    assert "a.py" not in again.out, "what is decided is not asked again"


def test_a_retry_is_free_and_done_by_resume(workspace: Path) -> None:
    ran = typed(workspace, "r", "try once more", "mind the bytes", "q")
    assert "python main.py --resume" in ran.out
    entry = status_of(workspace)["a.py"]
    assert entry["status"] == "retry" and entry["retry_count"] == 0
    assert decisions(workspace)[0]["hint"] == "mind the bytes"
    resumed = call("--resume", "--workspace", workspace, "--config", workspace / "strict.yaml")
    assert resumed.code == 0, resumed.out + resumed.err
    assert states_of(workspace)["a.py"] in ("needs_review", "validated")
    verify(workspace)


def test_all_are_decided_in_one_sitting_and_nothing_is_left(workspace: Path) -> None:
    ran = typed(workspace, "a", "", "a", "", "a", "")
    assert ran.code == 0 and "3 decided, 0 left" in ran.out
    assert set(states_of(workspace).values()) == {"validated"}
    assert 'print("b", n)' in delivered(workspace)["b.py"]
    assert "No file needs a person" in typed(workspace).out
    verify(workspace)


def test_next_leaves_a_case_open(workspace: Path) -> None:
    ran = typed(workspace, "n", "s", "second one", "q")
    assert "1 decided, 2 left" in ran.out
    assert states_of(workspace)["a.py"] == "needs_review" and states_of(workspace)["b.py"] == "skipped"


@pytest.mark.parametrize("verdict", ["a", "s", "r"])
def test_input_that_ends_before_the_reason_decides_nothing(verdict: str, workspace: Path) -> None:
    ran = typed(workspace, verdict)
    assert ran.code == 0 and "Traceback" not in ran.err
    assert decisions(workspace) == [] and "0 decided, 3 left" in ran.out


def test_the_word_quit_can_be_a_reason(workspace: Path) -> None:
    typed(workspace, "s", "quit", "q")
    assert decisions(workspace)[0]["why"] == "quit"


def test_on_a_terminal(workspace: Path) -> None:
    child = pexpect.spawn(
        sys.executable,
        ["main.py", "--review", "--workspace", str(workspace)],
        cwd=str(ROOT),
        env=environment(),
        encoding="utf-8",
        timeout=30,
    )
    child.expect("3 files need a person")
    child.expect("> ")
    child.sendline("what?")
    child.expect("is no command")
    child.sendline("d")
    child.expect_exact("--- a/a.py")
    child.expect("> ")
    child.sendline("a")
    child.expect("why")
    child.sendline("fine")
    child.expect(r"\(2/3\)")
    child.sendeof()
    child.expect("1 decided, 2 left")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert states_of(workspace)["a.py"] == "validated"


def test_an_interrupt_at_the_prompt_keeps_what_was_decided(workspace: Path) -> None:
    child = pexpect.spawn(
        sys.executable,
        ["main.py", "--review", "--workspace", str(workspace)],
        cwd=str(ROOT),
        env=environment(),
        encoding="utf-8",
        timeout=30,
    )
    child.expect("> ")
    child.sendline("s")
    child.expect("why")
    child.sendline("dead code")
    child.expect(r"\(2/3\)")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus in (0, 130) and "Traceback" not in (child.before or "")
    assert states_of(workspace)["a.py"] == "skipped", "a decision that was typed is carried out"
    verify(workspace)


def test_a_review_may_join_a_run_that_is_under_way(workspace: Path) -> None:
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys, time; from pathlib import Path; from environment.workspace import Workspace\n"
            "with Workspace(Path(sys.argv[1])).run_lock():\n    print('held', flush=True); time.sleep(60)",
            str(workspace),
        ],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert holder.stdout is not None and holder.stdout.readline() == "held\n"
        ran = typed(workspace, "s", "beside a run", "q")
        assert ran.code == 0 and "1 decided" in ran.out
    finally:
        holder.kill()
        holder.communicate()
    verify(workspace)


def test_a_target_that_changed_meanwhile_is_a_conflict_and_not_a_traceback(workspace: Path) -> None:
    target = workspace / "target_repo"
    (target / "a.py").unlink()
    ran = typed(workspace, "a", "", "q")
    assert "Traceback" not in ran.err and ran.code in (0, 2, 3), ran.err
    assert states_of(workspace)["a.py"] != "validated"


#: A run whose Tester, at its second turn to act, waits in the middle of its step until it is told to go on.
PAUSED = """
import sys, time
from pathlib import Path
from agents.tester import Tester
from main import main
folder, inner, turns = Path(sys.argv[1]), Tester.execute, []
def execute(self, choice):
    turns.append(choice)
    if len(turns) == 2:
        (folder / "waiting").touch()
        deadline = time.monotonic() + 120
        while not (folder / "go").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
    return inner(self, choice)
Tester.execute = execute
sys.exit(main(sys.argv[2:]))
"""


def test_a_decision_made_while_a_run_works_is_lost_by_neither(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text(f"{STRICT}loop: {{files_per_step: 1}}\n")
    repo = python2_repo(tmp_path / "old", {key: FILES[key] for key in ("a.py", "b.py")})
    workspace = tmp_path / "w"
    flags = ["--repo", repo, "--workspace", workspace, "--config", tmp_path / "c.yaml"]
    run = subprocess.Popen(
        [sys.executable, "-c", PAUSED, str(tmp_path), *map(str, flags)],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        while not (tmp_path / "waiting").exists():
            assert run.poll() is None, run.communicate()[0]
            time.sleep(0.05)
        ran = typed(workspace, "a", "seen while it ran")
        assert ran.code == 0 and "1 decided, 0 left" in ran.out, ran.out + ran.err
    finally:
        (tmp_path / "go").touch()
        out, _ = run.communicate(timeout=120)
    assert run.returncode == 0, out
    assert states_of(workspace) == {"a.py": "validated", "b.py": "needs_review"}
    assert [d["why"] for d in decisions(workspace)] == ["seen while it ran"]
    assert status_of(workspace)["a.py"]["metadata"]["decided_by"]
    verify(workspace)
    assert left_over(workspace) == []
