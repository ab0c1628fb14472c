"""Attacks on each sandbox, in each position of the harness: none gets out. What a sandbox does not stop, it says."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sandbox_attacks import FILES, LEFTOVERS, NETWORK, PRELUDE, PROCESSES, SECRETS
from sandbox_worlds import WORLDS, Arena, World, arena

ATTACKS = [
    *((wall, name, code) for wall, group in (
        ("network", NETWORK), ("secrets", SECRETS), ("filesystem", FILES), ("processes", PROCESSES),
    ) for name, code in group.items()),
]  # fmt: skip


SLOW = ("landlock-plain", "landlock-container")


@pytest.fixture(
    scope="module", params=[pytest.param(n, marks=[pytest.mark.slow] if n in SLOW else []) for n in WORLDS]
)
def world(request: pytest.FixtureRequest) -> Iterator[World]:
    made = World(request.param, *WORLDS[request.param])
    yield made
    made.close()


class Arenas:
    """One arena for as many attacks as leave it whole."""

    def __init__(self, world: World) -> None:
        self.world, self._open = world, contextlib.ExitStack()
        self.current: Arena | None = None

    def get(self) -> Arena:
        if self.current is None or self.current.damage():
            self.close()
            self.current = self._open.enter_context(arena(self.world))
        for left in self.current.scratch.iterdir():
            shutil.rmtree(left) if left.is_dir() and not left.is_symlink() else left.unlink()
        return self.current

    def close(self) -> None:
        self._open.close()


@pytest.fixture(scope="module")
def arenas(world: World) -> Iterator[Arenas]:
    made = Arenas(world)
    yield made
    made.close()


@pytest.fixture
def place(arenas: Arenas) -> Arena:
    return arenas.get()


def outcome_of(world: World, place: Arena, code: str) -> str:
    result = world.run(
        [world.python, "-S", "-c", PRELUDE, json.dumps(place.facts)],
        place.scratch,
        readable=[place.facts["tools"]],
        stdin=code.encode(),
    )
    assert place.secret.encode() not in result.stdout + result.stderr
    lines = result.stdout.decode().splitlines()
    assert lines, f"the attack did not run: {result}"
    return str(json.loads(lines[-1]))


@pytest.mark.parametrize(("wall", "name", "code"), ATTACKS, ids=[f"{w}-{n}" for w, n, _ in ATTACKS])
def test_attack_is_held(world: World, place: Arena, wall: str, name: str, code: str) -> None:
    if wall not in world.walls:
        pytest.skip(f"{world.name} states that it builds no wall around: {wall}")
    outcome = outcome_of(world, place, code)
    assert outcome == "judge" or outcome.startswith("held"), outcome
    assert place.damage() == []
    assert "SyntaxError" not in outcome and "NameError" not in outcome


def _lines(*parts: str) -> list[str]:
    return Path(*parts).read_text("utf-8").splitlines()


@pytest.mark.parametrize("name", LEFTOVERS)
def test_nothing_stays_in_the_kernel(world: World, place: Arena, name: str) -> None:
    outcome = outcome_of(world, place, LEFTOVERS[name])
    assert "NameError" not in outcome
    listing = [line.split()[0] for kind in ("shm", "msg", "sem") for line in _lines("/proc/sysvipc", kind)]
    assert not {str(key) for key in (0x57160001, 0x57160002, 0x57160003)} & set(listing)
    if name == "posix_message_queue":
        assert outcome.startswith("held") or "ipc" in ISOLATED[world.backend_name]


#: Kernel objects that a backend keeps in a namespace of the run's own, where they may be made and die with it.
ISOLATED = {"bubblewrap": ("ipc",), "landlock": ()}

#: Attacks that are safe to let succeed, and what must be seen when no wall stands: else the tests prove nothing.
CONTROLS = {
    "tcp_to_a_loopback_listener": (NETWORK, "a connection arrived"),
    "udp_to_a_loopback_listener": (NETWORK, "a datagram arrived"),
    "unix_socket_by_path": (NETWORK, "a connection arrived"),
    "unix_socket_in_the_abstract_namespace": (NETWORK, "a connection arrived"),
    "datagram_half_of_a_pair_redirected": (NETWORK, "a datagram arrived"),
    "write_a_new_file": (FILES, "new changed"),
    "append_through_a_hard_link": (FILES, "precious changed"),
    "change_a_mode": (FILES, "precious changed"),
    "change_a_time_stamp": (FILES, "precious changed"),
    "delete_a_file": (FILES, "precious changed"),
    "leave_a_file_in_shared_places": (FILES, "was made"),
    "kill_a_process": (PROCESSES, "the victim ended"),
    "signal_by_owner_of_a_pipe": (PROCESSES, "the victim ended"),
    "kill_everything": (PROCESSES, "the victim ended"),
    "slow_a_process_down": (PROCESSES, "priority changed"),
    "pin_a_process": (PROCESSES, "affinity changed"),
    "limit_a_process": (PROCESSES, "limits changed"),
}


@pytest.fixture(scope="module")
def unprotected() -> Iterator[World]:
    made = World("limits", "limits", "plain" if os.geteuid() == 0 else "here")
    yield made
    made.close()


@pytest.mark.parametrize("name", CONTROLS)
def test_the_same_attack_gets_through_where_no_wall_is_claimed(unprotected: World, name: str) -> None:
    if name == "kill_everything" and unprotected.position == "here" and "PYTEST_XDIST_WORKER" in os.environ:
        pytest.skip("it would reach what other tests of the same user run beside it")
    group, trace = CONTROLS[name]
    with arena(unprotected) as place:
        outcome = outcome_of(unprotected, place, group[name])
        assert any(trace in line for line in place.damage()), (outcome, place.damage())
    assert unprotected.walls == []


def test_secrets_can_be_read_where_no_wall_is_claimed(unprotected: World) -> None:
    with arena(unprotected) as place:
        for code in (SECRETS["read_a_file_by_its_path"], SECRETS["read_other_processes_environments"]):
            silent = code.replace(
                "print(open(facts['secret_file']).read())", "open(facts['secret_file']).read()"
            )
            assert outcome_of(unprotected, place, silent) == "escaped"


def gaps_of(world: World) -> str:
    return " ".join(world.backend["gaps"])  # type: ignore[arg-type]


def test_landlock_says_that_it_shows_what_a_file_is_but_not_what_it_says(world: World, place: Arena) -> None:
    outcome = outcome_of(world, place, "os.stat(facts['secret_file'])")
    if world.backend_name == "landlock":
        assert outcome == "escaped"
        assert "existence, size and times" in gaps_of(world)
    else:
        assert outcome.startswith("held")


def test_a_server_of_its_own_works_or_is_said_not_to(world: World, place: Arena) -> None:
    code = """
server = socket.create_server(("127.0.0.1", 0))
client = socket.create_connection(server.getsockname(), 5)
server.accept()[0].sendall(b"hello")
hold(client.recv(5) == b"hello")
"""
    outcome = outcome_of(world, place, code)
    if world.backend_name == "bubblewrap":
        assert outcome == "escaped", "it ran to its end"
    else:
        assert outcome.startswith("held: PermissionError")
        assert "tests that start a server of their own fail" in gaps_of(world)


def test_modes_and_times_of_its_own_files_can_be_changed_or_are_said_not_to(
    world: World, place: Arena
) -> None:
    code = """
open("own", "w").close()
os.chmod("own", 0o751)
os.utime("own", (5, 5))
hold((os.stat("own").st_mode & 0o777, os.stat("own").st_mtime) == (0o751, 5), "no effect")
"""
    outcome = outcome_of(world, place, code)
    if "changes of mode, owner and time stamps do nothing" in gaps_of(world):
        assert outcome == "held: Held: no effect"
        assert world.name == "landlock-plain" or os.geteuid() != 0
    elif world.position == "container":
        assert outcome == "held: Held: no effect"
        assert "changes of time stamps do nothing when" in gaps_of(world)
    else:
        assert outcome == "escaped", "it ran to its end"
