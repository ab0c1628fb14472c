"""Chooses the strongest sandbox that keeps its promise on this machine, by trying it."""

from __future__ import annotations

import functools
import json
import os
import socket
import sys
import tempfile
from pathlib import Path

from verification.sandbox import landlock, ownership, system
from verification.sandbox.model import WALLS, Backend, Limits, SandboxUnavailable
from verification.sandbox.run import run_contained

NAMES = ("auto", "bubblewrap", "landlock", "limits")
_PROBE_SECONDS = 30.0
#: A harmless thing (the working folder can be written), then forbidden ones: what got through is printed.
_PROBE = """
import json, os, socket, sys
port, secret, outside, harness = int(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])
open("harmless", "w").close()
through = []
def attempt(name, action):
    try:
        action()
        through.append(name)
    except OSError:
        pass
attempt("network", lambda: socket.create_connection(("127.0.0.1", port), 2))
attempt("secrets", lambda: open(secret).read())
attempt("filesystem", lambda: open(outside, "w"))
attempt("processes", lambda: os.kill(harness, 0))
print(json.dumps(through))
"""


def choose_backend(preference: str = "auto", *, allow_unsandboxed: bool = False) -> Backend:
    """The backend `preference` asks for (auto, bubblewrap, landlock, limits), after it passed a probe.

    `auto` takes the first of bubblewrap and landlock that works; `limits`, which builds no walls, is taken
    only when asked for by name, or by `auto` with `allow_unsandboxed`. Raises ValueError for an unknown
    name and SandboxUnavailable, with what is missing, when no wall can be built.
    """
    if preference not in NAMES:
        raise ValueError(f"unknown sandbox {preference!r}: use {', '.join(NAMES)}")
    if preference == "limits":
        return _limits()
    wanted = ("bubblewrap", "landlock") if preference == "auto" else (preference,)
    reasons = []
    for name in wanted:
        found, reason = tried(name)
        if found is not None:
            return found
        reasons.append(f"{name}: {reason}")
    if preference == "auto" and allow_unsandboxed:
        return _limits()
    raise SandboxUnavailable(
        "no sandbox works here, and code of the target is not run without one. "
        + "; ".join(reasons)
        + ". Repair one of these, or run the target's code unprotected with --allow-unsandboxed"
    )


@functools.cache
def tried(name: str) -> tuple[Backend | None, str]:
    """The backend and an empty text, or None and why it can't be had. Tried once a process."""
    try:
        backend = _bubblewrap() if name == "bubblewrap" else _landlock()
        _probe(backend)
    except (SandboxUnavailable, OSError, NotImplementedError) as error:
        return None, str(error)
    return backend, ""


def _probe(backend: Backend) -> None:
    """Raises SandboxUnavailable when a harmless thing fails or a forbidden one works."""
    with (
        tempfile.TemporaryDirectory(prefix="probe-") as name,
        socket.create_server(("127.0.0.1", 0)) as server,
    ):
        folder = Path(name)
        inside, outside = folder / "inside", folder / "outside"
        for place, mode in ((inside, 0o755), (outside, 0o777)):
            place.mkdir()
            place.chmod(mode)
        folder.chmod(0o755)
        (outside / "secret").write_text("secret")
        port = server.getsockname()[1]
        facts = [str(port), str(outside / "secret"), str(outside / "written"), str(os.getpid())]
        result = run_contained(
            [sys.executable, "-I", "-S", "-c", _PROBE, *facts],
            cwd=inside,
            writable=[inside],
            readable=system.running_interpreter(),
            env={"PATH": os.defpath},
            limits=Limits(seconds=_PROBE_SECONDS),
            backend=backend,
        )
        said = result.stderr.decode("utf-8", "replace").strip()[-300:]
        if not result.ok or not (inside / "harmless").exists():
            raise SandboxUnavailable(f"a harmless command failed in it ({result.reason or said})")
        through = json.loads(result.stdout)
        broken = [wall for wall in through if wall in backend.walls]
        if broken:
            raise SandboxUnavailable(f"it let a forbidden thing through: {', '.join(broken)}")


def _bubblewrap() -> Backend:
    root = os.geteuid() == 0
    form = "built as root, the command runs as an unprivileged user" if root else "in a user namespace"
    return Backend(
        "bubblewrap",
        f"own network, process table, file tree and IPC by bubblewrap, {form}; filter of system calls",
        WALLS,
        ("memory that belongs to no process (socket and pipe buffers) is not counted",),
    )


def _landlock() -> Backend:
    interface = landlock.version()
    if interface == 0:
        raise SandboxUnavailable("this kernel has no Landlock (Linux 5.13 or later, switched on, is needed)")
    changes = ownership.can_change_user()
    gaps = [
        "existence, size and times of files outside can be asked for by name",
        "no sockets: tests that start a server of their own fail; so do POSIX semaphores (multiprocessing locks), "
        "pseudo-terminals and what reads /proc",
        "memory that belongs to no process (socket and pipe buffers) is not counted",
    ]
    if changes:
        gaps.append("the time stamps of what everybody may write (/tmp itself) can be set")
        if not ownership.has(ownership.CAP_DAC_READ_SEARCH):
            gaps.append("changes of time stamps do nothing when the interpreter is in a closed folder")
    else:
        gaps.append("changes of mode, owner and time stamps do nothing, also inside the writable folders")
    separate = changes or interface >= 6
    if not separate:
        gaps.append("before Linux 6.12, processes of the same user outside can be signalled")
    return Backend(
        "landlock",
        f"Landlock (interface {interface}) and a filter of system calls, as "
        + ("an unprivileged user" if changes else "the same user"),
        WALLS if separate else tuple(w for w in WALLS if w not in ("processes", "daemons")),
        tuple(gaps),
    )


def _limits() -> Backend:
    return Backend(
        "limits",
        "own session, scrubbed environment; time, memory, processes, output bounded for code that does not fight it",
        (),
        ("code can use the network, read and write all files of this user, and signal its processes",),
    )
