"""A run in namespaces of its own, built by bubblewrap: another network, process table and file tree.

Root form: no user namespace (there, user 0 would stay user 0 of the machine and /proc/sys writable);
bubblewrap builds the walls as root and setpriv drops to an unprivileged user inside them. Plain form: a
user namespace.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from verification.sandbox import ownership, seccomp, system
from verification.sandbox.model import Limits, SandboxUnavailable
from verification.sandbox.plan import Folders, Plan, with_places

#: bubblewrap itself and the first process of the new process table.
_HELPERS = 2
#: What setpriv needs to change the user, and bubblewrap to enter a closed working folder. The drop takes all.
_SETUP_CAPABILITIES = ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP", "CAP_DAC_READ_SEARCH")
_DROP = ("--clear-groups", "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs")
#: Variables that tell a program which foreign code to load: only for the command, not for what starts it.
_LOADER = ("LD_", "GLIBC_", "GCONV_", "MALLOC_")
INSTALL = "install the package bubblewrap (apt-get install bubblewrap, dnf install bubblewrap)"


@dataclass
class BubblewrapPlan(Plan):
    """A plan that also reads bubblewrap's own report of how far it came."""

    report: int = -1

    def close(self) -> None:
        """Give back what the run held."""
        super().close()
        if self.report >= 0:
            os.close(self.report)
            self.report = -1

    def exit_code(self, status: int) -> int:
        """Exit code of the command; 128 + N stands for signal N."""
        code = super().exit_code(status)
        return 128 - code if 128 < code < 128 + signal.NSIG else code

    def trouble(self, stderr: bytes) -> str:
        """Bubblewrap's message when it never came to the command."""
        try:
            lines = os.read(self.report, 65536).decode("utf-8", "replace").splitlines()
        except BlockingIOError:
            lines = []
        if any("exit-code" in json.loads(line) for line in lines if line.startswith("{")):
            return ""
        return stderr.decode("utf-8", "replace").strip()[-400:] or "bubblewrap gave no reason"


def programs(root: bool) -> dict[str, str]:
    """The programs this form needs, by name. Raises SandboxUnavailable naming the package of a missing one."""
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        raise SandboxUnavailable(f"bwrap is not on PATH: {INSTALL}")
    if not root:
        return {"bwrap": bwrap}
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        raise SandboxUnavailable("setpriv is not on PATH: install the package util-linux")
    return {"bwrap": bwrap, "setpriv": setpriv}


def bubblewrap_plan(argv: Sequence[str], folders: Folders, env: Mapping[str, str], limits: Limits) -> Plan:
    """The plan. Raises SandboxUnavailable when a program is missing or a folder can't be read."""
    root = os.geteuid() == 0
    tools = programs(root)
    if root and not ownership.has(ownership.CAP_SYS_ADMIN, ownership.CAP_CHOWN, ownership.CAP_SETUID):
        raise SandboxUnavailable("this root lacks the capabilities to build namespaces, as in a container")
    uid = ownership.user_for([*folders.writable, folders.temporary][0]) if root else os.geteuid()
    parts = _temporary_parts(folders.temporary, uid)
    if root:
        ownership.check_readable(folders.readable)
        for folder in (*folders.writable, parts["tmp"], parts["shm"]):
            ownership.hand_over(folder, uid)
    report_read, report_write = os.pipe()
    filter_read, filter_write = os.pipe()
    os.set_blocking(report_read, False)
    os.write(filter_write, seccomp.assemble([*seccomp.kernel_surface(), *seccomp.confined_sockets()]))
    os.close(filter_write)
    environment = with_places(env, "/tmp")
    late = {k: v for k, v in environment.items() if k.startswith(_LOADER)}
    command = [*(["/usr/bin/env", *(f"{k}={v}" for k, v in late.items())] if late else []), *argv]
    if root:
        command = [tools["setpriv"], f"--reuid={uid}", f"--regid={uid}", *_DROP, "--", *command]
    line = [
        tools["bwrap"],
        *_namespaces(root),
        *_tree(folders, parts, root),
        *("--chdir", os.path.abspath(folders.cwd)),
        *("--seccomp", str(filter_read), "--json-status-fd", str(report_write)),
        "--",
        *command,
    ]
    return BubblewrapPlan(
        line,
        {k: v for k, v in environment.items() if k not in late},
        "/",
        limits,
        [str(p) for p in (*folders.writable, folders.temporary)],
        helpers=_HELPERS,
        confine={"no_new_privs": False},
        descriptors=(report_write, filter_read),
        report=report_read,
    )


def _temporary_parts(temporary: Path, uid: int) -> dict[str, Path]:
    parts = {name: temporary / name for name in ("tmp", "shm", "etc")}
    for folder in parts.values():
        folder.mkdir()
    etc = parts["etc"]
    (etc / "passwd").write_text(
        f"root:x:0:0::/nonexistent:/bin/false\nsandbox:x:{uid}:{uid}::/tmp:/bin/sh\n", "utf-8"
    )
    (etc / "group").write_text(f"root:x:0:\nsandbox:x:{uid}:\n", "utf-8")
    (etc / "hosts").write_text("127.0.0.1 localhost\n::1 localhost\n", "utf-8")
    for file in etc.iterdir():
        file.chmod(0o644)
    return parts


def _namespaces(root: bool) -> Iterator[str]:
    yield from ("--unshare-net", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try")
    yield from ("--die-with-parent", "--new-session", "--hostname", "sandbox")
    if root:
        yield from ("--cap-drop", "ALL")
        for capability in _SETUP_CAPABILITIES:
            yield from ("--cap-add", capability)
    else:
        yield from ("--unshare-user", "--cap-drop", "ALL")


def _tree(folders: Folders, parts: Mapping[str, Path], root: bool) -> Iterator[str]:
    made = {"/", "/tmp", "/dev"}
    for folder in system.PROGRAMS:
        if os.path.islink(folder):
            yield from ("--symlink", os.readlink(folder), folder)
        elif os.path.isdir(folder):
            yield from _show("--ro-bind", folder, folder, made)
    for file in system.SETTINGS:
        if os.path.exists(file):
            yield from _show("--ro-bind", file, file, made)
    for file in system.ACCOUNTS:
        yield from _show("--ro-bind", str(parts["etc"] / Path(file).name), file, made)
    yield from ("--proc", "/proc")
    if root:
        yield from ("--ro-bind", "/proc/sys", "/proc/sys")
    yield from ("--dev", "/dev", "--bind", str(parts["shm"]), "/dev/shm", "--bind", str(parts["tmp"]), "/tmp")
    for path, kind in _binds(folders):
        yield from _show(kind, str(path), str(path), made)
    yield from ("--remount-ro", "/dev", "--remount-ro", "/")


def _show(kind: str, source: str, place: str, made: set[str]) -> Iterator[str]:
    """Options that bind `source` at `place`; bubblewrap would make the folders above it for root only."""
    for parent in reversed(Path(place).parents):
        if str(parent) not in made:
            made.add(str(parent))
            yield from ("--perms", "0755", "--dir", str(parent))
    made.add(place)
    yield from (kind, source, place)


def _binds(folders: Folders) -> list[tuple[Path, str]]:
    """What is shown, outer folders first, under the name given and under the real one; writable wins."""
    wanted: dict[Path, str] = {}
    for paths, kind in ((folders.readable, "--ro-bind"), (folders.writable, "--bind")):
        for path in paths:
            for form in (Path(os.path.abspath(path)), Path(os.path.realpath(path))):
                if str(form) not in system.PROGRAMS:
                    wanted[form] = kind
    return sorted(wanted.items(), key=lambda item: len(item[0].parts))
