"""Runs that are stopped by signals, full disks and defects, and what `--resume` makes of them."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from front_door import (
    EXACT,
    ROOT,
    call,
    end_state,
    environment,
    left_over,
    manifest_of,
    output_of,
    python2_repo,
    records_of,
    states_of,
    summary_of,
    ticks_of,
    verify,
)
from git_fixtures import tree_digest


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small repository that every test of this module may read."""
    return python2_repo(tmp_path_factory.mktemp("repo") / "old")


# -- disks, signals, defects -----------------------------------------------------------------------------------

WRAPPED = """
import importlib, os, signal, sys
from main import main
module, name, method, when, act = sys.argv[1:6]
agent = getattr(importlib.import_module(module), name)
inner = getattr(agent, method)
def wrapped(self, *given):
    if when == "before":
        exec(act)
    result = inner(self, *given)
    if when == "after":
        exec(act)
    return result
setattr(agent, method, wrapped)
sys.exit(main(sys.argv[6:]))
"""
AGENTS = ["Scout", "Transformer", "Tester", "Validator"]


def wrapped(agent: str, method: str, when: str, act: str, *arguments: str | Path) -> Any:
    """Run the program with something that happens before or after a method of an agent."""
    from front_door import Ran

    done = subprocess.run(
        [
            sys.executable,
            "-c",
            WRAPPED,
            f"agents.{agent.lower()}",
            agent,
            method,
            when,
            act,
            *map(str, arguments),
        ],
        cwd=ROOT,
        env=environment(SOURCE_DATE_EPOCH="1700000000"),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="module")
def undisturbed(repo: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Where a run comes to that nothing interrupts."""
    workspace = tmp_path_factory.mktemp("undisturbed") / "w"
    assert call("--repo", repo, "--workspace", workspace, SOURCE_DATE_EPOCH="1700000000").code == 0
    return end_state(workspace)


@pytest.mark.parametrize("agent", AGENTS)
def test_an_interrupt_finishes_the_step_saves_and_resumes_to_the_same_end(
    agent: str, repo: Path, tmp_path: Path, undisturbed: dict[str, Any]
) -> None:
    act = "os.kill(os.getpid(), signal.SIGINT)"
    ran = wrapped(agent, "execute", "before", act, "--repo", repo, "--workspace", tmp_path)
    assert "Traceback" not in ran.err
    if agent == "Validator":  # its step was the last: nothing is left to interrupt
        assert ran.code in (0, 130)
    else:
        assert ran.code == 130 and "interrupted" in ran.out
        assert summary_of(tmp_path)["stop_reason"] == "interrupted"
        assert "--resume" in ran.out
    verify(tmp_path)
    assert left_over(tmp_path) == []
    assert call("--resume", "--workspace", tmp_path, SOURCE_DATE_EPOCH="1700000000").code == 0
    assert end_state(tmp_path) == undisturbed
    verify(tmp_path)


def test_two_interrupts_stop_at_once_without_a_traceback(repo: Path, tmp_path: Path) -> None:
    act = "os.kill(os.getpid(), signal.SIGINT); os.kill(os.getpid(), signal.SIGINT)"
    ran = wrapped("Tester", "execute", "before", act, "--repo", repo, "--workspace", tmp_path)
    assert ran.code == 130 and "Traceback" not in ran.err
    assert call("--resume", "--workspace", tmp_path).code == 0
    assert set(states_of(tmp_path).values()) == {"validated"}


SLOW = (
    "import time\nimport unittest\nimport loud\n\n\nclass T(unittest.TestCase):\n    def test_slow(self):\n"
    "        time.sleep(4)\n        self.assertEqual(loud.loud(2), 2)\n"
)


def started_with_slow_tests(tmp_path: Path, *flags: str) -> subprocess.Popen[str]:
    """A run whose suite takes seconds, when the Tester has begun to wait for it."""
    repo = python2_repo(tmp_path / "old", {"loud.py": EXACT["loud.py"], "test_loud.py": SLOW})
    process = subprocess.Popen(
        [sys.executable, "main.py", "--repo", str(repo), "--workspace", str(tmp_path / "w"), *flags],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    log = tmp_path / "w" / "pheromones" / "audit_log.jsonl"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (log.exists() and '"transformer"' in log.read_text()):
        time.sleep(0.1)
    return process


def test_ctrl_c_gives_up_the_tests_under_way_and_takes_nothing_for_a_failure(tmp_path: Path) -> None:
    """A terminal sends SIGINT to the whole process group: a test that dies of it must not speak against a file."""
    process = started_with_slow_tests(tmp_path)
    time.sleep(1.5)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130 and "Traceback" not in err, out + err
    judged = [r["after"] for r in records_of(tmp_path / "w") if r["type"] == "quality"]
    assert not [entry for entry in judged if entry["tests_total"]], judged
    verify(tmp_path / "w")
    assert call("--resume", "--workspace", tmp_path / "w").code == 0
    assert set(states_of(tmp_path / "w").values()) == {"validated"}


def test_time_that_is_up_ends_the_tests_under_way_and_leaves_the_candidates(tmp_path: Path) -> None:
    process = started_with_slow_tests(tmp_path, "--max-minutes", "0.001")
    out, err = process.communicate(timeout=60)
    assert process.returncode == 1 and "Traceback" not in err, out + err
    summary = summary_of(tmp_path / "w")
    assert summary["stop_reason"] == "max_minutes" and summary["files_by_status"]["transformed"] == 2
    clone = tmp_path / "w" / "target_repo"
    shown = subprocess.run(
        ["git", "-C", str(clone), "show", f"{summary['candidates_branch']}:loud.py"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stdout != EXACT["loud.py"]
    compile(shown.stdout, "loud.py", "exec")
    verify(tmp_path / "w")
    more = call("--resume", "--workspace", tmp_path / "w", "--max-minutes", "5", "--accept-changes")
    assert more.code == 0, more.err
    assert set(states_of(tmp_path / "w").values()) == {"validated"}


@pytest.mark.parametrize("agent", AGENTS)
def test_a_full_disk_in_any_step_is_fatal_says_so_and_resumes(
    agent: str, repo: Path, tmp_path: Path, undisturbed: dict[str, Any]
) -> None:
    act = "raise OSError(28, 'No space left on device')"
    ran = wrapped(agent, "execute", "after", act, "--repo", repo, "--workspace", tmp_path)
    assert ran.code == 3 and "disk is full" in ran.complaint and "--resume" in ran.complaint
    assert summary_of(tmp_path)["stop_reason"] == "fatal" and manifest_of(tmp_path)["status"] == "closed"
    verify(tmp_path)
    assert call("--resume", "--workspace", tmp_path, SOURCE_DATE_EPOCH="1700000000").code == 0
    assert end_state(tmp_path) == undisturbed


@pytest.mark.parametrize("kilobytes", [64, 120, 160])
def test_a_disk_that_is_really_full(
    kilobytes: int, repo: Path, tmp_path: Path, undisturbed: dict[str, Any]
) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    options = f"size={kilobytes}k"
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(disk)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("a small disk can't be mounted here: that takes root")
    epoch = {"SOURCE_DATE_EPOCH": "1700000000"}
    try:
        ran = call("--repo", repo, "--workspace", disk / "w", **epoch)
        assert ran.code in (2, 3) and "Traceback" not in ran.err, ran.out + ran.err
        assert re.search("No space left|disk is full|no room|can.t be written", ran.complaint)
        subprocess.run(["mount", "-o", "remount,size=50m", str(disk)], check=True)
        again = call("--resume", "--workspace", disk / "w", **epoch)
        if again.code == 2:
            assert "--repo" in again.complaint, "it says how to begin again"
            again = call("--repo", repo, "--workspace", disk / "w", **epoch)
        assert again.code == 0, again.out + again.err
        assert end_state(disk / "w") == undisturbed
        verify(disk / "w")
        assert left_over(disk / "w") == []
    finally:
        # Lazily: what this process has just read from it may still be open.
        subprocess.run(["umount", "-l", str(disk)], check=True)


def test_a_defect_of_ours_is_fatal_logged_and_resumable(
    repo: Path, tmp_path: Path, undisturbed: dict[str, Any]
) -> None:
    act = "raise RuntimeError('a defect')"
    ran = wrapped("Tester", "execute", "before", act, "--repo", repo, "--workspace", tmp_path)
    assert ran.code == 3 and "a defect" in ran.complaint
    assert "Traceback" in (tmp_path / "logs" / "stigmergic.log").read_text()
    summary = summary_of(tmp_path)
    assert summary["stop_reason"] == "fatal"
    git = ["git", "-C", str(tmp_path / "target_repo"), "log", "--format=%s", summary["candidates_branch"]]
    told = subprocess.run(git, capture_output=True, text=True, check=True).stdout
    assert "candidate(" in told, "what was transformed so far can be looked at"
    assert call("--resume", "--workspace", tmp_path, SOURCE_DATE_EPOCH="1700000000").code == 0
    assert end_state(tmp_path) == undisturbed


def test_a_closed_pipe_is_no_traceback(repo: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        f"{sys.executable} main.py --repo {repo} --dry-run | head -1",
        shell=True,
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr


# -- resume ----------------------------------------------------------------------------------------------------


@pytest.fixture
def stopped(repo: Path, tmp_path: Path) -> Path:
    """The workspace of a run that was interrupted after the Scout's step."""
    act = "os.kill(os.getpid(), signal.SIGTERM)"
    ran = wrapped("Scout", "execute", "after", act, "--repo", repo, "--workspace", tmp_path / "w")
    assert ran.code == 130, ran.err
    return tmp_path / "w"


def test_resume_under_changed_settings_is_refused_with_the_difference(
    stopped: Path, undisturbed: dict[str, Any]
) -> None:
    before = tree_digest(stopped / "pheromones")
    ran = call("--resume", "--workspace", stopped, "--max-ticks", "7", SOURCE_DATE_EPOCH="1700000000")
    assert ran.code == 2 and "loop.max_ticks: was 50, now 7" in ran.err and "--accept-changes" in ran.err
    assert tree_digest(stopped / "pheromones") == before
    ran = call(
        *("--resume", "--workspace", stopped, "--max-ticks", "7", "--accept-changes"),
        SOURCE_DATE_EPOCH="1700000000",
    )
    assert ran.code == 0, ran.err
    assert end_state(stopped) == undisturbed
    assert "max_ticks" in str(manifest_of(stopped)["resumed"]), "the manifest tells what was changed"
    (accepted,) = [r["after"] for r in records_of(stopped) if r["action"] == "changes_accepted"]
    assert accepted["changes"] == ["loop.max_ticks: was 50, now 7"] and accepted["accepted_by"]
    verify(stopped)


@pytest.mark.parametrize(
    ("field", "told"),
    [
        ("harness_code", "code of the harness: was 000000000000…, now "),
        ("harness_version", "harness: was 0000000000"),
        ("target_commit", "target commit: was 000000000000…, now "),
    ],
)
def test_resume_with_other_code_or_another_target_is_refused(field: str, told: str, stopped: Path) -> None:
    path = output_of(stopped, "manifest.json")
    path.write_text(json.dumps({**manifest_of(stopped), field: "0" * 40}))
    before = tree_digest(stopped / "pheromones")
    ran = call("--resume", "--workspace", stopped, SOURCE_DATE_EPOCH="1700000000")
    assert ran.code == 2 and told in ran.err and "--accept-changes" in ran.err
    assert tree_digest(stopped / "pheromones") == before


def test_a_run_that_began_with_a_flag_is_resumed_with_the_same_flag(repo: Path, tmp_path: Path) -> None:
    ran = call("--repo", repo, "--workspace", tmp_path, "--max-ticks", "7")
    assert ran.code == 0
    assert call("--resume", "--workspace", tmp_path, "--max-ticks", "7").code == 0
    assert call("--resume", "--workspace", tmp_path).code == 2


def test_resume_of_a_finished_run_changes_nothing(repo: Path, tmp_path: Path) -> None:
    assert call("--repo", repo, "--workspace", tmp_path).code == 0
    before = end_state(tmp_path)
    ran = call("--resume", "--workspace", tmp_path)
    assert ran.code == 0 and end_state(tmp_path) == before
    verify(tmp_path)


@pytest.mark.parametrize("flag", ["--resume", "--review"])
def test_there_must_be_a_run_to_go_on_with(flag: str, tmp_path: Path) -> None:
    ran = call(flag, "--workspace", tmp_path / "w")
    assert ran.code == 2 and "no run" in ran.complaint and "--repo" in ran.complaint
    assert not (tmp_path / "w").exists()


@pytest.mark.parametrize("what", ["manifest", "audit log", "target", "views"])
def test_resume_of_a_damaged_workspace(what: str, stopped: Path, undisturbed: dict[str, Any]) -> None:
    if what == "manifest":
        output_of(stopped, "manifest.json").unlink()
    elif what == "audit log":
        log = stopped / "pheromones" / "audit_log.jsonl"
        lines = log.read_bytes().splitlines(keepends=True)
        assert b'"tick":1' in lines[1]
        log.write_bytes(b"".join([lines[0], lines[1].replace(b'"tick":1', b'"tick":2'), *lines[2:]]))
    elif what == "target":
        shutil.rmtree(stopped / "target_repo" / ".git" / "objects")
    else:
        for view in (stopped / "pheromones").glob("*.json"):
            view.write_text("{ torn")
    ran = call("--resume", "--workspace", stopped, SOURCE_DATE_EPOCH="1700000000")
    assert "Traceback" not in ran.err
    if what == "views":
        assert ran.code == 0 and end_state(stopped) == undisturbed
        return
    assert ran.code in (2, 3)
    names = {"manifest": "manifest.json", "audit log": "line 2", "target": "target_repo"}
    assert names[what] in ran.complaint


def test_max_ticks_stops_with_code_1_and_goes_on(repo: Path, tmp_path: Path) -> None:
    config = tmp_path / "c.yaml"
    config.write_text("loop: {files_per_step: 1}")
    flags = ("--workspace", tmp_path / "w", "--config", config, "--max-ticks", "1")
    ran = call("--repo", repo, *flags)
    assert ran.code == 1 and "max_ticks" in ran.out and "--resume" in ran.out
    assert summary_of(tmp_path / "w")["stop_reason"] == "max_ticks"
    for _ in range(9):
        ran = call("--resume", *flags)
        if ran.code == 0:
            break
    assert ran.code == 0 and set(states_of(tmp_path / "w").values()) == {"validated"}
    numbers = [int(row["tick"]) for row in ticks_of(tmp_path / "w")]
    assert numbers == list(range(1, len(numbers) + 1)), "the rows of a resumed run go on"
