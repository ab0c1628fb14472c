"""What real packages lose by changes of the rules: their rows on record, measured again.

    python benchmarks/corpus_again.py [N] [--only IPy,demjson] [--jobs J]

Takes N packages (40) of all sets whose rows are of other code than this; which, depends on the code, so that states
after one another are held against different ones. The rules alone convert each, as its texts suggest and, where that
makes a difference, told what its native strings are: a run of the agents may take either way. Prints what keeps fewer
tests than its row says, or more, and writes the new rows to benchmarks/results/corpus.json. Exit status 1 if any test
was lost. Needs what corpus.py needs.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks.corpus import label, record, recorded, stamped, told
from benchmarks.corpus_sources import CorpusError, packages, unpacked
from benchmarks.corpus_static import WAYS, StaticMeasure
from benchmarks.measured import machine
from stigmergy.harness_code import harness_code

#: What a row has of the rules alone.
PARTS = ("rules", *WAYS)


def chosen(rows: dict[str, dict[str, Any]], code: str, most: int) -> list[str]:
    """`most` of the names of rows that other code than `code` has written, by lot: the same for the same code."""
    old = [name for name, row in rows.items() if row.get("rules", {}).get("stamp", "").split(" ")[-1] != code]
    return sorted(old, key=lambda name: hashlib.sha256(f"{code} {name}".encode()).digest())[:most]


def again(package: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The parts of a row, or an `error` in place of the first."""
    with tempfile.TemporaryDirectory(prefix="stigmergy-corpus-") as folder:
        try:
            found = StaticMeasure(told(package), unpacked(package), Path(folder)).measure_ways()
        except (CorpusError, OSError, RuntimeError, subprocess.SubprocessError) as error:
            found = {"rules": {"error": f"{type(error).__name__}: {error}"}}
    return {part: {"stamp": stamped(package), **values} for part, values in found.items()}


def difference(name: str, before: dict[str, Any], after: dict[str, dict[str, Any]]) -> list[tuple[int, str]]:
    """Tests gained (lost: below 0) by each part of a row, and that in words. Not what could not be measured as before:
    an error, or fewer tests that pass on 2.7.
    """
    found = []
    for part in PARTS:
        old, new = before.get(part, {}), after.get(part, {})
        if "kept" not in old or "kept" not in new or not old["of"] or new["of"] < old["of"]:
            continue
        gained = new["kept"] - old["kept"]
        if gained:
            found.append(
                (gained, f"{gained:+d}  {name}, {part}: {old['kept']} → {new['kept']} of {new['of']}")
            )
    return found


def main(argv: list[str] | None = None) -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("most", nargs="?", type=int, default=40, metavar="N", help="how many packages (40)")
    parser.add_argument("--only", help="names, separated by commas")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, metavar="J", help="at one time (as many as cores)"
    )
    options = parser.parse_args(argv)
    rows = recorded()
    try:
        listed = packages(set(options.only.split(",")) if options.only else None, None)
    except CorpusError as error:
        print(f"corpus: {error}", file=sys.stderr)
        return 2
    by_name = {label(p): p for p in listed}
    known = {name: row for name, row in rows.items() if name in by_name}
    names = list(known) if options.only else chosen(known, harness_code()[:16], options.most)
    changes: list[tuple[int, str]] = []
    with ThreadPoolExecutor(options.jobs) as pool:
        for name, after in zip(names, pool.map(lambda n: again(by_name[n]), names), strict=True):
            problem = after["rules"].get("error")
            if problem:
                print(f"{name}: {problem}", file=sys.stderr, flush=True)
                continue
            found = difference(name, rows[name], after)
            for _, words in found:
                print(words, file=sys.stderr, flush=True)
            changes += found
            others = {key: value for key, value in rows[name].items() if key not in WAYS}
            rows[name] = {**others, "machine": machine(), **after}
            record(rows)
    lost, gained = sum(n for n, _ in changes if n < 0), sum(n for n, _ in changes if n > 0)
    print(f"{len(names)} packages measured again: {-lost} tests lost, {gained} gained")
    for _, words in sorted(changes):
        print(f"  {words}")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
