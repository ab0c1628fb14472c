"""A contained run: its result, its limits, and what is left of it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sandbox_worlds import ROOT, WORLDS, World, arena

from verification.interpreters import find_python2
from verification.sandbox.system import running_interpreter

ALL = {"limits": ("limits", "here"), **WORLDS}
SLOW = ("bubblewrap-plain", "landlock-plain", "landlock-container")


@pytest.fixture(
    scope="module", params=[pytest.param(n, marks=[pytest.mark.slow] if n in SLOW else []) for n in ALL]
)
def world(request: pytest.FixtureRequest) -> Iterator[World]:
    made = World(request.param, *ALL[request.param])
    yield made
    made.close()


@pytest.fixture
def scratch(world: World) -> Iterator[Path]:
    with arena(world) as made:
        yield made.scratch


def heart_stopped(file: Path) -> bool:
    """Whether nobody writes to `file` any more."""
    before = file.stat().st_size
    time.sleep(0.3)
    return file.stat().st_size == before


HEART = """
import time
def beat(seconds=30):
    end = time.time() + seconds
    with open("heart", "ab", 0) as file:
        while time.time() < end:
            file.write(b".")
            time.sleep(0.02)
"""
DAEMON = (
    HEART
    + """
import os, signal, sys
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        {before}
        beat()
    os._exit(0)
while not os.path.exists("heart"):
    time.sleep(0.01)
print("left a daemon")
"""
)


def test_output_status_and_environment_come_back(world: World, scratch: Path) -> None:
    code = "import os, sys; print(sorted(os.environ)); sys.stderr.write(sys.stdin.read()); sys.exit(3)"
    result = world.run_code(code, scratch, env={"A": "1", "LC_CTYPE": "C"}, stdin=b"given")
    assert (result.returncode, result.reason, result.stderr, result.truncated) == (3, "", b"given", False)
    names = set(json.loads(result.stdout.replace(b"'", b'"')))
    assert {"A", "HOME", "LC_CTYPE", "TMPDIR"} <= names <= {"A", "HOME", "LC_CTYPE", "TMPDIR", "PWD"}
    assert result.backend == world.backend_name


def test_the_scratch_copy_and_the_temporary_folder_can_be_written(world: World, scratch: Path) -> None:
    code = """
import os, tempfile
os.mkdir("made"); open("made/file", "w").write("kept")
os.rename("made/file", "made/other"); os.link("made/other", "second")
with tempfile.NamedTemporaryFile() as file: print(file.name)
"""
    result = world.run_code(code, scratch)
    assert result.ok, result.stderr
    assert (scratch / "second").read_text() == "kept"
    assert not Path(result.stdout.decode().strip()).exists()


def test_much_input_and_strange_arguments_arrive(world: World, scratch: Path) -> None:
    strange = ["a b", "--", "-x", "quote'\"", "star*", "$HOME", "ünïcode", "", "new\nline"]
    code = "import sys, json; print(json.dumps([sys.argv[1:], len(sys.stdin.read())]))"
    result = world.run_code(code, scratch, *strange, stdin=b"y" * 1_000_000)
    assert json.loads(result.stdout) == [strange, 1_000_000]


def test_input_that_nobody_reads_does_not_block(world: World, scratch: Path) -> None:
    assert world.run(["/bin/true"], scratch, stdin=b"y" * 1_000_000).returncode == 0


def test_a_hang_is_ended(world: World, scratch: Path) -> None:
    code = "import signal, time\nfor n in (2, 15, 1): signal.signal(n, signal.SIG_IGN)\ntime.sleep(60)"
    result = world.run_code(code, scratch, seconds=0.6)
    assert (result.returncode, result.reason) == (None, "timeout")
    assert 0.6 <= result.seconds < 3


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGABRT, signal.SIGKILL])
def test_a_crash_is_named(world: World, scratch: Path, number: signal.Signals) -> None:
    code = f"import os; os.kill(os.getpid(), {int(number)})"
    result = world.run_code(code, scratch)
    assert (result.returncode, result.reason) == (-number, f"signal {int(number)}")


def test_killing_its_parent_does_not_stop_the_harness(world: World, scratch: Path) -> None:
    result = world.run_code("import os; os.kill(os.getppid(), 9); print('did it')", scratch)
    if "processes" in world.walls:
        assert result.reason == "" and (b"PermissionError" in result.stderr or b"did it" in result.stdout)
    else:
        assert result.reason == "signal 9"
    assert world.run(["/bin/true"], scratch).returncode == 0


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_flood_of_output_is_cut(world: World, scratch: Path, stream: str) -> None:
    code = f"import sys\nfor _ in range(10000): sys.{stream}.write('x' * 99999 + '\\n')"
    result = world.run_code(code, scratch, output_mb=0.5)
    assert (result.returncode, result.reason, result.truncated) == (None, "output", True)
    assert len(result.stdout) + len(result.stderr) == 512 * 1024


def test_output_within_its_bound_is_whole(world: World, scratch: Path) -> None:
    result = world.run_code("import sys; sys.stdout.write('x' * 900_000)", scratch, output_mb=1)
    assert (len(result.stdout), result.truncated, result.reason) == (900_000, False, "")


@pytest.mark.parametrize(
    "before", ["pass", "os.close(0); os.close(1); os.close(2)"], ids=["pipes-held", "closed"]
)
def test_a_daemon_dies_with_the_run(world: World, scratch: Path, before: str) -> None:
    result = world.run_code(DAEMON.replace("{before}", before), scratch)
    assert (result.returncode, result.stdout) == (0, b"left a daemon\n")
    assert result.seconds < 10
    assert heart_stopped(scratch / "heart")


def test_a_process_that_is_always_another_one_dies_too(world: World, scratch: Path) -> None:
    code = (
        HEART
        + """
import os, sys
if os.fork() == 0:
    end = time.time() + 20
    while time.time() < end:
        if os.fork():
            os._exit(0)
        os.setsid()
        open("heart", "ab").write(b".")
        time.sleep(0.002)
    os._exit(0)
time.sleep(0.3)
"""
    )
    result = world.run_code(code, scratch)
    assert result.returncode == 0, result
    assert heart_stopped(scratch / "heart")


def test_a_fork_bomb_is_ended(world: World, scratch: Path) -> None:
    code = """
import os, time
end = time.time() + 5
while time.time() < end:
    try:
        os.fork()
    except OSError:
        time.sleep(0.01)
"""
    result = world.run_code(code, scratch, processes=20)
    assert (result.returncode, result.reason) == (None, "processes")
    assert result.seconds < 5


def test_threads_are_no_processes(world: World, scratch: Path) -> None:
    code = """
import threading, time
many = [threading.Thread(target=time.sleep, args=(0.3,)) for _ in range(50)]
[t.start() for t in many]; [t.join() for t in many]; print(len(many))
"""
    result = world.run_code(code, scratch, processes=4)
    assert (result.stdout, result.reason) == (b"50\n", "")


def test_memory_of_one_process_is_bounded(world: World, scratch: Path) -> None:
    code = "held = []\nimport time\nfor _ in range(300): held.append(b'x' * 10**7); time.sleep(0.002)\ntime.sleep(9)"
    result = world.run_code(code, scratch, memory_mb=300)
    assert (result.returncode, result.reason) == (None, "memory")


def test_memory_is_summed_over_processes(world: World, scratch: Path) -> None:
    code = """
import os, time
for _ in range(6):
    if os.fork() == 0:
        break
held = b"x" * (80 * 2**20)
time.sleep(8)
"""
    result = world.run_code(code, scratch, memory_mb=300)
    assert (result.returncode, result.reason) == (None, "memory")


def test_memory_shared_by_a_fork_counts_once(world: World, scratch: Path) -> None:
    code = """
import os, time
held = b"x" * (80 * 2**20)
children = []
for _ in range(6):
    pid = os.fork()
    if pid == 0:
        time.sleep(0.5)
        os._exit(0)
    children.append(pid)
for pid in children: os.waitpid(pid, 0)
print("done")
"""
    result = world.run_code(code, scratch, memory_mb=300)
    assert (result.reason, result.stdout) == ("", b"done\n")


def test_memory_that_no_process_maps_is_refused(world: World, scratch: Path) -> None:
    code = "import os; os.memfd_create('x')"
    result = world.run_code(code, scratch)
    assert (b"OSError" in result.stderr) == ("memory" in world.walls)


DISK = {
    "many_files": "open('f%d' % i, 'wb').write(b'x' * 10**6)",
    "in_the_temporary_folder": "open(os.environ['TMPDIR'] + '/f%d' % i, 'wb').write(b'x' * 10**6)",
    "many_empty_files": "[open('e%d-%d' % (i, k), 'w').close() for k in range(80)]",
    "deleted_but_open": """
f = open('gone', 'wb'); os.unlink('gone'); f.write(b'x' * 10**6); f.flush(); held.append(f)
""",
    "deeper_than_a_path_can_name": """
for _ in range(100):
    os.mkdir("d" * 200); os.chdir("d" * 200)
open("f", "wb").write(b"x" * 10**6)
""",
}


HEAVY = ("many_empty_files", "deeper_than_a_path_can_name")


@pytest.mark.parametrize(
    "way", [pytest.param(w, marks=[pytest.mark.slow] if w in HEAVY else []) for w in DISK]
)
def test_the_disk_cannot_be_filled(world: World, scratch: Path, way: str) -> None:
    step = "\n    ".join(DISK[way].strip().splitlines())
    code = (
        f"import os, time\nheld = []\nfor i in range(100):\n    {step}\n    time.sleep(0.01)\ntime.sleep(9)"
    )
    result = world.run_code(code, scratch, file_mb=5)
    assert (result.returncode, result.reason) == (None, "disk"), result.stderr


def test_shared_memory_files_are_bounded_too(world: World, scratch: Path) -> None:
    if world.backend_name != "bubblewrap":
        pytest.skip("only bubblewrap gives a run a /dev/shm of its own")
    code = (
        "import time\nfor i in range(100): open('/dev/shm/%d' % i, 'wb').write(b'x' * 10**6)\ntime.sleep(9)"
    )
    assert world.run_code(code, scratch, file_mb=20).reason == "disk"


def test_one_file_has_a_greatest_size(world: World, scratch: Path) -> None:
    code = "f = open('f', 'wb')\nfor _ in range(100): f.write(b'x' * 10**6)"
    result = world.run_code(code, scratch, file_mb=20)
    assert result.reason == "disk" or b"File too large" in result.stderr
    assert (scratch / "f").stat().st_size <= 20 * 2**20


def test_no_terminal_is_there_to_wait_for(world: World, scratch: Path) -> None:
    code = """
import sys
for stream in (sys.stdin, sys.stdout, sys.stderr): assert not stream.isatty()
try:
    open("/dev/tty")
except OSError:
    print("none")
input()
"""
    result = world.run_code(code, scratch)
    assert (result.returncode, result.stdout) == (1, b"none\n")
    assert b"EOFError" in result.stderr


def test_leaving_at_import_time_is_an_ordinary_end(world: World, scratch: Path) -> None:
    (scratch / "leaves.py").write_text("import sys; sys.exit(0)")
    code = "import sys; sys.path.insert(0, '.'); import leaves; print('never')"
    result = world.run_code(code, scratch)
    assert (result.returncode, result.stdout, result.reason) == (0, b"", "")


def test_start_up_code_of_the_target_runs_in_the_command_only(world: World, scratch: Path) -> None:
    (scratch / "sitecustomize.py").write_text("import os\nopen('ran', 'a').write('%d\\n' % os.getpid())")
    result = world.run(
        [world.python, "-c", "import os; print(os.getpid())"],
        scratch,
        env={"PYTHONPATH": str(scratch), "PYTHONSTARTUP": str(scratch / "sitecustomize.py")},
    )
    assert (scratch / "ran").read_text() == result.stdout.decode()


def test_libraries_of_the_target_are_not_loaded_into_the_launcher(world: World, scratch: Path) -> None:
    result = world.run(
        ["/bin/true"], scratch, env={"PATH": "/usr/bin:/bin", "LD_PRELOAD": "/nowhere/stranger.so"}
    )
    assert result.returncode == 0
    assert result.stderr.count(b"stranger.so") == 1, result.stderr


def test_python_2_runs_contained(world: World, scratch: Path) -> None:
    found = find_python2()
    if found is None or world.position == "plain":
        pytest.skip("no Python 2.7 that this user can run")
    code = "import os, subprocess, tempfile; print os.getcwd(), subprocess.check_output(['echo', 'x'], close_fds=True)"
    result = world.run([str(found.path), "-c", code], scratch, readable=[str(found.prefix)], env={})
    assert result.stdout.decode() == f"{scratch} x\n\n", result.stderr


def test_runs_side_by_side_do_not_meet(world: World) -> None:
    if world.position != "here":
        pytest.skip("the driver of this position runs one order at a time")

    def one(number: int) -> tuple[bytes, bool]:
        with arena(world) as made:
            result = world.run_code(f"import time; time.sleep(0.2); print({number} * 11)", made.scratch)
            return result.stdout, made.damage() == []

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(one, range(4))) == [(b"%d\n" % (n * 11), True) for n in range(4)]


def test_a_run_dies_with_its_harness(world: World, tmp_path: Path) -> None:
    if world.position != "here":
        pytest.skip("tried where the tests run")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    harness = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from pathlib import Path
from verification.sandbox import *
scratch = Path({str(scratch)!r})
run_contained([sys.executable, "-S", "-c", {DAEMON.replace("{before}", "pass") + "beat()"!r}], cwd=scratch,
    writable=[scratch], readable=list(map(Path, {[str(p) for p in running_interpreter()]!r})), env={{}},
    limits=Limits(60), backend=choose_backend({world.backend_name!r}))
"""
    process = subprocess.Popen([sys.executable, "-c", harness], env={**os.environ, "TMPDIR": str(tmp_path)})
    try:
        for _ in range(1000):
            if (scratch / "heart").exists():
                break
            time.sleep(0.01)
    finally:
        process.kill()
        process.wait()
    time.sleep(0.5)
    assert heart_stopped(scratch / "heart")


@pytest.mark.parametrize("trick", [pytest.param("nested deeply", marks=pytest.mark.slow), "closed"])
def test_a_temporary_folder_that_resists_is_deleted_all_the_same(
    world: World, scratch: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, trick: str
) -> None:
    if world.position != "here":
        pytest.skip("the driver of this position keeps its own temporary folders")
    tmp_path.chmod(0o755)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    code = """
import os, sys
os.chdir(os.environ["TMPDIR"])
if sys.argv[1] == "closed":
    os.makedirs("a/b"); os.chmod("a", 0)
else:
    for _ in range(1500):
        os.mkdir("deep"); os.chdir("deep")
print("laid")
"""
    assert world.run_code(code, scratch, trick).stdout == b"laid\n"
    assert list(tmp_path.iterdir()) == []


def test_folders_of_the_system_may_be_named_again(world: World, scratch: Path) -> None:
    shown = [p for p in ("/usr", "/usr/local", "/usr/lib") if Path(p).is_dir()]
    assert world.run(["/bin/true"], scratch, readable=[*shown, str(scratch)]).returncode == 0


def test_the_target_sees_no_secret_of_the_harness_s_environment(
    world: World, scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENROUTER_API_KEY", "do-not-show")
    assert b"do-not-show" not in world.run([shutil.which("env") or "/usr/bin/env"], scratch).stdout
