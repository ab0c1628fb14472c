"""The person's turn: what is shown, what may be typed, and that every decision is on record with who and why."""

from __future__ import annotations

import getpass
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pexpect
import pytest
from front_door import (
    ROOT,
    Ran,
    call,
    delivered,
    environment,
    left_over,
    python2_repo,
    records_of,
    spawn,
    states_of,
    status_of,
    verify,
)
from git_fixtures import git
from hypothesis import given, settings
from hypothesis import strategies as st

from environment.medium import Medium
from environment.pheromone_store import PheromoneStore
from environment.target_repo import TargetRepo
from environment.traces import Kind
from environment.workspace import Workspace
from stigmergy.review import Reviewer
from stigmergy.review_cases import Case, leaning_on, users_of
from stigmergy.review_display import Screen
from stigmergy.review_edit import EditError, edited

#: More than any evidence gives without a Python 2.7 to compare with: every file needs a person.
STRICT = "thresholds: {validator_confidence_high: 0.95}\n"
FILES = {
    "a.py": 'def a(n):\n    print "a", n\n    return list(xrange(n))\n',
    "b.py": 'def b(n):\n    print "b", n\n    return list(xrange(n))\n',
    "test_ab.py": (
        "import unittest\n\nimport a\nimport b\n\n\nclass T(unittest.TestCase):\n    def test_both(self):\n"
        "        self.assertEqual(a.a(3), b.b(3))\n"
    ),
}


@pytest.fixture(scope="module")
def reviewable(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workspace of a run that leaves its files to a person. To be copied."""
    folder = tmp_path_factory.mktemp("reviewable")
    (folder / "w").mkdir()
    config = folder / "w" / "strict.yaml"
    config.write_text(STRICT)
    repo = python2_repo(folder / "old", FILES)
    ran = call("--repo", repo, "--workspace", folder / "w", "--config", config)
    assert ran.code == 0, ran.err
    assert states_of(folder / "w") == dict.fromkeys(FILES, "needs_review"), ran.out
    assert "python main.py --review" in ran.out
    return folder / "w"


@pytest.fixture
def workspace(reviewable: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(reviewable, tmp_path / "w", symlinks=True))


def typed(workspace: Path, *lines: str) -> Ran:
    """A review with these lines on standard input, and its end after them."""
    return spawn("--review", "--workspace", workspace, stdin="".join(f"{line}\n" for line in lines))


def decisions(workspace: Path) -> list[dict[str, Any]]:
    """What people have deposited, in order."""
    return [
        {"file": r["file"], **r["after"]["metadata"]["decision"]}
        for r in records_of(workspace)
        if r["agent"] == "human" and r["action"] == "decided"
    ]


def test_the_end_of_input_is_quit_and_changes_nothing(workspace: Path) -> None:
    before = (workspace / "pheromones" / "audit_log.jsonl").read_bytes()
    for lines in ([], ["q"], ["quit"], ["QUIT "], ["list"]):
        ran = typed(workspace, *lines)
        assert ran.code == 0 and "Traceback" not in ran.err
        assert "3 files need a person" in ran.out and "0 decided, 3 left" in ran.out
    assert (workspace / "pheromones" / "audit_log.jsonl").read_bytes() == before
    assert set(states_of(workspace).values()) == {"needs_review"}


@pytest.mark.parametrize("nonsense", ["", "x", "approve everything", "ä", "\x00", "y" * 5000, "-a", "1"])
def test_nonsense_is_asked_again_and_decides_nothing(nonsense: str, workspace: Path) -> None:
    ran = typed(workspace, nonsense, "q")
    assert ran.code == 0 and "is no command" in ran.out and "[a]pprove" in ran.out
    assert decisions(workspace) == []


def test_bytes_that_are_no_text_are_asked_again(workspace: Path) -> None:
    done = subprocess.run(
        [sys.executable, "main.py", "--review", "--workspace", str(workspace)],
        cwd=ROOT,
        env=environment(),
        input=b"\xff\xfe\nq\n",
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0 and b"Traceback" not in done.stderr, done.stderr.decode()


def test_list_diff_and_evidence_show_what_a_decision_needs(workspace: Path) -> None:
    ran = typed(workspace, "l", "d", "e", "q")
    assert all(f"open     {key}" in ran.out for key in FILES)
    assert "--- a/a.py" in ran.out and '+    print("a", n)' in ran.out and '-    print "a", n' in ran.out
    assert ": 1 of 1 tests pass" in ran.out and "sandbox" in ran.out


def test_an_approval_is_one_commit_and_on_record(workspace: Path) -> None:
    before = delivered(workspace)["a.py"]
    ran = typed(workspace, "approve", "read it, looks right", "q")
    assert ran.code == 0 and "1 decided, 2 left" in ran.out, ran.out + ran.err
    assert decisions(workspace) == [
        {
            "file": "a.py",
            "verdict": "approve",
            "who": getpass.getuser(),
            "why": "read it, looks right",
            "hint": "",
        }
    ]
    entry = status_of(workspace)["a.py"]
    assert entry["status"] == "validated" and entry["metadata"]["decided_by"] == getpass.getuser()
    assert before == FILES["a.py"] and 'print("a", n)' in delivered(workspace)["a.py"]
    assert delivered(workspace)["b.py"] == FILES["b.py"]
    subject = git(workspace / "target_repo", "log", "-1", "--format=%s", "HEAD").strip()
    assert subject.startswith("migrate(a.py)")
    verify(workspace)
    assert left_over(workspace) == []


def test_a_skip_is_final_and_says_who(workspace: Path) -> None:
    typed(workspace, "s", "dead code", "q")
    entry = status_of(workspace)["a.py"]
    assert entry["status"] == "skipped" and entry["metadata"]["reason"] == "dead code"
    assert entry["metadata"]["decided_by"] == getpass.getuser()
    again = typed(workspace, "l", "q")
    assert "a.py" not in again.out, "what is decided is not asked again"


def test_a_retry_is_free_and_done_by_resume(workspace: Path) -> None:
    ran = typed(workspace, "r", "try once more", "mind the bytes", "q")
    assert "python main.py --resume" in ran.out
    entry = status_of(workspace)["a.py"]
    assert entry["status"] == "retry" and entry["retry_count"] == 0
    assert decisions(workspace)[0]["hint"] == "mind the bytes"
    resumed = call("--resume", "--workspace", workspace, "--config", workspace / "strict.yaml")
    assert resumed.code == 0, resumed.out + resumed.err
    assert states_of(workspace)["a.py"] in ("needs_review", "validated")
    verify(workspace)


def test_all_are_decided_in_one_sitting_and_nothing_is_left(workspace: Path) -> None:
    ran = typed(workspace, "a", "", "a", "", "a", "")
    assert ran.code == 0 and "3 decided, 0 left" in ran.out
    assert set(states_of(workspace).values()) == {"validated"}
    assert 'print("b", n)' in delivered(workspace)["b.py"]
    assert "No file needs a person" in typed(workspace).out
    verify(workspace)


def test_next_leaves_a_case_open(workspace: Path) -> None:
    ran = typed(workspace, "n", "s", "second one", "q")
    assert "1 decided, 2 left" in ran.out
    assert states_of(workspace)["a.py"] == "needs_review" and states_of(workspace)["b.py"] == "skipped"


@pytest.mark.parametrize("verdict", ["a", "s", "r"])
def test_input_that_ends_before_the_reason_decides_nothing(verdict: str, workspace: Path) -> None:
    ran = typed(workspace, verdict)
    assert ran.code == 0 and "Traceback" not in ran.err
    assert decisions(workspace) == [] and "0 decided, 3 left" in ran.out


def test_the_word_quit_can_be_a_reason(workspace: Path) -> None:
    typed(workspace, "s", "quit", "q")
    assert decisions(workspace)[0]["why"] == "quit"


# -- looking ----------------------------------------------------------------------------------------------------


def test_the_riskiest_comes_first() -> None:
    sure = Case("sure.py", 0.79, "tests_partial", "r")
    leaned_on = replace(sure, key="leaned_on.py", leaning=9)
    unseen = replace(sure, key="unseen.py", unseen=4)
    doubtful = replace(sure, key="doubtful.py", confidence=0.5)
    assert leaned_on.risk > doubtful.risk > unseen.risk > sure.risk > 0
    assert replace(sure, confidence=1.0).risk == 0
    assert "9 files lean on it" in leaned_on.why_risky() and "4 places" in unseen.why_risky()


@given(st.dictionaries(st.integers(0, 9), st.lists(st.integers(0, 9), max_size=4)))
def test_who_leans_on_a_file_is_who_can_reach_it(imports: dict[int, list[int]]) -> None:
    users = users_of({str(n): map(str, others) for n, others in imports.items()})
    for key in map(str, range(10)):
        reached = leaning_on(key, users)
        assert key not in reached
        direct = {str(n) for n, others in imports.items() if int(key) in others} - {key}
        assert direct <= reached
        assert all(leaning_on(other, users) - {key} <= reached for other in direct)


def test_looking_around_tells_all_and_decides_nothing(workspace: Path) -> None:
    ran = typed(workspace, "l", "h", "?", "n", "p", "p", "n", "n", "q")
    assert "1 files lean on it" in ran.out and ran.out.index("open     b.py") < ran.out.index(
        "open     test_ab.py"
    )
    for words in (
        "scout",
        "new → pending",
        "transformer",
        "tester",
        "judged: ",
        "tested → needs_review",
        "$EDITOR",
    ):
        assert words in ran.out
    assert [line.split()[:2] for line in ran.out.splitlines() if line.startswith("(")] == [
        *(["(1/3)", "a.py"], ["(2/3)", "b.py"], ["(1/3)", "a.py"]),
        *(["(1/3)", "a.py"], ["(2/3)", "b.py"], ["(3/3)", "test_ab.py"]),
    ]
    assert decisions(workspace) == []


def test_hostile_text_does_not_reach_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen()
    for colours in (False, True):
        screen._rich = colours
        for beside in (False, True):
            screen.diff("a\x1b[2J.py", b"x = 1\n", "x = '\x1b]0;pwned\x07\u202e'\n".encode(), beside)
    out = capsys.readouterr().out
    assert out.count("\\x1b]0;pwned\\x07\\u202e") == 4
    assert not set(out) & {"\x1b", "\x07", "\u202e"}


# -- undo ---------------------------------------------------------------------------------------------------------


def test_what_is_undone_is_open_again_and_both_are_on_record(workspace: Path) -> None:
    ran = typed(workspace, "a", "w", "u", "s", "w", "u", "r", "w", "hint", "u", "q")
    assert ran.code == 0 and ran.out.count("undone: a.py") == 3 and "0 decided, 3 left" in ran.out
    assert set(states_of(workspace).values()) == {"needs_review"}
    human = [r["action"] for r in records_of(workspace) if r["agent"] == "human"]
    assert human == ["decided", "withdrawn"] * 3
    assert status_of(workspace)["a.py"]["metadata"]["withdrawn_by"] == getpass.getuser()
    assert "decision" not in status_of(workspace)["a.py"]["metadata"]
    verify(workspace)


def test_undo_goes_back_one_decision_at_a_time_and_then_says_so(workspace: Path) -> None:
    ran = typed(workspace, "a", "", "s", "", "u", "u", "u", "s", "for good", "q")
    assert (
        ran.out.index("undone: b.py")
        < ran.out.index("undone: a.py")
        < ran.out.index("no decision that could")
    )
    assert states_of(workspace) == {"a.py": "skipped", "b.py": "needs_review", "test_ab.py": "needs_review"}


def test_a_decided_file_is_not_decided_again(workspace: Path) -> None:
    ran = typed(workspace, "a", "", "p", "s", "q")
    assert "decided already: approve" in ran.out and len(decisions(workspace)) == 1
    assert states_of(workspace)["a.py"] == "validated"


# -- a person's own text --------------------------------------------------------------------------------------------


def editor_that_does(folder: Path, script: str) -> str:
    """A command for $EDITOR that does `script` to the text of the file it is given."""
    editor = folder / "editor.py"
    reading = "import sys\npath = sys.argv[1]\ntext = open(path, encoding='latin-1').read()\n"
    editor.write_text(f"{reading}{script}\nopen(path, 'w', encoding='utf-8').write(text)\n")
    return f"{sys.executable} '{editor}'"


def changed(workspace: Path, script: str, *lines: str) -> Ran:
    """A review in which $EDITOR does `script` to the text."""
    return spawn(
        *("--review", "--workspace", workspace),
        stdin="".join(f"{line}\n" for line in lines),
        EDITOR=editor_that_does(workspace, script),
        VISUAL="",
    )


def test_a_text_of_ones_own_is_a_candidate_and_counts_once_it_was_tested(workspace: Path) -> None:
    ran = changed(
        workspace, "text = text.replace('list(range(n))', '[m for m in range(n)]')", "c", "simpler", "q"
    )
    assert ran.code == 0 and "1 decided, 2 left" in ran.out, ran.out + ran.err
    assert "--resume" in ran.out
    entry = status_of(workspace)["a.py"]
    assert entry["status"] == "retry" and entry["retry_count"] == 0, "nothing is delivered yet"
    assert delivered(workspace)["a.py"] == FILES["a.py"]
    assert decisions(workspace)[0]["verdict"] == "edit" and "[m for m in" in decisions(workspace)[0]["text"]
    resumed = call("--resume", "--workspace", workspace, "--config", workspace / "strict.yaml")
    assert resumed.code == 0, resumed.out + resumed.err
    entry = status_of(workspace)["a.py"]
    assert entry["status"] == "needs_review", "the same evidence as before, and the same bar"
    assert "given" not in entry["metadata"], "what was tried is not tried again"
    assert entry["metadata"]["author"] == f"person:{getpass.getuser()}"
    authors = {change["author"]: change["exactness"] for change in entry["metadata"]["changes"]}
    assert authors == {"print_statement": "exact", f"person:{getpass.getuser()}": "semantic"}
    judged = [r["tick"] for r in records_of(workspace) if r["file"] == "a.py" and r["agent"] == "tester"]
    assert len(set(judged)) == 2, "it was tested again"
    typed(workspace, "a", "tested now", "q")
    assert "[m for m in range(n)]" in delivered(workspace)["a.py"]
    verify(workspace)


def test_a_text_that_fails_its_tests_is_not_delivered(workspace: Path) -> None:
    changed(workspace, "text = text.replace('return list(range(n))', 'return [n]')", "c", "wrong", "q")
    resumed = call("--resume", "--workspace", workspace, "--config", workspace / "strict.yaml")
    assert resumed.code == 0, resumed.out + resumed.err
    assert states_of(workspace)["a.py"] != "validated"
    assert "return [n]" not in (workspace / "target_repo" / "a.py").read_text(), "the best candidate is back"
    assert delivered(workspace)["a.py"] == FILES["a.py"]
    verify(workspace)


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("", "nothing was changed"),
        ("text = 'def ('", "does not compile: SyntaxError"),
        ("sys.exit(3)", "ended with 3"),
        ("text += '# ' + chr(0)", "does not compile"),
        ("text = text.replace('def test_both', 'def helper')", "keeps its tests"),
        ("text = text.replace('latin-1', 'utf-8').replace('pass', repr(chr(0x4e2d)))", "can't express"),
    ],
)
def test_a_text_that_can_be_no_candidate_is_not_taken(
    script: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITOR", editor_that_does(tmp_path, script))
    monkeypatch.delenv("VISUAL", raising=False)
    original = b"# -*- coding: latin-1 -*-\nclass T:\n    def test_both(self):\n        assert 1; pass\n"
    with pytest.raises(EditError, match=re.escape(said)):
        edited("tests/test_ab.py", original, original)


def test_a_text_is_taken_as_it_was_saved_and_the_copy_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(
        "EDITOR", editor_that_does(tmp_path, f"open({str(tmp_path / 'at')!r}, 'w').write(path); text += 'y'")
    )
    monkeypatch.delenv("VISUAL", raising=False)
    assert edited("-rf x.py", b"x = 1\n", b"x = 2\n") == "x = 2\ny"
    assert not Path((tmp_path / "at").read_text()).exists()


def test_without_an_editor_it_says_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    for named in ("no-such-editor -w", "'unclosed"):
        monkeypatch.setenv("EDITOR", named)
        with pytest.raises(EditError, match="EDITOR"):
            edited("a.py", b"", b"x\n")


# -- laws -----------------------------------------------------------------------------------------------------------

WORDS = st.lists(
    st.sampled_from(["a", "s", "r", "u", "n", "p", "l", "?", "nonsense", "", "why"]), max_size=14
)


@settings(max_examples=6, deadline=None)
@given(WORDS)
def test_whatever_is_typed_the_record_and_the_verdicts_agree(reviewable: Path, words: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        workspace = Path(shutil.copytree(reviewable, Path(folder) / "w", symlinks=True))
        run_id = Workspace(workspace).for_resume()
        typed_words = iter(words)

        def ask(prompt: str) -> str:
            for word in typed_words:
                return word
            raise EOFError

        with PheromoneStore(workspace / "pheromones", run_id) as store:
            medium = Medium(store, TargetRepo.open(workspace / "target_repo", run_id=run_id))
            verdicts = Reviewer(medium, ask, Screen(), "me").run()
            entries = store.read_all(Kind.STATUS)
        deposited = {
            k: e["metadata"]["decision"]["verdict"]
            for k, e in entries.items()
            if e["metadata"].get("decision")
        }
        assert deposited == verdicts
        assert {entry["status"] for entry in entries.values()} == {"needs_review"}, (
            "nothing is carried out yet"
        )


# -- terminals ------------------------------------------------------------------------------------------------------


#: Whoever runs the tests in the background has them ignore Ctrl-C, and their children with them.
HEARS_CTRL_C = partial(signal.signal, signal.SIGINT, signal.default_int_handler)


def at_a_terminal(workspace: Path, columns: int = 140, **more: str) -> Any:
    return pexpect.spawn(
        sys.executable,
        ["main.py", "--review", "--workspace", str(workspace)],
        cwd=str(ROOT),
        env={**environment(), "TERM": "xterm-256color", "COLUMNS": str(columns), **more},
        encoding="utf-8",
        dimensions=(50, columns),
        timeout=60,
        preexec_fn=HEARS_CTRL_C,
    )


def test_on_a_terminal_diffs_have_colours_and_columns(workspace: Path) -> None:
    child = at_a_terminal(workspace)
    child.expect("> ")
    child.sendline("d")
    child.expect("> ")
    unified = child.before
    child.sendline("beside")
    child.expect("> ")
    beside = child.before
    child.sendline("q")
    child.expect(pexpect.EOF)
    assert re.search(r"\x1b\[[0-9;]*3[1-6]m", unified) and re.search(r"\x1b\[[0-9;]*3[1-6]m", beside)
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in beside.splitlines()]
    assert any('print "a", n' in line and 'print("a", n)' in line for line in plain)
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in unified.splitlines()]
    assert any('-     print "a", n' in line for line in plain)


@pytest.mark.slow
def test_no_color_is_no_colour_in_a_review(workspace: Path) -> None:
    child = at_a_terminal(workspace, NO_COLOR="1")
    child.expect("> ")
    child.sendline("d")
    child.expect("> ")
    assert 'print("a", n)' in child.before and not re.search(r"\x1b\[[0-9;]*3[0-7]m", child.before)
    child.sendeof()
    child.expect(pexpect.EOF)


def interrupt(child: pexpect.spawn, heard: object) -> None:
    """Press Ctrl-C until it is heard: one between a prompt and the read after it waits in CPython for the next key."""
    for _ in range(60):
        child.sendintr()
        if child.expect([heard, pexpect.TIMEOUT], timeout=0.5) == 0:
            return
    raise AssertionError(f"not heard: {child.before}")


def test_ctrl_c_at_the_reason_takes_the_decision_back_and_goes_on(workspace: Path) -> None:
    child = at_a_terminal(workspace)
    child.expect("> ")
    child.sendline("s")
    child.expect("why")
    interrupt(child, "not decided")
    child.expect("> ")
    child.sendline("a")
    child.expect("why")
    child.sendline("fine")
    child.expect(r"\(2/3\)")
    child.sendline("q")
    child.expect("1 decided, 2 left")
    child.expect(pexpect.EOF)
    assert states_of(workspace)["a.py"] == "validated"


def test_a_killed_sitting_has_lost_nothing(workspace: Path) -> None:
    child = at_a_terminal(workspace)
    child.expect("> ")
    child.sendline("s")
    child.expect("why")
    child.sendline("dead code")
    child.expect(r"\(2/3\)")
    child.kill(9)
    child.wait()
    assert decisions(workspace)[0]["why"] == "dead code"
    ran = typed(workspace, "q")
    assert "2 files need a person" in ran.out
    assert states_of(workspace)["a.py"] == "skipped", "the next sitting carries it out"
    verify(workspace)


def test_a_killed_sitting_can_still_be_undone(workspace: Path) -> None:
    child = at_a_terminal(workspace)
    child.expect("> ")
    child.sendline("s")
    child.expect("why")
    child.sendline("dead code")
    child.expect(r"\(2/3\)")
    child.kill(9)
    child.wait()
    ran = typed(workspace, "u", "a", "after all", "q")
    assert "undone: a.py" in ran.out and states_of(workspace)["a.py"] == "validated", ran.out


def test_a_retry_can_be_tested_at_once(workspace: Path) -> None:
    child = at_a_terminal(workspace)
    child.expect("> ")
    child.sendline("r")
    child.expect("why")
    child.sendline("")
    child.expect("hint")
    child.sendline("mind the bytes")
    child.expect(r"\(2/3\)")
    child.sendline("q")
    child.expect(r"now\? \[y/N\]")
    child.sendline("n")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0 and states_of(workspace)["a.py"] == "retry"


@pytest.mark.skipif(shutil.which("tmux") is None, reason="no tmux here")
def test_in_tmux(workspace: Path, tmp_path: Path) -> None:
    def tmux(*arguments: str) -> str:
        command = ["tmux", "-f", "/dev/null", "-S", str(tmp_path / "socket"), *arguments]
        return subprocess.run(command, env=environment(), capture_output=True, text=True, check=False).stdout

    def until(words: str) -> str:
        deadline = time.monotonic() + 60
        while words not in (shown := tmux("capture-pane", "-p", "-t", "r")):
            assert time.monotonic() < deadline, shown
            time.sleep(0.1)
        return shown

    command = f"{sys.executable} main.py --review --workspace '{workspace}'; sleep 60"
    tmux("new-session", "-d", "-s", "r", "-x", "130", "-y", "40", "-c", str(ROOT), command)
    try:
        until("(1/3) a.py")
        tmux("send-keys", "-t", "r", "beside", "Enter")
        shown = until('print("a", n)')
        assert any('print "a", n' in line and 'print("a", n)' in line for line in shown.splitlines())
        tmux("send-keys", "-t", "r", "s", "Enter")
        until("why?")
        tmux("send-keys", "-t", "r", "dead code", "Enter")
        until("(2/3)")
        tmux("send-keys", "-t", "r", "C-d")
        until("1 decided, 2 left.")
    finally:
        tmux("kill-server")
    assert decisions(workspace)[0]["why"] == "dead code"


def test_on_a_terminal(workspace: Path) -> None:
    child = pexpect.spawn(
        sys.executable,
        ["main.py", "--review", "--workspace", str(workspace)],
        cwd=str(ROOT),
        env=environment(),
        encoding="utf-8",
        timeout=30,
    )
    child.expect("3 files need a person")
    child.expect("> ")
    child.sendline("what?")
    child.expect("is no command")
    child.sendline("d")
    child.expect_exact("--- a/a.py")
    child.expect("> ")
    child.sendline("a")
    child.expect("why")
    child.sendline("fine")
    child.expect(r"\(2/3\)")
    child.sendeof()
    child.expect("1 decided, 2 left")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert states_of(workspace)["a.py"] == "validated"


def test_an_interrupt_at_the_prompt_keeps_what_was_decided(workspace: Path) -> None:
    child = pexpect.spawn(
        sys.executable,
        ["main.py", "--review", "--workspace", str(workspace)],
        cwd=str(ROOT),
        env=environment(),
        encoding="utf-8",
        timeout=30,
        preexec_fn=HEARS_CTRL_C,
    )
    child.expect("> ")
    child.sendline("s")
    child.expect("why")
    child.sendline("dead code")
    child.expect(r"\(2/3\)")
    interrupt(child, pexpect.EOF)
    child.close()
    assert child.exitstatus in (0, 130) and "Traceback" not in (child.before or "")
    assert states_of(workspace)["a.py"] == "skipped", "a decision that was typed is carried out"
    verify(workspace)


def test_a_review_may_join_a_run_that_is_under_way(workspace: Path) -> None:
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
        ran = typed(workspace, "s", "beside a run", "q")
        assert ran.code == 0 and "1 decided" in ran.out
    finally:
        holder.kill()
        holder.communicate()
    verify(workspace)


def test_a_target_that_changed_meanwhile_is_a_conflict_and_not_a_traceback(workspace: Path) -> None:
    target = workspace / "target_repo"
    (target / "a.py").unlink()
    ran = typed(workspace, "a", "", "q")
    assert "Traceback" not in ran.err and ran.code in (0, 2, 3), ran.err
    assert states_of(workspace)["a.py"] != "validated"


#: A run whose Tester, at its second turn to act, waits in the middle of its step until it is told to go on.
PAUSED = """
import sys, time
from pathlib import Path
from agents.tester import Tester
from main import main
folder, inner, turns = Path(sys.argv[1]), Tester.execute, []
def execute(self, choice):
    turns.append(choice)
    if len(turns) == 2:
        (folder / "waiting").touch()
        deadline = time.monotonic() + 120
        while not (folder / "go").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
    return inner(self, choice)
Tester.execute = execute
sys.exit(main(sys.argv[2:]))
"""


def test_a_decision_made_while_a_run_works_is_lost_by_neither(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text(f"{STRICT}loop: {{files_per_step: 1}}\n")
    repo = python2_repo(tmp_path / "old", {key: FILES[key] for key in ("a.py", "b.py")})
    workspace = tmp_path / "w"
    flags = ["--repo", repo, "--workspace", workspace, "--config", tmp_path / "c.yaml"]
    run = subprocess.Popen(
        [sys.executable, "-c", PAUSED, str(tmp_path), *map(str, flags)],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        while not (tmp_path / "waiting").exists():
            assert run.poll() is None, run.communicate()[0]
            time.sleep(0.05)
        ran = typed(workspace, "a", "seen while it ran")
        assert ran.code == 0 and "1 decided, 0 left" in ran.out, ran.out + ran.err
    finally:
        (tmp_path / "go").touch()
        out, _ = run.communicate(timeout=120)
    assert run.returncode == 0, out
    assert states_of(workspace) == {"a.py": "validated", "b.py": "needs_review"}
    assert [d["why"] for d in decisions(workspace)] == ["seen while it ran"]
    assert status_of(workspace)["a.py"]["metadata"]["decided_by"]
    verify(workspace)
    assert left_over(workspace) == []
