"""The workspace: one run at a time, the archive of earlier runs, whole files, bad input."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from git_fixtures import git, make_repo

from environment.target_repo import TargetRepo
from environment.workspace import Workspace, WorkspaceError, write_atomic

ROOT = Path(__file__).resolve().parent.parent


def leave_run(workspace: Workspace, source: Path, run_id: str) -> None:
    """What a run leaves in a workspace, as far as the workspace looks at it."""
    TargetRepo.acquire(str(source), None, workspace.target_repo, run_id=run_id)
    (workspace.pheromones / "audit_log.jsonl").write_text(json.dumps({"seq": 1, "run_id": run_id}) + "\n")
    (workspace.metrics_output / f"run_{run_id}_manifest.json").write_text(json.dumps({"run_id": run_id}))


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return make_repo(tmp_path / "source", {"a.py": "print 1\n"})


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    workspace = Workspace(tmp_path / "ws")
    with workspace.run_lock():
        pass
    return workspace


@pytest.fixture
def other_run(workspace: Workspace, tmp_path: Path):
    """Another process that holds the workspace's lock until it is killed."""
    code = textwrap.dedent(
        """
        import sys, time
        from pathlib import Path
        from environment.workspace import Workspace
        with Workspace(Path(sys.argv[1])).run_lock():
            print("held", flush=True)
            time.sleep(60)
        """
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code, str(workspace.root)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "held\n"
    yield child
    child.kill()
    child.wait()
    child.stdout.close()


class TestRunLock:
    def test_refuses_a_second_run_and_names_the_process(self, workspace: Workspace, other_run) -> None:
        refused = pytest.raises(WorkspaceError, match=rf"in use .*process {other_run.pid}\b")
        with refused as caught, workspace.run_lock():
            pass
        assert "\n" not in str(caught.value)

    def test_refusing_leaves_the_first_in_place(self, workspace: Workspace, other_run) -> None:
        for _ in range(3):
            with pytest.raises(WorkspaceError, match=str(other_run.pid)), workspace.run_lock():
                pass

    def test_a_review_joins(self, workspace: Workspace, other_run) -> None:
        with workspace.run_lock(joining=True) as beside_run:
            assert beside_run
        with pytest.raises(WorkspaceError), workspace.run_lock():
            pass

    def test_a_run_starts_beside_a_review(self, workspace: Workspace) -> None:
        with workspace.run_lock(joining=True) as beside_run, workspace.run_lock():
            assert not beside_run

    def test_is_free_at_once_when_its_holder_was_killed(self, workspace: Workspace, other_run) -> None:
        other_run.send_signal(signal.SIGKILL)
        other_run.wait()
        with workspace.run_lock():
            owner = json.loads((workspace.root / ".run.owner").read_text())
            assert owner == {"pid": os.getpid()}

    def test_second_object_in_one_process_is_refused(self, workspace: Workspace) -> None:
        refused = pytest.raises(WorkspaceError, match=str(os.getpid()))
        with workspace.run_lock(), refused, Workspace(workspace.root).run_lock():
            pass

    def test_is_given_back_after_an_error(self, workspace: Workspace) -> None:
        with pytest.raises(RuntimeError), workspace.run_lock():
            raise RuntimeError
        with workspace.run_lock():
            pass
        assert not (workspace.root / ".run.owner").exists()

    def test_makes_the_folders(self, tmp_path: Path) -> None:
        workspace = Workspace(tmp_path / "deep" / "ws")
        assert not workspace.root.exists()
        with workspace.run_lock():
            assert workspace.pheromones.is_dir()
            assert workspace.logs.is_dir()
            assert workspace.metrics_output == workspace.root / "metrics" / "output"
        assert not workspace.target_repo.exists()

    def test_refuses_what_can_not_be_written(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        refused = pytest.raises(WorkspaceError, match=r"can't be written .*--workspace")
        with refused, Workspace(tmp_path / "file" / "ws").run_lock():
            pass

    def test_refuses_a_folder_without_permission(
        self, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # Simulated: permissions do not stop root.
        def refuse(*args: object, **kwargs: object) -> None:
            raise PermissionError(13, "Permission denied", "w")

        monkeypatch.setattr("environment.workspace.tempfile.TemporaryFile", refuse)
        with pytest.raises(WorkspaceError, match="Permission denied"), workspace.run_lock():
            pass


class TestRunAfterRun:
    def test_first_run_finds_nothing_to_archive(self, workspace: Workspace) -> None:
        (workspace.pheromones / ".gitkeep").touch()
        assert workspace.prepare_new_run("r1") is None
        assert not workspace.archive.exists()

    def test_moves_the_earlier_run_into_a_workspace_of_its_own(
        self, workspace: Workspace, source: Path
    ) -> None:
        (workspace.pheromones / ".gitkeep").touch()
        leave_run(workspace, source, "r1")
        place = workspace.prepare_new_run("r2")
        assert place == workspace.archive / "r1"
        assert not workspace.target_repo.exists()
        assert [p.name for p in workspace.pheromones.iterdir()] == [".gitkeep"]
        archived = Workspace(place)
        assert archived.for_resume() == "r1"
        assert TargetRepo.open(archived.target_repo, run_id="r1").files() == ["a.py"]
        assert (archived.metrics_output / "run_r1_manifest.json").is_file()
        assert (workspace.metrics_output / "run_r1_manifest.json").is_file(), "comparisons need it"

    def test_runs_of_one_id_are_numbered(self, workspace: Workspace, source: Path) -> None:
        places = []
        for _ in range(3):
            leave_run(workspace, source, "r1")
            places.append(workspace.prepare_new_run("r1"))
        assert [place.name for place in places if place] == ["r1", "r1.2", "r1.3"]

    def test_completes_what_a_crash_cut_short(self, workspace: Workspace, source: Path) -> None:
        leave_run(workspace, source, "r1")
        (workspace.archive / "r1").mkdir(parents=True)
        workspace.target_repo.rename(workspace.archive / "r1" / "target_repo")
        assert workspace.prepare_new_run("r2") == workspace.archive / "r1"
        assert sorted(p.name for p in (workspace.archive / "r1").iterdir()) == [
            "metrics",
            "pheromones",
            "target_repo",
        ]

    def test_archives_a_run_stopped_before_its_first_deposit(
        self, workspace: Workspace, source: Path
    ) -> None:
        leave_run(workspace, source, "r1")
        (workspace.pheromones / "audit_log.jsonl").unlink()
        assert workspace.prepare_new_run("r2") == workspace.archive / "r1"

    def test_does_not_move_what_no_run_made(self, workspace: Workspace) -> None:
        workspace.target_repo.mkdir()
        (workspace.target_repo / "precious.txt").write_text("x")
        with pytest.raises(WorkspaceError, match="was not made by a run"):
            workspace.prepare_new_run("r1")
        assert (workspace.target_repo / "precious.txt").exists()

    @pytest.mark.parametrize("run_id", ["", "../x", "a/b", "-x", ".hidden", "a\nb"])
    def test_refuses_a_run_id_that_is_no_file_name(self, workspace: Workspace, run_id: str) -> None:
        with pytest.raises(WorkspaceError, match="run id"):
            workspace.prepare_new_run(run_id)

    def test_a_log_that_names_a_path_is_not_followed(self, workspace: Workspace) -> None:
        (workspace.pheromones / "audit_log.jsonl").write_text('{"run_id": "../../elsewhere"}\n')
        with pytest.raises(WorkspaceError, match="was not made by a run"):
            workspace.prepare_new_run("r2")


class TestResume:
    def test_names_the_run(self, workspace: Workspace, source: Path) -> None:
        leave_run(workspace, source, "r7")
        assert workspace.for_resume() == "r7"

    def test_nothing_to_resume(self, workspace: Workspace) -> None:
        with pytest.raises(WorkspaceError, match=r"no run in .*--repo"):
            workspace.for_resume()

    def test_run_without_its_target(self, workspace: Workspace) -> None:
        (workspace.pheromones / "audit_log.jsonl").write_text('{"run_id": "r1"}\n')
        with pytest.raises(WorkspaceError, match=r"r1 .*before its target"):
            workspace.for_resume()

    def test_damaged_log_falls_back_on_the_target(self, workspace: Workspace, source: Path) -> None:
        leave_run(workspace, source, "r1")
        (workspace.pheromones / "audit_log.jsonl").write_bytes(b"\xff\x00garbage")
        assert workspace.for_resume() == "r1"


class TestSource:
    def test_anything_elsewhere_is_fine(self, workspace: Workspace, source: Path) -> None:
        workspace.check_source(str(source))
        workspace.check_source("https://example.org/team/old.git")
        workspace.check_source(str(source / "missing"))

    def test_a_source_below_the_workspace_is_fine(self, workspace: Workspace) -> None:
        inner = make_repo(workspace.root / "samples" / "one", {"a.py": ""})
        workspace.check_source(str(inner))

    def test_refuses_the_workspaces_own_target(self, workspace: Workspace, source: Path) -> None:
        leave_run(workspace, source, "r1")
        with pytest.raises(WorkspaceError, match="earlier run"):
            workspace.check_source(str(workspace.target_repo))
        workspace.prepare_new_run("r2")
        with pytest.raises(WorkspaceError, match="earlier run"):
            workspace.check_source(str(workspace.archive / "r1" / "target_repo"))

    def test_refuses_a_workspace_inside_the_source(self, source: Path) -> None:
        before = git(source, "status", "--porcelain", "--ignored")
        for root in (source, source / "ws", source / "deep" / "er"):
            with pytest.raises(WorkspaceError, match="lies inside"):
                Workspace(root).check_source(str(source))
        assert git(source, "status", "--porcelain", "--ignored") == before

    def test_is_not_fooled_by_a_link(self, tmp_path: Path, source: Path) -> None:
        (tmp_path / "link").symlink_to(source)
        with pytest.raises(WorkspaceError, match="lies inside"):
            Workspace(source / "ws").check_source(str(tmp_path / "link"))


class TestWriteAtomic:
    def test_writes_text_and_bytes(self, tmp_path: Path) -> None:
        write_atomic(tmp_path / "a", "é\n")
        write_atomic(tmp_path / "b", b"\xff\r\n")
        assert (tmp_path / "a").read_bytes() == "é\n".encode()
        assert (tmp_path / "b").read_bytes() == b"\xff\r\n"
        assert (tmp_path / "a").stat().st_mode & 0o777 == 0o644

    def test_keeps_the_mode(self, tmp_path: Path) -> None:
        (tmp_path / "a").write_text("old")
        (tmp_path / "a").chmod(0o600)
        write_atomic(tmp_path / "a", "new")
        assert (tmp_path / "a").stat().st_mode & 0o777 == 0o600

    @pytest.mark.parametrize("failing", ["fsync", "replace"])
    def test_full_disk_leaves_the_old_file_and_nothing_else(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
    ) -> None:
        def full(*args: object) -> None:
            raise OSError(28, "No space left on device")

        (tmp_path / "a").write_text("old")
        monkeypatch.setattr(os, failing, full)
        with pytest.raises(OSError, match="No space left"):
            write_atomic(tmp_path / "a", "new")
        assert [p.name for p in tmp_path.iterdir()] == ["a"]
        assert (tmp_path / "a").read_text() == "old"
