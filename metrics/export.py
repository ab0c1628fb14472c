"""Exports every run and tick as one table, a line a tick, with the run's settings and outcome beside it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metrics.run_files import Run, RunFileError, add_input, find_runs, write_text
from metrics.tick_row import COLUMNS

if TYPE_CHECKING:
    import pandas as pd

_FIRST = ("run_id", "folder", "baseline", "configuration", "repo_name", "provider", "model", "seed")
#: Too wide for a table, or of no use in it.
_LEFT_OUT = ("spending", "schema_version", "resumed", "status")

_EXAMPLES = """\
examples:
  python metrics/export.py --output results.csv
  python metrics/export.py --input metrics/output campaigns/first --output results.csv

One line a tick. Values of a run's summary that are also columns of a tick are called final_<name>; objects
are spread out (evidence_tests, budget_max_tokens). Exit code 2 when no finished run is found.
"""


def frame(runs: Sequence[Run]) -> tuple[pd.DataFrame, list[str]]:
    """The table, and a line for each run whose rows can't be used (it keeps one line, without a tick)."""
    import pandas as pd

    lines: list[dict[str, Any]] = []
    problems: list[str] = []
    for run in runs:
        about = _about(run)
        try:
            ticks = [asdict(row) for row in run.ticks()]
        except RunFileError as error:
            problems.append(f"run {run.run_id} has no usable rows: {error}")
            ticks = []
        lines += [{**about, **tick} for tick in ticks or [{}]]
    names = dict.fromkeys([*_FIRST, *COLUMNS])
    rest = sorted({name for line in lines for name in line} - names.keys())
    return pd.DataFrame(lines, columns=[*names, *rest]), problems


def _about(run: Run) -> dict[str, Any]:
    settings = _flat({k: v for k, v in run.manifest.items() if k not in _LEFT_OUT})
    outcome = _flat({k: v for k, v in run.summary.items() if k not in _LEFT_OUT})
    outcome = {f"final_{name}" if name in COLUMNS else name: value for name, value in outcome.items()}
    return {**settings, **outcome, "run_id": run.run_id, "folder": str(run.folder)}


def _flat(values: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, Mapping):
            flat |= _flat(value, f"{prefix}{name}_")
        elif not isinstance(value, list):
            flat[f"{prefix}{name}"] = value
    return flat


def build_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python metrics/export.py",
        description="Write every run and tick into one CSV file.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_input(parser)
    parser.add_argument("--output", type=Path, required=True, metavar="FILE", help="the CSV file to write")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line. Returns 0, or 2 when there is nothing to export or the file can't be written."""
    options = build_parser().parse_args(argv)
    runs, problems = find_runs(options.input)
    table, more = frame(runs) if runs else (None, [])
    for problem in [*problems, *more]:
        print(f"warning: {problem}", file=sys.stderr)
    if table is None:
        print("export: no finished runs found; name their folder with --input", file=sys.stderr)
        return 2
    try:
        write_text(options.output, table.to_csv(index=False))
    except OSError as error:
        print(f"export: {options.output}: {error.strerror}", file=sys.stderr)
        return 2
    print(f"{len(runs)} runs, {len(table)} rows: {options.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
