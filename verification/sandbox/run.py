"""Runs one command contained, from the harness's side: the order, the output, the verdict."""

from __future__ import annotations

import contextlib
import os
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from verification.sandbox.bubblewrap import bubblewrap_plan
from verification.sandbox.cleanup import remove
from verification.sandbox.landlocked import landlock_plan
from verification.sandbox.model import Backend, ContainedResult, GivenUp, Limits, SandboxUnavailable
from verification.sandbox.plan import Folders, Plan, open_plan
from verification.sandbox.supervisor import receive_frame, send_frame
from verification.sandbox.system import PROGRAMS

_ROOT = str(Path(__file__).resolve().parents[2])
_BOOT = (
    "import sys; sys.path.insert(0, sys.argv[1]); from verification.sandbox.supervisor import main; main()"
)
#: Some Pythons find their own shared library by it only; nothing else of the harness is handed on.
_SUPERVISOR_ENVIRONMENT = {k: v for k, v in os.environ.items() if k == "LD_LIBRARY_PATH"}
#: How a run is planned behind each backend's walls.
_PLANS = {"bubblewrap": bubblewrap_plan, "landlock": landlock_plan}
_CHUNK = 1 << 16
#: Seconds between two questions whether a run is given up.
_ASKING = 0.2


def run_contained(
    argv: Sequence[str],
    *,
    cwd: Path,
    writable: Sequence[Path],
    readable: Sequence[Path] = (),
    env: Mapping[str, str],
    limits: Limits,
    stdin: bytes | None = None,
    backend: Backend,
    given_up: Callable[[], bool] = lambda: False,
) -> ContainedResult:
    """Run `argv` in `cwd` behind the walls of `backend` (`choose_backend` knows the best one of this machine).

    The command may write below `writable` and in a temporary folder of its own that is gone afterwards; it
    may read those, `readable`, and what the system keeps for all programs (/usr, /lib, a few files of
    /etc). Its environment is `env` and nothing else, but for HOME and TMPDIR, which point to the temporary
    folder when `env` does not set them. Standard input is `stdin`, or empty. As root, the folders in
    `writable` change their owner to an unprivileged user: hand in scratch copies, never a user's own files.

    `given_up` is asked before the start and several times a second: as soon as it says so, the command and all that it
    started are ended, and GivenUp is raised.

    Raises FileNotFoundError when the command or a folder does not exist, ValueError for a `cwd` that the
    command could not see, SandboxUnavailable when the walls could not be put up.
    """
    _check(argv, cwd, writable, readable, env.get("PATH", ""))
    if given_up():
        raise GivenUp
    temporary = Path(tempfile.mkdtemp(prefix="contained-"))
    try:
        plan = _PLANS.get(backend.name, open_plan)(
            argv, Folders(cwd, writable, readable, temporary), env, limits
        )
        try:
            return _supervise(plan, limits, stdin, backend, given_up)
        finally:
            plan.close()
    finally:
        remove(temporary)


def _check(
    argv: Sequence[str], cwd: Path, writable: Sequence[Path], readable: Sequence[Path], path: str
) -> None:
    if not argv:
        raise ValueError("run_contained needs a command")
    for folder in (cwd, *writable, *readable):
        if not Path(folder).exists():
            raise FileNotFoundError(f"{folder} does not exist; the sandbox can't show it to the command")
    seen = [Path(os.path.realpath(p)) for p in (*map(str, writable), *map(str, readable), *PROGRAMS)]
    if not any(Path(os.path.realpath(cwd)).is_relative_to(p) for p in seen):
        raise ValueError(
            f"the working folder {cwd} is neither writable nor readable: the command could not see it"
        )
    found = Path(cwd, argv[0]).exists() if "/" in argv[0] else shutil.which(argv[0], path=path or os.defpath)
    if not found:
        raise FileNotFoundError(f"the command {argv[0]} does not exist; PATH is {path!r}")


def _supervise(
    plan: Plan, limits: Limits, stdin: bytes | None, backend: Backend, given_up: Callable[[], bool]
) -> ContainedResult:
    ours, theirs = socket.socketpair()
    stdin_read, stdin_write = os.pipe()
    order = plan.order(stdin_read)
    try:
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _BOOT, _ROOT],
            stdin=theirs.fileno(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=(stdin_read, *plan.descriptors),
            env=_SUPERVISOR_ENVIRONMENT,
            cwd="/",
            start_new_session=True,
        )
    except BaseException:
        os.close(stdin_write)
        ours.close()
        raise
    finally:
        theirs.close()
        os.close(stdin_read)
        plan.launched()
    try:
        with process, ours:
            with contextlib.suppress(BrokenPipeError):
                send_frame(ours.fileno(), order)
            pump = _Pump(process, ours, stdin_write, stdin or b"", int(limits.output_mb * 1024 * 1024))
            verdict = pump.run(given_up) or _lost(process.wait(), bytes(pump.output["stderr"]))
    finally:
        if process.poll() is None:
            process.kill()
    return _result(verdict, pump, plan, backend)


def _lost(code: int, stderr: bytes) -> dict[str, Any]:
    """The verdict on a supervisor that gave none: killed by the command (there are no walls then), or broken."""
    if code == -signal.SIGKILL:
        return {"error": "", "status": None, "reason": "signal 9", "seconds": 0.0}
    said = stderr.decode("utf-8", "replace").strip()[-400:]
    return {"error": f"its supervisor ended with status {code}: {said}", "reason": ""}


class _Pump:
    """Feeds standard input, collects output up to a bound, and waits for the verdict."""

    def __init__(
        self, process: subprocess.Popen[bytes], control: socket.socket, stdin: int, data: bytes, bound: int
    ) -> None:
        self.output: dict[str, bytearray] = {"stdout": bytearray(), "stderr": bytearray()}
        self.truncated = False
        self._left = bound
        self._data = memoryview(data)
        self._control = control
        self._selector = selectors.DefaultSelector()
        assert process.stdout is not None and process.stderr is not None
        for name, stream in (("stdout", process.stdout), ("stderr", process.stderr)):
            os.set_blocking(stream.fileno(), False)
            self._selector.register(stream.fileno(), selectors.EVENT_READ, name)
        self._selector.register(control, selectors.EVENT_READ, "control")
        os.set_blocking(stdin, False)
        self._stdin: int | None = stdin
        self._selector.register(stdin, selectors.EVENT_WRITE, "stdin")

    def run(self, given_up: Callable[[], bool]) -> dict[str, Any]:
        """The supervisor's verdict, empty if it ended without one. All that was written is in `output` then.

        Raises GivenUp. Whoever hangs up the line to the supervisor has it end the command.
        """
        try:
            while True:
                if given_up():
                    raise GivenUp
                for key, _ in self._selector.select(_ASKING):
                    if key.data == "control":
                        return self._verdict()
                    if key.data == "stdin":
                        self._feed()
                    else:
                        self._read(key.fd, key.data)
        finally:
            self._close_stdin()
            self._selector.close()

    def _verdict(self) -> dict[str, Any]:
        try:
            verdict: dict[str, Any] = receive_frame(self._control.fileno())
        except (EOFError, OSError):
            verdict = {}
        for key in list(self._selector.get_map().values()):
            if key.data in self.output:
                while self._read(key.fd, key.data):
                    pass
        return verdict

    def _feed(self) -> None:
        assert self._stdin is not None
        try:
            if self._data:
                self._data = self._data[os.write(self._stdin, self._data[:_CHUNK]) :]
        except BlockingIOError:
            return
        except OSError:
            self._data = self._data[:0]
        if not self._data:
            self._close_stdin()

    def _close_stdin(self) -> None:
        if self._stdin is not None:
            self._selector.unregister(self._stdin)
            os.close(self._stdin)
            self._stdin = None

    def _read(self, descriptor: int, name: str) -> bool:
        try:
            data = os.read(descriptor, _CHUNK)
        except BlockingIOError:
            return False
        if not data:
            self._selector.unregister(descriptor)
            return False
        self.output[name] += data[: self._left]
        if len(data) > self._left and not self.truncated:
            self.truncated = True
            with contextlib.suppress(OSError):
                self._control.send(b"o")
        self._left = max(0, self._left - len(data))
        return True


def _result(verdict: dict[str, Any], pump: _Pump, plan: Plan, backend: Backend) -> ContainedResult:
    stderr = bytes(pump.output["stderr"])
    ended = verdict["reason"] or pump.truncated
    trouble = verdict["error"] or ("" if ended else plan.trouble(stderr))
    if trouble:
        raise SandboxUnavailable(f"the {backend.name} sandbox could not start the command: {trouble}")
    reason, code = verdict["reason"], None
    if pump.truncated:
        reason = "output"
    if not reason:
        code = plan.exit_code(verdict["status"])
        if code < 0:
            reason = f"signal {-code}"
    return ContainedResult(
        code, bytes(pump.output["stdout"]), stderr, reason, verdict["seconds"], pump.truncated, backend.name
    )
