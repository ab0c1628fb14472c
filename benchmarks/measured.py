"""Writes what a benchmark measured: its numbers, with the machine and the command that gave them."""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).with_name("results")


def machine() -> dict[str, Any]:
    """What the numbers of a run depend on. `load` is the load average of the last minute, where the system tells."""
    return {
        "processor": platform.machine(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
    }


def command_line() -> str:
    """The command that is running, as typed from the root of the repository."""
    return " ".join(["python", f"benchmarks/{Path(sys.argv[0]).name}", *sys.argv[1:]])


def write_result(name: str, values: Mapping[str, Any], folder: Path = RESULTS) -> Path:
    """Write `values` with machine and command to `name`.json; the path. A reader never sees half a file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.json"
    text = json.dumps(
        {"command": command_line(), "machine": machine(), **values}, indent=1, ensure_ascii=False
    )
    unfinished = path.with_suffix(".json.new")
    unfinished.write_text(text + "\n", "utf-8")
    unfinished.replace(path)
    return path
