"""The Git half of the medium, under real Git: texts, commits, reverts, candidates, exports, resuming."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from git_fixtures import commit_files, git, make_repo, tree_digest, write_files
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from environment.refusals import CommitConflict, GuardrailViolation
from environment.target_repo import TargetError, TargetRepo

RUN = "20260101-000000-abcd"
TRAILERS = {"Agent": "validator", "Run-Id": RUN, "Confidence": "0.90"}


def take(source: Path | str, tmp_path: Path, ref: str | None = None, **more: object) -> TargetRepo:
    """The target at `source`, brought into tmp_path/ws/target_repo."""
    return TargetRepo.acquire(str(source), ref, tmp_path / "ws" / "target_repo", run_id=RUN, **more)  # type: ignore[arg-type]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A repository with two commits and the tag v1 on the first."""
    repo = make_repo(tmp_path / "source", {"a.py": "print 1\n", "pkg/b.py": "print 2\n"}, ["v1"])
    commit_files(repo, {"a.py": "print 3\n"})
    return repo


@pytest.fixture
def target(source: Path, tmp_path: Path) -> TargetRepo:
    """The source's second commit, brought in."""
    return take(source, tmp_path)


class TestTexts:
    def test_write_keeps_the_mode_and_leaves_nothing_else(self, target: TargetRepo) -> None:
        (target.root / "a.py").chmod(0o755)
        target.write("a.py", b"new")
        assert target.read("a.py") == b"new"
        assert (target.root / "a.py").stat().st_mode & 0o777 == 0o755
        assert sorted(p.name for p in target.root.iterdir()) == [".git", "a.py", "pkg"]
        assert list((target.root / ".git" / "stigmergy-unfinished").iterdir()) == []

    def test_write_makes_new_files(self, target: TargetRepo) -> None:
        target.write("new/deep/c.py", b"c")
        assert target.read("new/deep/c.py") == b"c"
        with pytest.raises(FileNotFoundError):
            target.read_original("new/deep/c.py")

    @pytest.mark.parametrize(
        "key",
        [
            "",
            "/etc/passwd",
            "../x.py",
            "a/../../x.py",
            ".git/config",
            ".GIT/hooks/x",
            "pkg/.git/config",
            "nul\0.py",
            "./a.py",
            "a//b",
            "pkg/",
            "pkg",
            "a.py/below.py",
            ".",
        ],
    )
    def test_write_refuses(self, target: TargetRepo, key: str) -> None:
        before = tree_digest(target.root)
        with pytest.raises(GuardrailViolation):
            target.write(key, b"x")
        assert tree_digest(target.root) == before

    @pytest.mark.parametrize("key", ["../source/a.py", "/etc/passwd", ".git/config"])
    def test_read_refuses(self, target: TargetRepo, key: str) -> None:
        with pytest.raises(GuardrailViolation):
            target.read(key)

    def test_full_disk_keeps_the_old_text(self, target: TargetRepo, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(*args: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "replace", full)
        with pytest.raises(OSError, match="No space"):
            target.write("a.py", b"new")
        assert target.read("a.py") == b"print 3\n"
        assert list((target.root / ".git" / "stigmergy-unfinished").iterdir()) == []

    @given(data=st.binary(max_size=2000))
    @settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    def test_kept_texts_come_back(self, target: TargetRepo, data: bytes) -> None:
        sha = target.keep(data)
        assert target.kept(sha) == data
        assert target.keep(data) == sha

    def test_kept_texts_survive_cleaning(self, target: TargetRepo) -> None:
        sha = target.keep(b"no commit has this")
        git(target.root, "gc", "--quiet", "--auto")
        again = TargetRepo.open(target.root, run_id=RUN)
        assert again.kept(sha) == b"no commit has this"
        for unknown in ("0" * 40, "zz", ""):
            with pytest.raises(LookupError):
                again.kept(unknown)

    def test_texts_from_several_threads(self, target: TargetRepo) -> None:
        def work(number: int) -> bool:
            data = b"%d" % number * 500
            return target.kept(target.keep(data)) == data and target.read_original("a.py") == b"print 3\n"

        with ThreadPoolExecutor(8) as pool:
            assert all(pool.map(work, range(200)))

    def test_diff(self, target: TargetRepo) -> None:
        assert target.diff("a.py") == ""
        target.write("a.py", b"print(3)\n")
        target.write("new.py", b"x\n")
        assert target.diff("a.py") == "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-print 3\n+print(3)\n"
        assert target.diff("new.py") == "--- /dev/null\n+++ b/new.py\n@@ -0,0 +1 @@\n+x\n"
        sha = target.commit(["a.py"], "m", TRAILERS)
        assert target.diff("a.py", "branch") == target.diff("a.py", sha) == ""
        (target.root / "a.py").unlink()
        assert target.diff("a.py").startswith("--- a/a.py\n+++ /dev/null\n")
        target.write("pkg/b.py", b"\xff\0\n")
        assert "+\ufffd\0" in target.diff("pkg/b.py")

    def test_tree_hash_is_gits_own(self, target: TargetRepo) -> None:
        seen = [target.tree_hash()]
        assert seen[0] == git(target.root, "rev-parse", "HEAD^{tree}").strip()
        target.write("a.py", b"print(3)\n")
        seen.append(target.tree_hash())
        (target.root / "pkg" / "b.py").write_bytes(b"print(2)\n")
        seen.append(target.tree_hash())
        target.write("a.new", b"x")
        (target.root / "a.new").chmod(0o755)
        seen.append(target.tree_hash())
        (target.root / "pkg" / "b.py").chmod(0o755)
        seen.append(target.tree_hash())
        assert len(set(seen)) == len(seen)
        git(target.root, "add", "-A")
        assert seen[-1] == git(target.root, "write-tree").strip()
        assert TargetRepo.open(target.root, run_id=RUN).tree_hash() == seen[-1]


class TestHistory:
    def test_commits_only_the_named_files(self, target: TargetRepo) -> None:
        target.write("a.py", b"print(3)\n")
        target.write("pkg/b.py", b"print(2)\n")
        target.write("new.py", b"x\n")
        sha = target.commit(["a.py"], "migrate(a.py): Python 3, confidence 0.90", TRAILERS, 4)
        assert git(target.root, "show", "--format=", "--name-only", sha) == "a.py\n"
        assert git(target.root, "rev-parse", target.branch).strip() == sha
        assert target.read("pkg/b.py") == b"print(2)\n"
        trailers = git(target.root, "log", "-1", "--format=%(trailers:only,unfold)", sha).strip().splitlines()
        assert trailers == [*(f"{k}: {v}" for k, v in TRAILERS.items()), "Tick: 4", "File: a.py"]
        assert (
            git(target.root, "log", "-1", "--format=%s", sha).strip()
            == "migrate(a.py): Python 3, confidence 0.90"
        )

    def test_a_group_is_one_commit(self, target: TargetRepo) -> None:
        target.write("a.py", b"print(3)\n")
        target.write("helper/new.py", b"x\n")
        sha = target.commit(["a.py", "helper/new.py"], "m", TRAILERS)
        assert target.delivered() == {"a.py": sha, "helper/new.py": sha}
        assert git(target.root, "rev-list", "--count", f"{target.base_commit}..HEAD").strip() == "1"

    def test_keeps_modes(self, source: Path, tmp_path: Path) -> None:
        (source / "a.py").chmod(0o755)
        commit_files(source, {})
        target = take(source, tmp_path)
        target.write("a.py", b"x\n")
        target.commit(["a.py"], "m", TRAILERS)
        assert git(target.root, "ls-tree", "HEAD", "a.py").startswith("100755")

    def test_dates_from_source_date_epoch(
        self, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
        shas = []
        for name in ("one", "two"):
            target = TargetRepo.acquire(str(source), None, tmp_path / name, run_id=RUN)
            target.write("a.py", b"x\n")
            shas.append(target.commit(["a.py"], "m", TRAILERS, 1))
        assert shas[0] == shas[1]

    def test_committing_again_after_a_kill_is_the_same_commit(self, target: TargetRepo) -> None:
        target.write("a.py", b"print(3)\n")
        sha = target.commit(["a.py"], "m", TRAILERS, 1)
        again = TargetRepo.open(target.root, run_id=RUN)
        assert again.commit(["a.py"], "m", TRAILERS, 2) == sha
        assert git(target.root, "rev-list", "--count", f"{target.base_commit}..HEAD").strip() == "1"

    def test_decision_for_the_original_text_is_an_empty_commit(self, target: TargetRepo) -> None:
        sha = target.commit(["a.py"], "m", TRAILERS)
        assert git(target.root, "show", "--format=", "--name-only", sha) == ""
        assert target.delivered() == {"a.py": sha}

    def test_message_can_not_forge_trailers(self, target: TargetRepo) -> None:
        key = "x\n\nAgent: mallory\nFile: pkg/b.py\n.py"
        target.write(key, b"x\n")
        trailers = {**TRAILERS, "Patterns": "a\n\nAgent: mallory"}
        target.commit([key], f"migrate({key}): Python 3", trailers)
        assert list(target.delivered()) == [key]
        shown = git(target.root, "log", "-1", "--format=%(trailers:key=Agent,valueonly)").split()
        assert shown == ["validator"]
        with pytest.raises(ValueError, match="trailer"):
            target.commit([key], "m", {"Bad name\nAgent": "x"})

    @pytest.mark.parametrize("key", ["gone.py", "pkg", "a.py/x.py"])
    def test_commit_of_what_is_no_file(self, target: TargetRepo, key: str) -> None:
        with pytest.raises(CommitConflict, match=key):
            target.commit([key], "m", TRAILERS)
        assert target.delivered() == {}

    def test_commit_of_nothing(self, target: TargetRepo) -> None:
        with pytest.raises(ValueError, match="no files"):
            target.commit([], "m", TRAILERS)

    def test_conflict_when_somebody_else_changed_the_file(self, target: TargetRepo) -> None:
        git(target.root, "commit", "--quiet", "--allow-empty", "-m", "harmless")
        target.write("a.py", b"print(3)\n")
        target.commit(["a.py"], "m", TRAILERS)
        git(target.root, "read-tree", "HEAD")
        commit_files(target.root, {"pkg/b.py": "by hand\n"})
        target.write("pkg/b.py", b"print(2)\n")
        with pytest.raises(CommitConflict, match=r"pkg/b.py was changed .* by somebody else"):
            target.commit(["pkg/b.py"], "m", TRAILERS)
        assert git(target.root, "show", "HEAD:pkg/b.py") == "by hand\n"

    def test_conflict_when_the_branch_is_locked(self, target: TargetRepo) -> None:
        lock = target.root / ".git" / "refs" / "heads" / f"{target.branch}.lock"
        lock.touch()
        target.write("a.py", b"print(3)\n")
        with pytest.raises(CommitConflict, match="lock"):
            target.commit(["a.py"], "m", TRAILERS)
        TargetRepo.open(target.root, run_id=RUN, joining=True)
        assert lock.exists()
        TargetRepo.open(target.root, run_id=RUN).commit(["a.py"], "m", TRAILERS)

    def test_revert_undoes_one_commit_and_keeps_the_working_copy(self, target: TargetRepo) -> None:
        target.write("a.py", b"print(3)\n")
        target.write("new.py", b"x\n")
        first = target.commit(["a.py", "new.py"], "m", TRAILERS)
        target.write("pkg/b.py", b"print(2)\n")
        second = target.commit(["pkg/b.py"], "m", TRAILERS)
        target.write("pkg/b.py", b"dirty\n")
        undone = target.revert(first, {"Run-Id": RUN})
        assert git(target.root, "ls-tree", "-r", "--name-only", "HEAD").split() == ["a.py", "pkg/b.py"]
        assert git(target.root, "show", "HEAD:a.py") == "print 3\n"
        assert git(target.root, "show", "HEAD:pkg/b.py") == "print(2)\n"
        assert target.read("a.py") == b"print(3)\n"
        assert target.read("pkg/b.py") == b"dirty\n"
        assert target.delivered() == {"pkg/b.py": second}
        assert target.revert(first) == undone, "a repeated revert is the same one"
        third = target.commit(["a.py", "new.py"], "m again", TRAILERS)
        assert target.delivered() == {"a.py": third, "new.py": third, "pkg/b.py": second}

    def test_revert_falls_back_on_the_commit_before(self, target: TargetRepo) -> None:
        target.write("a.py", b"one\n")
        one = target.commit(["a.py"], "m", TRAILERS)
        target.write("a.py", b"two\n")
        two = target.commit(["a.py"], "m", TRAILERS)
        with pytest.raises(CommitConflict, match="committed again"):
            target.revert(one)
        target.revert(two)
        assert target.delivered() == {"a.py": one}
        assert git(target.root, "show", "HEAD:a.py") == "one\n"

    @pytest.mark.parametrize("sha", ["0" * 40, "", "HEAD"])
    def test_revert_of_what_is_no_commit_of_the_run(self, target: TargetRepo, sha: str) -> None:
        for unknown in (sha, target.base_commit):
            with pytest.raises(CommitConflict, match="no commit of this run"):
                target.revert(unknown)


class TestCandidates:
    def test_one_labelled_commit_each_on_top(self, target: TargetRepo) -> None:
        target.write("a.py", b"print(3)\n")
        sha = target.commit(["a.py"], "m", TRAILERS)
        target.write("pkg/b.py", b"best\n")
        tip = target.deliver_candidates(
            [
                ("pkg/b.py", b"best\n", "candidate(pkg/b.py): failed\n\nwhy"),
                ("new.py", b"n\n", "candidate(new.py): skipped"),
                ("a.py", b"print(3)\n", "needs none"),
            ]
        )
        log = git(
            target.root, "log", "--format=%s", f"{target.branch}..{target.candidates_branch}"
        ).splitlines()
        assert log == ["candidate(new.py): skipped", "candidate(pkg/b.py): failed"]
        assert git(target.root, "rev-parse", target.candidates_branch).strip() == tip
        assert git(target.root, "rev-parse", "HEAD").strip() == sha
        assert git(target.root, "show", f"{tip}:pkg/b.py") == "best\n"
        assert target.delivered() == {"a.py": sha}
        assert git(target.root, "status", "--porcelain").splitlines() == [" M pkg/b.py"]

    def test_is_built_anew_each_time(self, target: TargetRepo) -> None:
        target.deliver_candidates([("a.py", b"old\n", "c")])
        tip = target.deliver_candidates([("pkg/b.py", b"new\n", "c")])
        assert git(target.root, "show", f"{tip}:a.py") == "print 3\n"
        assert target.deliver_candidates([]) == target.base_commit

    def test_refuses_unsafe_keys(self, target: TargetRepo) -> None:
        with pytest.raises(GuardrailViolation):
            target.deliver_candidates([("../x.py", b"x", "c")])


class TestExport:
    def test_working_copy_and_commits(self, target: TargetRepo, tmp_path: Path) -> None:
        (target.root / "a.py").chmod(0o755)
        (target.root / "empty").mkdir()
        target.write("a.py", b"print(3)\n")
        target.export(tmp_path / "now")
        target.export(tmp_path / "deep" / "then", target.base_commit)
        target.export(tmp_path / "branch", target.branch)
        assert (tmp_path / "now" / "a.py").read_bytes() == b"print(3)\n"
        assert os.access(tmp_path / "now" / "a.py", os.X_OK)
        assert (tmp_path / "now" / "empty").is_dir()
        assert (tmp_path / "deep" / "then" / "a.py").read_bytes() == b"print 3\n"
        assert tree_digest(tmp_path / "branch") == tree_digest(tmp_path / "deep" / "then")
        for copy in ("now", "deep/then", "branch"):
            assert not (tmp_path / copy / ".git").exists()

    def test_no_such_commit(self, target: TargetRepo, tmp_path: Path) -> None:
        with pytest.raises(TargetError, match="no branch or commit 'nope'"):
            target.export(tmp_path / "x", "nope")
        assert not (tmp_path / "x").exists()

    def test_never_into_something_that_is_there(self, target: TargetRepo, tmp_path: Path) -> None:
        (tmp_path / "x").mkdir()
        for ref in (None, "HEAD"):
            with pytest.raises(FileExistsError):
                target.export(tmp_path / "x", ref)


class TestOpen:
    def test_goes_on_where_the_run_stopped(self, target: TargetRepo) -> None:
        target.write("a.py", b"print(3)\n")
        sha = target.commit(["a.py"], "m", TRAILERS)
        write_files(
            target.root / ".git", {"index.lock": "", "stigmergy-unfinished/x": "", "objects/objtorn": ""}
        )
        again = TargetRepo.open(target.root, run_id=RUN)
        assert (again.files(), again.base_commit, again.branch) == (
            target.files(),
            target.base_commit,
            target.branch,
        )
        assert again.delivered() == {"a.py": sha}
        assert not (target.root / ".git" / "index.lock").exists()
        assert not (target.root / ".git" / "objects" / "objtorn").exists()

    def test_refusals(self, target: TargetRepo, source: Path, tmp_path: Path) -> None:
        with pytest.raises(TargetError, match=f"belongs to run {RUN}, not other"):
            TargetRepo.open(target.root, run_id="other")
        with pytest.raises(TargetError, match="branch_prefix"):
            TargetRepo.open(target.root, run_id=RUN, branch_prefix="else")
        for nothing in (tmp_path / "nowhere", source):
            with pytest.raises(TargetError, match="holds no target of a run"):
                TargetRepo.open(nothing, run_id=RUN)
        git(target.root, "update-ref", "-d", f"refs/heads/{target.branch}")
        with pytest.raises(TargetError, match="is damaged"):
            TargetRepo.open(target.root, run_id=RUN)
        (target.root / ".git" / "stigmergy.json").write_text('{"run_id": ')
        with pytest.raises(TargetError, match="can't be read"):
            TargetRepo.open(target.root, run_id=RUN)


class TestKilled:
    @pytest.mark.parametrize("pause", [0.02, 0.05, 0.09])
    def test_goes_on_after_a_kill_at_any_moment(self, target: TargetRepo, pause: float) -> None:
        """SIGKILL among commits: nothing torn, nothing lost, and the next commit works."""
        code = (
            "import sys; from pathlib import Path; from environment.target_repo import TargetRepo\n"
            "target = TargetRepo.open(Path(sys.argv[1]), run_id=sys.argv[2])\n"
            "for n in range(10000):\n"
            "    target.write('a.py', b'print(%d)\\n' % n)\n"
            "    print(n, target.commit(['a.py'], 'm', {'Run-Id': sys.argv[2]}), flush=True)\n"
        )
        root = Path(__file__).resolve().parent.parent
        child = subprocess.Popen(
            [sys.executable, "-c", code, str(target.root), RUN],
            cwd=root,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert child.stdout is not None
        lines = [child.stdout.readline() for _ in range(3)]
        time.sleep(pause)
        child.kill()
        lines += child.stdout.readlines()
        child.wait()
        child.stdout.close()
        # A git that the killed process had started lives on for a moment, and may still move the branch.
        with contextlib.suppress(ProcessLookupError):
            while True:
                os.killpg(child.pid, 0)
                time.sleep(0.01)
        told = [line.split() for line in lines if line.endswith("\n")]
        again = TargetRepo.open(target.root, run_id=RUN)
        span = f"{again.base_commit}..{again.branch}"
        history = git(again.root, "rev-list", "--reverse", span).split()
        assert history[: len(told)] == [sha for _, sha in told]
        assert len(history) <= len(told) + 1
        assert git(again.root, "fsck", "--strict", "--no-dangling") == ""
        assert again.read("a.py").startswith(b"print(")
        again.write("a.py", b"last\n")
        assert again.delivered()["a.py"] == history[-1]
        again.commit(["a.py"], "m", TRAILERS)
        assert git(again.root, "show", "HEAD:a.py") == "last\n"


class TestSpeed:
    @pytest.mark.slow
    def test_a_commit_costs_the_same_among_many_files(self, tmp_path: Path) -> None:
        """Time of a commit among 5,000 files is at most twice that among 100."""
        times = []
        for count in (100, 5000):
            folder = tmp_path / f"plain{count}"
            write_files(folder, {f"p{n // 50}/m{n}.py": f"print {n}\n" for n in range(count)})
            target = TargetRepo.acquire(str(folder), None, tmp_path / f"t{count}", run_id=RUN)
            began = time.perf_counter()
            for n in range(60):
                key = f"p{n // 50}/m{n}.py"
                target.write(key, b"print(%d)\n" % n)
                target.commit([key], f"migrate({key})", TRAILERS)
            times.append((time.perf_counter() - began) / 60)
        print("seconds a commit among 100 and 5,000 files:", times)
        assert times[1] <= 2 * times[0]
