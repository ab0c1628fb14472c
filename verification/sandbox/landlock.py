"""Landlock by its three system calls: which files a process and its descendants may still reach."""

from __future__ import annotations

import ctypes
import os
import stat
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_CREATE, _ADD_RULE, _RESTRICT = 444, 445, 446
_VERSION_FLAG = 1
_PATH_BENEATH = 1

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
TRUNCATE, IOCTL_DEV = 1 << 14, 1 << 15
_FILE_RIGHTS = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV
#: Number of file rights known, by version of the interface; the newest entry holds for later ones.
_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
_TCP_BIND_CONNECT = 3
_SCOPE_SOCKETS_SIGNALS = 3

_libc = ctypes.CDLL(None, use_errno=True)


class _Ruleset(ctypes.Structure):
    _fields_ = (("fs", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def version() -> int:
    """Version of the kernel's Landlock interface; 0 when it has none or it is switched off."""
    if sys.platform != "linux":
        return 0
    found = _libc.syscall(ctypes.c_long(_CREATE), None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION_FLAG))
    return max(0, int(found))


def handled(interface: int) -> int:
    """Every file right that `interface` can take away."""
    return (1 << _RIGHTS[min(interface, max(_RIGHTS))]) - 1


def ruleset(read: Iterable[str], write: Iterable[str], devices: Iterable[str]) -> int:
    """A descriptor of rules: read and run below `read`, all below `write`, read and write `devices`.

    Paths that do not exist are left out. Where the kernel knows how, TCP, abstract sockets and signals to
    processes outside are taken away too. Raises OSError.
    """
    interface = version()
    if interface == 0:
        raise OSError("this kernel has no Landlock")
    rights = handled(interface)
    asked = _Ruleset(
        rights, _TCP_BIND_CONNECT if interface >= 4 else 0, _SCOPE_SOCKETS_SIGNALS if interface >= 6 else 0
    )
    size = 8 if interface < 4 else 16 if interface < 6 else 24
    descriptor = _call(_CREATE, ctypes.byref(asked), ctypes.c_size_t(size), ctypes.c_uint32(0))
    for paths, allowed in (
        (read, EXECUTE | READ_FILE | READ_DIR),
        (write, rights & ~IOCTL_DEV),
        (devices, READ_FILE | WRITE_FILE),
    ):
        for path in paths:
            _allow(descriptor, path, allowed & rights)
    return descriptor


def restrict(descriptor: int) -> None:
    """Put the rules on this process, for good; it must have given up gaining privileges. Raises OSError."""
    _call(_RESTRICT, ctypes.c_int(descriptor), ctypes.c_uint32(0))


def _allow(descriptor: int, path: str, allowed: int) -> None:
    try:
        parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        return
    try:
        if not stat.S_ISDIR(os.fstat(parent).st_mode):
            allowed &= _FILE_RIGHTS
        rule = _Beneath(allowed, parent)
        _call(
            _ADD_RULE,
            ctypes.c_int(descriptor),
            ctypes.c_int(_PATH_BENEATH),
            ctypes.byref(rule),
            ctypes.c_uint32(0),
        )
    finally:
        os.close(parent)


def _call(number: int, *arguments: object) -> int:
    result = int(_libc.syscall(ctypes.c_long(number), *arguments))
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"Landlock refused: {os.strerror(error)}")
    return result
