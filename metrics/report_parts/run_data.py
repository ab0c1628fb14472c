"""What the report of one run is made of: read from its workspace, or the folder it was archived to. Changes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from environment.audit_log import UnrecoverableState, read_records
from environment.git_commands import GitError, TargetError
from environment.git_objects import MissingObject
from environment.target_record import TargetRecord
from environment.target_repo import TargetRepo
from metrics.run_files import (
    RunFileError,
    manifest_path,
    read_json,
    read_ticks,
    summary_path,
    ticks_path,
)
from metrics.run_story import RunStory, story_of
from metrics.text_diff import decode
from metrics.tick_row import TickRow

LOG_NAME = "audit_log.jsonl"


@dataclass
class RunData:
    """One run: its story, and manifest, rows and summary as far as they exist. `gaps` names what does not."""

    folder: Path
    story: RunStory
    manifest: Mapping[str, Any] = field(default_factory=dict)
    summary: Mapping[str, Any] = field(default_factory=dict)
    rows: list[TickRow] = field(default_factory=list)
    target: TargetRepo | None = None
    gaps: list[str] = field(default_factory=list)

    @property
    def run_id(self) -> str:
        """The run's id, from its log."""
        return self.story.state.run_id

    def texts(self, key: str) -> tuple[str, str] | None:
        """The original text of a file and its best candidate ("" for one that was or is not there).

        None where the working copy is gone, so that nothing can be said of texts.
        """
        if self.target is None:
            return None
        try:
            before = decode(self.target.read_original(key))
        except (OSError, KeyError, ValueError):
            before = ""
        blob = self.story.state.texts.get(key)
        if blob is None:
            return before, before
        try:
            return before, decode(self.target.kept(blob))
        except (OSError, KeyError, ValueError):
            return None


def log_in(folder: Path) -> Path | None:
    """The audit log of the run in a workspace, an archive folder, or a pheromones folder; None: there is none."""
    places = (folder / "pheromones" / LOG_NAME, folder / LOG_NAME)
    return next((path for path in places if path.is_file()), None)


def read_run(folder: Path, output: Path | None = None) -> RunData:
    """The run in `folder`. `output` is where its metrics are, if not in metrics/output.

    Raises:
        RunFileError: there is no audit log, or it is broken.
    """
    log = log_in(folder)
    if log is None:
        raise RunFileError(f"{folder}: holds no pheromones/{LOG_NAME}; name the workspace of a run")
    try:
        story = story_of(read_records(log))
    except (OSError, UnrecoverableState) as error:
        raise RunFileError(str(error)) from None
    run = RunData(folder, story)
    places = [folder / "metrics" / "output"] if output is None else [output]
    place = next((p for p in places if manifest_path(p, run.run_id).is_file()), places[0])
    try:
        run.manifest = read_json(manifest_path(place, run.run_id))
    except RunFileError as error:
        run.gaps.append(f"no manifest: {error}")
    try:
        run.summary = read_json(summary_path(place, run.run_id))
    except RunFileError as error:
        run.gaps.append(f"no summary, so the run was killed or is still going: {error}")
    try:
        run.rows = read_ticks(ticks_path(place, run.run_id))
    except RunFileError as error:
        run.gaps.append(f"no rows: {error}")
    _find_target(run)
    return run


def _find_target(run: RunData) -> None:
    root = run.folder / "target_repo"
    try:
        record = TargetRecord.load(root)
        if record.run_id != run.run_id:
            raise TargetError(f"{root} belongs to run {record.run_id}")
        run.target = TargetRepo(root, record)
    except (TargetError, MissingObject, GitError) as error:
        run.gaps.append(f"no working copy, so no texts are shown: {error}")
