"""Show before you write: a dry run tells all that would happen, calls no model, runs no code, leaves nothing."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from front_door import EXACT, call, python2_repo, spawn
from git_fixtures import git, make_repo, tree_digest, write_files


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return python2_repo(tmp_path_factory.mktemp("repo") / "old")


@pytest.fixture
def listener() -> Iterator[tuple[str, list[str]]]:
    """A server that notes who connects: its URL, and the list."""
    calls: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.1)
        done = threading.Event()

        def listen() -> None:
            while not done.is_set():
                try:
                    connection, peer = server.accept()
                except TimeoutError:
                    continue
                calls.append(str(peer))
                connection.close()

        thread = threading.Thread(target=listen)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/v1", calls
        done.set()
        thread.join()


def test_a_dry_run_shows_the_diff_and_leaves_nothing(tmp_path: Path) -> None:
    repo, temporary = python2_repo(tmp_path / "old"), tmp_path / "tmp"
    temporary.mkdir()
    before = tree_digest(repo)
    ran = spawn("--repo", repo, "--workspace", tmp_path / "w", "--dry-run", TMPDIR=str(temporary))
    assert ran.code == 0, ran.err
    assert "loud.py: print_statement 1" in ran.out
    assert '-    print "n is", n' in ran.out and '+    print("n is", n)' in ran.out
    assert "clean.py: nothing to migrate" in ran.out and "0 tokens" in ran.out
    assert tree_digest(repo) == before
    assert not (tmp_path / "w").exists() and list(temporary.iterdir()) == []


def test_a_dry_run_names_every_file_it_cannot_read(tmp_path: Path) -> None:
    repo = make_repo(tmp_path / "old", {**EXACT, "nul.py": b"x = 1\0\n", "bytes.py": b"print '\xe9'\n"})
    ran = call("--repo", repo, "--dry-run")
    assert ran.code == 0
    assert re.search(r"^nul\.py: skipped: .*NUL", ran.out, re.M)
    assert re.search(r"^bytes\.py: skipped: .*not valid utf-8", ran.out, re.M)


def test_an_estimate_is_the_estimate_alone(repo: Path) -> None:
    ran = call("--repo", repo, "--estimate")
    assert ran.code == 0 and "3 files: 2 to rewrite" in ran.out and "--- a/" not in ran.out


def test_an_estimate_for_a_model_counts_tokens_and_calls_none(tmp_path: Path) -> None:
    repo = python2_repo(tmp_path / "old")
    ran = call(
        *("--repo", repo, "--estimate", "--provider", "openai", "--base-url", "http://127.0.0.1:9/v1"),
        *("--code-model", "llm", "--model", "m"),
    )
    assert ran.code == 0, ran.err
    assert re.search(r"at most [\d_,]+ tokens", ran.out)


@pytest.mark.parametrize("flag", ["--dry-run", "--estimate"])
def test_a_dry_run_of_nothing_is_wrong_input(flag: str, tmp_path: Path) -> None:
    ran = call("--repo", tmp_path / "nosuch", flag)
    assert ran.code == 2 and "no such folder or repository" in ran.complaint


@pytest.mark.parametrize("flag", ["--dry-run", "--estimate"])
@pytest.mark.parametrize("kind", ["llm", "hybrid"])
def test_no_model_is_called(flag: str, kind: str, repo: Path, listener: tuple[str, list[str]]) -> None:
    url, calls = listener
    flags = ("--provider", "openai", "--base-url", url, "--model", "m", "--code-model", kind)
    ran = call("--repo", repo, flag, *flags)
    assert ran.code == 0, ran.err
    assert calls == []
    assert "tokens" in ran.out


def test_no_code_of_the_target_is_run(tmp_path: Path) -> None:
    trap = f"open({str(tmp_path / 'sprung')!r}, 'w').close()\nprint 'x'\n"
    names = ("setup.py", "conftest.py", "sitecustomize.py", "test_a.py", "__init__.py", "a.py")
    repo = make_repo(tmp_path / "old", dict.fromkeys(names, trap))
    hook = repo / ".git" / "hooks" / "post-checkout"
    hook.write_text(f"#!/bin/sh\ntouch {tmp_path / 'sprung'}\n")
    hook.chmod(0o755)
    git(repo, "config", "core.fsmonitor", str(hook))
    assert call("--repo", repo, "--dry-run").code == 0
    assert not (tmp_path / "sprung").exists()


def test_a_used_workspace_is_not_touched(repo: Path, tmp_path: Path) -> None:
    assert call("--repo", repo, "--workspace", tmp_path / "w").code == 0
    before = tree_digest(tmp_path / "w")
    assert call("--repo", repo, "--workspace", tmp_path / "w", "--dry-run").code == 0
    assert call("--repo", repo, "--workspace", tmp_path / "w", "--estimate").code == 0
    assert tree_digest(tmp_path / "w") == before


def test_quiet_leaves_the_estimate(repo: Path) -> None:
    ran = call("--repo", repo, "--dry-run", "--quiet")
    assert "--- a/" not in ran.out and "3 files: 2 to rewrite" in ran.out


def test_a_dry_run_at_a_ref_and_of_a_plain_folder(repo: Path, tmp_path: Path) -> None:
    assert call("--repo", repo, "--repo-ref", "v1", "--dry-run").code == 0
    assert call("--repo", repo, "--repo-ref", "v9", "--dry-run").code == 2
    write_files(tmp_path / "plain", EXACT)
    before = tree_digest(tmp_path / "plain")
    ran = call("--repo", tmp_path / "plain", "--dry-run")
    assert ran.code == 0 and '+    print("n is", n)' in ran.out
    assert tree_digest(tmp_path / "plain") == before
