"""Deletes what a contained run left behind, however it tried to make that hard."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from pathlib import Path


def remove(folder: Path) -> None:
    """Delete `folder` with folders inside that are closed, or nested deeper than a path can name.

    Symbolic links are deleted, never followed. Nothing is raised: what resists is left to the system.
    """
    with contextlib.suppress(OSError, RecursionError):
        shutil.rmtree(folder)
    if folder.exists():
        for tool in (["chmod", "-R", "u+rwx"], ["rm", "-rf"]):
            with contextlib.suppress(OSError):
                subprocess.run([*tool, "--", str(folder)], capture_output=True, env={"PATH": "/usr/bin:/bin"})
