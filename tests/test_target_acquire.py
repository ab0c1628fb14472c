"""Bringing a target in, under real Git: every form of source and ref, bad input, hostile sources, odd files."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from git_fixtures import commit_files, git, make_repo, tree_digest, write_files

from environment.git_commands import safe_environment
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


class TestBringingIn:
    def test_default_branch_of_a_local_repository(self, source: Path, tmp_path: Path) -> None:
        before = tree_digest(source)
        target = take(source, tmp_path)
        assert target.files() == ["a.py", "pkg/b.py"]
        assert target.read("a.py") == b"print 3\n"
        assert target.base_commit == git(source, "rev-parse", "HEAD").strip()
        assert git(target.root, "symbolic-ref", "HEAD").strip() == f"refs/heads/stigmergic-migration-{RUN}"
        assert git(target.root, "status", "--porcelain") == ""
        assert tree_digest(source) == before

    @pytest.mark.parametrize("shallow", [True, False])
    @pytest.mark.parametrize(
        "ref",
        [
            "v1",
            "annotated",
            "old",
            "feature/x",
            "refs/tags/v1",
            "tags/v1",
            "heads/old",
            "SHA",
            "SHORT",
            "main~1",
        ],
    )
    def test_every_kind_of_ref_of_a_local_path(
        self, source: Path, tmp_path: Path, ref: str, shallow: bool
    ) -> None:
        first = git(source, "rev-parse", "v1").strip()
        git(source, "tag", "-a", "annotated", "-m", "x", "v1")
        git(source, "branch", "old", "v1")
        git(source, "branch", "feature/x", "v1")
        named = {"SHA": first, "SHORT": first[:9]}.get(ref, ref)
        target = take(source, tmp_path, named, shallow=shallow)
        assert target.base_commit == first
        assert target.read("a.py") == b"print 1\n"

    @pytest.mark.parametrize("form", ["file_url", "bare", "git_dir", "shallow_clone", "worktree", "link"])
    def test_every_form_of_local_repository(self, source: Path, tmp_path: Path, form: str) -> None:
        place = tmp_path / "other"
        if form == "file_url":
            spec = source.as_uri()
        elif form == "bare":
            git(tmp_path, "clone", "--quiet", "--bare", str(source), str(place))
            spec = str(place)
        elif form == "git_dir":
            spec = str(source / ".git")
        elif form == "shallow_clone":
            git(tmp_path, "clone", "--quiet", "--depth=1", "--branch=v1", source.as_uri(), str(place))
            spec = str(place)
        elif form == "worktree":
            git(source, "worktree", "add", "--quiet", str(place), "v1")
            spec = str(place)
        else:
            place.symlink_to(source)
            spec = str(place)
        before = tree_digest(source)
        target = take(spec, tmp_path, "v1")
        assert target.read("a.py") == b"print 1\n"
        assert tree_digest(source) == before

    @pytest.mark.parametrize("shallow", [True, False])
    def test_commit_and_tag_of_a_shallow_source(self, source: Path, tmp_path: Path, shallow: bool) -> None:
        commit_files(source, {"a.py": "print 4\n"})
        place = tmp_path / "other"
        git(tmp_path, "clone", "--quiet", "--depth=2", source.as_uri(), str(place))
        tip = git(place, "rev-parse", "HEAD").strip()
        before = git(place, "rev-parse", "HEAD~1").strip()
        assert take(place, tmp_path, tip, shallow=shallow).base_commit == tip
        again = TargetRepo.acquire(str(place), before, tmp_path / "t2", run_id=RUN, shallow=shallow)
        assert again.read("a.py") == b"print 3\n"
        with pytest.raises(TargetError, match=r"has no tag, branch or commit"):
            first = git(source, "rev-parse", "v1").strip()
            TargetRepo.acquire(str(place), first, tmp_path / "t3", run_id=RUN, shallow=shallow)

    def test_commit_that_only_another_branch_reaches(self, source: Path, tmp_path: Path) -> None:
        git(source, "checkout", "--quiet", "-b", "side", "v1")
        sha = commit_files(source, {"a.py": "print 9\n"})
        commit_files(source, {"a.py": "print 10\n"})
        git(source, "checkout", "--quiet", "main")
        assert take(source, tmp_path, sha).read("a.py") == b"print 9\n"

    def test_branch_a_local_clone_has_not_checked_out(self, source: Path, tmp_path: Path) -> None:
        git(source, "branch", "old", "v1")
        git(tmp_path, "clone", "--quiet", str(source), "clone")
        target = take(tmp_path / "clone", tmp_path, "old")
        assert target.base_commit == git(source, "rev-parse", "v1").strip()

    def test_detached_head_is_the_default(self, source: Path, tmp_path: Path) -> None:
        git(source, "checkout", "--quiet", "--detach", "v1")
        assert take(source, tmp_path).base_commit == git(source, "rev-parse", "v1").strip()

    def test_packed_repository(self, source: Path, tmp_path: Path) -> None:
        git(source, "gc", "--quiet", "--aggressive")
        target = take(source, tmp_path, shallow=False)
        assert target.read_original("pkg/b.py") == b"print 2\n"

    def test_uncommitted_changes_stay_behind(self, source: Path, tmp_path: Path) -> None:
        write_files(source, {"a.py": "dirty\n", "new.py": "x\n"})
        target = take(source, tmp_path)
        assert target.files() == ["a.py", "pkg/b.py"]
        assert target.read("a.py") == b"print 3\n"

    def test_repository_of_another_user(self, source: Path, tmp_path: Path) -> None:
        if os.geteuid() != 0:
            pytest.skip("giving files to another user takes root")
        for path in (source, *source.rglob("*")):
            os.chown(path, 65534, 65534)
        assert take(source, tmp_path).files() == ["a.py", "pkg/b.py"]

    def test_relative_path(self, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        target = TargetRepo.acquire("source", None, Path("ws/target_repo"), run_id=RUN)
        assert target.read("a.py") == b"print 3\n"

    def test_surrounding_git_variables_do_not_redirect(
        self, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        victim = make_repo(tmp_path / "victim", {"v.py": "v\n"})
        before = tree_digest(victim)
        for name, value in (("GIT_DIR", ".git"), ("GIT_INDEX_FILE", ".git/index"), ("GIT_WORK_TREE", "")):
            monkeypatch.setenv(name, str(victim / value))
        target = take(source, tmp_path)
        target.write("a.py", b"print(3)\n")
        target.commit(["a.py"], "m", TRAILERS)
        assert tree_digest(victim) == before

    def test_no_way_back_to_the_source(self, source: Path, tmp_path: Path) -> None:
        before = tree_digest(source)
        target = take(source, tmp_path)
        target.write("a.py", b"print(3)\n")
        target.commit(["a.py"], "m", TRAILERS)
        target.deliver_candidates([("pkg/b.py", b"print(2)\n", "candidate")])
        assert git(target.root, "remote") == ""
        assert "url" not in (target.root / ".git" / "config").read_text()
        assert not (target.root / ".git" / "FETCH_HEAD").exists()
        assert tree_digest(source) == before

    def test_only_the_runs_own_branches(self, source: Path, tmp_path: Path) -> None:
        git(source, "branch", "old", "v1")
        target = take(source, tmp_path, "main~1", shallow=False)
        refs = git(target.root, "for-each-ref", "--format=%(refname)").split()
        assert refs == [f"refs/heads/stigmergic-migration-{RUN}"]
        assert git(target.root, "fsck", "--strict", "--no-dangling") == ""


class TestOverHttp:
    @pytest.fixture
    def url(self, source: Path) -> object:
        """The source behind the server that comes with Git; its advertisements count as of a host."""
        import http.server
        import threading

        git(source, "update-server-info")

        class Quiet(http.server.SimpleHTTPRequestHandler):
            def __init__(self, *args: object) -> None:
                super().__init__(*args, directory=str(source))  # type: ignore[arg-type]

            def log_message(self, *args: object) -> None:
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://user:secret@127.0.0.1:{server.server_port}/.git"
        server.shutdown()
        server.server_close()

    def test_a_server_that_can_not_be_shallow(self, url: str, tmp_path: Path) -> None:
        # A plain file server speaks the oldest protocol, so the shallow attempt fails and all is fetched.
        target = take(url, tmp_path, "v1")
        assert target.read("a.py") == b"print 1\n"

    def test_secrets_of_the_url_are_kept_nowhere(self, url: str, tmp_path: Path) -> None:
        target = take(url, tmp_path)
        for path in (target.root / ".git").rglob("*"):
            assert not path.is_file() or b"secret" not in path.read_bytes()
        with pytest.raises(TargetError) as caught:
            TargetRepo.acquire(url + "/missing", None, tmp_path / "t2", run_id=RUN)
        assert "secret" not in str(caught.value)
        assert "127.0.0.1" in str(caught.value)


class TestPlainFolder:
    def test_is_copied_and_committed(self, tmp_path: Path) -> None:
        folder = tmp_path / "plain"
        write_files(folder, {"a.py": "print 1\r\n", "deep/er/b.py": "", "data.bin": b"\0\xff\r\n"})
        (folder / "empty").mkdir()
        (folder / "a.py").chmod(0o755)
        before = tree_digest(folder)
        target = take(folder, tmp_path)
        assert tree_digest(folder) == before
        assert target.files() == ["a.py", "deep/er/b.py"]
        assert target.read("data.bin") == b"\0\xff\r\n"
        assert git(target.root, "ls-tree", "HEAD", "a.py").startswith("100755")
        assert git(target.root, "status", "--porcelain") == ""
        assert git(target.root, "log", "--format=%an <%ae>").strip() == "Stigmergy <stigmergy@localhost>"

    def test_ignored_files_belong_to_it(self, tmp_path: Path) -> None:
        write_files(tmp_path / "plain", {"a.py": "", "local/b.py": "x\n", ".gitignore": "local/\n"})
        assert take(tmp_path / "plain", tmp_path).files() == ["a.py", "local/b.py"]

    def test_part_of_a_larger_repository(self, source: Path, tmp_path: Path) -> None:
        write_files(source, {"pkg/uncommitted.py": "print 5\n"})
        before = tree_digest(source)
        target = take(source / "pkg", tmp_path)
        assert target.files() == ["b.py", "uncommitted.py"]
        assert tree_digest(source) == before

    def test_what_is_no_part_of_it(self, tmp_path: Path) -> None:
        folder = tmp_path / "plain"
        write_files(
            folder,
            {
                "a.py": "",
                "env/pyvenv.cfg": "",
                "env/lib/x.py": "",
                "old/bin/activate": "",
                "old/bin/python": "",
                "old/y.py": "",
                ".hg/z.py": "",
                "__pycache__/a.pyc": b"\0",
                "nested/.git/hooks/h.py": "",
                "nested/n.py": "",
            },
        )
        target = take(folder, tmp_path)
        assert target.files() == ["a.py", "nested/n.py"]
        assert target.notes == [
            ".hg/ is left out: the history of another system",
            "env/ is left out: a virtual environment",
            "old/ is left out: a virtual environment",
        ]

    def test_special_and_unreadable_files_are_named(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        folder = tmp_path / "plain"
        write_files(folder, {"a.py": "", "locked.py": "x"})
        os.mkfifo(folder / "pipe.py")
        real = Path.read_bytes

        def refuse(self: Path) -> bytes:
            # Simulated: permissions do not stop root.
            if self.name == "locked.py":
                raise PermissionError(13, "Permission denied", str(self))
            return real(self)

        monkeypatch.setattr(Path, "read_bytes", refuse)
        target = take(folder, tmp_path)
        assert target.files() == ["a.py", "locked.py"]
        assert target.oddities() == {"locked.py": "can't be read in the source: Permission denied"}
        assert target.notes == [
            "'locked.py': can't be read in the source: Permission denied",
            "'pipe.py': neither file, folder nor link",
        ]
        assert TargetRepo.open(target.root, run_id=RUN).oddities() == target.oddities()

    @pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not stop root")
    def test_folders_without_permission(self, tmp_path: Path) -> None:
        folder = tmp_path / "plain"
        write_files(folder, {"a.py": "", "shut/b.py": "x"})
        (folder / "shut").chmod(0)
        try:
            target = take(folder, tmp_path)
            assert target.files() == ["a.py"]
            assert target.notes == ["'shut': the folder can't be read in the source"]
            with pytest.raises(TargetError, match="can't be read"):
                TargetRepo.acquire(str(folder / "shut"), None, tmp_path / "t2", run_id=RUN)
        finally:
            (folder / "shut").chmod(0o755)

    def test_broken_git_folder_counts_as_plain(self, tmp_path: Path) -> None:
        write_files(tmp_path / "plain", {"a.py": "x\n", ".git": "gitdir: /nowhere/at/all\n"})
        target = take(tmp_path / "plain", tmp_path)
        assert target.files() == ["a.py"]
        assert "its .git is no repository" in target.notes[0]

    def test_is_the_same_commit_whenever_it_is_taken(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        bases = set()
        for moment in ("1000000000", "1000000001"):
            monkeypatch.setenv("SOURCE_DATE_EPOCH", moment)
            write_files(tmp_path / "plain", {"a.py": "x\n"})
            target = TargetRepo.acquire(str(tmp_path / "plain"), None, tmp_path / moment, run_id=RUN)
            bases.add(target.base_commit)
        assert len(bases) == 1
        write_files(tmp_path / "plain", {"a.py": "y\n"})
        assert take(tmp_path / "plain", tmp_path).base_commit not in bases


class TestBadInput:
    @pytest.mark.parametrize(
        ("spec", "said"),
        [
            ("", "is no repository"),
            ("/no/such/place", "no such folder or repository: /no/such/place"),
            ("-u./evil", "no such folder or repository"),
            ("--upload-pack=touch x", "no such folder or repository"),
            ("ext::sh -c touch% /tmp/x", "protocol 'ext' is not allowed"),
            ("fd::17", "protocol 'fd' is not allowed"),
            ("ftp://example.org/x", "protocol 'ftp' is not allowed; use one of file, https"),
            ("a\nb", "is no repository"),
            ("x" * 5000, "no such folder or repository"),
            ("~nobody-of-this-name/x", "no such folder or repository"),
            ("nul\0", "is no repository"),
            ("http://127.0.0.1:1/x.git", "can't reach the repository http://127.0.0.1:1/x.git"),
            ("file:///no/such/place", "can't reach the repository file:///no/such/place"),
        ],
    )
    def test_nothing_that_could_be_migrated(self, tmp_path: Path, spec: str, said: str) -> None:
        with pytest.raises(TargetError) as caught:
            take(spec, tmp_path)
        assert said in str(caught.value)
        assert "\n" not in str(caught.value)
        assert list(tmp_path.iterdir()) == []

    def test_url_that_git_would_take_for_an_option(self, tmp_path: Path) -> None:
        with pytest.raises(TargetError):
            take("ssh://-oProxyCommand=touch${IFS}owned/x", tmp_path)
        assert list(tmp_path.iterdir()) == []

    def test_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "x.py").write_text("")
        with pytest.raises(TargetError, match="is not a folder"):
            take(tmp_path / "x.py", tmp_path)

    @pytest.mark.parametrize("ref", ["v9", "0" * 40, "-x", "--all", "main:a.py", "v1^{tree}", "", "a b"])
    def test_no_such_ref(self, source: Path, tmp_path: Path, ref: str) -> None:
        with pytest.raises(TargetError, match=r"has no tag, branch or commit .* it has: main, v1$"):
            take(source, tmp_path, ref)
        assert not (tmp_path / "ws").exists()

    def test_names_a_few_of_many_refs(self, source: Path, tmp_path: Path) -> None:
        for number in range(12):
            git(source, "tag", f"v2.{number}")
        with pytest.raises(TargetError, match=r"it has: main, v2\.11, v2\.10, .* and \d+ more$"):
            take(source, tmp_path, "nope")

    def test_ref_of_a_plain_folder(self, tmp_path: Path) -> None:
        write_files(tmp_path / "plain", {"a.py": ""})
        with pytest.raises(TargetError, match="without history, so --repo-ref v1 means nothing"):
            take(tmp_path / "plain", tmp_path, "v1")
        assert not (tmp_path / "ws").exists()

    def test_empty_folder(self, tmp_path: Path) -> None:
        (tmp_path / "plain").mkdir()
        with pytest.raises(TargetError, match="empty folder"):
            take(tmp_path / "plain", tmp_path)

    def test_empty_repository(self, tmp_path: Path) -> None:
        git(tmp_path, "init", "--quiet", "empty")
        with pytest.raises(TargetError, match="empty repository: it has no commits"):
            take(tmp_path / "empty", tmp_path)
        assert not (tmp_path / "ws").exists()

    def test_default_branch_without_commits(self, source: Path, tmp_path: Path) -> None:
        git(source, "symbolic-ref", "HEAD", "refs/heads/unborn")
        with pytest.raises(TargetError, match=r"no commits; choose with --repo-ref: main, v1"):
            take(source, tmp_path)

    def test_no_python_files(self, tmp_path: Path) -> None:
        repo = make_repo(tmp_path / "r", {"README": "x", "x.py/inner.txt": "", "s.sh": "#!/bin/sh\n"})
        with pytest.raises(TargetError, match="has no Python files"):
            take(repo, tmp_path)
        assert not (tmp_path / "ws").exists()

    def test_destination_in_use(self, source: Path, tmp_path: Path) -> None:
        write_files(tmp_path / "ws" / "target_repo", {"precious": "x"})
        with pytest.raises(TargetError, match="in use"):
            take(source, tmp_path)
        assert (tmp_path / "ws" / "target_repo" / "precious").exists()

    def test_workspace_inside_a_plain_folder(self, tmp_path: Path) -> None:
        write_files(tmp_path / "plain", {"a.py": ""})
        before = tree_digest(tmp_path / "plain")
        with pytest.raises(TargetError, match="lies inside"):
            TargetRepo.acquire(str(tmp_path / "plain"), None, tmp_path / "plain/ws/target_repo", run_id=RUN)
        assert tree_digest(tmp_path / "plain") == before

    @pytest.mark.parametrize("run_id", ["", "a b", "../x", "x..y", "x.lock", "x/", "a:b", "x."])
    def test_run_id_that_is_no_branch_name(self, source: Path, tmp_path: Path, run_id: str) -> None:
        with pytest.raises(TargetError, match="branch"):
            TargetRepo.acquire(
                str(source), None, tmp_path / "t", run_id=run_id, branch_prefix="p/q" if run_id else ""
            )

    def test_full_disk_leaves_nothing(
        self, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(*args: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "replace", full)
        with pytest.raises(TargetError, match="No space left on device"):
            take(source, tmp_path)
        assert not (tmp_path / "ws").exists()

    def test_failure_leaves_the_workspace_that_was_there(self, source: Path, tmp_path: Path) -> None:
        write_files(tmp_path / "ws", {"keep": ""})
        with pytest.raises(TargetError):
            take(source, tmp_path, "nope")
        assert [p.name for p in (tmp_path / "ws").iterdir()] == ["keep"]

    def test_what_a_killed_acquire_left_is_no_obstacle(self, source: Path, tmp_path: Path) -> None:
        write_files(tmp_path / "ws" / ".target_repo.unfinished", {"junk": "", ".git/index.lock": ""})
        assert take(source, tmp_path).files() == ["a.py", "pkg/b.py"]
        assert [p.name for p in (tmp_path / "ws").iterdir()] == ["target_repo"]

    def test_git_missing(self, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PATH", str(tmp_path))
        with pytest.raises(TargetError, match="git is not installed"):
            take(source, tmp_path)


class TestHostileSource:
    @pytest.fixture
    def hostile(self, tmp_path: Path) -> Path:
        """A repository in which everything that can run something would leave the file `owned`."""
        repo = make_repo(
            tmp_path / "source",
            {
                "a.py": "print 1\n",
                ".gitattributes": "*.py filter=evil diff=evil merge=evil text eol=crlf ident\n",
                ".gitmodules": '[submodule "s"]\n\tpath = s\n\turl = ext::sh -c touch% owned\n',
            },
        )
        run = f"touch '{tmp_path / 'owned'}'; cat"
        for name in ("filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "diff.evil.textconv"):
            git(repo, "config", name, run)
        for name in (
            "core.fsmonitor",
            "core.sshCommand",
            "uploadpack.packObjectsHook",
            "core.pager",
            "diff.external",
        ):
            git(repo, "config", name, run)
        git(repo, "config", "core.hooksPath", str(repo / "hooks"))
        for folder in (repo / "hooks", repo / ".git" / "hooks"):
            folder.mkdir(exist_ok=True)
            for hook in (
                "post-checkout",
                "pre-commit",
                "post-commit",
                "reference-transaction",
                "post-index-change",
            ):
                (folder / hook).write_text(f"#!/bin/sh\n{run}\n")
                (folder / hook).chmod(0o755)
        (tmp_path / "owned").unlink(missing_ok=True)
        return repo

    def test_nothing_of_it_runs(self, hostile: Path, tmp_path: Path) -> None:
        before = tree_digest(hostile)
        target = take(hostile, tmp_path)
        target.write("a.py", b"print(1)\n")
        sha = target.commit(["a.py"], "m", TRAILERS)
        target.diff("a.py")
        target.tree_hash()
        target.deliver_candidates([("a.py", b"print(2)\n", "c")])
        target.revert(sha)
        target.export(tmp_path / "copy", "HEAD")
        TargetRepo.open(target.root, run_id=RUN)
        assert not (tmp_path / "owned").exists()
        assert tree_digest(hostile) == before
        assert (
            list((target.root / ".git" / "hooks").iterdir() if (target.root / ".git/hooks").exists() else [])
            == []
        )

    def test_the_trap_is_live(self, hostile: Path, tmp_path: Path) -> None:
        git(hostile, "status")
        assert (tmp_path / "owned").exists()

    def test_users_configuration_is_not_used(
        self, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        home = tmp_path / "home"
        write_files(
            home,
            {
                ".gitconfig": f"[core]\n hooksPath={home}/hooks\n autocrlf=true\n[commit]\n gpgsign=true\n",
                ".config/git/attributes": "*.py text eol=crlf\n",
                "hooks/reference-transaction": f"#!/bin/sh\ntouch {tmp_path}/owned\n",
            },
        )
        (home / "hooks" / "reference-transaction").chmod(0o755)
        monkeypatch.setenv("HOME", str(home))
        target = take(source, tmp_path)
        target.write("a.py", b"print(1)\n")
        target.commit(["a.py"], "m", TRAILERS)
        assert (target.root / "pkg/b.py").read_bytes() == b"print 2\n"
        assert not (tmp_path / "owned").exists()

    def test_environment_of_git_holds_no_keys(self) -> None:
        given = {"OPENROUTER_API_KEY": "k", "GIT_DIR": "x", "GIT_CONFIG_COUNT": "1", "PATH": "p", "HOME": "h"}
        made = safe_environment(given)
        assert not {"OPENROUTER_API_KEY", "GIT_DIR", "GIT_CONFIG_COUNT"} & made.keys()
        assert made["GIT_ALLOW_PROTOCOL"] == "file:https:http:git:ssh"
        assert (made["PATH"], made["GIT_TERMINAL_PROMPT"]) == ("p", "0")

    def test_tree_with_a_git_folder_in_it(self, source: Path, tmp_path: Path) -> None:
        """Git refuses to write such a tree out, and so nothing is brought in."""
        blob = git(source, "rev-parse", "HEAD:a.py").strip()
        hooks = (
            subprocess.run(
                ["git", "mktree"],
                cwd=source,
                input=f"100644 blob {blob}\tconfig\n".encode(),
                capture_output=True,
                check=True,
            )
            .stdout.decode()
            .strip()
        )
        data = b"100644 a.py\0" + bytes.fromhex(blob) + b"40000 .git\0" + bytes.fromhex(hooks)
        tree = (
            subprocess.run(
                ["git", "hash-object", "-t", "tree", "--literally", "-w", "--stdin"],
                cwd=source,
                input=data,
                capture_output=True,
                check=True,
            )
            .stdout.decode()
            .strip()
        )
        commit = git(source, "commit-tree", "-m", "evil", tree).strip()
        git(source, "update-ref", "refs/heads/evil", commit)
        with pytest.raises(TargetError):
            take(source, tmp_path, "evil")
        assert not (tmp_path / "ws").exists()


class TestFiles:
    def test_python_by_name_and_by_shebang(self, tmp_path: Path) -> None:
        repo = make_repo(
            tmp_path / "r",
            {
                "a.py": "",
                "run": "#!/usr/bin/env python2.7 -u\n",
                "tool.cgi": "#! /usr/bin/python\nx",
                "b.sh": "#!/bin/sh\n",
                "pythonic": "#!/opt/pythonista/run\n",
                "notes.txt": "python",
                "data.pyc": b"\0",
                "x.py/y": "",
                "s": "#!python",
            },
        )
        assert take(repo, tmp_path).files() == ["a.py", "run", "s", "tool.cgi"]

    def test_bytes_survive(self, tmp_path: Path) -> None:
        files = {
            "crlf.py": b"print 1\r\n",
            "mixed.py": b"a\r\nb\n",
            "bin.py": b"\0\xff\xfe",
            "empty.py": b"",
            "nonl.py": b"x",
            "id.py": b"# $Id$\n",
            "latin.py": b"# \xe9\n",
            "bom.py": b"\xef\xbb\xbfx\n",
        }
        attributes = "* text=auto eol=lf ident\n*.py working-tree-encoding=UTF-16 export-subst\n"
        repo = make_repo(tmp_path / "r", files)
        commit_files(repo, {"x": ""})
        # Added last and by plumbing, so that Git itself has not yet touched the texts.
        write_files(repo, {".git/info/attributes": "* -text\n", ".gitattributes": attributes})
        git(repo, "add", ".gitattributes")
        git(repo, "commit", "--quiet", "-m", "attributes")
        target = take(repo, tmp_path)
        target.export(tmp_path / "copy", target.base_commit)
        for key, data in files.items():
            assert target.read(key) == data
            assert target.read_original(key) == data
            assert (tmp_path / "copy" / key).read_bytes() == data
        changed = {key: data + b"\r\nmore\n" for key, data in files.items()}
        for key, data in changed.items():
            target.write(key, data)
        target.commit(list(files), "m", TRAILERS)
        for key, data in changed.items():
            shown = subprocess.run(
                ["git", "show", f"HEAD:{key}"], cwd=target.root, capture_output=True, check=True
            )
            assert shown.stdout == data

    def test_odd_names(self, tmp_path: Path) -> None:
        names = [
            "with space.py",
            "q'uo\"te.py",
            "new\nline.py",
            "-dash.py",
            "ünï.py",
            "日本.py",
            "tab\t.py",
            "*.py",
            ":(top)x.py",
            "back\\slash.py",
            "$(touch owned).py",
            "-d/--x.py",
            " lead.py",
            "trail .py",
        ]
        repo = make_repo(tmp_path / "r", dict.fromkeys(names, "print 1\n"))
        target = take(repo, tmp_path)
        assert target.files() == sorted(names)
        commits = {}
        for name in names:
            target.write(name, b"print(1)\n")
            assert "+print(1)" in target.diff(name)
            commits[name] = target.commit([name], f"migrate({name}): Python 3", TRAILERS)
        assert target.delivered() == commits
        for name, sha in commits.items():
            touched = git(target.root, "diff-tree", "--no-commit-id", "--name-only", "-r", "-z", sha)
            assert touched == f"{name}\0"
            body = git(target.root, "log", "-1", "--format=%(trailers:key=Agent,valueonly)", sha)
            assert body.strip() == "validator"

    def test_name_that_is_not_utf8_is_left_as_it_is(self, tmp_path: Path) -> None:
        repo = make_repo(tmp_path / "r", {"a.py": "print 1\n", os.fsdecode(b"caf\xe9.py"): "print 2\n"})
        target = take(repo, tmp_path)
        assert target.files() == ["a.py", "caf\\xe9.py"]
        assert "not UTF-8" in target.oddities()["caf\\xe9.py"]
        target.write("a.py", b"print(1)\n")
        sha = target.commit(["a.py"], "m", TRAILERS)
        assert git(target.root, "diff-tree", "--no-commit-id", "--name-only", "-r", sha) == "a.py\n"
        assert git(target.root, "fsck", "--strict", "--no-dangling") == ""

    def test_links(self, tmp_path: Path) -> None:
        secret = tmp_path / "secret.py"
        secret.write_text("key\n")
        source = tmp_path / "r"
        write_files(source, {"real.py": "print 1\n", "d/x.txt": "t"})
        for name, to in {
            "inside.py": "real.py",
            "d/up.py": "../real.py",
            "out.py": str(secret),
            "dots.py": "../secret.py",
            "gone.py": "no.py",
            "loop.py": "loop.py",
            "dir.py": "d",
            "hop.py": "d/sly/../../../secret.py",
            "git.py": ".git/config",
            "docs": "d",
        }.items():
            (source / name).symlink_to(to)
        git(source, "init", "--quiet")
        commit_files(source, {})
        target = take(source, tmp_path)
        assert (target.root / "inside.py").is_symlink()
        assert (target.root / "docs" / "x.txt").read_text() == "t"
        outside = {"out.py", "dots.py", "gone.py", "loop.py", "hop.py", "git.py"}
        for key in outside:
            assert not (target.root / key).is_symlink()
            assert "leaves the repository or leads nowhere" in target.oddities()[key]
        assert target.oddities()["d/up.py"] == "a symbolic link to real.py, which is a file of its own"
        assert set(target.oddities()) == outside | {"inside.py", "d/up.py", "dir.py"}
        assert target.tree_hash() == git(source, "rev-parse", "HEAD^{tree}").strip()
        for ref in (None, "HEAD"):
            copy = tmp_path / f"copy-{ref}"
            target.export(copy, ref)
            assert (copy / "inside.py").read_text() == "print 1\n"
            for path in copy.rglob("*"):
                assert path.resolve().is_relative_to(copy)
                assert not path.is_file() or "key" not in path.read_text()
        with pytest.raises(GuardrailViolation, match="symbolic link"):
            target.write("inside.py", b"x")
        with pytest.raises(GuardrailViolation, match="symbolic link"):
            target.write("docs/x.txt", b"x")
        with pytest.raises(OSError, match="symbolic link"):
            target.read("inside.py")
        with pytest.raises(CommitConflict):
            target.commit(["inside.py"], "m", TRAILERS)

    def test_chain_of_links_that_leaves(self, tmp_path: Path) -> None:
        (tmp_path / "secret").mkdir()
        source = tmp_path / "r"
        write_files(source, {"a.py": "", "deep/er/f": ""})
        (source / "deep" / "er" / "up").symlink_to("..")
        # By its words it stays inside; through `up` it climbs one folder further.
        (source / "sly").symlink_to("deep/er/up/../../secret")
        git(source, "init", "--quiet")
        commit_files(source, {})
        target = take(source, tmp_path)
        assert not (target.root / "sly").is_symlink()
        target.export(tmp_path / "copy", "HEAD")
        assert not os.path.lexists(tmp_path / "copy" / "sly")

    def test_submodule(self, source: Path, tmp_path: Path) -> None:
        sha = git(source, "rev-parse", "HEAD").strip()
        git(source, "update-index", "--add", "--cacheinfo", f"160000,{sha},vendor/lib")
        git(source, "commit", "--quiet", "-m", "submodule")
        target = take(source, tmp_path)
        assert target.files() == ["a.py", "pkg/b.py"]
        assert "submodule" in target.oddities()["vendor/lib"]
        assert any(note.startswith("vendor/lib: a submodule") for note in target.notes)
        assert target.tree_hash() == git(source, "rev-parse", "HEAD^{tree}").strip()
        target.export(tmp_path / "copy", "HEAD")
        assert (tmp_path / "copy" / "vendor" / "lib").is_dir()
