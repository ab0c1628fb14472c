"""Runs a script so that it dies with whoever started it: `guarded.py PARENT_PID SCRIPT ARGUMENTS…`.

A campaign that is killed leaves no run behind that would go on writing into a cell. Linux does this; elsewhere the
script just runs.
"""

from __future__ import annotations

import ctypes
import os
import runpy
import signal
import sys

_PR_SET_PDEATHSIG = 1


def main() -> None:
    """Ask the kernel for a SIGKILL when the parent goes, then become the script."""
    parent, script = int(sys.argv[1]), sys.argv[2]
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
        if os.getppid() != parent:
            sys.exit("the campaign is gone")
    sys.argv = sys.argv[2:]
    runpy.run_path(script, run_name="__main__")


if __name__ == "__main__":
    main()
