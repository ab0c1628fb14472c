"""What one tick's verification of the bundled sample costs against running pytest once per file.

    python benchmarks/verification_cost.py [--rounds 3]

Three ways to judge every file of the sample, migrated, taken in turns so that noise hits all alike:
- tick: `Verifier.judge` of all files in one batch, contained and traced, probes of untested files included;
- a file at a time: the same judgement, asked for one file after the other;
- pytest per file: the whole suite once for each file, neither contained nor traced: what earlier harnesses of this
  kind do. It can't tell which file a failure speaks against, and says nothing about untested files.
Writes benchmarks/results/verification_cost.json. Needs a Python 2.7.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.measured import machine, write_result
from stigmergy.crafts import is_test
from verification.environments import EnvironmentCache
from verification.evidence import Subject, VerificationSettings, Verifier
from verification.interpreters import find_target

FIXTURES = Path(__file__).resolve().parent.parent / "tests" / "fixtures"
SAMPLE = FIXTURES / "synthetic_py2_repo"
REFERENCE = FIXTURES / "synthetic_py3_reference"


def seconds(action: Callable[[], object]) -> float:
    """Wall seconds of one call of `action`."""
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def ways(folder: Path) -> tuple[dict[str, Callable[[], object]], int]:
    """The three ways by name, ready to be timed, and the number of files. Environments and baseline are made here.

    Raises SystemExit without a Python 2.7: then nothing is held against a baseline, and the ratio means little.
    """
    keys = sorted(path.relative_to(REFERENCE).as_posix() for path in REFERENCE.rglob("*.py"))
    subjects = [Subject(key, is_test=is_test(key)) for key in keys]
    verifier = Verifier(original=SAMPLE, scratch=folder / "scratch", settings=VerificationSettings())
    if verifier.prepare().python2 == "none":
        raise SystemExit("verification_cost: needs a Python 2.7; set STIGMERGY_PYTHON2")
    python = EnvironmentCache().get(find_target()).python
    tree = shutil.copytree(REFERENCE, folder / "tree")
    suite = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]

    def one_by_one() -> None:
        for subject in subjects:
            verifier.judge(tree, [subject])

    def pytest_per_file() -> None:
        for _ in keys:
            subprocess.run(suite, cwd=tree, stdin=subprocess.DEVNULL, capture_output=True, check=True)

    verifier.judge(tree, subjects)  # what the original answers to probes is kept: a run pays for it once
    named: dict[str, Callable[[], object]] = {
        "tick": lambda: verifier.judge(tree, subjects),
        "a file at a time": one_by_one,
        "pytest per file": pytest_per_file,
    }
    return named, len(keys)


def main() -> int:
    """Measure, print the table, write the results."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3, help="times each way is measured (default 3)")
    rounds = parser.parse_args().rounds
    if rounds < 1:
        parser.error("--rounds must be at least 1")
    with tempfile.TemporaryDirectory(prefix="stigmergy-cost-") as folder:
        named, files = ways(Path(folder))
        taken: dict[str, list[float]] = {name: [] for name in named}
        for _ in range(rounds):
            for name, action in named.items():
                taken[name].append(round(seconds(action), 2))
    medians = {name: statistics.median(times) for name, times in taken.items()}
    print(f"{files} files of the sample, {rounds} rounds; {machine()}")
    print("| way | median s | fastest s | ms a file | times the tick |\n|---|---|---|---|---|")
    for name, median in medians.items():
        each = 1000 * median / files
        print(
            f"| {name} | {median:.1f} | {min(taken[name]):.1f} | {each:.0f} | {median / medians['tick']:.2f} |"
        )
    ratios = {name: round(median / medians["tick"], 2) for name, median in medians.items()}
    write_result("verification_cost", {"files": files, "seconds": taken, "times_the_tick": ratios})
    return 0


if __name__ == "__main__":
    sys.exit(main())
