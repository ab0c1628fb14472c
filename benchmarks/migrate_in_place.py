"""Migrate a folder in place with the full harness, told how its tests are run; for referees and corpus measurements.

    python benchmarks/migrate_in_place.py --spec spec.json TREE [--max-minutes N]

The spec is JSON with any of: runner (pytest, unittest, script), args, workdir, pythonpath, deps2, deps3, prepare, env,
pytest_args.
TREE is rewritten by the rules alone at once. It gets the files of the candidates branch in the end: every validated
file, and the best candidate of every other; at SIGTERM, the best so far.
"""

from __future__ import annotations

import argparse
import glob
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import yaml

#: More rounds than any run needs: retries end it, and the time that it is given.
TICKS = 1000


def settings_of(spec: dict[str, Any], tree: Path) -> dict[str, Any]:
    """The configuration that a spec amounts to, with patterns in `args` expanded on the tree.

    A pattern that matches nothing names nothing. Requirements that name no package are left out.
    """
    place = tree / (spec.get("workdir") or ".")
    arguments: list[str] = []
    for argument in spec.get("args") or []:
        if glob.has_magic(argument):
            arguments += sorted(glob.glob(argument, root_dir=place, recursive=True))
        else:
            arguments.append(argument)
    requirements = {
        side: [d for d in spec.get(key) or [] if d != "shims"]
        for side, key in (("python2", "deps2"), ("python3", "deps3"))
    }
    verification = {
        "runner": spec.get("runner") or "auto",
        "args": [*_in_one_word(spec.get("pytest_args") or []), *arguments],
        "workdir": spec.get("workdir") or ".",
        "pythonpath": list(spec.get("pythonpath") or ["."]),
        "env": {k: str(v) for k, v in (spec.get("env") or {}).items()},
        "prepare": list(spec.get("prepare") or []),
        "dependencies": requirements,
    }
    return {"verification": verification, "loop": {"max_ticks": TICKS}}


def _in_one_word(options: list[str]) -> list[str]:
    """Options of pytest, those of one letter together with their values."""
    words: list[str] = []
    for option in options:
        if words and not option.startswith("-"):
            words[-1] += option if not words[-1].startswith("--") else f"={option}"
        else:
            words.append(option)
    return words


def migrate(
    spec: dict[str, Any], tree: Path, max_minutes: float, workspace: Path, scratch: Path, extra: list[str]
) -> int:
    """Run the harness on a copy of `tree` and bring back what it delivers. Returns the harness's exit code.

    The rules alone rewrite `tree` before all else: whoever is killed later has left that much. Where a run ends early,
    files that it had no candidate for stay so.
    """
    from main import main

    original = scratch / "original"
    shutil.copytree(tree, original, symlinks=True)
    # The folder in which this starts must not be the tree: some have modules of the names that the tools import.
    command = [sys.executable, "-m", "migration", "-w", str(tree.resolve())]
    subprocess.run(command, cwd=scratch, capture_output=True)
    config = workspace / "config.yaml"
    config.write_text(yaml.safe_dump(settings_of(spec, original)))
    arguments = ["--repo", str(original), "--workspace", str(workspace), "--config", str(config), *extra]
    if max_minutes:
        arguments += ["--max-minutes", str(max_minutes)]
    try:
        return main(arguments)
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        bring_back(workspace, original, scratch / "result", tree)


def contents(tree: Path) -> dict[Path, bytes]:
    """The plain files of a folder, by their place in it."""
    files = (path for path in tree.rglob("*") if path.is_file() and not path.is_symlink())
    return {path.relative_to(tree): path.read_bytes() for path in files}


def bring_back(workspace: Path, original: Path, result: Path, tree: Path) -> None:
    """Give `tree` the files of the candidates branch, by way of the new folder `result`, if a run came to have one."""
    from environment.target_repo import TargetRepo
    from metrics.run_files import find_runs

    runs, _problems = find_runs([workspace])
    if not runs or not (workspace / "target_repo").exists():
        return
    target = TargetRepo.open(workspace / "target_repo", run_id=runs[-1].run_id)
    target.export(result, target.candidates_branch)
    early = runs[-1].summary["stop_reason"] in ("interrupted", "max_minutes", "fatal")
    before, present = contents(original), contents(tree)
    for name, data in contents(result).items():
        if present.get(name) == data or (early and before.get(name) == data):
            continue
        place, mode = tree / name, (result / name).stat().st_mode
        if place.exists():
            mode = place.stat().st_mode
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(result / name, place)
        os.chmod(place, mode)


def command_line(argv: list[str] | None = None) -> int:
    """Parse the flags and migrate. 0 when the tree was written, whatever was left open; 2 for wrong use."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tree", type=Path)
    parser.add_argument("--spec", type=Path, required=True, help="JSON file that says how the tests are run")
    parser.add_argument("--max-minutes", type=float, default=0)
    parser.add_argument(
        "--keep-workspace", type=Path, help="work here and keep it (default: a temporary folder)"
    )
    options, extra = parser.parse_known_args(argv)
    if not options.tree.is_dir():
        parser.error(f"{options.tree} is no folder")
    try:
        spec = json.loads(options.spec.read_text())
    except (OSError, ValueError) as error:
        parser.error(f"{options.spec}: {error}")
    # Before and after the run's own loop, which ends in good order, a request to stop ends what is going on.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    with tempfile.TemporaryDirectory(prefix="stigmergy-in-place-") as folder:
        workspace = options.keep_workspace or Path(folder, "workspace")
        workspace.mkdir(parents=True, exist_ok=True)
        code = migrate(spec, options.tree, options.max_minutes, workspace, Path(folder), extra)
    return code if code in (2, 3) else 0


if __name__ == "__main__":
    sys.exit(command_line())
