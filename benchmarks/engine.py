"""The rules against 2to3 on real files: source lines a second, what compiles afterwards, what a second pass changes.

    python benchmarks/engine.py [--files N] [--seed N] [--rounds N] [--skip-library | --skip-peer-library]

Throughput: `python -m migration -w` and `2to3 -j2 -w` take turns at fresh copies of the same files, sampled by seed
from the standard library of an installed Python 2.7; the median of the rounds counts, start-up included. Then both
convert that whole library, and each file that Python 2.7 itself compiles is compiled by the Python that runs this.
Writes benchmarks/results/engine.json. 2to3 left CPython in 3.13: its row is missing there.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import tokenize
import warnings
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from benchmarks.measured import write_result  # noqa: E402
from verification.interpreters import find_python2  # noqa: E402

OURS = (sys.executable, "-m", "migration", "-w")
PEER = (sys.executable, "-W", "ignore", "-m", "lib2to3", "-j2", "-w", "-n", "--no-diffs")
#: Longer than either tool takes for the whole library on a busy machine, in seconds.
PATIENCE = 3600
_LIBRARY = "import os, sys; sys.stdout.write(os.path.dirname(os.path.realpath(os.__file__)))"
_COMPILING = """
import sys
for path in sys.stdin.read().split("\\0"):
    try:
        compile(open(path, "U").read() + "\\n", path, "exec")
    except Exception:
        continue
    sys.stdout.write(path + "\\0")
"""


@dataclass(frozen=True)
class Row:
    """One tool. Lines a second of wall-clock time (median), processor time (which other work on the machine disturbs
    less), files of the library that compile, files that a second
    pass changes; None: not measured.
    """

    tool: str
    lines_per_second: int | None
    seconds: list[float]
    cpu_seconds: list[float]
    compile_before: int | None = None
    compile_after: int | None = None
    changed_by_second_pass: int | None = None


def library(python2: Path) -> Path:
    """The folder of an interpreter's standard library."""
    done = subprocess.run([str(python2), "-c", _LIBRARY], capture_output=True, text=True, check=True)
    return Path(done.stdout)


def sources(folder: Path) -> list[Path]:
    """The Python files of a library, without what was installed into it, relative to it, sorted."""
    found = (path.relative_to(folder) for path in folder.rglob("*.py"))
    return sorted(p for p in found if "site-packages" not in p.parts)


def readable(path: Path) -> bool:
    """Whether a file is text in an encoding that Python 3 knows: one that is not ends a worker of 2to3 -j2."""
    try:
        with tokenize.open(path) as stream:
            stream.read()
    except (SyntaxError, UnicodeDecodeError):
        return False
    return True


def copied(origin: Path, files: Sequence[Path], place: Path) -> Path:
    """A fresh copy of `files` of `origin` at `place`."""
    shutil.rmtree(place, ignore_errors=True)
    for file in files:
        (place / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(origin / file, place / file)
    return place


def converted(command: Sequence[str], folder: Path) -> tuple[float, float]:
    """Convert the files of `folder` in place; seconds by the clock and of processors. What can't be converted stays.

    Both tools give 0 or 1 when they ran. The files must not lie in the current folder: some are called as modules that
    the tools import.
    """
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is compiled, as the library's is
    began, used = time.monotonic(), processor_time()
    done = subprocess.run(
        [*command, str(folder)], cwd=folder.parent, env=environ, capture_output=True, timeout=PATIENCE
    )
    seconds = time.monotonic() - began, processor_time() - used
    said = done.stderr.decode(errors="replace").strip().splitlines()
    if done.returncode not in (0, 1) or any(line.startswith("Traceback") for line in said):
        raise SystemExit(f"{' '.join(command)} failed: {said[-1] if said else done.returncode}")
    return seconds


def processor_time() -> float:
    """Seconds of processor time that processes started from here, and ended, have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def compiles_on_2(python2: Path, files: Sequence[Path]) -> list[Path]:
    """The files that Python 2.7 itself compiles: a library holds some that are wrong on purpose."""
    given = "\0".join(map(str, files)).encode()
    done = subprocess.run(
        [str(python2), "-c", _COMPILING], input=given, capture_output=True, timeout=PATIENCE
    )
    return [Path(path) for path in done.stdout.decode().split("\0") if path]


def compiles(path: Path) -> bool:
    """Whether the running Python compiles a file."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError):
        return False
    return True


def throughput(
    origin: Path,
    files: Sequence[Path],
    tools: Sequence[tuple[str, Sequence[str]]],
    rounds: int,
    scratch: Path,
) -> dict[str, list[tuple[float, float]]]:
    """Seconds (clock, processors) of each round by tool. The tools take turns: a busy machine is busy for both.

    One round goes before them that is not counted: it compiles what an installation compiles.
    """
    for tool, command in tools:
        converted(command, copied(origin, files, scratch / tool))
    seconds: dict[str, list[tuple[float, float]]] = {tool: [] for tool, _ in tools}
    for _ in range(rounds):
        for tool, command in tools:
            seconds[tool].append(converted(command, copied(origin, files, scratch / tool)))
    return seconds


def whole_library(
    origin: Path, files: Sequence[Path], valid: Sequence[Path], command: Sequence[str], place: Path
) -> tuple[int, int]:
    """How many of the `valid` files compile after `command`, and how many files a second pass changes."""
    converted(command, copied(origin, files, place))
    compiled = sum(compiles(place / file) for file in valid)
    once = {file: (place / file).read_bytes() for file in files}
    converted(command, place)
    return compiled, sum((place / file).read_bytes() != once[file] for file in files)


def measure(options: argparse.Namespace, python2: Path) -> tuple[list[Row], int, int]:
    """The rows, the lines of the sample, and the files of the library that Python 2.7 compiles."""
    origin = library(python2)
    files = sources(origin)
    sample = sorted(random.Random(options.seed).sample(files, min(options.files, len(files))))
    sample, files = ([file for file in group if readable(origin / file)] for group in (sample, files))
    lines = sum((origin / file).read_bytes().count(b"\n") for file in sample)
    tools: list[tuple[str, Sequence[str]]] = [("rules", OURS)]
    if sys.version_info < (3, 13):
        tools.append(("2to3 -j2", PEER))
    valid = [path.relative_to(origin) for path in compiles_on_2(python2, [origin / f for f in files])]
    before = sum(compiles(origin / file) for file in valid)
    rows = []
    with tempfile.TemporaryDirectory(prefix="stigmergy-engine-") as folder:
        seconds = throughput(origin, sample, tools, options.rounds, Path(folder))
        for tool, command in tools:
            clock, used = ([round(s, 2) for s in measured] for measured in zip(*seconds[tool], strict=True))
            speed = round(lines / statistics.median(clock))
            if options.skip_library or (options.skip_peer_library and tool != "rules"):
                rows.append(Row(tool, speed, clock, used))
                continue
            place = Path(folder) / "all"
            compiled, changed = whole_library(origin, files, valid, command, place)
            rows.append(Row(tool, speed, clock, used, before, compiled, changed))
    return rows, lines, len(valid)


def table(rows: Sequence[Row], valid: int) -> str:
    """The rows for people."""
    titles = ("tool", "lines/s", "cpu s", "compile before", "compile after", "changed by a 2nd pass")
    shown = ["{:10} {:>9} {:>7} {:>15} {:>14} {:>22}".format(*titles)]
    for row in rows:
        before, after, changed = (
            "-" if v is None else v
            for v in (row.compile_before, row.compile_after, row.changed_by_second_pass)
        )
        cells = (
            row.tool,
            row.lines_per_second,
            min(row.cpu_seconds),
            f"{before}/{valid}",
            f"{after}/{valid}",
            changed,
        )
        shown.append("{:10} {:>9} {:>7} {:>15} {:>14} {:>22}".format(*cells))
    speeds = [row.lines_per_second or 0 for row in rows]
    if len(speeds) == 2 and speeds[1]:
        used = [min(row.cpu_seconds) for row in rows]
        shown.append(
            f"rules / 2to3 -j2: {speeds[0] / speeds[1]:.1f} times the lines a second, "
            f"{used[1] / used[0]:.1f} times by processor time"
        )
    return "\n".join(shown)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print the table, write the result. 2 when no Python 2.7 is found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    known = "files of the sample (200), less those of no known encoding"
    parser.add_argument("--files", type=int, default=200, help=known)
    parser.add_argument("--seed", type=int, default=2027, help="seed of the sample (2027)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of the throughput (3)")
    parser.add_argument("--skip-library", action="store_true", help="measure throughput only")
    parser.add_argument(
        "--skip-peer-library", action="store_true", help="convert the whole library by the rules alone"
    )
    options = parser.parse_args(arguments)
    found = find_python2()
    if found is None:
        print("no Python 2.7 found: name one in STIGMERGY_PYTHON2", file=sys.stderr)
        return 2
    rows, lines, valid = measure(options, found.path)
    print(
        f"{options.files} files, {lines} lines, of the standard library of {found.label}; seed {options.seed}"
    )
    print(table(rows, valid))
    values = {"sample": {"files": options.files, "lines": lines, "seed": options.seed, "of": found.label}}
    write_result("engine", {**values, "library_files": valid, "rows": [asdict(row) for row in rows]})
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
