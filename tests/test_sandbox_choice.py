"""What a contained run refuses, how it tidies up, and which sandbox is chosen."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sandbox_worlds import World

from verification.sandbox import Backend, Limits, SandboxUnavailable, choice, choose_backend, run_contained
from verification.sandbox.procfs import ENTRY_BYTES, DiskMeter


def contained(scratch: Path, backend: Backend, **changes: object) -> object:
    wanted: dict[str, object] = {
        "argv": ["/bin/true"], "cwd": scratch, "writable": [scratch], "env": {}, "limits": Limits(10)
    }  # fmt: skip
    wanted |= changes
    argv = wanted.pop("argv")
    return run_contained(argv, backend=backend, **wanted)  # type: ignore[arg-type]


def test_a_supervisor_that_does_not_start_is_no_result_of_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", "/bin/false")
    with pytest.raises(SandboxUnavailable, match="its supervisor ended with status 1"):
        contained(tmp_path, choose_backend("limits"))


def test_a_slow_walk_does_not_hold_up_the_clock(tmp_path: Path) -> None:
    for number in range(300):
        (tmp_path / f"f{number}").touch()
    meter = DiskMeter([str(tmp_path)])
    assert meter.advance(0) is None
    slices = [meter.advance(0) for _ in range(4)]
    assert next(s for s in slices if s is not None) == 300 * ENTRY_BYTES == meter.measure()


def test_a_working_folder_out_of_sight_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "scratch").mkdir()
    with pytest.raises(ValueError, match="neither writable nor readable"):
        contained(tmp_path / "scratch", choose_backend("limits"), cwd=tmp_path / "elsewhere")


def test_what_does_not_exist_is_named(tmp_path: Path) -> None:
    backend = choose_backend("limits")
    with pytest.raises(FileNotFoundError, match="no-such-command"):
        contained(tmp_path, backend, argv=["no-such-command"], env={"PATH": "/usr/bin"})
    with pytest.raises(FileNotFoundError, match="no-such-folder"):
        contained(tmp_path, backend, readable=[tmp_path / "no-such-folder"])
    with pytest.raises(ValueError, match="needs a command"):
        contained(tmp_path, backend, argv=[])


@pytest.mark.parametrize("name", [f.name for f in dataclasses.fields(Limits)])
def test_a_limit_must_be_positive(name: str) -> None:
    with pytest.raises(ValueError, match=name):
        Limits(**{"seconds": 1.0, name: 0})  # type: ignore[arg-type]


def test_temporary_folders_are_gone_afterwards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place, scratch = tmp_path / "temporary", tmp_path / "scratch"
    place.mkdir()
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    contained(scratch, choose_backend("limits"), argv=["/bin/sh", "-c", "echo x > $TMPDIR/left"])
    assert list(place.iterdir()) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root hands files over")
def test_a_file_with_a_name_outside_is_not_handed_over(tmp_path: Path) -> None:
    from verification.sandbox.ownership import hand_over

    scratch, outside = tmp_path / "scratch", tmp_path / "outside"
    scratch.mkdir()
    outside.write_text("x")
    os.link(outside, scratch / "hard")
    os.symlink(outside, scratch / "link")
    (scratch / "own").write_text("x")
    hand_over(scratch, 4242)
    assert [p.lstat().st_uid for p in (outside, scratch / "link", scratch / "own", scratch)] == [
        0,
        4242,
        4242,
        4242,
    ]


def test_a_home_is_no_scratch_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from verification.sandbox.ownership import hand_over

    monkeypatch.setenv("HOME", str(tmp_path / "somebody"))
    for folder in (tmp_path / "somebody", tmp_path, Path("/"), Path("/usr")):
        with pytest.raises(ValueError, match="no scratch copy"):
            hand_over(folder, 4242)


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    choice.tried.cache_clear()
    yield choice.tried.cache_clear
    choice.tried.cache_clear()


def test_an_unknown_sandbox_is_refused() -> None:
    with pytest.raises(ValueError, match="use auto, bubblewrap, landlock, limits"):
        choose_backend("docker")


def test_a_missing_bubblewrap_names_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fresh: Callable[[], None]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SandboxUnavailable, match="install the package bubblewrap"):
        choose_backend("bubblewrap")


def test_without_any_wall_it_refuses_unless_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fresh: Callable[[], None]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("verification.sandbox.landlock.version", lambda: 0)
    with pytest.raises(SandboxUnavailable, match=r"bubblewrap.*Landlock.*--allow-unsandboxed"):
        choose_backend()
    assert choose_backend(allow_unsandboxed=True).walls == ()


def test_a_wall_with_a_hole_is_found_by_the_probe(
    monkeypatch: pytest.MonkeyPatch, fresh: Callable[[], None]
) -> None:
    pretender = dataclasses.replace(choose_backend("limits"), walls=("network", "secrets", "filesystem"))
    monkeypatch.setattr(choice, "_bubblewrap", lambda: pretender)
    with pytest.raises(
        SandboxUnavailable, match="let a forbidden thing through: network, secrets, filesystem"
    ):
        choose_backend("bubblewrap")


def test_permission_to_go_without_is_not_used_when_a_sandbox_works() -> None:
    try:
        found = choose_backend("auto")
    except SandboxUnavailable as error:
        pytest.skip(str(error))
    assert choose_backend("auto", allow_unsandboxed=True) == found
    assert found.walls and found.as_dict()["walls"] == list(found.walls)


def test_where_namespaces_are_forbidden_landlock_is_chosen() -> None:
    made = World("landlock-container", "auto", "container")
    try:
        assert made.backend["name"] == "landlock"
        assert "filesystem" in made.walls and "network" in made.walls
    finally:
        made.close()
