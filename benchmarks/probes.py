"""Small behavioural probes: what does a migrated program print, against what the original printed on Python 2.7?

    python benchmarks/probes.py [--probes FILE] [--only ID,ID] [--jobs N]

Reads a file of probes, by default ../shared/probes/probes.jsonl beside this repository (it is not part of it): one
JSON object a line with id, category, title, files, encoding, stdin, expected_stdout, unmodified_on_3_11. Each tool
works on each probe in a folder of its own, with Python 2.7 switched off: nothing, 2to3 of the standard library where
there is one, and `python -m migration -w`. Then main.py runs, and what it prints is compared. Writes
benchmarks/results/probes.json; the peers' verdicts are taken from there when probes, interpreter and command are the
same.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks.measured import RESULTS, machine, write_result

ROOT = Path(__file__).resolve().parent.parent
DEFAULT = ROOT.parent / "shared" / "probes" / "probes.jsonl"
OURS = "stigmergy"
VERDICTS = ("same", "crash", "silent", "refused")
#: What each tool runs in the folder of a probe; () changes nothing.
TOOLS: dict[str, tuple[str, ...]] = {
    "unmodified": (),
    "2to3": (sys.executable, "-W", "ignore", "-m", "lib2to3", "-w", "-n", "--no-diffs", "{tree}"),
    OURS: (sys.executable, "-m", "migration", "-w", "{tree}"),
}


def verdict(probe: dict[str, Any], command: tuple[str, ...]) -> str:
    """`same`, `crash` (it ended with an error), `silent` (it ran and printed something else), or `refused` (the tool
    failed).
    """
    environment = dict(
        os.environ,
        LC_ALL="C.UTF-8",
        PYTHONHASHSEED="0",
        PYTHONDONTWRITEBYTECODE="1",
        STIGMERGY_PYTHON2="none",
    )
    with tempfile.TemporaryDirectory(prefix="probe-") as folder:
        for name, text in probe["files"].items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode(probe["encoding"]))
        if command:
            filled = [part.replace("{tree}", folder) for part in command]
            done = _run(filled, ROOT, b"", environment, 120)
            if done is None or done.returncode not in (0, 1):
                return "refused"
        after = _run([sys.executable, "main.py"], folder, probe["stdin"].encode("latin-1"), environment, 40)
    if after is None or after.returncode:
        return "crash"
    return "same" if after.stdout.decode("latin-1") == probe["expected_stdout"] else "silent"


def _run(
    command: list[str], folder: Path | str, stdin: bytes, environment: dict[str, str], seconds: float
) -> subprocess.CompletedProcess[bytes] | None:
    try:
        return subprocess.run(
            command, cwd=folder, input=stdin, env=environment, capture_output=True, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        return None


def judge(tool: str, probes: list[dict[str, Any]], jobs: int) -> dict[str, str]:
    """The verdict on each probe, by id, after `tool`."""
    with ThreadPoolExecutor(jobs) as pool:
        return dict(
            zip((p["id"] for p in probes), pool.map(lambda p: verdict(p, TOOLS[tool]), probes), strict=True)
        )


def totals(probes: list[dict[str, Any]], verdicts: dict[str, str]) -> dict[str, int]:
    """Probes by verdict, of those that Python 3 does not run alike as they are; `harm` counts those it did and that
    no longer are the same.
    """
    different = [p for p in probes if p["unmodified_on_3_11"] != "same"]
    found = Counter(verdicts[p["id"]] for p in different)
    harm = sum(p["unmodified_on_3_11"] == "same" != verdicts[p["id"]] for p in probes)
    return {"of": len(different), **{v: found[v] for v in VERDICTS}, "harm": harm}


def table(probes: list[dict[str, Any]], results: dict[str, dict[str, str]]) -> str:
    """One line a tool, then one line for each probe that ours does not make the same."""
    lines = [
        "| tool | same | of | crash | silently other | refused | harm |",
        "|---|---|---|---|---|---|---|",
    ]
    for tool, verdicts in results.items():
        t = totals(probes, verdicts)
        lines.append(
            f"| {tool} | {t['same']} | {t['of']} | {t['crash']} | {t['silent']} | {t['refused']} | {t['harm']} |"
        )
    lines.append("")
    for probe in probes:
        if results[OURS][probe["id"]] != "same":
            lines.append(f"{probe['id']:5} {results[OURS][probe['id']]:8} {probe['title']}")
    return "\n".join(lines)


def _fingerprint(content: bytes, tool: str) -> str:
    """What a tool's verdicts depend on: the probes, the command, the interpreter."""
    return hashlib.sha256(content + repr((TOOLS[tool][1:], sys.version_info[:3])).encode()).hexdigest()


def main(argv: list[str] | None = None) -> int:
    """Judge the probes, print the table and write the results."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--probes", type=Path, default=DEFAULT)
    parser.add_argument("--only", help="ids, separated by commas: prints, writes nothing")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(argv)
    try:
        content = options.probes.read_bytes()
        probes = [json.loads(line) for line in content.splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        print(f"probes: {options.probes} can't be read ({error}); name a file with --probes", file=sys.stderr)
        return 2
    if options.only:
        probes = [p for p in probes if p["id"] in options.only.split(",")]
    earlier = RESULTS / "probes.json"
    known = json.loads(earlier.read_text()) if earlier.is_file() else {"tools": {}}
    results: dict[str, dict[str, str]] = {}
    written: dict[str, Any] = {"probes": options.probes.name, "count": len(probes), "tools": {}}
    for tool in TOOLS:
        if tool == "2to3" and sys.version_info >= (3, 13):
            continue
        fingerprint, before = _fingerprint(content, tool), known["tools"].get(tool, {})
        if tool != OURS and not options.only and before.get("fingerprint") == fingerprint:
            entry = before
        else:
            entry = {
                "fingerprint": fingerprint,
                "machine": machine(),
                "verdicts": judge(tool, probes, options.jobs),
            }
        results[tool] = entry["verdicts"]
        written["tools"][tool] = {**entry, "totals": totals(probes, entry["verdicts"])}
    if not options.only:
        write_result("probes", written)
    print(table(probes, results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
