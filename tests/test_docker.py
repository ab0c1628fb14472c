"""The container files, as far as a machine without an engine can check them: linted, resolved, and their commands run.

The image itself is built where there is an engine; here hadolint reads the Dockerfile, Docker Compose resolves the
services, and a script that takes docker's place tells which arguments it was given.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
HOSTILE = (
    "x; touch pwned",
    "$(touch pwned)",
    "`touch pwned`",
    "$(shell touch pwned)",
    "a'b\"; touch pwned #",
    "-x",
)


def tool(name: str) -> str:
    """A tool of the extra `release`, beside this Python or on PATH; the test is skipped without it."""
    found = shutil.which(name, path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if found is None:
        pytest.skip(f"{name} is not installed: pip install -e '.[release]'")
    return found


def instructions() -> Iterator[tuple[str, str]]:
    """The instructions of the Dockerfile: the word, and what it is given, continued lines joined."""
    text = re.sub(r"^\s*#.*\n", "", (ROOT / "Dockerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    for line in re.sub(r"\s*\\\n\s*", " ", text).splitlines():
        if line.strip():
            word, _, rest = line.partition(" ")
            yield word, rest.strip()


def last_stage() -> list[tuple[str, str]]:
    """The instructions of the stage that becomes the image."""
    found = list(instructions())
    start = max(i for i, (word, _) in enumerate(found) if word == "FROM")
    return found[start:]


def only(word: str) -> str:
    """What the last stage gives an instruction that occurs once."""
    (value,) = [rest for name, rest in last_stage() if name == word]
    return value


# -- the image -----------------------------------------------------------------------------------------------


def test_the_dockerfile_passes_a_linter() -> None:
    ran = subprocess.run(
        [tool("hadolint"), "--no-color", "Dockerfile"], cwd=ROOT, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_every_base_is_pinned_to_a_release_and_a_system() -> None:
    defaults = dict(rest.split("=", 1) for word, rest in instructions() if word == "ARG")
    stages, bases = set(), []
    for word, rest in instructions():
        if word == "FROM":
            base, _, name = rest.partition(" AS ")
            for argument, value in defaults.items():
                base = base.replace(f"${{{argument}}}", value)
            stages.add(name)
            bases.append(base)
    outside = [base for base in bases if base not in stages]
    assert outside and all(re.fullmatch(r"python:3\.\d+\.\d+-slim-bookworm", base) for base in outside), (
        outside
    )
    assert {"python2-none", "python2-2.7.18"} <= stages, "each value of PYTHON2 is a stage"
    fetched = [rest for word, rest in instructions() if word == "ADD"]
    assert all(re.search(r"--checksum=sha256:[0-9a-f]{64} ", rest) for rest in fetched)


def test_packages_come_from_the_lock_and_are_checked_by_hash() -> None:
    installs = [rest for word, rest in instructions() if word == "RUN" and "pip install" in rest]
    assert any("--require-hashes -r requirements.lock" in rest for rest in installs)
    assert all("--require-hashes" in rest or "--no-deps --no-build-isolation" in rest for rest in installs)


def test_it_runs_as_nobody_in_particular() -> None:
    assert only("USER").isdigit() and int(only("USER")) > 0
    kinds = [word for word, _ in last_stage()]
    after = last_stage()[kinds.index("USER") :]
    assert not [rest for word, rest in after if word in ("RUN", "COPY", "ADD")], "nothing is made after it"


def test_its_commands_run_without_a_shell_and_do_what_they_say() -> None:
    check = only("HEALTHCHECK").partition("CMD ")[2]
    entry, arguments = json.loads(only("ENTRYPOINT")), json.loads(only("CMD"))
    for command, expected in (
        (json.loads(check), r"stigmergy \d+\.\d+\.\d+"),
        (entry + arguments, "usage: main.py"),
    ):
        assert command[0] == "python"
        ran = subprocess.run([sys.executable, *command[1:]], cwd=ROOT, capture_output=True, text=True)
        assert ran.returncode == 0 and re.match(expected, ran.stdout), ran.stderr


def test_keys_and_history_stay_out_of_it() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert {".git", ".env", ".venv", "target_repo", "logs", "metrics/output"} <= set(ignored)
    assert not [rest for word, rest in instructions() if word in ("ENV", "ARG") and "KEY" in rest.upper()]


# -- the services --------------------------------------------------------------------------------------------


def services() -> dict[str, dict[str, object]]:
    """The services, merged as YAML merges them."""
    loaded = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    return dict(loaded["services"])


def test_the_services_resolve() -> None:
    environ = {k: v for k, v in os.environ.items() if not k.endswith("_API_KEY")}
    command = [tool("docker-compose"), "-f", "docker-compose.yml", "config", "--format", "json"]
    ran = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, env=environ | {"PYTHON2": "2.7.18"}
    )
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert set(found["services"]) == {"migrate", "test", "test-cov", "shell"}
    for name, service in found["services"].items():
        assert service["build"]["args"]["PYTHON2"] == "2.7.18"
        assert {v["target"] for v in service["volumes"]} == {"/workspace", "/cache"}, name
    assert "environment" not in found["services"]["test"] or not found["services"]["test"]["environment"]


def test_the_services_start_commands_not_shells() -> None:
    for name, service in services().items():
        entry = service["entrypoint"]
        assert isinstance(entry, list), name
        if entry[0] == "python":
            assert entry[1:3] == ["-m", "pytest"] or (ROOT / str(entry[1])).is_file(), name
    cov = [w for w in services()["test-cov"]["entrypoint"] if str(w).startswith("--cov=")]  # type: ignore[attr-defined]
    assert sorted(cov) == ["--cov=agents", "--cov=environment", "--cov=stigmergy"]


# -- make, and what it hands on ------------------------------------------------------------------------------


@pytest.fixture
def hand_over(tmp_path: Path) -> Path:
    """A folder for PATH whose `docker` writes down its arguments, one a line, in place of starting anything."""
    folder = tmp_path / "bin"
    folder.mkdir()
    docker = folder / "docker"
    docker.write_text(
        f"#!{sys.executable}\nimport json, sys\nprint(json.dumps(sys.argv[1:]))\n", encoding="utf-8"
    )
    docker.chmod(0o755)
    return folder


def given(hand_over: Path, *arguments: str, cwd: Path = ROOT) -> list[str]:
    """What docker is given by `make` with these arguments."""
    environ = {**os.environ, "PATH": f"{hand_over}{os.pathsep}{os.environ['PATH']}"}
    environ = {
        k: v for k, v in environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL", "REPO", "REPO_REF", "ARGS")
    }
    ran = subprocess.run(
        ["make", "-s", "-C", str(ROOT), *arguments], cwd=cwd, env=environ, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    words: list[str] = json.loads(ran.stdout)
    return words


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_one_argument_whatever_is_in_it(name: str, hand_over: Path) -> None:
    words = given(hand_over, "docker-migrate", f"REPO={name}", f"REPO_REF={name}")
    assert words == ["compose", "run", "--rm", "migrate", f"--repo={name}", f"--repo-ref={name}"]
    assert not (ROOT / "pwned").exists()


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """What looks to make like a virtual environment that is ready; its Python writes down its arguments."""
    python = tmp_path / "venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(
        f"#!{sys.executable}\nimport json, sys\nprint(json.dumps(sys.argv[1:]))\n", encoding="utf-8"
    )
    python.chmod(0o755)
    (tmp_path / "venv" / ".installed").touch()
    return tmp_path / "venv"


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_one_argument_without_a_container_too(name: str, hand_over: Path, installed: Path) -> None:
    words = given(hand_over, "migrate", f"VENV={installed}", f"REPO={name}", "ARGS=--max-ticks 3")
    assert words == ["main.py", f"--repo={name}", "--max-ticks", "3"]
    assert not (ROOT / "pwned").exists()


def test_a_folder_is_seen_by_the_container_read_only(hand_over: Path, tmp_path: Path) -> None:
    source = tmp_path / "an old project"
    source.mkdir()
    words = given(hand_over, "docker-migrate", f"REPO={source}")
    assert words == [
        "compose",
        "run",
        "--rm",
        "--volume",
        f"{source}:/source:ro",
        "migrate",
        "--repo=/source",
    ]


def test_without_a_repository_it_says_what_to_type(installed: Path) -> None:
    for target in ("migrate", "docker-migrate"):
        command = ["make", "-s", target, f"VENV={installed}"]
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        assert ran.returncode == 2 and "REPO=" in ran.stdout + ran.stderr


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("docker-build", ["compose", "build"]),
        ("docker-test", ["compose", "run", "--rm", "test"]),
        ("docker-test-cov", ["compose", "run", "--rm", "test-cov"]),
        ("docker-shell", ["compose", "run", "--rm", "shell"]),
    ],
)
def test_make_has_a_target_for_each_service(target: str, expected: list[str], hand_over: Path) -> None:
    assert given(hand_over, target) == expected


# -- the image's own commands, without an engine -------------------------------------------------------------


def context(folder: Path) -> None:
    """What `docker build` would be sent: the committed files, but for what .dockerignore leaves out."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    ignored = [
        line for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line[:1] not in "#!"
    ]
    kept = {line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line[:1] == "!"}
    for name in listed.split("\0"):
        parts = name.split("/")
        heads = ["/".join(parts[: i + 1]) for i in range(len(parts))]
        out = any(
            fnmatch(head, pattern.removeprefix("**/")) for head in heads for pattern in ignored if pattern
        )
        if name and (name in kept or not out) and (ROOT / name).is_file():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target)


@pytest.mark.slow
def test_the_commands_of_the_build_make_a_working_program_for_a_plain_user() -> None:
    """The stage `build` in a clean folder in place of `/`, then the image's own commands as its user."""
    if not (ROOT / ".git").is_dir():
        pytest.skip("the context of a build is told by Git")
    root_user = os.geteuid() == 0
    python = "/usr/bin/python3.11" if root_user else sys.executable
    if not Path(python).exists():
        pytest.skip("no Python outside of root's own folders, which the image's user could run")
    place = Path(tempfile.mkdtemp(prefix="stigmergy-image-"))
    try:
        place.chmod(0o755)
        for name in ("context", "bin", "app", "workspace", "cache", "home", "old"):
            (place / name).mkdir()
        (place / "bin" / "python").symlink_to(python)
        context(place / "context")
        environ = {"PATH": f"{place / 'bin'}:/usr/bin:/bin", "HOME": str(place / "home")}
        build(place, environ)
        (place / "old" / "shop.py").write_text("def total(prices):\n    return sum(prices.itervalues())\n")
        as_user = []
        if root_user:
            for folder in ("app", "workspace", "cache", "home"):
                subprocess.run(["chown", "-R", only("USER"), str(place / folder)], check=True)
            as_user = ["setpriv", f"--reuid={only('USER')}", f"--regid={only('USER')}", "--clear-groups"]
        environ |= {
            "PATH": f"{place / 'venv' / 'bin'}:/usr/bin:/bin",
            "STIGMERGY_CACHE": str(place / "cache"),
            "STIGMERGY_PYTHON2": "none",
        }
        entry = json.loads(only("ENTRYPOINT"))
        started = services()["migrate"]["entrypoint"]
        assert isinstance(started, list)
        for command, expected in (
            (json.loads(only("HEALTHCHECK").partition("CMD ")[2]), "stigmergy "),
            (entry + json.loads(only("CMD")), "usage: main.py"),
            ([str(w).replace("/workspace", str(place / "workspace")) for w in started]
             + ["--repo", str(place / "old")], "all_terminal"),
        ):  # fmt: skip
            ran = subprocess.run(
                [*as_user, *command],
                cwd=place / "app",
                env=environ,
                capture_output=True,
                text=True,
                timeout=600,
            )
            assert ran.returncode == 0 and expected in ran.stdout, ran.stdout + ran.stderr
    finally:
        shutil.rmtree(place, ignore_errors=True)


def build(place: Path, environ: dict[str, str]) -> None:
    """Do what the stage `build` says, with `place` in place of `/`."""
    found = list(instructions())
    (start,) = [i for i, (word, rest) in enumerate(found) if word == "FROM" and rest.endswith(" AS build")]
    cwd = place
    for word, rest in found[start + 1 :]:
        moved = re.sub(r"(?<![\w.])/(app|venv)\b", lambda m: str(place / m[1]), rest)
        if word == "FROM":
            return
        if word == "ENV":
            environ |= dict(pair.split("=", 1) for pair in moved.split())
        elif word == "WORKDIR":
            cwd = Path(moved)
        elif word == "COPY":
            *sources, target = moved.split()
            for source in sources:
                come_from, go_to = place / "context" / source, cwd / target
                if come_from.is_dir():
                    shutil.copytree(come_from, go_to, dirs_exist_ok=True)
                else:
                    shutil.copy(come_from, go_to)
        else:
            assert word == "RUN", f"a test should know what {word} does"
            ran = subprocess.run(
                ["/bin/sh", "-c", moved], cwd=cwd, env=environ, capture_output=True, text=True
            )
            assert ran.returncode == 0, ran.stdout + ran.stderr
