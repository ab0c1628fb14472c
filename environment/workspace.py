"""Where a run lives: its folders, the lock that keeps a second run out, and the archive of earlier runs."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from environment.git_commands import TargetError
from environment.target_record import TargetRecord

__all__ = ["Workspace", "WorkspaceError", "write_atomic"]

_LOCK, _OWNER, _KEEP = ".run.lock", ".run.owner", ".gitkeep"
_LOG = "audit_log.jsonl"
_RUN_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


class WorkspaceError(Exception):
    """The workspace can't be used as asked. One line for the user; the program ends with exit code 2."""


def write_atomic(path: Path, data: str | bytes) -> None:
    """Put `data` (text as UTF-8) into `path`, whole or not at all, and on disk before it is named.

    An existing file keeps its mode. Raises OSError when there is no room or no permission; the old file is then
    as it was.
    """
    try:
        mode = path.stat().st_mode & 0o7777
    except FileNotFoundError:
        mode = 0o644
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.{os.urandom(4).hex()}.tmp")
    try:
        with open(unfinished, "xb") as stream:
            stream.write(data.encode() if isinstance(data, str) else data)
            os.fchmod(stream.fileno(), mode)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(unfinished, path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


class Workspace:
    """The folders of a run below `root`. Making one touches nothing on disk."""

    def __init__(self, root: Path) -> None:
        self.root = Path(os.path.abspath(os.path.expanduser(root)))
        self.target_repo = self.root / "target_repo"
        self.pheromones = self.root / "pheromones"
        self.logs = self.root / "logs"
        self.metrics_output = self.root / "metrics" / "output"
        self.scratch = self.root / "scratch"
        self.archive = self.root / "archive"

    # -- one run at a time -------------------------------------------------------------------------------

    @contextmanager
    def run_lock(self, joining: bool = False) -> Iterator[bool]:
        """Hold the workspace for a run; the folders exist from then on. Yields whether another run is alive.

        A lock whose holder was killed is free at once. `joining` is for a review, which takes its turn beside a
        run and keeps none out. Raises WorkspaceError when another run holds it, with that run's process, or
        when the workspace can't be written.
        """
        self._make()
        lock = FileLock(self.root / _LOCK, timeout=0)
        try:
            lock.acquire()
        except Timeout as error:
            if joining:
                yield True
                return
            raise WorkspaceError(
                f"{self.root} is in use by another run{self._holder()}: wait for it, stop it, or choose another "
                "--workspace"
            ) from error
        except OSError as error:
            raise WorkspaceError(f"{self.root} can't be locked: {error.strerror or error}") from error
        if joining:
            lock.release()
            yield False
            return
        owner = self.root / _OWNER
        try:
            self._sweep()
            write_atomic(owner, json.dumps({"pid": os.getpid()}))
            yield False
        finally:
            # The owner goes, the lock file stays: to delete a lock that is held lets a second run in.
            owner.unlink(missing_ok=True)
            lock.release()

    def _make(self) -> None:
        try:
            for folder in (self.root, self.pheromones, self.logs, self.metrics_output):
                folder.mkdir(parents=True, exist_ok=True)
            # A file without a name: a kill right here leaves nothing behind.
            with tempfile.TemporaryFile(dir=self.root):
                pass
        except OSError as error:
            raise WorkspaceError(
                f"the workspace {self.root} can't be written ({error.strerror or error}): choose another with "
                "--workspace"
            ) from error

    def _sweep(self) -> None:
        """Remove the unfinished files of a run that was killed. Only the run that holds the lock writes here."""
        for folder in (self.root, self.metrics_output):
            for unfinished in folder.glob(".*.tmp"):
                unfinished.unlink(missing_ok=True)

    def _holder(self) -> str:
        try:
            return f" (process {int(json.loads((self.root / _OWNER).read_text())['pid'])})"
        except (OSError, ValueError, KeyError, TypeError):
            return ""

    def check_source(self, spec: str) -> None:
        """Nothing when a run here would leave the source `spec` as it is; else WorkspaceError.

        To be called before `prepare_new_run`, which moves things.
        """
        path = os.path.expanduser(spec)
        if "\0" in spec or not os.path.isdir(path):
            return
        source, root = Path(path).resolve(), self.root.resolve()
        if source.is_relative_to(root / "target_repo") or source.is_relative_to(root / "archive"):
            raise WorkspaceError(
                f"{spec} is part of an earlier run in this workspace: to migrate it further choose another "
                "--workspace"
            )
        if root.is_relative_to(source):
            raise WorkspaceError(
                f"the workspace {self.root} lies inside {spec}, which a run would change: choose another with "
                "--workspace"
            )

    # -- one run after another ---------------------------------------------------------------------------

    def prepare_new_run(self, run_id: str) -> Path | None:
        """Make room for the run `run_id`: an earlier run goes to `archive/<its id>/`, which is a workspace too.

        Returns that folder, or None when there was no earlier run. Its files in `metrics/output` stay, for
        comparisons, and are copied. A call cut short by a crash is completed by the next. Raises
        WorkspaceError when something that is no run's is in the way.
        """
        if not _RUN_ID.fullmatch(run_id):
            raise WorkspaceError(
                f"run id {run_id!r}: only letters, digits, '.', '-' and '_', no sign in front"
            )
        shutil.rmtree(self.scratch, ignore_errors=True)
        earlier = self._last_run()
        parts = [path for path in (self.target_repo, self.pheromones) if self._is_used(path)]
        if not parts:
            return None
        if earlier is None:
            raise WorkspaceError(
                f"{parts[0]} was not made by a run, so it is not moved: take it away, or choose another --workspace"
            )
        place = self._place_for(earlier, parts)
        try:
            for source in sorted(self.metrics_output.glob(f"run_{earlier}_*")):
                copy = place / "metrics" / "output" / source.name
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, copy)
            place.mkdir(parents=True, exist_ok=True)
            for part in parts:
                self._move(part, place / part.name)
            self.pheromones.mkdir(exist_ok=True)
        except OSError as error:
            raise WorkspaceError(f"the earlier run can't be archived: {error}") from error
        return place

    def for_resume(self) -> str:
        """The id of the run that is in this workspace. Raises WorkspaceError when there is none to go on with."""
        run_id = self._last_run()
        if run_id is None:
            raise WorkspaceError(f"there is no run in {self.root} to go on with: start one with --repo")
        if not (self.target_repo / ".git").is_dir():
            raise WorkspaceError(
                f"run {run_id} in {self.root} was stopped before its target was there: start it again with --repo"
            )
        return run_id

    def _last_run(self) -> str | None:
        """The run that the audit log names, else the target."""
        for look in (self._run_in_log, self._run_in_target):
            run_id = look()
            if run_id and _RUN_ID.fullmatch(run_id):
                return run_id
        return None

    def _run_in_log(self) -> str | None:
        try:
            with (self.pheromones / _LOG).open("rb") as stream:
                return _text(json.loads(stream.readline()), "run_id")
        except (OSError, ValueError):
            return None

    def _run_in_target(self) -> str | None:
        try:
            return TargetRecord.load(self.target_repo).run_id
        except TargetError:
            return None

    @staticmethod
    def _is_used(path: Path) -> bool:
        if path.is_symlink() or not path.is_dir():
            return path.is_symlink() or path.exists()
        return any(entry.name != _KEEP for entry in path.iterdir())

    def _place_for(self, run_id: str, parts: list[Path]) -> Path:
        """The archive folder for `run_id` in which none of `parts` is yet; runs of one id are numbered."""
        number, place = 1, self.archive / run_id
        while any((place / part.name).exists() for part in parts):
            number += 1
            place = self.archive / f"{run_id}.{number}"
        return place

    @staticmethod
    def _move(source: Path, destination: Path) -> None:
        keep = source / _KEEP
        kept = keep.is_file()
        os.rename(source, destination)
        if kept:
            source.mkdir()
            os.rename(destination / _KEEP, keep)


def _text(values: Any, name: str) -> str | None:
    value = values.get(name) if isinstance(values, dict) else None
    return value if isinstance(value, str) else None
