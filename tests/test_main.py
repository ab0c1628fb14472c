"""The front door: flags, exit codes, what a run leaves, and every kind of bad input."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from front_door import (
    EXACT,
    ROOT,
    branches_of,
    call,
    delivered,
    end_state,
    environment,
    left_over,
    manifest_of,
    output_of,
    python2_repo,
    records_of,
    spawn,
    states_of,
    status_of,
    summary_of,
    ticks_of,
    verify,
)
from git_fixtures import commit_files, git, make_repo, tree_digest, write_files

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
    for key in EXACT:
        assert re.search(rf"^ ?{key} +validated +construction", ran.out, re.M), ran.out
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


# -- disks, signals, defects -----------------------------------------------------------------------------------

WRAPPED = """
import importlib, os, signal, sys
from main import main
module, name, method, when, act = sys.argv[1:6]
agent = getattr(importlib.import_module(module), name)
inner = getattr(agent, method)
def wrapped(self, *given):
    if when == "before":
        exec(act)
    result = inner(self, *given)
    if when == "after":
        exec(act)
    return result
setattr(agent, method, wrapped)
sys.exit(main(sys.argv[6:]))
"""
AGENTS = ["Scout", "Transformer", "Tester", "Validator"]


def wrapped(agent: str, method: str, when: str, act: str, *arguments: str | Path) -> Any:
    """Run the program with something that happens before or after a method of an agent."""
    from front_door import Ran

    done = subprocess.run(
        [
            sys.executable,
            "-c",
            WRAPPED,
            f"agents.{agent.lower()}",
            agent,
            method,
            when,
            act,
            *map(str, arguments),
        ],
        cwd=ROOT,
        env=environment(SOURCE_DATE_EPOCH="1700000000"),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="module")
def undisturbed(repo: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Where a run comes to that nothing interrupts."""
    workspace = tmp_path_factory.mktemp("undisturbed") / "w"
    assert call("--repo", repo, "--workspace", workspace, SOURCE_DATE_EPOCH="1700000000").code == 0
    return end_state(workspace)


@pytest.mark.parametrize("agent", AGENTS)
def test_an_interrupt_finishes_the_step_saves_and_resumes_to_the_same_end(
    agent: str, repo: Path, tmp_path: Path, undisturbed: dict[str, Any]
) -> None:
    act = "os.kill(os.getpid(), signal.SIGINT)"
    ran = wrapped(agent, "execute", "before", act, "--repo", repo, "--workspace", tmp_path)
    assert "Traceback" not in ran.err
    if agent == "Validator":  # its step was the last: nothing is left to interrupt
        assert ran.code in (0, 130)
    else:
        assert ran.code == 130 and "interrupted" in ran.out
        assert summary_of(tmp_path)["stop_reason"] == "interrupted"
        assert "--resume" in ran.out
    verify(tmp_path)
    assert left_over(tmp_path) == []
    assert call("--resume", "--workspace", tmp_path, SOURCE_DATE_EPOCH="1700000000").code == 0
    assert end_state(tmp_path) == undisturbed
    verify(tmp_path)


def test_two_interrupts_stop_at_once_without_a_traceback(repo: Path, tmp_path: Path) -> None:
    act = "os.kill(os.getpid(), signal.SIGINT); os.kill(os.getpid(), signal.SIGINT)"
    ran = wrapped("Tester", "execute", "before", act, "--repo", repo, "--workspace", tmp_path)
    assert ran.code == 130 and "Traceback" not in ran.err
    assert call("--resume", "--workspace", tmp_path).code == 0
    assert set(states_of(tmp_path).values()) == {"validated"}


def test_ctrl_c_reaches_neither_the_tests_under_way_nor_their_evidence(tmp_path: Path) -> None:
    """A terminal sends SIGINT to the whole process group: what runs in the sandbox must not die of it."""
    slow = (
        "import time\nimport unittest\nimport loud\n\n\nclass T(unittest.TestCase):\n    def test_slow(self):\n"
        "        time.sleep(4)\n        self.assertEqual(loud.loud(2), 2)\n"
    )
    repo = python2_repo(tmp_path / "old", {"loud.py": EXACT["loud.py"], "test_loud.py": slow})
    process = subprocess.Popen(
        [sys.executable, "main.py", "--repo", str(repo), "--workspace", str(tmp_path / "w")],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    log = tmp_path / "w" / "pheromones" / "audit_log.jsonl"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (log.exists() and '"transformer"' in log.read_text()):
        time.sleep(0.1)
    time.sleep(1.5)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130 and "Traceback" not in err, out + err
    judged = [r["after"] for r in records_of(tmp_path / "w") if r["type"] == "quality"]
    assert judged and all(entry["tests_passed"] == 1 and not entry["tests_failed"] for entry in judged), (
        judged
    )
    verify(tmp_path / "w")


@pytest.mark.parametrize("agent", AGENTS)
def test_a_full_disk_in_any_step_is_fatal_says_so_and_resumes(
    agent: str, repo: Path, tmp_path: Path, undisturbed: dict[str, Any]
) -> None:
    act = "raise OSError(28, 'No space left on device')"
    ran = wrapped(agent, "execute", "after", act, "--repo", repo, "--workspace", tmp_path)
    assert ran.code == 3 and "disk is full" in ran.complaint and "--resume" in ran.complaint
    assert summary_of(tmp_path)["stop_reason"] == "fatal" and manifest_of(tmp_path)["status"] == "closed"
    verify(tmp_path)
    assert call("--resume", "--workspace", tmp_path, SOURCE_DATE_EPOCH="1700000000").code == 0
    assert end_state(tmp_path) == undisturbed


@pytest.mark.parametrize("kilobytes", [64, 120, 160])
def test_a_disk_that_is_really_full(
    kilobytes: int, repo: Path, tmp_path: Path, undisturbed: dict[str, Any]
) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    options = f"size={kilobytes}k"
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(disk)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("a small disk can't be mounted here: that takes root")
    epoch = {"SOURCE_DATE_EPOCH": "1700000000"}
    try:
        ran = call("--repo", repo, "--workspace", disk / "w", **epoch)
        assert ran.code in (2, 3) and "Traceback" not in ran.err, ran.out + ran.err
        assert re.search("No space left|disk is full|no room|can.t be written", ran.complaint)
        subprocess.run(["mount", "-o", "remount,size=50m", str(disk)], check=True)
        again = call("--resume", "--workspace", disk / "w", **epoch)
        if again.code == 2:
            assert "--repo" in again.complaint, "it says how to begin again"
            again = call("--repo", repo, "--workspace", disk / "w", **epoch)
        assert again.code == 0, again.out + again.err
        assert end_state(disk / "w") == undisturbed
        verify(disk / "w")
        assert left_over(disk / "w") == []
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_a_defect_of_ours_is_fatal_logged_and_resumable(
    repo: Path, tmp_path: Path, undisturbed: dict[str, Any]
) -> None:
    act = "raise RuntimeError('a defect')"
    ran = wrapped("Tester", "execute", "before", act, "--repo", repo, "--workspace", tmp_path)
    assert ran.code == 3 and "a defect" in ran.complaint
    assert "Traceback" in (tmp_path / "logs" / "stigmergic.log").read_text()
    assert summary_of(tmp_path)["stop_reason"] == "fatal"
    assert call("--resume", "--workspace", tmp_path, SOURCE_DATE_EPOCH="1700000000").code == 0
    assert end_state(tmp_path) == undisturbed


def test_a_closed_pipe_is_no_traceback(repo: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        f"{sys.executable} main.py --repo {repo} --dry-run | head -1",
        shell=True,
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr


# -- resume ----------------------------------------------------------------------------------------------------


@pytest.fixture
def stopped(repo: Path, tmp_path: Path) -> Path:
    """The workspace of a run that was interrupted after the Scout's step."""
    act = "os.kill(os.getpid(), signal.SIGTERM)"
    ran = wrapped("Scout", "execute", "after", act, "--repo", repo, "--workspace", tmp_path / "w")
    assert ran.code == 130, ran.err
    return tmp_path / "w"


def test_resume_under_changed_settings_is_refused_with_the_difference(
    stopped: Path, undisturbed: dict[str, Any]
) -> None:
    before = tree_digest(stopped / "pheromones")
    ran = call("--resume", "--workspace", stopped, "--max-ticks", "7", SOURCE_DATE_EPOCH="1700000000")
    assert ran.code == 2 and "loop.max_ticks: was 50, now 7" in ran.err and "--accept-changes" in ran.err
    assert tree_digest(stopped / "pheromones") == before
    ran = call(
        *("--resume", "--workspace", stopped, "--max-ticks", "7", "--accept-changes"),
        SOURCE_DATE_EPOCH="1700000000",
    )
    assert ran.code == 0, ran.err
    assert end_state(stopped) == undisturbed
    assert "max_ticks" in str(manifest_of(stopped)["resumed"]), "the manifest tells what was changed"


def test_a_run_that_began_with_a_flag_is_resumed_with_the_same_flag(repo: Path, tmp_path: Path) -> None:
    ran = call("--repo", repo, "--workspace", tmp_path, "--max-ticks", "7")
    assert ran.code == 0
    assert call("--resume", "--workspace", tmp_path, "--max-ticks", "7").code == 0
    assert call("--resume", "--workspace", tmp_path).code == 2


def test_resume_of_a_finished_run_changes_nothing(repo: Path, tmp_path: Path) -> None:
    assert call("--repo", repo, "--workspace", tmp_path).code == 0
    before = end_state(tmp_path)
    ran = call("--resume", "--workspace", tmp_path)
    assert ran.code == 0 and end_state(tmp_path) == before
    verify(tmp_path)


@pytest.mark.parametrize("flag", ["--resume", "--review"])
def test_there_must_be_a_run_to_go_on_with(flag: str, tmp_path: Path) -> None:
    ran = call(flag, "--workspace", tmp_path / "w")
    assert ran.code == 2 and "no run" in ran.complaint and "--repo" in ran.complaint
    assert not (tmp_path / "w").exists()


@pytest.mark.parametrize("what", ["manifest", "audit log", "target", "views"])
def test_resume_of_a_damaged_workspace(what: str, stopped: Path, undisturbed: dict[str, Any]) -> None:
    if what == "manifest":
        output_of(stopped, "manifest.json").unlink()
    elif what == "audit log":
        log = stopped / "pheromones" / "audit_log.jsonl"
        lines = log.read_bytes().splitlines(keepends=True)
        assert b'"tick":1' in lines[1]
        log.write_bytes(b"".join([lines[0], lines[1].replace(b'"tick":1', b'"tick":2'), *lines[2:]]))
    elif what == "target":
        shutil.rmtree(stopped / "target_repo" / ".git" / "objects")
    else:
        for view in (stopped / "pheromones").glob("*.json"):
            view.write_text("{ torn")
    ran = call("--resume", "--workspace", stopped, SOURCE_DATE_EPOCH="1700000000")
    assert "Traceback" not in ran.err
    if what == "views":
        assert ran.code == 0 and end_state(stopped) == undisturbed
        return
    assert ran.code in (2, 3)
    names = {"manifest": "manifest.json", "audit log": "line 2", "target": "target_repo"}
    assert names[what] in ran.complaint


def test_max_ticks_stops_with_code_1_and_goes_on(repo: Path, tmp_path: Path) -> None:
    config = tmp_path / "c.yaml"
    config.write_text("loop: {files_per_step: 1}")
    flags = ("--workspace", tmp_path / "w", "--config", config, "--max-ticks", "1")
    ran = call("--repo", repo, *flags)
    assert ran.code == 1 and "max_ticks" in ran.out and "--resume" in ran.out
    assert summary_of(tmp_path / "w")["stop_reason"] == "max_ticks"
    for _ in range(9):
        ran = call("--resume", *flags)
        if ran.code == 0:
            break
    assert ran.code == 0 and set(states_of(tmp_path / "w").values()) == {"validated"}
    numbers = [int(row["tick"]) for row in ticks_of(tmp_path / "w")]
    assert numbers == list(range(1, len(numbers) + 1)), "the rows of a resumed run go on"
