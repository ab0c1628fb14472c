"""What the auditor's command finds in a real run's record: any altered record, file, manifest, commit or signature."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from front_door import call, manifest_of, output_of, python2_repo, records_of
from git_fixtures import git
from hypothesis import given, settings
from hypothesis import strategies as st

from environment.audit_log import GENESIS, encoded, fold, read_records
from environment.audit_report import examine, main, verify_run
from environment.traces import Kind
from environment.views import HEAD_NAME

EPOCH = "1700000000"
LOG = "audit_log.jsonl"


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workspace of a finished run. Not to be written to."""
    folder = tmp_path_factory.mktemp("verify")
    repo = python2_repo(folder / "old")
    assert call("--repo", repo, "--workspace", folder / "w", SOURCE_DATE_EPOCH=EPOCH).code == 0
    return folder / "w"


@pytest.fixture
def workspace(finished: Path, tmp_path: Path) -> Path:
    """A copy of it to be tampered with."""
    shutil.copytree(finished, tmp_path / "w")
    return tmp_path / "w"


def problems(workspace: Path, key: str = "") -> list[str]:
    return verify_run(workspace / "pheromones", workspace, key)


def lines_of(workspace: Path) -> list[bytes]:
    return (workspace / "pheromones" / LOG).read_bytes().splitlines(keepends=True)


def test_a_finished_run_is_whole_and_its_commits_are_anchored(finished: Path) -> None:
    verdict = examine(finished / "pheromones", finished)
    assert verdict.problems == []
    assert "manifest as at the start" in verdict.checked
    assert "commits on record, 2 of them anchored" in verdict.checked


# -- the log ---------------------------------------------------------------------------------------------------


def rehashed(record: dict[str, Any], prev_hash: str) -> bytes:
    """The line of a record as a forger would write it who knows how the chain is made."""
    changed = {name: value for name, value in record.items() if name != "hash"}
    changed["prev_hash"] = prev_hash
    return encoded(changed)


def forged(record: dict[str, Any]) -> dict[str, Any]:
    return {**record, "after": {**record["after"], "reason": "forged"}}


def single_changes(lines: list[bytes]) -> Iterator[tuple[str, int, list[bytes]]]:
    """Every log that differs from `lines` in one record: changed, removed, inserted, swapped with the next."""
    for at, line in enumerate(lines):
        record = json.loads(line)
        before, after = lines[:at], lines[at + 1 :]
        yield "changed", at, [*before, line.replace(b'"agent":"', b'"agent":"x', 1), *after]
        yield "forged", at, [*before, rehashed(forged(record), record["prev_hash"]), *after]
        yield "removed", at, [*before, *after]
        yield "repeated", at, [*before, line, line, *after]
        extra = rehashed({**forged(record), "seq": record["seq"] + 1}, record["hash"])
        yield "inserted", at, [*before, line, extra, *after]
        if after:
            yield "swapped", at, [*before, after[0], line, *after[1:]]


def test_every_change_of_a_single_record_is_found(finished: Path, tmp_path: Path) -> None:
    shutil.copytree(finished / "pheromones", tmp_path / "pheromones")
    shutil.copytree(finished / "metrics", tmp_path / "metrics")
    lines = lines_of(finished)
    assert len(lines) > 20 and problems(tmp_path) == []
    for how, at, altered in single_changes(lines):
        (tmp_path / "pheromones" / LOG).write_bytes(b"".join(altered))
        assert problems(tmp_path), f"record {at + 1} {how}, and nobody saw"


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_changed_byte_of_a_real_log_is_found(finished: Path, data: st.DataObject) -> None:
    path = finished.parent / "bytes" / LOG
    if not path.exists():
        shutil.copytree(finished / "pheromones", path.parent)
    content = bytearray((finished / "pheromones" / LOG).read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at] ^= data.draw(st.integers(1, 255))
    if bytes(content) != (finished / "pheromones" / LOG).read_bytes():
        path.write_bytes(content)
        assert verify_run(path.parent, path.parent)


@pytest.mark.parametrize("left", [0, 1, -1])
def test_a_log_whose_end_was_cut_off_is_found_and_noted_at_the_next_opening(
    left: int, workspace: Path
) -> None:
    lines = lines_of(workspace)
    assert json.loads(lines[-1])["type"] == "run", "no pheromone file shows that it is gone"
    (workspace / "pheromones" / LOG).write_bytes(b"".join(lines[:left]))
    assert problems(workspace)


def rewritten(workspace: Path) -> None:
    """The work of a forger who may write all of the workspace: another judgement, and everything made to fit."""
    prev, altered, done = GENESIS, [], False
    for line in lines_of(workspace):
        record = json.loads(line)
        if record["type"] == "quality" and "confidence" in record["after"] and not done:
            record["after"]["confidence"], done = 0.99, True
        altered.append(rehashed(record, prev))
        prev = json.loads(altered[-1])["hash"]
    assert done
    folder = workspace / "pheromones"
    (folder / LOG).write_bytes(b"".join(altered))
    state = fold(read_records(folder / LOG))
    for kind in Kind:
        (folder / f"{kind.value}.json").write_text(json.dumps(state.maps[kind]))
    (folder / HEAD_NAME).write_text(json.dumps({"seq": len(altered), "hash": prev}))


def test_a_log_rewritten_as_a_whole_is_given_away_by_the_commits(workspace: Path) -> None:
    rewritten(workspace)
    found = problems(workspace)
    assert found and all("the log was rewritten since" in problem for problem in found), found


def test_without_anchors_it_is_not(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text("audit: {anchor: false}\n")
    repo = python2_repo(tmp_path / "old")
    flags = ("--repo", repo, "--workspace", tmp_path / "w", "--config", tmp_path / "c.yaml")
    assert call(*flags).code == 0
    rewritten(tmp_path / "w")
    assert problems(tmp_path / "w") == [], "this is what the anchor is for"


# -- manifest and Git ------------------------------------------------------------------------------------------


def test_another_manifest_is_found(workspace: Path) -> None:
    path = output_of(workspace, "manifest.json")
    path.write_text(json.dumps({**manifest_of(workspace), "seed": 7}))
    (problem,) = problems(workspace)
    assert problem.endswith("is not the manifest that the run began with")
    path.unlink()
    verdict = examine(workspace / "pheromones", workspace)
    assert verdict.problems == [] and "not compared" in verdict.remarks[-1]


def commit(repository: Path, branch: str, message: str, *, parent: str = "") -> str:
    """Put an empty commit on top of a branch, as anyone with the repository could."""
    who = ["-c", "user.name=x", "-c", "user.email=x@localhost"]
    tree = git(repository, "rev-parse", f"{branch}^{{tree}}").strip()
    tip = parent or git(repository, "rev-parse", branch).strip()
    sha = git(repository, *who, "commit-tree", tree, "-p", tip, "-m", message).strip()
    git(repository, "update-ref", f"refs/heads/{branch}", sha)
    return sha


def test_a_commit_that_is_not_the_runs_is_found(workspace: Path) -> None:
    branch = manifest_of(workspace)["branch"]
    sha = commit(workspace / "target_repo", branch, "something else")
    assert problems(workspace) == [f"commit {sha[:12]} on the run's branch was not made by the run"]


def test_a_commit_taken_off_the_branch_is_found(workspace: Path) -> None:
    repository, branch = workspace / "target_repo", manifest_of(workspace)["branch"]
    gone = git(repository, "rev-parse", branch).strip()
    for name in (branch, f"{branch}-candidates"):
        git(repository, "update-ref", f"refs/heads/{name}", f"{gone}^")
    found = problems(workspace)
    assert found and all(gone[:12] in problem for problem in found)
    assert any("is not on the run's branches" in problem for problem in found)


def test_a_revert_that_nobody_recorded_is_found(workspace: Path) -> None:
    repository, manifest = workspace / "target_repo", manifest_of(workspace)
    tip = git(repository, "rev-parse", manifest["branch"]).strip()
    commit(repository, manifest["branch"], f"revert\n\nRun-Id: {manifest['run_id']}\nReverts: {tip}\n")
    assert any("which is not on record" in problem for problem in problems(workspace))


# -- signatures ------------------------------------------------------------------------------------------------

needs_ssh_keygen = pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="needs ssh-keygen")


def new_key(folder: Path, passphrase: str = "") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "id_ed25519"
    command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", passphrase, "-C", "ada", "-f", str(path)]
    subprocess.run(command, check=True)
    return path


@pytest.fixture
def signing(tmp_path: Path) -> tuple[str | Path, ...]:
    """The flags of a run over a small repository whose commits are to be signed."""
    (tmp_path / "c.yaml").write_text("audit: {sign: true}\n")
    repo = python2_repo(tmp_path / "old", {"one.py": "print 1\n"})
    return ("--repo", repo, "--workspace", tmp_path / "w", "--config", tmp_path / "c.yaml")


@needs_ssh_keygen
def test_signed_commits_are_the_key_holders_and_no_one_elses(
    tmp_path: Path, signing: tuple[str | Path, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    mine, other = new_key(tmp_path / "home" / ".ssh"), new_key(tmp_path / "other")
    ran = call(*signing, HOME=str(tmp_path / "home"))
    assert ran.code == 0, ran.out + ran.err
    workspace = tmp_path / "w"
    public = mine.with_suffix(".pub")
    assert main(["verify", "--key", str(public), str(workspace)]) == 0
    assert "1 of them anchored, signed by SHA256:" in capsys.readouterr().out
    assert main(["verify", str(workspace)]) == 0, "a signature is checked without knowing whose it should be"
    (problem,) = problems(workspace, other.with_suffix(".pub").read_text())
    assert problem.endswith("the signature does not hold or is by another key")
    assert all(mine.read_bytes() not in p.read_bytes() for p in workspace.rglob("*") if p.is_file())
    # Whoever has the repository alone can put the chain's new head into a new commit, but can't sign it.
    rewritten(workspace)
    (record,) = [r for r in records_of(workspace) if r["after"].get("status") == "validated"]
    repository, branch = workspace / "target_repo", manifest_of(workspace)["branch"]
    message = git(repository, "log", "-1", "--format=%B", branch)
    old = next(line for line in message.splitlines() if line.startswith("Audit-Head: "))
    seq = record["seq"] - 1
    head = f"Audit-Head: {seq} {records_of(workspace)[seq - 1]['hash']}"
    sha = commit(repository, branch, message.replace(old, head), parent=f"{branch}^")
    found = problems(workspace, public.read_text())
    assert f"commit {sha[:12]}: the signature does not hold or is by another key" in found


@needs_ssh_keygen
def test_without_a_key_that_can_sign_nothing_begins(tmp_path: Path, signing: tuple[str | Path, ...]) -> None:
    ran = call(*signing, HOME=str(tmp_path / "home"), SSH_AUTH_SOCK="")
    assert (
        ran.code == 2 and "there is no SSH key in" in ran.complaint and "audit.sign: false" in ran.complaint
    )
    new_key(tmp_path / "home" / ".ssh", "a passphrase")
    ran = call(*signing, HOME=str(tmp_path / "home"), SSH_AUTH_SOCK="")
    assert ran.code == 2 and "can't sign" in ran.complaint and "ssh-add" in ran.complaint
    ran = call(*signing, HOME=str(tmp_path / "home"), PATH=str(tmp_path))
    assert ran.code == 2 and "ssh-keygen is not installed" in ran.complaint
    assert not (tmp_path / "w").exists()


@needs_ssh_keygen
def test_a_key_that_an_agent_holds_signs_although_it_has_a_passphrase(tmp_path: Path) -> None:
    from environment.signing import Signer, check

    if not shutil.which("ssh-agent"):
        pytest.skip("needs ssh-agent")
    key = new_key(tmp_path, "a passphrase")
    told = subprocess.run(["ssh-agent", "-s"], check=True, capture_output=True, text=True).stdout
    found = dict(part.strip().split("=", 1) for part in told.split(";") if "=" in part)
    agent = {name: found[name] for name in ("SSH_AUTH_SOCK", "SSH_AGENT_PID")}
    try:
        helper = tmp_path / "askpass"
        helper.write_text("#!/bin/sh\necho a passphrase\n")
        helper.chmod(0o755)
        asked = {"SSH_ASKPASS": str(helper), "SSH_ASKPASS_REQUIRE": "force"}
        subprocess.run(["ssh-add", "-q", str(key)], check=True, env={**os.environ, **agent, **asked})
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("SSH_AUTH_SOCK", agent["SSH_AUTH_SOCK"])
            signature = Signer.find(str(key)).sign(b"words")
        assert check(b"words", signature, key.with_suffix(".pub").read_text()).startswith("SHA256:")
    finally:
        os.kill(int(agent["SSH_AGENT_PID"]), 15)


# -- show ------------------------------------------------------------------------------------------------------


def test_show_tells_who_did_what_when_on_which_evidence(
    finished: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", "--file", "loud.py", str(finished)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert all(line.startswith(("tick 1, 20", "tick 2, 20")) for line in told), told
    story = "\n".join(line.split(", ", 2)[2] for line in told)
    for words in (
        "scout: deposited a task: print_statement",
        "transformer: pending → in_progress",
        "text written:",
        "tester: judged: confidence 0.8; evidence construction (",
        "validator: tested → validated",
        "committed ",
    ):
        assert words in story, story
    assert main(["show", "--tick", "1", "--agent", "validator", "--file", "loud.py", str(finished)]) == 0
    assert all("validator: " in line for line in capsys.readouterr().out.splitlines())
