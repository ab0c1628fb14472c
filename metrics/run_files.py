"""The files a run leaves in metrics/output: their names and version, how they are written, read and found."""

from __future__ import annotations

import argparse
import csv
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from environment.workspace import write_atomic
from metrics.tick_row import TickRow

#: Version of the manifest and summary formats. A reader takes no other.
SCHEMA_VERSION = 1
#: Reasons to stop that say nothing about who coordinated the run.
CUT_OFF = frozenset({"interrupted", "fatal"})
#: Where runs in the default workspace leave their files.
DEFAULT_OUTPUT = Path(__file__).resolve().parent / "output"

_RUN_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_SUFFIXES = ("_manifest.json", "_ticks.csv", "_summary.json")


class RunFileError(ValueError):
    """A file of a run can't be used. The message names it and says why."""


def add_input(parser: argparse.ArgumentParser) -> None:
    """The option --input of everything that reads runs."""
    parser.add_argument(
        "--input",
        nargs="+",
        type=Path,
        default=[DEFAULT_OUTPUT],
        metavar="DIR",
        help="folders with run_*_summary.json, searched in depth (default: metrics/output)",
    )


def manifest_path(folder: Path, run_id: str) -> Path:
    """Where the manifest of a run is."""
    return folder / f"run_{run_id}_manifest.json"


def ticks_path(folder: Path, run_id: str) -> Path:
    """Where the rows of a run are."""
    return folder / f"run_{run_id}_ticks.csv"


def summary_path(folder: Path, run_id: str) -> Path:
    """Where the summary of a run is."""
    return folder / f"run_{run_id}_summary.json"


def check_run_id(run_id: str) -> str:
    """The id itself.

    Raises:
        ValueError: it could not be part of a file name.
    """
    if not _RUN_ID.fullmatch(run_id):
        raise ValueError(f"run id {run_id!r}: only letters, digits, '.', '-' and '_', and no sign in front")
    return run_id


def write_json(path: Path, values: Mapping[str, Any]) -> None:
    """Write a JSON file whole or not at all, and on disk before it is named.

    Raises:
        OSError: the folder can't be written, or the disk is full; the old file is then as it was.
        ValueError: a value is not finite: JSON has no word for it.
    """
    write_text(path, json.dumps(values, indent=2, sort_keys=True, allow_nan=False) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write a text file whole or not at all, and on disk before it is named."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, text)


def read_json(path: Path) -> dict[str, Any]:
    """A JSON object of this schema version.

    Raises:
        RunFileError: the file is missing, no JSON object, or of another version.
    """
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RunFileError(f"{path}: missing") from None
    except (OSError, ValueError) as error:
        raise RunFileError(f"{path}: unreadable: {error}") from None
    if not isinstance(values, dict):
        raise RunFileError(f"{path}: holds no JSON object")
    version = values.get("schema_version")
    if version != SCHEMA_VERSION:
        raise RunFileError(f"{path}: schema version {version!r}, this program reads {SCHEMA_VERSION}")
    return values


def read_ticks(path: Path) -> list[TickRow]:
    """The rows of a ticks file, in order. A torn last line (the run was killed) is left out.

    Raises:
        RunFileError: the file is missing, or a line before the last is broken.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise RunFileError(f"{path}: missing") from None
    except (OSError, UnicodeDecodeError) as error:
        raise RunFileError(f"{path}: unreadable: {error}") from None
    whole = text[: text.rfind("\n") + 1]
    rows = []
    for number, cells in enumerate(csv.DictReader(whole.splitlines()), start=2):
        try:
            rows.append(TickRow.from_cells(cells))
        except ValueError as error:
            raise RunFileError(f"{path}, line {number}: {error}") from None
    return rows


@dataclass(frozen=True)
class Run:
    """One finished run: its settings (manifest) and its outcome (summary)."""

    run_id: str
    folder: Path
    summary: Mapping[str, Any]
    manifest: Mapping[str, Any] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """What the run is compared as: its configuration, else its baseline. Simulated models are marked."""
        name = self.setting("configuration") or self.setting("baseline") or "stigmergic"
        return f"{name} (simulated)" if self.simulated else str(name)

    @property
    def baseline(self) -> str:
        """Which way of coordinating it was."""
        return str(self.setting("baseline") or "stigmergic")

    @property
    def simulated(self) -> bool:
        """Whether a simulated model stood in for a real one."""
        return bool(self.setting("provider") == "simulated")

    @property
    def cut_off(self) -> str:
        """Why it ended, where that was from outside (a person, a full disk, a defect): it is no outcome; else ""."""
        reason = str(self.summary.get("stop_reason") or "")
        return reason if reason in CUT_OFF else ""

    @property
    def repository(self) -> str:
        """What was migrated: runs on one repository are one cluster."""
        return str(self.setting("repo_name") or self.setting("repo") or "")

    def setting(self, name: str) -> Any:
        """A field of the manifest, or of the summary where the manifest has none."""
        value = self.manifest.get(name)
        return self.summary.get(name) if value is None else value

    def metric(self, name: str) -> float | None:
        """A number of the summary; None where it was not measured.

        A resolution rate is no measurement in a run in which nothing was retried.
        """
        if name == "retry_resolution_rate" and not self.summary.get("files_retried"):
            return None
        value = self.summary.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        return float(value)

    def ticks(self) -> list[TickRow]:
        """The run's rows, in order. Raises RunFileError."""
        return read_ticks(ticks_path(self.folder, self.run_id))


def find_runs(inputs: Iterable[Path]) -> tuple[list[Run], list[str]]:
    """All usable runs under these folders (searched in depth), and a line for each that can't be used.

    A run without a summary (killed, or still going) and one of another version are named, never taken.
    """
    runs: list[Run] = []
    problems: list[str] = []
    seen: dict[str, Run] = {}
    for folder, run_id in _places(inputs, problems):
        try:
            summary = read_json(summary_path(folder, run_id))
            manifest: dict[str, Any] = {}
            try:
                manifest = read_json(manifest_path(folder, run_id))
            except RunFileError as error:
                problems.append(f"{error}; the run is used without its settings")
            run = Run(run_id, folder, summary, manifest)
            if seen.setdefault(run_id, run).summary == summary and seen[run_id] is not run:
                problems.append(f"run {run_id} in {folder} is a copy of the one in {seen[run_id].folder}")
                continue
            runs.append(run)
        except RunFileError as error:
            problems.append(f"run {run_id} skipped: {error}")
    return runs, problems


def counted(runs: Iterable[Run]) -> tuple[list[Run], list[str]]:
    """The runs that a comparison may count, and a line for each that was cut off."""
    kept: list[Run] = []
    problems: list[str] = []
    for run in runs:
        if run.cut_off:
            problems.append(f"run {run.run_id} ({run.label}) ended as {run.cut_off}: not counted")
        else:
            kept.append(run)
    return kept, problems


def _places(inputs: Iterable[Path], problems: list[str]) -> Sequence[tuple[Path, str]]:
    found: dict[tuple[Path, str], None] = {}
    for given in inputs:
        if not given.is_dir():
            problems.append(f"{given}: no such folder")
            continue
        for path in sorted(given.rglob("run_*")):
            suffix = next((s for s in _SUFFIXES if path.name.endswith(s)), None)
            if suffix:
                found[path.parent.resolve(), path.name[len("run_") : -len(suffix)]] = None
    return list(found)
