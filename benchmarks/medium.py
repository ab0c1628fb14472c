"""What the medium costs a file from its task to its commit, beside a LangGraph ring with its SQLite checkpointer.

    python benchmarks/medium.py [--files 100 1000 10000 50000] [--peer 100 1000] [--folder DIR] [--output FILE]

The agents' work is stubbed: what is measured is deposits, log, views, locks and queries, with durability on. Every
measurement has a process of its own. Two ways of using the medium: `batched` as the agents do (a step is one or two
transactions, the Validator's one for 16 commits), and `file by file` (a transaction for each of the six deposits),
which is what the ring does: one file a round, a checkpoint a node. The peer needs the extra `bench`; without it, it is
left out.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import operator
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, TypedDict

from agents.validator import COMMITS_AT_ONCE
from environment.git_objects import blob_sha
from environment.medium import Medium
from environment.traces import Kind, Status

RESULT = Path(__file__).resolve().parent / "results" / "medium.json"
RUN_ID = "20260101-000000-beef"
BEFORE, AFTER = b"print 'hello from file %d'\n", b"print('hello from file %d')\n"
WAYS = ("batched", "file by file", "langgraph")
LINE = (
    "{way:13} {files:6} files: {ms_a_file:8.3f} ms ({cpu_ms_a_file:.3f} of CPU) and {bytes_a_file:.0f} bytes a file, "
    "peak {peak_mb:.0f} MB"
)
#: What is to be reached, with the two results it is computed from.
GOALS = {
    "ms a file at 10,000": (lambda at: at["batched", 10_000]["ms_a_file"], 1.0),
    "cost a file, 10,000 : 1,000": (
        lambda at: at["batched", 10_000]["ms_a_file"] / at["batched", 1_000]["ms_a_file"],
        1.3,
    ),
    "bytes of log a file at 10,000": (lambda at: at["batched", 10_000]["bytes_a_file"], 3_000),
    "medium : ring at 1,000": (
        lambda at: at["batched", 1_000]["ms_a_file"] / at["langgraph", 1_000]["ms_a_file"],
        0.2,
    ),
}


class StubTarget:
    """A working copy in memory. Its ids are Git's in form only."""

    def __init__(self, count: int) -> None:
        self.root = Path("/nonexistent")
        self.texts = {f"pkg{n // 100:03}/mod{n % 100:02}.py": BEFORE % n for n in range(count)}
        self.blobs: dict[str, bytes] = {}

    def files(self) -> list[str]:
        return list(self.texts)

    def read(self, key: str) -> bytes:
        return self.texts[key]

    def read_original(self, key: str) -> bytes:
        return self.texts[key]

    def write(self, key: str, data: bytes) -> None:
        self.texts[key] = data

    def keep(self, data: bytes) -> str:
        sha = blob_sha(data)
        self.blobs[sha] = data
        return sha

    def kept(self, sha: str) -> bytes:
        return self.blobs[sha]

    def commit(self, keys: Sequence[str], message: str, trailers: Mapping[str, str], when: int) -> str:
        return hashlib.sha1(message.encode(), usedforsecurity=False).hexdigest()

    def revert(self, sha: str) -> str:
        raise NotImplementedError("nothing is reverted here")

    def diff(self, key: str) -> str:
        return ""

    def tree_hash(self) -> str:
        return "0" * 40


# -- the life of a file ----------------------------------------------------------------------------------------


def scout(medium: Medium, keys: Sequence[str]) -> None:
    """A task and the first state of each file."""
    with medium.seat("scout").transaction() as tx:
        for number, key in enumerate(keys):
            task = {
                "intensity": 0.1 + number % 9 / 10,
                "patterns_found": ["print_statement"],
                "pattern_count": 1,
                "pattern_details": [{"pattern": "print_statement", "line": 1, "source": "syntax"}],
                "dependencies": [],
                "dep_count": 0,
            }
            tx.write(Kind.TASKS, key, task)
            tx.write(Kind.STATUS, key, {"status": Status.PENDING})


def claim(medium: Medium, keys: Sequence[str]) -> None:
    """The Transformer takes files."""
    with medium.seat("transformer").transaction() as tx:
        for key in keys:
            tx.write(Kind.STATUS, key, {"status": Status.IN_PROGRESS})


def transform(medium: Medium, keys: Sequence[str], texts: Mapping[str, bytes]) -> None:
    """Their new texts and states."""
    with medium.seat("transformer").transaction() as tx:
        for key in keys:
            candidate = tx.write_text(key, texts[key])
            change = {"author": "print_statement", "exactness": "exact", "line": 1, "end_line": 1}
            metadata = {"candidate": candidate, "changes": [change]}
            tx.write(Kind.STATUS, key, {"status": Status.TRANSFORMED, "metadata": metadata})


def judge(medium: Medium, keys: Sequence[str]) -> None:
    """The Tester's evidence."""
    evidence = {"kind": "tests", "interpreter": "CPython 3.11.7", "tests_run": 1, "sandbox": "bubblewrap"}
    counts = {"tests_total": 1, "tests_passed": 1, "tests_failed": 0}
    with medium.seat("tester").transaction() as tx:
        for key in keys:
            tx.write(Kind.QUALITY, key, {"confidence": 1.0, **counts, "evidence": evidence})
            tx.write(Kind.STATUS, key, {"status": Status.TESTED})


def validate(medium: Medium, keys: Sequence[str]) -> None:
    """A commit, its state and its reward for each file, as many in a transaction as the Validator puts there."""
    seat = medium.seat("validator")
    for start in range(0, len(keys), COMMITS_AT_ONCE):
        with seat.transaction() as tx:
            for key in keys[start : start + COMMITS_AT_ONCE]:
                trailers = {"Agent": "validator", "Run-Id": RUN_ID}
                sha = tx.commit([key], f"migrate({key}): Python 3, confidence 1.00", trailers)
                tx.write(Kind.STATUS, key, {"status": Status.VALIDATED, "metadata": {"commit": sha}})
                tx.update(Kind.QUALITY, key, {"confidence": 1.0})


def live(folder: Path, count: int, batch: int) -> int:
    """Bring `count` files from nothing to validated, `batch` at a time. Returns the bytes of log."""
    target = StubTarget(count)
    texts = {key: AFTER % number for number, key in enumerate(target.files())}
    medium = Medium.open(folder / "pheromones", target, RUN_ID)
    keys = target.files()
    medium.begin_tick()
    for start in range(0, count, batch):
        scout(medium, keys[start : start + batch])
    for start in range(0, count, batch):
        part = keys[start : start + batch]
        claim(medium, part)
        transform(medium, part, texts)
        judge(medium, part)
        validate(medium, part)
    assert medium.count_by_status() == {"validated": count}
    medium.close()
    return (folder / "pheromones" / "audit_log.jsonl").stat().st_size


# -- the peer ---------------------------------------------------------------------------------------------------


def ring(folder: Path, count: int, batch: int) -> int:
    """The same lives in a LangGraph ring of four nodes. Returns the bytes of its checkpoints."""
    import sqlite3

    from langgraph.checkpoint.sqlite import SqliteSaver
    from langgraph.graph import END, START, StateGraph

    class State(TypedDict):
        # Nodes return what they changed and a reducer merges it: handing the whole map on costs twice the room.
        files: Annotated[dict[str, Any], operator.or_]
        turn: int

    keys = StubTarget(count).files()

    def node(fields: Mapping[str, Any], status: str, step: int = 0) -> Callable[[Any], Any]:
        def act(state: Any) -> Any:
            key = keys[state["turn"]]
            entry = {**state["files"].get(key, {}), **fields, "status": status, "timestamp": time.time()}
            return {"files": {key: entry}, "turn": state["turn"] + step}

        return act

    task = {"intensity": 0.5, "patterns_found": ["print_statement"], "pattern_count": 1, "dep_count": 0}
    evidence = {"kind": "tests", "interpreter": "CPython 3.11.7", "tests_run": 1, "sandbox": "bubblewrap"}
    graph = StateGraph(State)
    graph.add_node("scout", node(task, "pending"))
    graph.add_node("transformer", node({"candidate": "0" * 40, "tokens": 0}, "transformed"))
    graph.add_node("tester", node({"confidence": 1.0, "evidence": evidence}, "tested"))
    graph.add_node("validator", node({"commit": "0" * 40}, "validated", 1))
    graph.add_edge(START, "scout")
    graph.add_edge("scout", "transformer")
    graph.add_edge("transformer", "tester")
    graph.add_edge("tester", "validator")
    graph.add_conditional_edges("validator", lambda state: END if state["turn"] == count else "scout")
    path = folder / "checkpoints.sqlite"
    connection = sqlite3.connect(path, check_same_thread=False)
    compiled = graph.compile(checkpointer=SqliteSaver(connection))
    config: Any = {"configurable": {"thread_id": RUN_ID}, "recursion_limit": 4 * count + 8}
    end = compiled.invoke({"files": {}, "turn": 0}, config, durability="sync")
    connection.close()
    assert {entry["status"] for entry in end["files"].values()} == {"validated"}
    return sum(found.stat().st_size for found in folder.glob("checkpoints.sqlite*"))


# -- measuring ---------------------------------------------------------------------------------------------------


def measured(way: str, count: int, folder: Path) -> dict[str, float]:
    """Milliseconds and bytes a file, and the process's peak memory, of one way in this process."""
    began, busy = time.perf_counter(), time.process_time()
    if way == "langgraph":
        size = ring(folder, count, 1)
    else:
        size = live(folder, count, count if way == "batched" else 1)
    seconds, busy = time.perf_counter() - began, time.process_time() - busy
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {
        "ms_a_file": round(seconds * 1000 / count, 4),
        "cpu_ms_a_file": round(busy * 1000 / count, 4),
        "bytes_a_file": round(size / count, 1),
        "peak_mb": round(peak, 1),
    }


@contextmanager
def scratch(parent: Path | None) -> Iterator[Path]:
    """A folder for one measurement."""
    with tempfile.TemporaryDirectory(prefix="bench-medium-", dir=parent) as folder:
        yield Path(folder)


def sync_cost(parent: Path | None, times: int = 200) -> float:
    """Milliseconds of one append of 400 bytes with its fdatasync: what this disk asks for durability."""
    with scratch(parent) as folder, (folder / "probe").open("ab", buffering=0) as stream:
        began = time.perf_counter()
        for _ in range(times):
            stream.write(b"x" * 400)
            os.fdatasync(stream.fileno())
        return round((time.perf_counter() - began) * 1000 / times, 3)


def in_a_process(way: str, count: int, parent: Path | None) -> dict[str, float]:
    """`measured`, in a fresh process. Raises CalledProcessError."""
    with scratch(parent) as folder:
        command = [sys.executable, __file__, "--one", way, str(count), "--folder", str(folder)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    values: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return values


def machine() -> dict[str, Any]:
    """Where this was measured."""
    return {
        "system": platform.platform(),
        "cpus": os.cpu_count(),
        "python": platform.python_version(),
        "load": [round(value, 2) for value in os.getloadavg()],
    }


def command_line(argv: list[str] | None = None) -> int:
    """Measure, print, write the results. Returns 1 when a goal is missed that was measured."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--files", type=int, nargs="+", default=[100, 1_000, 10_000, 50_000])
    parser.add_argument("--single", type=int, nargs="*", default=[100, 1_000], help="sizes for file by file")
    parser.add_argument("--peer", type=int, nargs="*", default=[100, 1_000], help="sizes for the ring")
    parser.add_argument("--repeats", type=int, default=3, help="the fastest counts (50,000 files: once)")
    parser.add_argument("--folder", type=Path, help="a disk to measure on (default: the one of TMPDIR)")
    parser.add_argument("--output", type=Path, default=RESULT)
    parser.add_argument("--one", nargs=2, metavar=("WAY", "N"), help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    if options.one:
        print(json.dumps(measured(options.one[0], int(options.one[1]), options.folder)))
        return 0
    try:
        import langgraph  # noqa: F401
    except ImportError:
        print("langgraph is not installed (pip install -e '.[bench]'): the peer is left out", file=sys.stderr)
        options.peer = []
    sizes = dict(zip(WAYS, (options.files, options.single, options.peer), strict=True))
    before, found = machine(), []
    print(f"one append and fdatasync: {(sync := sync_cost(options.folder))} ms; load {before['load']}")
    plan = [(way, count) for way in WAYS for count in sizes[way]]
    for way, count in plan:
        repeats = options.repeats if count < 50_000 else 1
        results = [in_a_process(way, count, options.folder) for _ in range(repeats)]
        best = min(results, key=lambda result: result["ms_a_file"])
        found.append({"way": way, "files": count, **best, "all_ms": [r["ms_a_file"] for r in results]})
        print(LINE.format(**found[-1]), flush=True)
    at = {(row["way"], row["files"]): row for row in found}
    goals = {}
    for name, (value, bound) in GOALS.items():
        try:
            goals[name] = {"measured": round(value(at), 4), "at_most": bound}
        except KeyError:
            continue
        verdict = "reached" if goals[name]["measured"] <= bound else "MISSED"
        print(f"{name}: {goals[name]['measured']} (at most {bound}): {verdict}")
    options.output.parent.mkdir(parents=True, exist_ok=True)
    record = {
        "command": " ".join(["python", "benchmarks/medium.py", *(argv or sys.argv[1:])]),
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": before,
        "fdatasync_ms": sync,
        "results": found,
        "goals": goals,
    }
    options.output.write_text(json.dumps(record, indent=2) + "\n")
    return int(any(goal["measured"] > goal["at_most"] for goal in goals.values()))


if __name__ == "__main__":
    sys.exit(command_line())
