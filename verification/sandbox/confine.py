"""What a process does to itself before it becomes the contained command."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from collections.abc import Mapping
from typing import Any

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38

_libc = ctypes.CDLL(None, use_errno=True)


def prctl(option: int, *arguments: int) -> None:
    """prctl(2). Raises OSError."""
    padded = [ctypes.c_ulong(a) for a in (*arguments, 0, 0, 0, 0)[:4]]
    if _libc.prctl(ctypes.c_int(option), *padded) < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"prctl {option}: {os.strerror(number)}")


def become_subreaper() -> None:
    """Inherit orphaned descendants, and hide this process's memory from others of the same user."""
    if sys.platform == "linux":
        prctl(PR_SET_CHILD_SUBREAPER, 1)
        prctl(PR_SET_DUMPABLE, 0)


def die_with_parent() -> None:
    """Have the kernel kill this process when its parent dies. A change of user undoes it."""
    if sys.platform == "linux":
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def set_rlimits(wanted: Mapping[str, int]) -> None:
    """Lower the limits named (`RLIMIT_…`), soft and hard; one that is lower already stays."""
    for name, value in wanted.items():
        kind = getattr(resource, name, None)
        if kind is None:
            continue
        hard = resource.getrlimit(kind)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (value, value))


def restrict(plan: Mapping[str, Any]) -> None:
    """Put on the restrictions of `plan`."""
    if sys.platform == "linux" and plan.get("no_new_privs", True):
        prctl(PR_SET_NO_NEW_PRIVS, 1)
