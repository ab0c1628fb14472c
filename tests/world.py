"""A real medium over a real Git working copy, for tests of agents and of the whole colony."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

from environment.medium import Medium
from environment.medium_settings import MediumSettings
from environment.pheromone_store import PheromoneStore
from environment.target_repo import TargetRepo
from environment.traces import Kind


def make_repository(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """A Git repository with one commit that holds `files`."""
    for key, text in files.items():
        path = folder / key
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    git = ["git", "-C", str(folder), "-c", "user.name=T", "-c", "user.email=t@localhost"]
    subprocess.run(["git", "init", "-q", "-b", "main", str(folder)], check=True)
    subprocess.run([*git, "add", "-A"], check=True)
    subprocess.run([*git, "commit", "-q", "-m", "start"], check=True)
    return folder


def make_world(tmp_path: Path, files: Mapping[str, str | bytes], run_id: str = "r1") -> Medium:
    """A medium in its first tick over a clone of a repository with `files`."""
    source = make_repository(tmp_path / "source", files)
    target = TargetRepo.acquire(str(source), None, tmp_path / "target_repo", run_id=run_id)
    store = PheromoneStore(tmp_path / "pheromones", run_id, settings=MediumSettings())
    medium = Medium(store, target)
    medium.begin_tick()
    return medium


def states(medium: Medium) -> dict[str, str]:
    """State by file key."""
    return {key: str(entry["status"]) for key, entry in medium.store.read_all(Kind.STATUS).items()}
