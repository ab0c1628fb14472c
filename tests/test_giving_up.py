"""Runs that their caller gives up: ended at once with all that they started, and nothing concluded from them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from verification_fixtures import cache, settings, tree  # noqa: F401

from stigmergy.stopping import Patience
from verification.evidence import Verifier
from verification.sandbox import ContainedResult, GivenUp, Limits, choose_backend, run_contained
from verification.sandbox.system import running_interpreter

ROOT = Path(__file__).resolve().parent.parent
#: Writes to a file, and has a daemon write to another, for half a minute.
BEATING = """
import os, signal, time
def beat(name):
    end = time.time() + 30
    with open(name, "ab", 0) as file:
        while time.time() < end:
            file.write(b".")
            time.sleep(0.02)
if os.fork() == 0:
    os.setsid()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    beat("daemon")
    os._exit(0)
beat("command")
"""


def beating(folder: Path) -> list[bool]:
    """Which of the two files somebody still writes to."""
    files = [folder / "command", folder / "daemon"]
    before = [file.stat().st_size for file in files]
    time.sleep(0.3)
    return [file.stat().st_size != size for file, size in zip(files, before, strict=True)]


def contained(folder: Path, code: str, given_up: Callable[[], bool]) -> ContainedResult:
    return run_contained(
        [sys.executable, "-c", code],
        cwd=folder,
        writable=[folder],
        readable=running_interpreter(),
        env={"PATH": os.environ["PATH"]},
        limits=Limits(seconds=60),
        backend=choose_backend(),
        given_up=given_up,
    )


def test_what_is_given_up_ends_with_its_daemons(tmp_path: Path) -> None:
    folder = tmp_path / "scratch"
    folder.mkdir()
    began = time.monotonic()
    with pytest.raises(GivenUp):
        contained(folder, BEATING, lambda: (folder / "command").exists() and (folder / "daemon").exists())
    assert time.monotonic() - began < 20
    assert beating(folder) == [False, False]


def test_what_is_given_up_before_it_starts_never_starts(tmp_path: Path) -> None:
    folder = tmp_path / "scratch"
    folder.mkdir()
    with pytest.raises(GivenUp):
        contained(folder, "open('started', 'w')", lambda: True)
    assert not (folder / "started").exists()


def test_what_nobody_gives_up_comes_to_its_end(tmp_path: Path) -> None:
    folder = tmp_path / "scratch"
    folder.mkdir()
    assert contained(folder, "import time; time.sleep(0.5); print(1)", lambda: False).stdout == b"1\n"


def test_patience_ends_at_its_moment_or_when_asked() -> None:
    patience = Patience()
    assert patience.left is None and not patience.is_over()
    patience.lasts_until(time.monotonic() + 60)
    assert patience.left is not None and 50 < patience.left <= 60 and not patience.is_over()
    patience.lasts_until(time.monotonic() - 1)
    assert patience.left == 0.0 and patience.is_over()
    patience = Patience()
    patience.asked.set()
    assert patience.is_over()


@pytest.mark.python2
def test_observation_that_is_given_up_is_no_observation_of_nothing(tmp_path: Path, cache: Path) -> None:  # noqa: F811
    """What goes wrong while the original is observed is passed over; that it was given up is not."""
    suite = (
        "import unittest\nfrom halves import half\n\nclass T(unittest.TestCase):\n"
        "    def test_it(self):\n        self.assertEqual(half(5), 2)\n"
    )
    # What was once seen is remembered by what the files hold: these are seen for the first time.
    halves = f"# {uuid4()}\ndef half(a):\n    return a / 2\n"
    over = False

    def contain(argv: list[str], **more: Any) -> ContainedResult:
        if over:
            raise GivenUp
        return run_contained(argv, **more)

    verifier = Verifier(
        original=tree(tmp_path / "repo", {"halves.py": halves, "test_halves.py": suite}),
        scratch=tmp_path / "scratch",
        settings=settings(cache),
        contain=contain,
    )
    verifier.prepare()
    over = True
    with pytest.raises(GivenUp):
        verifier.observe(["halves.py"])
    over = False
    assert verifier.observe(["halves.py"])["halves.py"]


# -- a folder migrated in place ---------------------------------------------------------------------------------

LOUD = "def loud(n):\n    print 'LOUD' * n\n    return n\n"
SLOW_TEST = (
    "import time\nimport unittest\nfrom loud import loud\n\n\nclass T(unittest.TestCase):\n"
    "    def test_slow(self):\n        time.sleep(20)\n        self.assertEqual(loud(2), 2)\n"
)


@pytest.mark.parametrize("moment", ["baseline", "kill"])
def test_a_folder_migrated_in_place_has_what_the_rules_made_when_its_run_is_ended(
    tmp_path: Path, moment: str
) -> None:
    folder = tree(tmp_path / "tree", {"loud.py": LOUD, "test_loud.py": SLOW_TEST})
    spec = tmp_path / "spec.json"
    spec.write_text(json.dumps({"runner": "unittest", "args": ["test_loud.py"]}))
    script = ROOT / "benchmarks" / "migrate_in_place.py"
    command = [sys.executable, str(script), "--spec", str(spec), str(folder)]
    (tmp_path / "tmp").mkdir()
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env={
            **os.environ,
            "TMPDIR": str(tmp_path / "tmp"),
        },  # what a kill leaves behind is the test's to remove
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None and (folder / "loud.py").read_text() == LOUD:
        time.sleep(0.1)
    time.sleep(1)
    process.send_signal(signal.SIGTERM if moment == "baseline" else signal.SIGKILL)
    assert process.wait(timeout=30) != 0
    assert "print('LOUD' * n)" in (folder / "loud.py").read_text()
