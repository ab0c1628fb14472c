"""Every kind of bad input ends in one clear line, or in one file that is skipped with its reason."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from front_door import (
    EXACT,
    ROOT,
    call,
    delivered,
    left_over,
    python2_repo,
    states_of,
    status_of,
    verify,
)
from git_fixtures import commit_files, git, make_repo, tree_digest, write_files


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small repository that every test of this module may read."""
    return python2_repo(tmp_path_factory.mktemp("repo") / "old")


# -- bad input: the target -------------------------------------------------------------------------------------


def bad_targets() -> dict[str, tuple[Callable[[Path], str], str]]:
    def empty_folder(folder: Path) -> str:
        folder.mkdir()
        return str(folder)

    def empty_repository(folder: Path) -> str:
        folder.mkdir()
        git(folder, "init", "--quiet")
        return str(folder)

    def no_python(folder: Path) -> str:
        return str(make_repo(folder, {"README": "words\n"}))

    def a_file(folder: Path) -> str:
        folder.write_text("words")
        return str(folder)

    return {
        "no such repository": (lambda folder: str(folder), "no such folder or repository"),
        "an empty folder": (empty_folder, "nothing to migrate"),
        "an empty repository": (empty_repository, "no commits"),
        "no Python files": (no_python, "no Python files"),
        "a file": (a_file, "not a folder"),
        "a URL that nobody answers": (lambda _: "http://127.0.0.1:9/x.git", "can't reach"),
        "a transport that runs commands": (lambda _: "ext::sh -c true", "ext::"),
        "an option": (lambda _: "--upload-pack=touch x", "no such folder"),
    }


@pytest.mark.parametrize("name", bad_targets())
def test_a_target_that_is_none_is_one_line_and_leaves_nothing(name: str, tmp_path: Path) -> None:
    make, hint = bad_targets()[name]
    ran = call(f"--repo={make(tmp_path / 'target')}", "--workspace", tmp_path / "w")
    assert ran.code == 2 and hint in ran.complaint
    assert not (tmp_path / "w").exists()


def test_a_ref_that_is_not_there_is_named_with_those_that_are(repo: Path, tmp_path: Path) -> None:
    for ref in ("v9", "--upload-pack=x", "0" * 40):
        ran = call("--repo", repo, f"--repo-ref={ref}", "--workspace", tmp_path / "w")
        assert ran.code == 2 and ref in ran.complaint
    assert "v1" in ran.complaint or "main" in ran.complaint
    assert not (tmp_path / "w").exists()


def test_a_plain_folder_has_no_refs(tmp_path: Path) -> None:
    write_files(tmp_path / "plain", EXACT)
    ran = call("--repo", tmp_path / "plain", "--repo-ref", "v1", "--workspace", tmp_path / "w")
    assert ran.code == 2 and "without history" in ran.complaint
    assert not (tmp_path / "w").exists()


def test_a_typing_error_does_not_push_the_last_run_into_the_archive(repo: Path, tmp_path: Path) -> None:
    workspace = tmp_path / "w"
    assert call("--repo", repo, "--workspace", workspace).code == 0
    before = tree_digest(workspace / "pheromones"), tree_digest(workspace / "target_repo")
    assert call("--repo", tmp_path / "nosuch", "--workspace", workspace).code == 2
    assert (tree_digest(workspace / "pheromones"), tree_digest(workspace / "target_repo")) == before
    assert call("--resume", "--workspace", workspace).code == 0


def test_a_workspace_inside_the_source_is_refused(tmp_path: Path) -> None:
    repo = python2_repo(tmp_path / "old")
    before = tree_digest(repo)
    ran = call("--repo", repo, "--workspace", repo / "w")
    assert ran.code == 2 and "choose another" in ran.complaint
    assert tree_digest(repo) == before


def test_a_workspace_that_is_a_file_is_refused(repo: Path, tmp_path: Path) -> None:
    (tmp_path / "w").write_text("mine")
    ran = call("--repo", repo, "--workspace", tmp_path / "w")
    assert ran.code == 2 and "can't be written" in ran.complaint
    assert (tmp_path / "w").read_text() == "mine"


def test_a_workspace_in_use_is_refused_and_free_when_its_holder_is_killed(repo: Path, tmp_path: Path) -> None:
    workspace = tmp_path / "w"
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys, time; from pathlib import Path; from environment.workspace import Workspace\n"
            "with Workspace(Path(sys.argv[1])).run_lock():\n    print('held', flush=True); time.sleep(60)",
            str(workspace),
        ],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert holder.stdout is not None and holder.stdout.readline() == "held\n"
        ran = call("--repo", repo, "--workspace", workspace)
        assert ran.code == 2 and f"process {holder.pid}" in ran.complaint
        assert call("--resume", "--workspace", workspace).code == 2
    finally:
        holder.kill()
        holder.communicate()
    assert call("--repo", repo, "--workspace", workspace).code == 0


# -- bad input: files ------------------------------------------------------------------------------------------

ODD_FILES: dict[str, bytes] = {
    "good.py": b"print 'good'\n",
    "tabs.py": b'if 1:\n\tprint "a"\n        print "b"\n',
    "bom.py": b'\xef\xbb\xbfprint "bom"\n',
    "cookie.py": b'# -*- coding: latin-1 -*-\nprint "caf\xe9"\n',
    "no_cookie.py": b'print "caf\xe9"\n',
    "unknown_cookie.py": b'# -*- coding: nonsense -*-\nprint "x"\n',
    "nul.py": b'print "a\0b"\n',
    "one_line.py": b'x = "' + b"a" * 2_000_000 + b'"; print "end"\n',
    "crlf.py": b'print "one"\r\nprint "two"\r\n',
    "no_end.py": b'print "no newline at the end"',
    "empty.py": b"",
    "broken.py": b'def broken(:\n    print "x"\n',
    "folder.py/inner.py": b"print 'inner'\n",
    "tool": b"#!/usr/bin/env python\nprint 'script'\n",
    "ünïcode näme.py": b"print 'name'\n",
}
SKIPPED = {
    "no_cookie.py": "utf-8",
    "unknown_cookie.py": "nonsense",
    "nul.py": "NUL",
    "out.py": "symbolic link",
}


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A run over a repository of odd files, one of them a link out of the tree."""
    folder = tmp_path_factory.mktemp("odd")
    (folder / "secret.py").write_text("print 'outside'\n")
    source = folder / "old"
    write_files(source, ODD_FILES)
    (source / "out.py").symlink_to(folder / "secret.py")
    (source / "in.py").symlink_to("good.py")
    git(source, "init", "--quiet", "--initial-branch=main")
    commit_files(source, {})
    before = tree_digest(folder)
    ran = call("--repo", source, "--workspace", folder.parent / f"{folder.name}-w")
    assert tree_digest(folder) == before, "source and outside are untouched"
    return {"ran": ran, "workspace": folder.parent / f"{folder.name}-w"}


def test_odd_files_never_stop_a_run(odd: dict[str, Any]) -> None:
    assert odd["ran"].code == 0 and "Traceback" not in odd["ran"].err
    states = states_of(odd["workspace"])
    assert set(states.values()) <= {"validated", "needs_review", "skipped"}
    assert {*ODD_FILES, "out.py"} <= set(states), "every file is accounted for"
    verify(odd["workspace"])
    assert left_over(odd["workspace"]) == []


@pytest.mark.parametrize("key", SKIPPED)
def test_a_file_that_cannot_be_read_is_skipped_with_its_reason(odd: dict[str, Any], key: str) -> None:
    entry = status_of(odd["workspace"])[key]
    assert entry["status"] == "skipped" and SKIPPED[key] in entry["metadata"]["reason"]
    log = (odd["workspace"] / "logs" / "stigmergic.log").read_text()
    assert re.search(rf"WARNING \[scout\] {re.escape(key)}: skipped: .*{SKIPPED[key]}", log)


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("good.py", b"print('good')\n"),
        ("bom.py", b'\xef\xbb\xbfprint("bom")\n'),
        ("cookie.py", b'# -*- coding: latin-1 -*-\nprint("caf\xe9")\n'),
        ("crlf.py", b'print("one")\r\nprint("two")\r\n'),
        ("no_end.py", b'print("no newline at the end")'),
        ("folder.py/inner.py", b"print('inner')\n"),
        ("tool", b"#!/usr/bin/env python\nprint('script')\n"),
        ("ünïcode näme.py", b"print('name')\n"),
        ("one_line.py", b'x = "' + b"a" * 2_000_000 + b'"; print("end")\n'),
        ("empty.py", b""),
    ],
)
def test_encodings_line_ends_and_names_survive(odd: dict[str, Any], key: str, text: bytes) -> None:
    assert (odd["workspace"] / "target_repo" / key).read_bytes() == text


def test_mixed_tabs_compile_on_python_3_afterwards(odd: dict[str, Any]) -> None:
    text = (odd["workspace"] / "target_repo" / "tabs.py").read_bytes()
    assert b'print("a")' in text
    compile(text, "tabs.py", "exec")


def test_a_file_that_no_python_parses_is_named_and_not_validated(odd: dict[str, Any]) -> None:
    assert states_of(odd["workspace"])["broken.py"] in ("skipped", "needs_review")
    assert "broken.py" in odd["ran"].err, "a warning names it"
    assert delivered(odd["workspace"])["broken.py"] == ODD_FILES["broken.py"].decode()


def test_a_link_out_of_the_tree_is_not_followed(odd: dict[str, Any]) -> None:
    assert "outside" not in (odd["workspace"] / "pheromones" / "audit_log.jsonl").read_text()


def test_an_unreadable_file_of_a_plain_folder_is_named(tmp_path: Path) -> None:
    write_files(tmp_path / "old", EXACT)
    locked = tmp_path / "old" / "locked.py"
    locked.write_text("print 1\n")
    locked.chmod(0)
    try:
        if os.access(locked, os.R_OK):
            pytest.skip("root reads everything: run as another user to see a file refused")
        ran = call("--repo", tmp_path / "old", "--workspace", tmp_path / "w")
        assert ran.code in (0, 2) and "locked.py" in ran.out + ran.err
    finally:
        locked.chmod(0o644)


def test_a_file_that_cannot_be_read_any_more_never_stops_a_run(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from environment.target_repo import TargetRepo

    read = TargetRepo.read

    def refuse(self: TargetRepo, key: str) -> bytes:
        if key == "loud.py":
            raise PermissionError(13, "Permission denied", key)
        return read(self, key)

    monkeypatch.setattr(TargetRepo, "read", refuse)
    ran = call("--repo", repo, "--workspace", tmp_path / "w")
    assert ran.code == 0 and "Traceback" not in ran.err
    entry = status_of(tmp_path / "w")["loud.py"]
    assert entry["status"] == "skipped" and "Permission denied" in entry["metadata"]["reason"]
    assert states_of(tmp_path / "w")["clean.py"] == "validated"


# -- bad input: the configuration ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "hints"),
    [
        ("loop: {max_tick: 3}", ["loop.max_tick", "max_ticks"]),
        ("looop: {max_ticks: 3}", ["looop", "loop"]),
        ("loop: {max_ticks: many}", ["loop.max_ticks", "'many'", "integer"]),
        ("loop: {max_ticks: 0}", ["loop.max_ticks", "greater than or equal to 1"]),
        ("loop: 7", ["loop", "7"]),
        ("thresholds: {validator_confidence_high: 1.5}", ["validator_confidence_high", "1.5", "1"]),
        ("pheromones: {task_intensity_clamp: [0.9, 0.1]}", ["task_intensity_clamp"]),
        ("pheromones: {decay_type: none}", ["decay_type", "'exponential'"]),
        ("tester: {require_evidence: 'yes'}", ["require_evidence", "'yes'", "boolean"]),
        ("verification: {target_python: 2.7}", ["target_python", "3.8"]),
        ("verification: {sandbox: soap}", ["sandbox", "'soap'"]),
        ("migration: {disabled_rules: [no_such_rule]}", ["disabled_rules", "no_such_rule"]),
        ("git: {branch_prefix: '-x'}", ["branch_prefix", "-x"]),
        ("git: {branch_prefix: 'a..b'}", ["branch_prefix"]),
        ("llm: {prices: {m: [1]}}", ["prices"]),
        (
            "thresholds: {validator_confidence_high: 0.4, validator_confidence_low: 0.6}",
            ["validator_confidence"],
        ),
        ("- a list", ["sections"]),
        ("loop: {max_ticks: 3", ["not valid YAML"]),
        ("\0", ["not valid YAML"]),
    ],
)
def test_a_wrong_configuration_names_key_value_and_what_is_right(
    text: str, hints: list[str], repo: Path, tmp_path: Path
) -> None:
    (tmp_path / "c.yaml").write_text(text)
    ran = call("--repo", repo, "--workspace", tmp_path / "w", "--config", tmp_path / "c.yaml")
    assert ran.code == 2, ran.out + ran.err
    assert "Traceback" not in ran.err and all(hint in ran.err for hint in hints), ran.err
    assert not (tmp_path / "w").exists()


def test_a_configuration_that_is_not_there(tmp_path: Path) -> None:
    ran = call("--repo", ".", "--workspace", tmp_path / "w", "--config", tmp_path / "none.yaml")
    assert ran.code == 2 and "none.yaml" in ran.complaint


def test_an_interpreter_that_is_none_is_wrong_input(repo: Path, tmp_path: Path) -> None:
    ran = call("--repo", repo, "--workspace", tmp_path / "w", STIGMERGY_PYTHON2="/bin/false")
    assert ran.code == 2 and "/bin/false" in ran.err and "Traceback" not in ran.err


def test_a_key_that_is_missing_names_its_variable(repo: Path, tmp_path: Path) -> None:
    ran = call("--repo", repo, "--workspace", tmp_path / "w", "--provider", "openrouter")
    assert ran.code in (2, 3) and "OPENROUTER_API_KEY" in ran.err and "Traceback" not in ran.err
