"""What every baseline owes its user, for those with roles and tools: options, outputs, walls, wrong use."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from baseline_door import call, left_by, scripted
from front_door import EXACT, ROOT, python2_repo
from git_fixtures import git, tree_digest
from loopback_model import LoopbackModel, error, says

NEW = ["hierarchical", "react"]


@pytest.mark.parametrize("name", NEW)
def test_a_run_leaves_what_every_run_leaves(name: str, tmp_path: Path) -> None:
    source = python2_repo(tmp_path / "old")
    before = tree_digest(source)
    ran = call(name, "--repo", source, "--repo-ref", "v1", "--seed", 7, "--workspace", tmp_path / "w")
    assert ran.code == 0, ran.err
    assert tree_digest(source) == before
    (left,) = left_by(name, tmp_path / "w")
    assert left.run.setting("seed") == 7
    assert left.run.baseline == left.run.label == name
    assert left.run.summary["stop_reason"] == "all_terminal"
    assert left.run.summary["audit_completeness"] == 1.0
    assert left.states == dict.fromkeys(EXACT, "validated")
    assert left.run.manifest[name]["prompts"]
    target, branch = left.workspace / "target_repo", left.run.summary["branch"]
    log = git(target, "log", "--format=%B%x00", branch)
    (message,) = [text for text in log.split("\0") if text.strip().startswith("migrate(loud.py)")]
    for trailer in (f"Run-Id: {left.run.run_id}", "Evidence: construction", "Patterns: print_statement"):
        assert trailer in message
    assert "migrate(clean.py)" not in log
    assert git(target, "show", f"{branch}:loud.py").startswith('def loud(n):\n    print("n is", n)')
    assert git(target, "status", "--porcelain") == ""
    assert not (left.workspace / "scratch").exists()
    steps = [step for step in left.steps("loud.py") if step != "noted"]
    assert steps[-4:] == ["judged", "tested", "committed", "validated"]
    assert [r["seq"] for r in left.trace] == list(range(1, len(left.trace) + 1))
    assert git(target, "worktree", "list").count("\n") == 1


@pytest.mark.parametrize("name", NEW)
def test_help_and_wrong_use(name: str, tmp_path: Path) -> None:
    script = str(ROOT / "baselines" / f"{name}.py")
    told = subprocess.run(
        [sys.executable, script, "--help"], cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout
    assert f"python baselines/{name}.py --repo tests/fixtures/synthetic_py2_repo --runs 2" in told
    for flag in ("--runs", "--repo-ref", "--seed", "--max-tokens", "--provider", "--allow-unsandboxed"):
        assert flag in told
    for arguments, why in (
        ([], "--repo URL_OR_PATH is needed"),
        (["--repo", "x", "--runs", "0"], "'0' is not a number of at least 1"),
        (["--repo", str(tmp_path / "nowhere")], "nowhere"),
    ):
        ran = call(name, *arguments, "--workspace", tmp_path / "w")
        assert ran.code == 2 and why in ran.err
        assert not (tmp_path / "w").exists()


@pytest.mark.slow
@pytest.mark.parametrize("name", NEW)
def test_a_wrong_key_is_fatal_at_once(name: str, tmp_path: Path) -> None:
    source = python2_repo(tmp_path / "old", {"a.py": "print 1\n"})
    with LoopbackModel([error(401)]) as server:
        flags = ("--runs", 2, *scripted(tmp_path, server))
        ran = call(
            name, "--repo", source, "--workspace", tmp_path / "w", *flags, OPENAI_API_KEY="sk-secret-0"
        )
    assert ran.code == 3 and "OPENAI_API_KEY" in ran.err and "sk-secret-0" not in ran.err + ran.out
    (left,) = left_by(name, tmp_path / "w")
    assert left.run.summary["stop_reason"] == "fatal"
    assert not (tmp_path / "w" / "run_1").exists()


@pytest.mark.parametrize("name", NEW)
def test_a_spent_budget_ends_the_run_and_says_so(name: str, tmp_path: Path) -> None:
    source = python2_repo(tmp_path / "old", {"a.py": "print 1\n"})
    plan = "PLAN\n1. a.py\n\nRISKS\n- none\n" if name == "hierarchical" else '{"action": "list_files"}'
    dear = says(plan, usage={"prompt_tokens": 5000, "completion_tokens": 4500})
    with LoopbackModel([dear]) as server:
        flags = scripted(tmp_path, server, max_tokens_total=10_000)
        ran = call(name, "--repo", source, "--workspace", tmp_path / "w", *flags, OPENAI_API_KEY="k")
    (left,) = left_by(name, tmp_path / "w")
    assert ran.code == 1
    assert left.run.summary["stop_reason"] == "budget_exhausted"
    assert left.run.metric("total_tokens") == 9500
    assert left.run.summary["files_by_status"] == {"pending": 1}


@pytest.mark.slow
def test_a_simulated_model_pays_for_every_role_and_is_called_simulated(tmp_path: Path) -> None:
    source = python2_repo(tmp_path / "old")
    for name in NEW:
        where = tmp_path / name
        flags = ("--provider", "simulated", "--code-model", "hybrid", "--seed", 5)
        ran = call(name, "--repo", source, "--workspace", where, *flags)
        assert ran.code == 0, ran.err
        (left,) = left_by(name, where)
        assert left.run.summary["simulated"] is True
        assert left.run.metric("total_tokens") > 500
        assert left.states["loud.py"] == "validated"
        books = [json.loads(p.read_text()) for p in (left.workspace / "calls").glob("??/*.json")]
        assert {book["purpose"] for book in books} == (
            {"react"} if name == "react" else {"planner", "reviewer"}
        )
