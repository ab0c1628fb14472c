"""What faults are planted in: a repository that the harness has migrated, with what it recorded about each file."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from benchmarks.corpus_sources import CACHE, unpacked
from benchmarks.migrate_in_place import settings_of
from environment.target_repo import TargetRepo
from environment.traces import Change
from stigmergy.settings import Settings, load

ROOT = Path(__file__).resolve().parent.parent.parent
FIXTURES = ROOT / "tests" / "fixtures"
SAMPLE = FIXTURES / "synthetic_py2_repo"
REFERENCE = FIXTURES / "synthetic_py3_reference"
KEPT = CACHE / "migrated"


class NotMigrated(Exception):
    """The harness delivered nothing to plant faults in. The message says what it said."""


@dataclass(frozen=True)
class MigratedFile:
    """One file as the harness left it: what it recorded of its rewriting, and its state at the end."""

    key: str
    status: str
    changes: tuple[Change, ...]
    unchanged: bool
    dependencies: tuple[str, ...]
    patterns: tuple[str, ...]


@dataclass(frozen=True)
class Migrated:
    """A repository before (`original`) and after (`tree`), with the settings it was migrated under."""

    name: str
    original: Path
    tree: Path
    settings: Settings
    files: dict[str, MigratedFile]


def migrated(name: str, package: dict[str, Any] | None = None, *, again: bool = False) -> Migrated:
    """The bundled sample, or `package` of the corpus, migrated by the harness: once, and then from the cache.

    Raises NotMigrated when the harness ends without a result, CorpusError when the package can't be had.
    """
    folder = KEPT / (f"{package['name']}-{package['version']}" if package else name)
    if again:
        shutil.rmtree(folder, ignore_errors=True)
    if not (folder / "complete.json").exists():
        _migrate(unpacked(package) if package else SAMPLE, package or {}, folder)
    config = folder / "config.yaml"
    return Migrated(name, folder / "original", folder / "tree", load(config), _files(folder / "workspace"))


def _migrate(source: Path, package: dict[str, Any], folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    config, workspace = folder / "config.yaml", folder / "workspace"
    config.write_text(yaml.safe_dump(settings_of(package, source)))
    command = [sys.executable, str(ROOT / "main.py"), "--repo", str(source), "--workspace", str(workspace)]
    done = subprocess.run(
        [*command, "--config", str(config), "--quiet"], cwd=ROOT, capture_output=True, text=True
    )
    found = sorted(workspace.glob("metrics/output/run_*_summary.json"))
    if not found:
        raise NotMigrated((done.stderr.strip().splitlines() or ["no summary"])[-1])
    summary = json.loads(found[-1].read_text())
    if summary["stop_reason"] == "fatal":
        raise NotMigrated(f"the run in {workspace} broke: {done.stderr.strip()[-300:]}")
    target = TargetRepo.open(workspace / "target_repo", run_id=summary["run_id"])
    target.export(folder / "original", target.base_commit)
    target.export(folder / "tree", target.candidates_branch)
    (folder / "complete.json").write_text(json.dumps({"retention": summary["suite_retention_candidates"]}))


def _files(workspace: Path) -> dict[str, MigratedFile]:
    status = json.loads((workspace / "pheromones" / "status.json").read_text())
    tasks = json.loads((workspace / "pheromones" / "tasks.json").read_text())
    found = {}
    for key, entry in _entries(status).items():
        task, metadata = _entries(tasks).get(key, {}), entry.get("metadata", {})
        found[key] = MigratedFile(
            key,
            entry["status"],
            tuple(Change.from_dict(change) for change in metadata.get("changes") or ()),
            bool(metadata.get("unchanged")),
            tuple(task.get("dependencies", ())),
            tuple(task.get("patterns_found", ())),
        )
    return found


def _entries(values: dict[str, Any]) -> dict[str, Any]:
    entries: dict[str, Any] = values.get("entries", values)
    return entries


def reference(folder: Path) -> Migrated:
    """The bundled sample migrated by hand, in a copy below `folder`; its files carry no records of a rewriting."""
    tree = folder / "reference"
    shutil.copytree(REFERENCE, tree, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    keys = sorted(path.relative_to(tree).as_posix() for path in tree.rglob("*.py"))
    files = {key: MigratedFile(key, "validated", (), False, (), ()) for key in keys}
    return Migrated("reference", SAMPLE, tree, load(), files)


def scratch() -> Path:
    """A new folder for runs, on the same disk as temporary files."""
    return Path(tempfile.mkdtemp(prefix=f"stigmergy-faults-{os.getpid()}-"))
