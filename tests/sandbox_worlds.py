"""The positions a harness can be in (root, plain user, root of a container), each with a backend to try.

A world runs commands contained; an arena is what surrounds a run: a secret, a listener, a victim process, and a
snapshot that shows whether anything outside was touched.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import secrets
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from verification.sandbox import ContainedResult, Limits, SandboxUnavailable, choose_backend, run_contained
from verification.sandbox.cleanup import remove
from verification.sandbox.system import running_interpreter

#: Waits for input that never comes; ends on a signal that every other process ignores.
VICTIM = "trap 'exit 3' WINCH; read line"
#: A user of this process alone: an attack on all of a user's processes must not reach the victims of a test beside it.
PLAIN_USER = 61_234 + os.getpid() % 4_000
ROOT = Path(__file__).resolve().parent.parent

#: name: (backend, position). Position `here` is the user the tests run as.
WORLDS = {
    "bubblewrap": ("bubblewrap", "here"),
    "landlock": ("landlock", "here"),
    "bubblewrap-plain": ("bubblewrap", "plain"),
    "landlock-plain": ("landlock", "plain"),
    "landlock-container": ("landlock", "container"),
}


class World:
    """One backend as seen by one user. `user` owns what the arena holds; `python` is what runs in it."""

    def __init__(self, name: str, backend: str, position: str) -> None:
        self.name, self.backend_name, self.position = name, backend, position
        self.user = PLAIN_USER if position == "plain" else os.geteuid()
        self.python = sys.executable
        self.readable = [str(p) for p in running_interpreter()]
        self._driver: subprocess.Popen[str] | None = None
        self._copy: str | None = None
        if position == "here":
            try:
                self.backend = choose_backend(backend).as_dict()
            except SandboxUnavailable as error:
                pytest.skip(f"{name}: {error}")
        else:
            self._start_driver()
            self.backend = self._ask({"backend": backend})["backend"]

    @property
    def walls(self) -> list[str]:
        return list(self.backend["walls"])  # type: ignore[call-overload]

    def _start_driver(self) -> None:
        if os.geteuid() != 0:
            pytest.skip(f"{self.name}: only root can take this position")
        python: str | None = sys.executable
        if self.position == "plain":
            python = system_python()
            if python is None:
                pytest.skip(
                    f"{self.name}: no Python 3.11 that every user can run (install the package python3)"
                )
            self.python, self.readable = python, []
        assert python is not None
        self._copy = tempfile.mkdtemp(prefix="package-")
        os.chmod(self._copy, 0o755)
        shutil.copytree(
            ROOT / "verification",
            Path(self._copy, "verification"),
            ignore=shutil.ignore_patterns("__pycache__"),
        )
        driver = shutil.copy(Path(__file__).with_name("sandbox_driver.py"), self._copy)
        self._driver = subprocess.Popen(
            [python, "-I", "-S", driver, self._copy, self.position, str(PLAIN_USER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={"PATH": os.environ.get("PATH", os.defpath)},
            cwd="/",
        )

    def _ask(self, order: dict[str, Any]) -> dict[str, Any]:
        assert self._driver is not None and self._driver.stdin and self._driver.stdout
        self._driver.stdin.write(json.dumps(order) + "\n")
        self._driver.stdin.flush()
        answer: dict[str, Any] = json.loads(self._driver.stdout.readline())
        if "unavailable" in answer and "argv" not in order:
            pytest.skip(f"{self.name}: {answer['unavailable']}")
        return answer

    def harness_pid(self) -> int:
        return os.getpid() if self._driver is None else self._driver.pid

    def run(
        self,
        argv: list[str],
        scratch: Path,
        *,
        readable: list[str] | None = None,
        env: dict[str, str] | None = None,
        stdin: bytes = b"",
        **limits: float,
    ) -> ContainedResult:
        """Run `argv` in `scratch`, which alone is writable."""
        bounds = {"seconds": 20.0, **limits}
        shown = [*self.readable, *(readable or [])]
        environment = {"PATH": "/usr/bin:/bin"} if env is None else env
        if self._driver is None:
            return run_contained(
                argv,
                cwd=scratch,
                writable=[scratch],
                readable=[Path(p) for p in shown],
                env=environment,
                limits=Limits(**bounds),  # type: ignore[arg-type]
                stdin=stdin,
                backend=choose_backend(self.backend_name),
            )
        answer = self._ask(
            {
                "backend": self.backend_name,
                "argv": argv,
                "cwd": str(scratch),
                "writable": [str(scratch)],
                "readable": shown,
                "env": environment,
                "limits": bounds,
                "stdin": base64.b64encode(stdin).decode(),
            }
        )
        if "unavailable" in answer:
            raise SandboxUnavailable(answer["unavailable"])
        code, out, err, reason, seconds, truncated, backend = answer["result"]
        return ContainedResult(
            code, base64.b64decode(out), base64.b64decode(err), reason, seconds, truncated, backend
        )

    def run_code(self, code: str, scratch: Path, *arguments: str, **options: Any) -> ContainedResult:
        """Run Python `code` with the world's interpreter."""
        return self.run([self.python, "-S", "-c", code, *arguments], scratch, **options)

    def close(self) -> None:
        if self._driver is not None:
            assert self._driver.stdin and self._driver.stdout
            self._driver.stdin.close()
            self._driver.wait(20)
            self._driver.stdout.close()
        if self._copy:
            shutil.rmtree(self._copy, ignore_errors=True)


def system_python() -> str | None:
    """A Python of at least 3.11 that any user can start."""
    for folder in ("/usr/bin", "/usr/local/bin"):
        for name in ("python3", "python3.13", "python3.12", "python3.11"):
            found = shutil.which(name, path=folder)
            if found and not os.path.realpath(found).startswith(str(Path.home())):
                probe = "import sys; sys.exit(sys.version_info < (3, 11))"
                if subprocess.run([found, "-c", probe], capture_output=True).returncode == 0:
                    return found
    return None


@dataclass
class Arena:
    """What surrounds one run. `facts` is handed to the attack."""

    scratch: Path
    outside: Path
    secret: str
    facts: dict[str, Any]
    victim: subprocess.Popen[bytes]
    sockets: list[socket.socket]
    marker: str
    before: dict[str, tuple[Any, ...]] = field(default_factory=dict)

    def snapshot(self) -> dict[str, tuple[Any, ...]]:
        """Everything about `outside` that an attack could have changed; last-access times left out."""
        seen: dict[str, tuple[Any, ...]] = {}
        for path in [self.outside, *sorted(self.outside.rglob("*"))]:
            info = path.lstat()
            content = path.read_bytes() if stat.S_ISREG(info.st_mode) else b""
            extra = () if path.is_socket() else tuple(os.listxattr(path, follow_symlinks=False))
            seen[str(path)] = (
                info.st_mode, info.st_uid, info.st_nlink, info.st_size, info.st_mtime_ns, content, extra
            )  # fmt: skip
        return seen

    def damage(self) -> list[str]:
        """What changed outside since the arena was set up, in words."""
        found = []
        after = self.snapshot()
        found += [
            f"{p} changed" for p in self.before.keys() | after.keys() if self.before.get(p) != after.get(p)
        ]
        for listener in self.sockets:
            with contextlib.suppress(BlockingIOError):
                if listener.type == socket.SOCK_DGRAM:
                    found.append(f"a datagram arrived: {listener.recv(100)!r}")
                else:
                    listener.accept()[0].close()
                    found.append("a connection arrived")
        if self.victim.poll() is not None:
            found.append(f"the victim ended: {self.victim.returncode}")
        else:
            found += [
                f"the victim's {k} changed" for k, v in self._victim_state().items() if self._state[k] != v
            ]
        for folder in ("/tmp", "/dev/shm", "/var/tmp", "/run", "/"):
            if os.path.lexists(os.path.join(folder, self.marker)):
                found.append(f"{folder}/{self.marker} was made")
        return found

    def remember(self) -> None:
        self.before = self.snapshot()
        self._state = self._victim_state()

    def _victim_state(self) -> dict[str, Any]:
        pid = self.victim.pid
        return {
            "priority": os.getpriority(os.PRIO_PROCESS, pid),
            "affinity": os.sched_getaffinity(pid),
            "limits": Path(f"/proc/{pid}/limits").read_text(),
        }


@contextlib.contextmanager
def arena(world: World) -> Iterator[Arena]:
    """An arena whose files and processes all belong to the world's own user, the hardest case."""
    folder = Path(tempfile.mkdtemp(prefix="arena-"))
    secret, marker = secrets.token_hex(12), f"stigmergy-escape-{secrets.token_hex(6)}"
    scratch, outside = folder / "scratch", folder / "outside"
    tools = folder / "tools"
    sockets: list[socket.socket] = []
    victim: subprocess.Popen[bytes] | None = None
    try:
        for place in (scratch, outside, tools, outside / "folder"):
            place.mkdir()
        (outside / "secret").write_text(secret)
        (outside / "precious").write_text("precious " * 10)
        (outside / "precious").chmod(0o666)
        (tools / "tool").write_text("tool")
        for listener, where in _listeners(outside, marker):
            sockets.append(listener)
            listener.bind(where)
            if listener.type == socket.SOCK_STREAM:
                listener.listen(4)
            listener.setblocking(False)
        ports = [s.getsockname()[1] for s in sockets if s.family != socket.AF_UNIX]
        for path in (folder, *folder.rglob("*")):
            os.chown(path, world.user, world.user, follow_symlinks=False)
        for path in (outside / "stream", outside / "datagram", outside, scratch, folder):
            path.chmod(0o777)
        as_user = {"user": world.user, "group": world.user} if world.user != os.geteuid() else {}
        victim = subprocess.Popen(
            ["/bin/sh", "-c", VICTIM],
            stdin=subprocess.PIPE,
            env={"VICTIM_SECRET": secret},
            cwd="/",
            **as_user,  # type: ignore[call-overload]
        )
        facts = {
            "secret_file": str(outside / "secret"),
            "outside": str(outside),
            "precious": str(outside / "precious"),
            "tools": str(tools),
            "secret": secret,
            "ports": ports,
            "stream": str(outside / "stream"),
            "datagram": str(outside / "datagram"),
            "marker": marker,
            "victim": victim.pid,
            "harness": world.harness_pid(),
            "home": str(Path.home()),
            "user": world.user,
        }
        made = Arena(scratch, outside, secret, facts, victim, sockets, marker)
        _settle(victim.pid)
        made.remember()
        yield made
    finally:
        for listener in sockets:
            listener.close()
        if victim is not None:
            victim.send_signal(signal.SIGKILL)
            victim.wait()
            if victim.stdin:
                victim.stdin.close()
        remove(folder)
        for place in ("/tmp", "/dev/shm", "/var/tmp"):
            with contextlib.suppress(OSError):
                os.unlink(os.path.join(place, marker))


def _listeners(outside: Path, marker: str) -> Iterator[tuple[socket.socket, Any]]:
    yield socket.socket(socket.AF_INET, socket.SOCK_STREAM), ("127.0.0.1", 0)
    yield socket.socket(socket.AF_INET, socket.SOCK_DGRAM), ("127.0.0.1", 0)
    with contextlib.suppress(OSError):
        six = socket.socket(socket.AF_INET6, socket.SOCK_STREAM)
        yield six, ("::1", 0)
    yield socket.socket(socket.AF_UNIX, socket.SOCK_STREAM), str(outside / "stream")
    yield socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM), str(outside / "datagram")
    yield socket.socket(socket.AF_UNIX, socket.SOCK_STREAM), "\0" + marker


def _settle(pid: int) -> None:
    """Wait until the victim is the waiting program and no longer on its way to it."""
    for _ in range(200):
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            if file.read().startswith(b"/bin/sh"):
                return
        time.sleep(0.005)
