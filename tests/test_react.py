"""ReAct: a model behind real HTTP in a loop with tools; what it does, what it is refused, where it ends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from baseline_door import call, left_by, scripted
from front_door import python2_repo
from git_fixtures import git
from loopback_model import LoopbackModel, Reply, completion, error, json_reply, says

from baselines.memory import Memory, Trace
from baselines.toolloop.migration_tools import Migration
from baselines.toolloop.steps import Step
from baselines.toolloop.tools import Toolbox
from baselines.workbench import Workbench
from environment.target_repo import TargetRepo
from environment.traces import Evidence, EvidenceKind, Issue, Judgement, Status
from migration.models.repair_engine import RepairingEngine
from migration.models.rule_engine import RuleEngine
from stigmergy.providers import ChosenModel
from stigmergy.settings import load
from verification.evidence import Verifier

FILES = {
    "half.py": 'def half(n):\n    print "halving", n\n    return n / 2\n',
    "test_half.py": "import half\n\n\ndef test_half():\n    assert half.half(3) == 1\n",
}
RIGHT = 'def half(n):\n    print("halving", n)\n    return n // 2\n'
WRONG = 'def half(n):\n    print("halving", n)\n    return n / 2\n'


def native(*calls: tuple[str, dict[str, Any]], text: str | None = None) -> Reply:
    """A model's answer that calls tools natively."""
    body = completion(text, finish="tool_calls")
    body["choices"][0]["message"]["tool_calls"] = [
        {"id": f"c{n}", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
        for n, (name, arguments) in enumerate(calls)
    ]
    return json_reply(body)


def block(action: str, **arguments: Any) -> Reply:
    written = json.dumps({"thought": "so", "action": action, "arguments": arguments})
    return says(f"```json\n{written}\n```")


def plain(action: str, **arguments: Any) -> Reply:
    return says(f"Thought: so\nAction: {action}\nAction Input: {json.dumps(arguments)}")


def react(folder: Path, script: Any, *flags: Any, **llm: Any) -> tuple[Any, Any, list[dict[str, Any]]]:
    source = python2_repo(folder / "old", FILES)
    with LoopbackModel(script) as server:
        given = (*scripted(folder, server, **llm), *flags)
        ran = call("react", "--repo", source, "--workspace", folder / "w", *given, OPENAI_API_KEY="k")
    (left,) = left_by("react", folder / "w")
    return ran, left, server.requests


def test_a_model_with_native_tools_edits_tests_learns_and_answers(tmp_path: Path) -> None:
    script = [
        native(("read", {"path": "half.py"}), ("uses", {"name": "half"}), text="I look first."),
        native(("edit", {"path": "half.py", "text": WRONG})),
        native(("run_tests", {})),
        native(("edit", {"path": "half.py", "old": "n / 2", "new": "n // 2"})),
        native(("run_tests", {"path": "half.py"})),
        native(("answer", {"text": "done"})),
    ]
    ran, left, requests = react(tmp_path, script)
    assert ran.code == 0, ran.err
    assert left.states == dict.fromkeys(FILES, "validated")
    assert "n // 2" in git(left.workspace / "target_repo", "show", f"{left.run.summary['branch']}:half.py")
    names = [tool["function"]["name"] for tool in requests[0]["tools"]]
    assert names == [
        "list_files", "search", "read", "definitions", "uses", "python", "edit", "run_tests", "answer",
    ]  # fmt: skip
    second = requests[1]["messages"]
    assert [m["role"] for m in second] == ["system", "user", "assistant", "tool", "tool"]
    assert [m.get("tool_call_id") for m in second[3:]] == ["c0", "c1"]
    assert "halving" in second[3]["content"] and "test_half.py:5" in second[4]["content"]
    assert "AssertionError" in requests[3]["messages"][-1]["content"]
    steps = [r for r in left.trace if r["type"] == "step"]
    assert [r["action"] for r in steps] == [
        "read",
        "uses",
        "edit",
        "run_tests",
        "edit",
        "run_tests",
        "answer",
    ]
    assert {r["after"]["form"] for r in steps} == {"native"}
    assert [row.tick for row in left.run.ticks()] == list(range(1, len(steps) + 2)), "deciding is one more"
    assert left.run.metric("retry_resolution_rate") == 1.0
    assert left.run.metric("total_tokens") == 6 * 150
    assert left.fact("half.py", "rules") == ["model:scripted"]


def test_a_server_without_tools_is_spoken_to_in_text(tmp_path: Path) -> None:
    def answer(request: dict[str, Any]) -> Reply:
        if "tools" in request:
            return error(400, "this model does not support tools")
        turn = sum(m["role"] == "assistant" for m in request["messages"])
        return [block("edit", path="half.py", text=RIGHT), plain("run_tests"), says("Final Answer: done")][
            turn
        ]

    ran, left, requests = react(tmp_path, answer)
    assert ran.code == 0, ran.err
    assert left.states["half.py"] == "validated"
    assert ["tools" in request for request in requests] == [True, False, False, False]
    assert [r["after"]["form"] for r in left.trace if r["type"] == "step"] == ["json", "plain", "plain"]


@pytest.mark.slow
def test_the_budget_of_calls_ends_the_loop_and_what_stands_is_decided(tmp_path: Path) -> None:
    script = [block("edit", path="half.py", text=RIGHT), block("list_files")]
    ran, left, requests = react(tmp_path, script, "--max-calls", 3)
    assert len(requests) == 3
    assert ran.code == 0 and left.states == dict.fromkeys(FILES, "validated")
    script = [block("list_files")]
    ran, left, _ = react(tmp_path / "again", script, "--max-calls", 2)
    assert ran.code == 1 and left.run.summary["stop_reason"] == "budget_exhausted"
    assert left.states["half.py"] == "pending"
    assert left.run.manifest["react"]["max_calls"] == 2


@pytest.mark.slow
def test_a_model_that_makes_no_sense_is_told_so_and_given_up(tmp_path: Path) -> None:
    ran, left, requests = react(tmp_path, [says("I am sure that you can do it yourself.")])
    assert len(requests) == 3
    assert "no action found" in requests[1]["messages"][-1]["content"]
    assert ran.code == 0
    assert left.states["half.py"] == "skipped"
    assert "could not be understood" in left.fact("half.py", "reason")


@pytest.mark.slow
def test_a_long_observation_is_shortened_in_the_conversation(tmp_path: Path) -> None:
    script = [block("python", code="for n in range(5000): print('row', n)"), says("Final Answer: enough")]
    _, left, requests = react(tmp_path, script)
    told = requests[1]["messages"][-1]["content"]
    assert (
        len(told) < 4200
        and "characters left out" in told
        and "row 4999" in told
        and "[exit status 0]" in told
    )
    (step,) = [r for r in left.trace if r["action"] == "python"]
    assert step["after"]["observed_characters"] > 40_000


def test_python_runs_in_a_sandbox_over_a_copy(tmp_path: Path) -> None:
    code = (
        "import os, socket\n"
        "open('half.py', 'w').write('gone')\n"
        "print(sorted(os.listdir('.')), os.environ.get('OPENAI_API_KEY'))\n"
        "try:\n    socket.create_connection(('127.0.0.1', 9), 1)\nexcept OSError as e:\n    print('no network')\n"
    )
    _, left, requests = react(tmp_path, [block("python", code=code), says("Final Answer: enough")])
    told = requests[1]["messages"][-1]["content"]
    assert "['half.py', 'test_half.py'] None" in told and "no network" in told
    assert left.workspace.joinpath("target_repo", "half.py").read_text().startswith("def half")


# -- the tools over a working copy, without a run ----------------------------------------------------------------


@pytest.fixture
def migration(tmp_path: Path) -> Migration:
    """A migration of FILES over a real working copy. Its verifier knows nothing."""
    source = python2_repo(tmp_path / "old", FILES | {"other.py": "X = 1\n"})
    target = TargetRepo.acquire(str(source), None, tmp_path / "target_repo", run_id="r1")
    rules = RepairingEngine(RuleEngine())
    chosen = ChosenModel(rules, "embedded", "rules", "rules alone", "m")
    verifier = Verifier(original=tmp_path / "old", scratch=tmp_path / "runs")
    bench = Workbench(target, verifier, chosen, load(), Memory(Trace(tmp_path / "t.jsonl", "r1")))
    bench.survey("test")
    return Migration(bench, "test", rules)


def act(migration: Migration, action: str, **arguments: Any) -> str:
    return Toolbox(migration.tools()).take(Step("", action, arguments))


@pytest.mark.parametrize(
    ("arguments", "observed"),
    [
        ({"path": "../x.py", "text": "X = 1\n"}, "error: '../x.py'"),
        ({"path": "/etc/passwd", "text": "X = 1\n"}, "error: '/etc/passwd'"),
        ({"path": ".git/config", "text": "x"}, "error: "),
        ({"path": "nowhere.py", "old": "a", "new": "b"}, "error: 'nowhere.py' is none of the files"),
        ({"path": "data.txt", "text": "x"}, "error: data.txt: only Python files can be added"),
        ({"path": "half.py"}, "error: edit needs `old` and `new`, or `text`"),
        (
            {"path": "half.py", "old": "missing", "new": "x"},
            "error: `old` must be in the file exactly once, and is not",
        ),
        (
            {"path": "half.py", "old": "n", "new": "x"},
            "error: `old` must be in the file exactly once, and is there",
        ),
        ({"path": "half.py", "text": FILES["half.py"]}, "nothing was changed"),
        (
            {"path": "test_half.py", "text": "import half\n"},
            "error: refused: test_half.py: a migrated test file keeps",
        ),
        ({"path": "half.py", "text": "def half(:\n"}, "half.py is written, but can't stand yet"),
        ({"path": "half.py", "text": RIGHT}, "half.py is written, and compiles"),
        ({"path": "new.py", "text": "Y = 2\n"}, "new.py is new"),
    ],
)
def test_what_an_edit_may_do(arguments: dict[str, str], observed: str, migration: Migration) -> None:
    assert act(migration, "edit", **arguments).startswith(observed)


def test_a_draft_that_never_compiles_is_put_back(migration: Migration) -> None:
    act(migration, "edit", path="half.py", old="    return n / 2\n", new="    return n // 2\n")
    assert "half.py" in migration.drafts and "half.py" not in migration.standing()
    assert b"n // 2" in migration.bench.read("half.py")
    act(migration, "edit", path="half.py", old='print "halving", n', new='print("halving", n)')
    assert migration.drafts == {} and migration.memory.state("half.py") == Status.TRANSFORMED
    act(migration, "edit", path="half.py", text="def half(:\n")
    migration.give_up_drafts()
    assert migration.bench.read("half.py").decode() == RIGHT


def test_a_text_that_fails_more_tests_gives_way_to_the_earlier_one(migration: Migration) -> None:
    act(migration, "edit", path="half.py", text=RIGHT)
    migration.learn("half.py", shown(2, 0))
    migration.memory.note("test", "half.py", Status.TESTED)
    act(migration, "edit", path="half.py", text=WRONG)
    assert "put back" in migration.learn("half.py", shown(1, 1))
    assert migration.bench.read("half.py").decode() == RIGHT


def shown(passed: int, failed: int) -> Judgement:
    issues = (Issue("t", "half.py", 3, "AssertionError", "no"),) if failed else ()
    return Judgement(0.9, Evidence(EvidenceKind.TESTS), issues, passed + failed, passed, failed)


def test_rules_are_a_tool_and_a_new_file_goes_with_those_that_mention_it(migration: Migration) -> None:
    told = act(migration, "migrate", path="half.py")
    assert told.startswith("half.py: ") and "print_statement" in told
    assert "run the tests first" in act(migration, "migrate", path="half.py")
    act(migration, "edit", path="compat.py", text="Y = 2\n")
    act(migration, "edit", path="half.py", text="import compat\n" + RIGHT)
    assert migration.memory.fact("half.py", "group") == ["compat.py", "half.py"]
    authors = {change["author"] for change in migration.memory.fact("half.py", "changes")}
    assert "model:m" in authors


def test_a_file_that_was_tried_too_often_is_left_alone(migration: Migration) -> None:
    for number in range(6):
        told = act(migration, "edit", path="half.py", text=WRONG + f"# {number}\n")
        migration.memory.note("test", "half.py", Status.TESTED)
    assert "tried again too often" in told
    assert migration.memory.status["half.py"]["retry_count"] == 4
