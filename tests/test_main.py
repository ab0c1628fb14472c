"""The front door: flags, exit codes, and what a run leaves."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from front_door import (
    EXACT,
    ROOT,
    branches_of,
    call,
    delivered,
    end_state,
    left_over,
    manifest_of,
    python2_repo,
    records_of,
    spawn,
    states_of,
    summary_of,
    ticks_of,
    verify,
)
from git_fixtures import commit_files, git, tree_digest, write_files

from stigmergy.cli import build_parser


def words(text: str) -> list[str]:
    return text.split()


COLUMNS = words("""
tick any_agent_acted acted_scout acted_transformer acted_tester acted_validator files_total files_migrated
files_validated files_failed files_needs_review files_skipped total_tokens total_cost_usd total_ticks
tokens_per_file cost_per_file_usd success_rate rollback_rate human_escalation_rate retry_resolution_rate
starvation_count audit_completeness files_verified
""")
MANIFEST = words("""
run_id started_at target_commit config_hash prompts_hash lock_hash provider model seed interpreters
harness_version
""")


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small repository that every test of this module may read."""
    return python2_repo(tmp_path_factory.mktemp("repo") / "old")


@pytest.fixture(scope="module")
def finished(repo: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workspace of a run that came to its end. To be read only."""
    workspace = tmp_path_factory.mktemp("finished") / "workspace"
    ran = call("--repo", repo, "--workspace", workspace)
    assert ran.code == 0, ran.err
    return workspace


# -- flags ---------------------------------------------------------------------------------------------------


def test_version_is_one_line() -> None:
    ran = spawn("--version")
    assert ran.code == 0 and re.fullmatch(r"stigmergy \d+\.\d+\.\d+\n", ran.out)


def test_help_names_every_flag_its_meaning_and_the_exit_codes() -> None:
    ran = spawn("--help")
    assert ran.code == 0 and "examples:" in ran.out
    for code in ("0 every file decided", "1 stopped", "2 wrong use", "3 fatal", "130 interrupted"):
        assert code in ran.out
    for action in build_parser()._actions:
        assert action.help, f"{action.option_strings} has no help"
        assert all(flag in ran.out for flag in action.option_strings)


def test_the_flags_are_those_of_the_contract() -> None:
    flags = {flag for action in build_parser()._actions for flag in action.option_strings}
    promised = words("""
    --repo --repo-ref --config --provider --model --base-url --code-model --max-ticks --max-tokens
    --max-budget-usd --seed --output-dir --workspace --target-python --test-command --max-minutes --estimate
    --allow-unsandboxed --dry-run --resume --review --quiet --verbose --version --accept-changes
    """)
    assert set(promised) <= flags


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        ([], "--repo URL_OR_PATH is needed"),
        (["--frobnicate"], "--frobnicate"),
        (["--repo", "x", "--max-ticks", "0"], "at least 1"),
        (["--repo", "x", "--max-ticks", "many"], "'many' is not a number"),
        (["--repo", "x", "--max-minutes", "-1"], "max_minutes"),
        (["--repo", "x", "--max-budget-usd", "nan"], "max_budget_usd"),
        (["--repo", "x", "--provider", "parrot"], "invalid choice: 'parrot'"),
        (["--repo", "x", "--target-python", "2.7"], "3.8"),
        (["--repo", "x", "--target-python", "banana"], "3.8"),
        (["--repo", "x", "--resume"], "leave --repo away"),
        (["--resume", "--review"], "not allowed with"),
        (["--repo", "x", "--dry-run", "--estimate"], "not allowed with"),
        (["--repo", "x", "--code-model", "llm", "--provider", "embedded"], "needs a language model"),
        (["--dry-run"], "--repo"),
        (["--repo", "x", "stray"], "stray"),
        (["--rep", "x"], "--rep"),
    ],
)
def test_wrong_use_is_code_2_and_says_what_is_right(arguments: list[str], hint: str, tmp_path: Path) -> None:
    ran = call(*arguments, "--workspace", tmp_path / "w")
    assert ran.code == 2 and hint in ran.err and "Traceback" not in ran.err
    assert not (tmp_path / "w").exists(), "nothing is touched before the flags are right"


# -- what a run leaves -----------------------------------------------------------------------------------------


def test_a_run_delivers_one_commit_a_changed_file_and_leaves_the_source_alone(tmp_path: Path) -> None:
    repo = python2_repo(tmp_path / "old")
    before = tree_digest(repo)
    ran = spawn("--repo", repo, "--workspace", tmp_path / "w")
    assert ran.code == 0, ran.err
    assert tree_digest(repo) == before
    assert states_of(tmp_path / "w") == dict.fromkeys(EXACT, "validated")
    texts = delivered(tmp_path / "w")
    assert texts["loud.py"] == 'def loud(n):\n    print("n is", n)\n    return n\n'
    assert texts["clean.py"] == EXACT["clean.py"]
    subjects = git(tmp_path / "w" / "target_repo", "log", "--format=%s").splitlines()
    assert sorted(s.partition(":")[0] for s in subjects) == [
        "first",
        "migrate(caller.py)",
        "migrate(loud.py)",
    ]
    verify(tmp_path / "w")
    assert left_over(tmp_path / "w") == []


def test_what_is_printed_says_what_happened_and_what_to_type_next(repo: Path, tmp_path: Path) -> None:
    ran = spawn("--repo", repo, "--workspace", tmp_path / "w")
    for words in ("Run 2", "embedded rules", "tick   1", "all_terminal", "3 of 3 files validated", "git -C"):
        assert words in ran.out
    assert re.search(r"^construction +2 ", ran.out, re.M), ran.out
    assert re.search(r"^construction, no change needed +1 ", ran.out, re.M), ran.out
    assert "\x1b[" not in ran.out, "no colours without a terminal"


def test_quiet_prints_the_closing_lines_only(repo: Path, tmp_path: Path) -> None:
    ran = call("--repo", repo, "--workspace", tmp_path / "w", "--quiet")
    assert "tick " not in ran.out and "3 of 3 files validated" in ran.out


def test_the_outputs_of_a_run_and_their_columns(finished: Path, repo: Path) -> None:
    manifest, summary, rows = manifest_of(finished), summary_of(finished), ticks_of(finished)
    assert set(MANIFEST) <= set(manifest) and manifest["status"] == "closed"
    assert manifest["target_commit"] == git(repo, "rev-parse", "v1").strip()
    assert manifest["simulated"] is False and manifest["provider"] == "embedded"
    assert list(rows[0]) == COLUMNS
    assert [row["tick"] for row in rows] == [str(n) for n in range(1, len(rows) + 1)]
    assert rows[-1]["files_validated"] == "3" and rows[-1]["audit_completeness"] == "1.0"
    assert summary["stop_reason"] == "all_terminal" and summary["baseline"] == "stigmergic"
    assert summary["files_validated"] == 3 and summary["files_unchanged"] == 1
    assert summary["suite_retention"] is None and summary["suite_retention_candidates"] is None
    assert summary["run_id"] == manifest["run_id"] and summary["files_verified"] == 0
    for name in COLUMNS[6:]:
        assert name in summary, f"the summary lacks the final value of {name}"


def test_the_record_tells_every_step_of_every_file(finished: Path) -> None:
    told = [
        (r["agent"], r["after"]["status"])
        for r in records_of(finished)
        if r["file"] == "loud.py" and r["type"] == "status" and "status" in r["after"]
    ]
    assert told == [
        ("scout", "pending"),
        ("transformer", "in_progress"),
        ("transformer", "transformed"),
        ("tester", "tested"),
        ("validator", "validated"),
    ]
    shown = subprocess.run(
        [sys.executable, str(ROOT / "environment/audit_log.py"), "show", "--file", "loud.py", str(finished)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "print_statement" in shown and "validated" in shown and "committed" in shown


def test_the_log_of_a_run_has_one_format(finished: Path, repo: Path, tmp_path: Path) -> None:
    ran = spawn("--repo", repo, "--workspace", tmp_path / "w", "--verbose")
    form = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} (DEBUG|INFO|WARNING|ERROR) \[[a-z_]+\] \S")
    for text in (ran.err, (tmp_path / "w" / "logs" / "stigmergic.log").read_text()):
        assert text.strip()
        odd = [line for line in text.splitlines() if not form.match(line)]
        assert odd == []


def test_output_dir_takes_the_metrics(repo: Path, tmp_path: Path) -> None:
    ran = call("--repo", repo, "--workspace", tmp_path / "w", "--output-dir", tmp_path / "numbers")
    assert ran.code == 0
    assert len(list((tmp_path / "numbers").glob("run_*"))) == 3
    assert not list((tmp_path / "w" / "metrics" / "output").glob("run_*"))


def test_two_runs_with_one_seed_come_to_the_same_end(repo: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        fixed = call("--repo", repo, "--workspace", tmp_path / name, SOURCE_DATE_EPOCH="1700000000")
        assert fixed.code == 0
    one, two = tmp_path / "one", tmp_path / "two"
    assert end_state(one) == end_state(two)
    shas = [git(w / "target_repo", "rev-parse", branches_of(w)[0]) for w in (one, two)]
    assert shas[0] == shas[1], "with SOURCE_DATE_EPOCH the commits are the same, bit for bit"


def test_a_plain_folder_and_a_tag_and_a_commit_are_targets_too(tmp_path: Path) -> None:
    repo = python2_repo(tmp_path / "old")
    first = git(repo, "rev-parse", "HEAD").strip()
    commit_files(repo, {"later.py": "print 'later'\n"}, "second")
    plain = tmp_path / "plain"
    write_files(plain, EXACT)
    before = tree_digest(plain)
    for number, (spec, ref) in enumerate([(repo, "v1"), (repo, first), (repo, "main"), (plain, None)]):
        workspace = tmp_path / f"w{number}"
        ran = call("--repo", spec, *(["--repo-ref", ref] if ref else []), "--workspace", workspace)
        assert ran.code == 0, ran.err
        assert ("later.py" in states_of(workspace)) == (ref == "main")
    assert tree_digest(plain) == before


def test_uncommitted_changes_of_the_source_are_told_and_left(tmp_path: Path) -> None:
    repo = python2_repo(tmp_path / "old")
    write_files(repo, {"loud.py": "print 'not committed'\n"})
    before = tree_digest(repo)
    ran = call("--repo", repo, "--workspace", tmp_path / "w")
    assert ran.code == 0 and tree_digest(repo) == before
    assert "not committed" not in delivered(tmp_path / "w")["loud.py"]


def test_a_second_run_keeps_the_first_in_the_archive(repo: Path, tmp_path: Path) -> None:
    workspace = tmp_path / "w"
    for epoch in ("1700000000", "1700000100"):
        assert call("--repo", repo, "--workspace", workspace, SOURCE_DATE_EPOCH=epoch).code == 0
    (kept,) = (workspace / "archive").iterdir()
    assert states_of(kept) == states_of(workspace)
    verify(kept)
    verify(workspace)
    assert len(list((workspace / "metrics" / "output").glob("run_*_summary.json"))) == 2
