"""SIGKILL at any moment of a run, then `--resume`: the same end as if nothing had happened.

Moments are counted, not timed: the process kills itself at the n-th change it makes to the disk, as the
interpreter's own audit events tell, or in the middle of the n-th line of the audit log.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from front_door import ROOT, call, end_state, environment, left_over, python2_repo, ticks_of, verify

EPOCH = "1700000000"
SAMPLE = ROOT / "tests" / "fixtures" / "synthetic_py2_repo"
FILES: dict[str, bytes | str] = {
    "loud.py": 'def loud(n):\n    print "n is", n\n    return n\n',
    "caller.py": "import loud\nprint loud.loud(2)\n",
    "clean.py": "X = 1\n",
    "bytes.py": b"print 'caf\xe9'\n",
    "open.py": "def first(d):\n    return d.values()[0]\n",
    "guide.txt": b"Read me.\r\n\r\n>>> print 1\r\n1\r\n",
}
AGENTS = ("Scout", "Transformer", "Tester", "Validator")

#: argv: how to die, the rest is for main. Prints the number of moments when it lives to the end.
DYING = """
import os, signal, sys
import main as program
how, number, arguments = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
seen = 0
def moment():
    global seen
    seen += 1
    if seen == number:
        os.kill(os.getpid(), signal.SIGKILL)
if how == "change":
    CHANGES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.truncate", "os.link", "subprocess.Popen"}
    WRITING = os.O_WRONLY | os.O_RDWR
    def hook(event, given):
        if event in CHANGES or event == "open" and isinstance(given[2], int) and given[2] & WRITING:
            moment()
    sys.addaudithook(hook)
elif how == "log":
    from environment.audit_log import AuditLog
    whole = AuditLog._write
    def half(self, data):
        global seen
        seen += 1
        if seen == number:
            os.write(self._fd, data[: len(data) * 2 // 3])
            os.kill(os.getpid(), signal.SIGKILL)
        whole(self, data)
    AuditLog._write = half
else:
    from importlib import import_module
    name, method, when = how.split(".")
    agent = getattr(import_module("agents." + name.lower()), name)
    inner = getattr(agent, method)
    def wrapped(self, *given):
        if when == "before":
            moment()
        result = inner(self, *given)
        moment()
        return result
    setattr(agent, method, wrapped)
code = program.main(arguments)
print("MOMENTS", seen)
sys.exit(code)
"""


def start(how: str, number: int, *arguments: str | Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", DYING, how, str(number), *map(str, arguments)],
        cwd=ROOT,
        env=environment(SOURCE_DATE_EPOCH=EPOCH),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def moments(how: str, *arguments: str | Path) -> int:
    """How many moments to die at a whole run has."""
    out, _ = start(how, 0, *arguments).communicate(timeout=600)
    return int(out.rpartition("MOMENTS ")[2])


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return python2_repo(tmp_path_factory.mktemp("repo") / "old", FILES)


@pytest.fixture(scope="module")
def undisturbed(repo: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Where a run comes to that nobody kills, and how many moments there are to do so."""
    folder = tmp_path_factory.mktemp("undisturbed")
    began = time.monotonic()
    found: dict[str, Any] = {
        how: moments(how, "--repo", repo, "--workspace", folder / how) for how in ("change", "log")
    }
    found["seconds"] = (time.monotonic() - began) / 2
    found["end"] = end_state(folder / "log")
    assert found["end"] == end_state(folder / "change")
    assert set(found["end"]["states"].values()) > {"validated"}
    return found


def goes_on(repo: Path, workspace: Path) -> None:
    """Resume; where the run was killed before there was anything to resume, that is said, and it starts anew."""
    ran = call("--resume", "--workspace", workspace, SOURCE_DATE_EPOCH=EPOCH)
    if ran.code == 2:
        assert "--repo" in ran.complaint, "it says what to do"
        ran = call("--repo", repo, "--workspace", workspace, SOURCE_DATE_EPOCH=EPOCH)
    assert ran.code == 0, ran.out + ran.err


def check(workspace: Path, undisturbed: dict[str, Any]) -> None:
    assert end_state(workspace) == undisturbed["end"]
    verify(workspace)
    assert left_over(workspace) == []
    numbers = [int(row["tick"]) for row in ticks_of(workspace)]
    assert numbers == sorted(set(numbers)), "a tick has one row, or none when it was cut off"
    assert still_at_work(workspace) == []


def over(process: subprocess.Popen[str]) -> None:
    """Wait until nothing of a dead run's process group is left: a Git command under way still moves a branch."""
    for _ in range(400):
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    raise AssertionError("processes of a killed run are alive after 20 seconds")


def still_at_work(workspace: Path) -> list[str]:
    """Command lines of processes that work in the workspace although their run is over."""
    time.sleep(0.05)
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            here = os.readlink(entry / "cwd")
        except OSError:
            continue
        if entry.name != str(os.getpid()) and str(workspace) in f"{words} {here}":
            found.append(words)
    return found


def killed(how: str, number: int, repo: Path, workspace: Path) -> None:
    process = start(how, number, "--repo", repo, "--workspace", workspace)
    out, _ = process.communicate(timeout=120)
    over(process)
    assert process.returncode == -signal.SIGKILL, out


MOMENTS = [(agent, where) for agent in AGENTS for where in ("execute.after", "deposit.after")]


@pytest.mark.parametrize(
    ("agent", "where"),
    [
        pytest.param(*m, marks=[] if m == ("Transformer", "deposit.after") else pytest.mark.slow)
        for m in MOMENTS
    ],
)
def test_killed_in_each_agents_step(
    agent: str, where: str, repo: Path, tmp_path: Path, undisturbed: dict[str, Any]
) -> None:
    killed(f"{agent}.{where}", 1, repo, tmp_path)
    goes_on(repo, tmp_path)
    check(tmp_path, undisturbed)


def spread(total: int, count: int) -> Iterator[int]:
    """`count` moments of `total`, one drawn from each equal stretch; the same ones every time."""
    draw = random.Random(20)
    for stretch in range(count):
        yield draw.randint(1 + stretch * total // count, (stretch + 1) * total // count)


def at_each(how: str, count: int, repo: Path, folder: Path, undisturbed: dict[str, Any]) -> None:
    for number in spread(undisturbed[how], count):
        workspace = folder / f"{how}-{number}"
        try:
            killed(how, number, repo, workspace)
            goes_on(repo, workspace)
            check(workspace, undisturbed)
        except AssertionError as error:
            raise AssertionError(f"killed at {how} {number} of {undisturbed[how]}: {error}") from error


def test_killed_in_the_middle_of_a_line_of_the_log(
    repo: Path, tmp_path: Path, undisturbed: dict[str, Any]
) -> None:
    at_each("log", 1, repo, tmp_path, undisturbed)


def test_killed_at_a_change_of_the_disk(repo: Path, tmp_path: Path, undisturbed: dict[str, Any]) -> None:
    at_each("change", 2, repo, tmp_path, undisturbed)


@pytest.mark.slow
def test_killed_again_while_it_resumes(repo: Path, tmp_path: Path, undisturbed: dict[str, Any]) -> None:
    killed("Transformer.execute.after", 1, repo, tmp_path)
    for how in ("Transformer.deposit.after", "Tester.execute.after", "Validator.execute.after"):
        process = start(how, 1, "--resume", "--workspace", tmp_path)
        out, _ = process.communicate(timeout=120)
        assert process.returncode == -signal.SIGKILL, out
    goes_on(repo, tmp_path)
    check(tmp_path, undisturbed)


@pytest.mark.slow
def test_killed_at_every_line_of_the_log(repo: Path, tmp_path: Path, undisturbed: dict[str, Any]) -> None:
    at_each("log", undisturbed["log"], repo, tmp_path, undisturbed)


@pytest.mark.slow
def test_killed_at_two_hundred_changes_of_the_disk(
    repo: Path, tmp_path: Path, undisturbed: dict[str, Any]
) -> None:
    at_each("change", min(200, undisturbed["change"]), repo, tmp_path, undisturbed)


def at_random_times(count: int, repo: Path, folder: Path, seconds: float, end: dict[str, Any]) -> None:
    """`count` kills at any time of a run of `seconds`, each resumed to the same end."""
    draw = random.Random(count)
    for number in range(count):
        workspace = folder / str(number)
        process = start("change", 0, "--repo", repo, "--workspace", workspace)
        time.sleep(draw.uniform(0.0, seconds))
        process.kill()
        process.communicate(timeout=60)
        over(process)
        if workspace.exists():
            goes_on(repo, workspace)
            check(workspace, end)


@pytest.mark.slow
def test_two_hundred_kills_at_random_times(repo: Path, tmp_path: Path, undisturbed: dict[str, Any]) -> None:
    at_random_times(180, repo, tmp_path, undisturbed["seconds"], undisturbed)


@pytest.mark.slow
def test_kills_at_random_times_of_a_run_of_the_sample(tmp_path: Path) -> None:
    began = time.monotonic()
    assert moments("change", "--repo", SAMPLE, "--workspace", tmp_path / "w") > 0
    seconds = time.monotonic() - began
    at_random_times(20, SAMPLE, tmp_path, seconds, {"end": end_state(tmp_path / "w")})
