"""Before the first cell on a repository: its environments and baseline are built once, for all cells alike.

Otherwise the first cell alone would pay for them in wall time; and a repository that can't be used is found out
before anything is spent.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from baselines.campaigns.cell import DONE, run_cell
from baselines.campaigns.folder import CampaignFolder
from baselines.campaigns.plan import SCHEMA_VERSION, Plan, Repository
from environment.git_acquire import remove_tree
from metrics.run_files import write_json

READY = "ready"


def warmed(
    folder: CampaignFolder, plan: Plan, repository: Repository, stopping: Callable[[], bool]
) -> dict[str, Any]:
    """The word on whether a repository is ready for cells; a run by the rules decides, once.

    Raises Stop when the campaign stops meanwhile.
    """
    path = folder.root / "warm" / f"{repository.name}.json"
    known = _read(path)
    if known.get("state") == READY:
        return known
    job = folder.warming(plan, repository, attempts=2)
    # A run of rules is no cell: nothing of it may stay where runs are looked for.
    try:
        word = run_cell(job, stopping)
    finally:
        remove_tree(Path(job.folder) / "cells")
    state = READY if word["state"] == DONE else word["state"]
    told = {
        "schema_version": SCHEMA_VERSION,
        "repository": repository.name,
        "state": state,
        "reason": word["reason"],
        "seconds": word["seconds"],
    }
    write_json(path, told)
    return told


def _read(path: Path) -> dict[str, Any]:
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return values if isinstance(values, dict) else {}
