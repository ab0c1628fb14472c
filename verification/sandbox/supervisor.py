"""The process between the harness and a contained command: starts it, watches it, leaves nothing of it alive.

It runs outside the walls, in a small Python of its own with an empty environment, so that the command's
parent holds no secrets. Descendants that detach themselves are re-parented to it (child subreaper) and die
with the run. Wire format on descriptor 0, a socket: the harness sends one frame (the order), the supervisor
answers with one frame (the verdict). In between, a single byte from the harness, or the end of the socket,
ends the run.
"""

from __future__ import annotations

import marshal
import os
import select
import signal
import sys
import time

from verification.sandbox import confine, procfs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    Order = Mapping[str, Any]

_CONTROL = 0
LOOK_SECONDS = 0.02
DISK_LOOK_SECONDS = 0.2
KILL_SECONDS = 10.0
#: A look may take at most this share of the time between looks, so that watching stays cheap.
SHARE = 0.2
DISK_SLICE_SECONDS = 0.03
_ENDED_BY_HARNESS = {b"": "abandoned", b"o": "output", b"k": "abandoned"}


def send_frame(connection: int, value: dict[str, Any]) -> None:
    """One value of plain types, with its length in front."""
    body = marshal.dumps(value)
    left = memoryview(len(body).to_bytes(8, "big") + body)
    while left:
        left = left[os.write(connection, left) :]


def receive_frame(connection: int) -> Any:
    """The next frame. Raises EOFError when the other side is gone."""
    body = _exactly(connection, int.from_bytes(_exactly(connection, 8), "big"))
    return marshal.loads(body)


def _exactly(connection: int, size: int) -> bytes:
    parts = b""
    while len(parts) < size:
        part = os.read(connection, size - len(parts))
        if not part:
            raise EOFError("the other side of the sandbox's control socket is gone")
        parts += part
    return parts


def main() -> None:
    """Carry out one order from descriptor 0."""
    try:
        order = receive_frame(_CONTROL)
    except EOFError:
        return
    try:
        confine.become_subreaper()
        verdict = _run(order)
    except Exception as error:
        verdict = {"error": f"{type(error).__name__}: {error}"}
    finally:
        _kill_all()
    try:
        send_frame(_CONTROL, verdict)
    finally:
        # Nothing is left to tidy up, and an orderly end of the interpreter takes as long as its start.
        os._exit(0)


def _run(order: Order) -> dict[str, Any]:
    wake_read, wake_write = os.pipe()
    os.set_blocking(wake_read, False)
    os.set_blocking(wake_write, False)
    signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    trouble_read, trouble_write = os.pipe()
    disk = procfs.DiskMeter(order["disk"])
    before = disk.measure()
    started = time.monotonic()
    child = os.fork()
    if child == 0:
        _start(order, trouble_write)
    os.close(trouble_write)
    for descriptor in {order["stdin"], 1, 2, *order["pass"]}:
        os.close(descriptor)
    trouble = os.read(trouble_read, 4000).decode("utf-8", "replace")
    if "uid" in order["confine"]:
        confine.look_as(order["confine"]["uid"])
    try:
        reason, status = _watch(order, wake_read, child, started, disk, before)
        seconds = time.monotonic() - started
    finally:
        _kill_all(child)
    return {"status": status, "reason": reason, "seconds": seconds, "error": trouble}


def _start(order: Order, trouble: int) -> None:
    """In the child: put the restrictions on and become the command. Never returns."""
    try:
        os.dup2(order["stdin"], 0)
        keep = set(order["pass"])
        os.set_inheritable(trouble, False)
        for descriptor in range(3, 256):
            if descriptor not in keep and descriptor != trouble:
                try:
                    os.close(descriptor)
                except OSError:
                    continue
        for descriptor in keep:
            os.set_inheritable(descriptor, True)
        os.setsid()
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        confine.die_with_parent()
        confine.set_rlimits(order["rlimits"])
        os.chdir(order["cwd"])
        confine.restrict(order["confine"])
        confine.die_with_parent()
        os.execvpe(order["argv"][0], order["argv"], order["env"])
    except BaseException as error:
        os.write(trouble, f"{type(error).__name__}: {error}".encode()[:4000])
        os._exit(127)


def _watch(
    order: Order, wake: int, child: int, started: float, disk: procfs.DiskMeter, before: int
) -> tuple[str, int | None]:
    """Wait for the end: (reason, wait status of the child or None when it had to be ended)."""
    poller = select.poll()
    poller.register(_CONTROL, select.POLLIN)
    poller.register(wake, select.POLLIN)
    deadline = started + order["seconds"]
    memory, pause = order["memory"], LOOK_SECONDS
    next_disk = started + DISK_LOOK_SECONDS
    while True:
        left = deadline - time.monotonic()
        ready = dict(poller.poll(max(0.0, min(left, pause)) * 1000 + 1))
        if wake in ready:
            _drain(wake)
            status = _reap(child)
            if status is not None:
                return "", status
        if _CONTROL in ready:
            return _ENDED_BY_HARNESS.get(os.read(_CONTROL, 1), "abandoned"), None
        looked = time.monotonic()
        if looked >= deadline:
            return "timeout", None
        pids = procfs.descendants(os.getpid())
        if len(pids) - order["helpers"] > order["processes"]:
            alive = len(pids) - procfs.zombies(pids)
            if alive - order["helpers"] > order["processes"]:
                return "processes", None
        if procfs.memory_of(pids, memory) > memory:
            return "memory", None
        if looked >= next_disk:
            used = disk.advance(DISK_SLICE_SECONDS)
            if used is not None:
                used += procfs.deleted_but_open(pids)
                if used - before > order["growth"] or used >= procfs.ENDLESS:
                    return "disk", None
                next_disk = looked + DISK_LOOK_SECONDS
        pause = max(LOOK_SECONDS, (time.monotonic() - looked) / SHARE)


def _drain(descriptor: int) -> None:
    try:
        while os.read(descriptor, 4096):
            pass
    except BlockingIOError:
        pass


def _reap(child: int) -> int | None:
    """Collect the dead; the wait status of `child` when it is among them."""
    found = None
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return found
        if pid == 0:
            return found
        if pid == child:
            found = status


def _kill_all(group: int | None = None) -> None:
    """End every descendant, however deep and however detached, until none is left.

    `group` is the process group of the command, all that can be found where there is no /proc.
    """
    if group is not None and sys.platform != "linux":
        try:
            os.killpg(group, signal.SIGKILL)
        except ProcessLookupError:
            return
    end = time.monotonic() + KILL_SECONDS
    while time.monotonic() < end:
        pids = procfs.descendants(os.getpid())
        for pid in pids:
            try:
                os.kill(pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                continue
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            if not pids:
                return
        time.sleep(0.001)
