"""A coder behind a real MCP server process: what it may do, and what becomes of one that hangs, lies or exits."""

from __future__ import annotations

import json
import sys
import textwrap
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from git_fixtures import make_repo

from baselines.planning.approvals import Approvals
from baselines.planning.artefacts import Artefacts
from baselines.planning.coder import CoderOutput
from baselines.planning.planner import Plan
from baselines.planning.worktrees import Worktree, Worktrees
from environment.git_acquire import commit_at
from stigmergy.baseline_settings import Mcp
from stigmergy.settings import SettingsError

mcp_coder = pytest.importorskip("baselines.planning.mcp_coder")
pytest.importorskip("mcp")

SERVER = Path(__file__).with_name("mcp_agent_server.py")
PLAN = Plan("PLAN\nRISKS", "", "")
FILES = {"product.py": "def answer():\n    return 41\n", ".gitignore": "*.log\n"}


@dataclass
class Bench:
    """A worktree, a folder for artefacts, and coders that work there."""

    worktree: Worktree
    folder: Path

    def code(self, behaviour: str, turns: int = 1, command: str = "", **section: Any) -> list[CoderOutput]:
        """Have an agent of this behaviour work for so many turns."""
        command = command or f"{sys.executable} {SERVER} {behaviour}"
        settings = Mcp(command=command, **{"start_seconds": 20.0, "turn_seconds": 20.0, **section})
        coder = mcp_coder.McpCoder(settings, self.worktree, Artefacts(self.folder, "r1"), threading.Event())
        try:
            return [coder.code(f"prompt {n}", n, PLAN, None) for n in range(1, turns + 1)]
        finally:
            coder.close()

    def messages(self) -> list[dict[str, Any]]:
        """The transcript."""
        lines = (self.folder / "codex_mcp_transcript.jsonl").read_text().splitlines()
        return [json.loads(line) for line in lines]


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    repository = make_repo(tmp_path / "repository", FILES)
    worktrees = Worktrees(repository, tmp_path / "worktrees")
    with worktrees.opened("one", commit_at(repository, "HEAD")) as worktree:
        yield Bench(worktree, tmp_path / "kept")


def test_an_agent_edits_and_every_message_is_kept(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGENT_KEY", "sk-agent-1")
    monkeypatch.setenv("OTHER", "not for the agent")
    (output,) = bench.code("edit", env=["AGENT_KEY"])
    assert not output.failed
    assert output.text == "done by codex with key sk-agent-1, other none"
    assert "return 42" in bench.worktree.difference().text
    sent = [m["message"].get("method") for m in bench.messages() if m["direction"] == "sent"]
    assert sent == ["initialize", "notifications/initialized", "tools/list", "tools/call"]
    (call,) = [m["message"] for m in bench.messages() if m["message"].get("method") == "tools/call"]
    assert call["params"]["arguments"] == {
        "prompt": "prompt 1",
        "cwd": str(bench.worktree.path),
        "sandbox": "workspace-write",
        "approval-policy": "on-request",
    }
    assert any(m["message"].get("method") == "codex/event" for m in bench.messages())
    kept = (bench.folder / "codex_mcp_transcript.jsonl").read_text()
    assert "sk-agent-1" not in kept and "[key]" in kept


def test_a_further_round_goes_on_with_the_agents_thread(bench: Bench) -> None:
    first, second = bench.code("reply", turns=2)
    assert (first.text, second.text.split(" with")[0]) == ("first try", "done by codex-reply")
    calls = [m["message"]["params"] for m in bench.messages() if m["message"].get("method") == "tools/call"]
    assert calls[1] == {"name": "codex-reply", "arguments": {"threadId": "t-1", "prompt": "prompt 2"}}
    assert [m["round"] for m in bench.messages() if m["message"].get("method") == "tools/call"] == [1, 2]
    assert "notes.txt" in bench.worktree.difference().files, "untracked files are part of the change"


def test_only_what_stays_in_the_worktree_is_approved(bench: Bench) -> None:
    (output,) = bench.code("ask")
    assert output.text.startswith("answers: yes no no yes no no")
    assert "[declined: outside of the worktree: ../outside.py]" in output.text
    assert "/etc/passwd leads out of the worktree" in output.text
    assert not output.failed


FAILURES = {
    "hang": ("did not end its turn within 4 s", {"turn_seconds": 4.0}, True),
    "hang_at_start": ("did not answer within 2 s of its start", {"start_seconds": 2.0}, False),
    "exit": ("exited in the middle of a turn", {}, True),
    "exit_at_start": ("could not be used", {}, False),
    "error": ("the agent reports an error: my model is not paid", {}, True),
    "no_tool": ("has no tool 'codex' (it has: hello)", {}, False),
    "outside": ("changed what is not its own: .git/hooks", {}, True),
    "wrong_id": ("did not end its turn within 4 s", {"turn_seconds": 4.0}, True),
    "rpc_error": ("answers with an error: out of order", {}, False),
}


#: One of each kind of failure is always tried; the others wait for `make test-all`.
ALWAYS = ("hang", "exit", "outside")


@pytest.mark.parametrize(
    "behaviour", [b if b in ALWAYS else pytest.param(b, marks=pytest.mark.slow) for b in FAILURES]
)
def test_a_server_that_fails_is_explained_and_what_was_written_stands(behaviour: str, bench: Bench) -> None:
    why, section, wrote = FAILURES[behaviour]
    (output,) = bench.code(behaviour, **section)
    assert why in output.failed
    assert ("return 42" in bench.worktree.difference().text) == wrote
    assert any(m["direction"] == "note" for m in bench.messages())
    if behaviour.startswith("exit"):
        assert (bench.folder / "mcp_server.log").read_text().strip() in ("I had enough", "no licence")


def test_a_lie_is_seen_by_the_difference_and_garbage_is_passed_over(bench: Bench) -> None:
    (lie,) = bench.code("lie")
    assert lie.text.startswith("done") and not lie.failed
    assert bench.worktree.difference().files == ()
    (garbage,) = bench.code("garbage")
    assert not garbage.failed and bench.worktree.difference().files == ("product.py",)
    assert any("unreadable" in m["message"] for m in bench.messages())


def test_a_run_that_is_stopped_does_not_wait_for_the_agent(bench: Bench) -> None:
    stop = threading.Event()
    settings = Mcp(command=f"{sys.executable} {SERVER} hang")
    coder = mcp_coder.McpCoder(settings, bench.worktree, Artefacts(bench.folder, "r1"), stop)
    threading.Timer(1.0, stop.set).start()
    try:
        assert coder.code("prompt", 1, PLAN, None).failed == "the run was stopped"
    finally:
        coder.close()


@pytest.mark.parametrize(
    ("section", "why"),
    [
        ({"command": "no-such-agent mcp"}, "there is no program 'no-such-agent'"),
        ({"command": "agent | tee log"}, "needs a shell for '|'"),
        ({"command": "agent 'unclosed"}, "can't be read as a command"),
        ({"command": f"{sys.executable} x.py", "env": ["NO_SUCH_VARIABLE"]}, "NO_SUCH_VARIABLE is not set"),
    ],
)
def test_a_wrong_setting_is_told_before_anything_is_asked(
    section: dict[str, Any], why: str, bench: Bench
) -> None:
    with pytest.raises(SettingsError, match=r"baselines\.hierarchical\.mcp") as error:
        mcp_coder.McpCoder(Mcp(**section), bench.worktree, Artefacts(bench.folder, "r1"), threading.Event())
    assert why in str(error.value)


SDK_SERVER = """\
from pathlib import Path
from mcp.server.mcpserver import MCPServer

server = MCPServer("agent")

@server.tool()
def codex(prompt: str, cwd: str) -> str:
    "Works."
    Path(cwd, "product.py").write_text("def answer():\\n    return 42\\n")
    return f"did: {prompt}"

server.run("stdio")
"""


@pytest.mark.slow
def test_a_server_made_with_the_official_sdk_is_understood(bench: Bench, tmp_path: Path) -> None:
    script = tmp_path / "server.py"
    script.write_text(textwrap.dedent(SDK_SERVER))
    (output,) = bench.code("", command=f"{sys.executable} {script}")
    assert (output.text, output.failed) == ("did: prompt 1", "")
    assert bench.worktree.difference().files == ("product.py",)


# -- approvals ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "approved"),
    [
        (["ls", "-l"], True),
        (["cat", "product.py"], True),
        (["/usr/bin/env", "python", "-m", "pytest", "-q"], True),
        (["bash", "-lc", "cd pkg && sed -n '1,5p' product.py | head -3"], True),
        (["bash", "-lc", "python -m pytest -q tests/ 2> /dev/null"], True),
        (["git", "diff", "--stat"], True),
        ("python -m pytest", True),
        (["sed", "-i", "s/a/b/", "product.py"], True),
        (["cat", "/etc/passwd"], False),
        (["cat", "../secret"], False),
        (["cat", "pkg/../../secret"], False),
        (["cp", "product.py", "--target-directory=/tmp"], False),
        (["python", "-c", "open('/etc/passwd')"], False),
        (["bash", "-lc", "echo x > /tmp/x"], False),
        (["bash", "-lc", "cat ~/.ssh/id_rsa"], False),
        (["bash", "-lc", "cat $HOME/.ssh/id_rsa"], False),
        (["bash", "-lc", "cat `echo /etc`/passwd"], False),
        (["bash", "-lc", "ls; curl http://example.org"], False),
        (["bash", "-lc", "ls\ncurl http://example.org"], False),
        (["bash", "-lc", "cat 'unclosed"], False),
        (["bash"], False),
        (["curl", "http://example.org"], False),
        (["sudo", "ls"], False),
        (["git", "commit", "-am", "x"], False),
        (["git", "-C", "/", "status"], False),
        (["git", "diff", "--output=x"], False),
        (["cat", ".git"], True),
        (["cat", "link/passwd"], False),
        (["/tmp/evil"], False),
        ([], False),
        ("", False),
        (7, False),
    ],
)
def test_commands(command: Any, approved: bool, tmp_path: Path) -> None:
    (tmp_path / "pkg").mkdir()
    (tmp_path / "link").symlink_to("/etc")
    params = {"codex_elicitation": "exec-approval", "codex_command": command, "codex_cwd": str(tmp_path)}
    decision = Approvals(tmp_path).decide(params)
    assert decision.approved == approved, decision.why
    assert decision.result()["action"] == ("accept" if approved else "decline")


@pytest.mark.parametrize(
    ("params", "approved"),
    [
        ({"codex_changes": {"a.py": {"add": {"content": ""}}, "pkg/b.py": {"delete": {}}}}, True),
        ({"codex_changes": {"{root}/a.py": {"add": {}}}}, True),
        ({"codex_changes": {"a.py": {}}, "codex_grant_root": "/"}, False),
        ({"codex_changes": {"/etc/passwd": {}}}, False),
        ({"codex_changes": {"a.py": {"update": {"move_path": "../b.py"}}}}, False),
        ({"codex_changes": {".git/config": {}}}, False),
        ({"codex_changes": {"link/x": {}}}, False),
        ({"codex_changes": {}}, False),
        ({"codex_changes": ["a.py"]}, False),
        ({"codex_elicitation": "patch-approval"}, False),
        ({"message": "What is your password?"}, False),
    ],
)
def test_patches(params: dict[str, Any], approved: bool, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/etc")
    changes = params.get("codex_changes")
    if isinstance(changes, dict):
        params = {**params, "codex_changes": {k.format(root=tmp_path): v for k, v in changes.items()}}
    assert Approvals(tmp_path).decide(params).approved == approved
