"""Migrate a folder in place with the full harness, told how its tests are run; for referees and corpus measurements.

    python benchmarks/migrate_in_place.py --spec spec.json TREE [--max-minutes N]

The spec is JSON with any of: runner (pytest, unittest, script), args, workdir, pythonpath, deps2, deps3, prepare, env.
TREE gets the files of the candidates branch: every validated file, and the best candidate of every other; at SIGTERM,
the best so far.
"""

from __future__ import annotations

import argparse
import glob
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import yaml


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
        "args": arguments,
        "workdir": spec.get("workdir") or ".",
        "pythonpath": list(spec.get("pythonpath") or ["."]),
        "env": {k: str(v) for k, v in (spec.get("env") or {}).items()},
        "prepare": list(spec.get("prepare") or []),
        "dependencies": requirements,
    }
    return {"verification": verification}


def migrate(spec: dict[str, Any], tree: Path, max_minutes: float, workspace: Path, extra: list[str]) -> int:
    """Run the harness on `tree` and copy what it delivers back. Returns the harness's exit code."""
    from environment.target_repo import TargetRepo
    from main import main
    from metrics.run_files import find_runs

    config = workspace / "config.yaml"
    config.write_text(yaml.safe_dump(settings_of(spec, tree)))
    arguments = ["--repo", str(tree), "--workspace", str(workspace), "--config", str(config), *extra]
    if max_minutes:
        arguments += ["--max-minutes", str(max_minutes)]
    code = main(arguments)
    runs, _problems = find_runs([workspace])
    if not runs or not (workspace / "target_repo").exists():
        return code or 1
    target = TargetRepo.open(workspace / "target_repo", run_id=runs[-1].run_id)
    result = workspace / "result"
    target.export(result, target.candidates_branch)
    for path in sorted(result.rglob("*")):
        place = tree / path.relative_to(result)
        if (
            path.is_file()
            and not path.is_symlink()
            and (not place.exists() or place.read_bytes() != path.read_bytes())
        ):
            place.parent.mkdir(parents=True, exist_ok=True)
            mode = place.stat().st_mode if place.exists() else path.stat().st_mode
            shutil.copyfile(path, place)
            os.chmod(place, mode)
    return code


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
    if options.keep_workspace:
        options.keep_workspace.mkdir(parents=True, exist_ok=True)
        code = migrate(spec, options.tree, options.max_minutes, options.keep_workspace, extra)
    else:
        with tempfile.TemporaryDirectory(prefix="stigmergy-in-place-") as folder:
            code = migrate(spec, options.tree, options.max_minutes, Path(folder), extra)
    return code if code in (2, 3) else 0


if __name__ == "__main__":
    sys.exit(command_line())
