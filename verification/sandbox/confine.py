"""What a process does to itself before it becomes the contained command."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_KEEPCAPS = 8
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT = 47
PR_CAP_AMBIENT_RAISE = 2
_CAPABILITY_VERSION_3 = 0x20080522
_LAST_CAPABILITY = 63
_SECCOMP_MODE_FILTER = 2

_libc = ctypes.CDLL(None, use_errno=True)


def prctl(option: int, *arguments: int) -> None:
    """prctl(2). Raises OSError."""
    padded = [ctypes.c_ulong(a) for a in (*arguments, 0, 0, 0, 0)[:4]]
    _checked(_libc.prctl(ctypes.c_int(option), *padded), f"prctl {option}")


def _checked(result: int, what: str) -> None:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


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
        try:
            resource.setrlimit(kind, (value, value))
        except (OSError, ValueError):
            if sys.platform == "linux":
                raise


def restrict(plan: Mapping[str, Any]) -> None:
    """Put on the restrictions of `plan`, in the order in which each still allows the next.

    Keys, all optional: `landlock` (paths to read, to write, devices), `uid` to become, with the capabilities
    `keep` (numbers), `filter` (a seccomp program), `no_new_privs` (default true; a setuid launcher can't
    start with it).
    """
    if sys.platform != "linux":
        return
    rules = None
    if "landlock" in plan:
        from verification.sandbox import landlock

        rules = landlock.ruleset(*plan["landlock"])
    if "uid" in plan:
        become(plan["uid"], plan["keep"])
    if plan.get("no_new_privs", True):
        prctl(PR_SET_NO_NEW_PRIVS, 1)
    if rules is not None:
        landlock.restrict(rules)
        os.close(rules)
    die_with_parent()
    if "filter" in plan:
        install_filter(plan["filter"])


def become(uid: int, keep: tuple[int, ...] = ()) -> None:
    """Become user and group `uid` for good, without any capability but those in `keep`. Raises OSError."""
    for capability in set(range(_LAST_CAPABILITY + 1)).difference(keep):
        try:
            prctl(PR_CAPBSET_DROP, capability)
        except OSError:
            continue
    prctl(PR_SET_KEEPCAPS, 1)
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
    mask = sum(1 << capability for capability in keep)
    set_capabilities(mask)
    for capability in keep:
        prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, capability)


def look_as(uid: int) -> None:
    """Look at files and /proc as user and group `uid` from now on, all capabilities kept.

    A container's root may not look into processes of other users, but a user may look into their own.
    """
    _libc.setfsgid(ctypes.c_uint(uid))
    _libc.setfsuid(ctypes.c_uint(uid))
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    data = (ctypes.c_uint32 * 6)()
    _checked(_libc.capget(header, data), "capget")
    data[0], data[3] = data[1], data[4]
    _checked(_libc.capset(header, data), "capset")


def set_capabilities(mask: int) -> None:
    """Make `mask` the effective, permitted and inheritable set."""
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    low, high = mask & 0xFFFFFFFF, mask >> 32
    data = (ctypes.c_uint32 * 6)(low, low, low, high, high, high)
    _checked(_libc.capset(header, data), "capset")


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def install_filter(program: bytes) -> None:
    """Put a program of `seccomp.assemble` on this process and all it will start, for good. Raises OSError.

    The process must have given up gaining privileges.
    """
    held = _Program(len(program) // 8, program)
    prctl(PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.addressof(held))
