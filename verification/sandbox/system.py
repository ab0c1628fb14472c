"""What every program of the system may read, and so a contained command too."""

from __future__ import annotations

import os
import sys
from pathlib import Path

#: Folders of programs and libraries. On many systems all but the first are links into it.
PROGRAMS = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store")
#: Files of /etc that libraries look at and that hold nothing private.
SETTINGS = (
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/locale.alias",
    "/etc/localtime",
    "/etc/mime.types",
    "/etc/nsswitch.conf",
    "/etc/os-release",
    "/etc/protocols",
    "/etc/services",
    "/etc/ssl/certs",
    "/etc/ssl/openssl.cnf",
    "/etc/terminfo",
    "/etc/timezone",
)
ACCOUNTS = ("/etc/passwd", "/etc/group", "/etc/hosts")
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")


def running_interpreter() -> tuple[Path, ...]:
    """The folders the running Python needs to start."""
    real = Path(os.path.realpath(sys.executable))
    folders = (
        Path(sys.prefix),
        Path(sys.base_prefix),
        Path(sys.executable).parent.parent,
        real.parent.parent,
    )
    return tuple(dict.fromkeys(f for f in folders if len(f.parts) > 1 and str(f) not in PROGRAMS))
