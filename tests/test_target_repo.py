"""The Git half of the medium, under real Git: bringing in, texts, commits, candidates, exports, bad input."""

from __future__ import annotations

from pathlib import Path

import pytest
from git_fixtures import commit_files, git, make_repo, tree_digest

from environment.target_repo import TargetRepo

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
