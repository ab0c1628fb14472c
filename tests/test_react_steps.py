"""The tool loop without a run: reading steps, checking arguments, compressing observations, finding names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from baselines.toolloop.compression import compressed, windowed
from baselines.toolloop.names import occurrences
from baselines.toolloop.repository_tools import Tree, looking_tools
from baselines.toolloop.steps import JSON_BLOCK, NATIVE, PLAIN, Step, StepError, steps_in
from baselines.toolloop.tools import Parameter, Tool, Toolbox
from migration.code_model import Usage
from stigmergy.llm_tokens import estimate_prompt
from stigmergy.llm_types import Completion, Message, ToolCall

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=4,
)


def said(text: str, *calls: ToolCall) -> Completion:
    return Completion(text, "stop", Usage(), tool_calls=calls)


def step(text: str, *calls: ToolCall) -> Step:
    (only,) = steps_in(said(text, *calls))
    return only


# -- reading steps -----------------------------------------------------------------------------------------------


def test_native_calls_come_first_then_a_json_block_then_plain_text() -> None:
    block = '```json\n{"action": "read", "arguments": {"path": "b"}}\n```'
    text = f'Thought: t\nAction: read\nAction Input: {{"path": "c"}}\n{block}'
    native = step(text, ToolCall("1", "read", '{"path": "a"}'))
    assert (native.form, native.arguments, native.id) == (NATIVE, {"path": "a"}, "1")
    assert (step(text).form, step(text).arguments) == (JSON_BLOCK, {"path": "b"})
    plain = step(text.partition("```")[0])
    assert (plain.form, plain.action, plain.arguments, plain.thought) == (PLAIN, "read", {"path": "c"}, "t")


def test_several_native_calls_are_several_steps() -> None:
    calls = (ToolCall("1", "read", '{"path": "a"}'), ToolCall("2", "run_tests", ""))
    assert [s.action for s in steps_in(said("", *calls))] == ["read", "run_tests"]


@pytest.mark.parametrize(
    ("text", "action", "arguments", "raw"),
    [
        ('{"thought": "t", "action": "search", "arguments": {"pattern": "x"}}', "search", {"pattern": "x"}, None),
        ('{"tool": "search", "input": "{\\"pattern\\": \\"x\\"}"}', "search", {"pattern": "x"}, None),
        ('I do it.\n{"name": "search", "parameters": {"pattern": "{"}} as said', "search", {"pattern": "{"}, None),
        ('{"action": {"name": "search", "arguments": {"pattern": "x"}}}', "search", {"pattern": "x"}, None),
        ('{"action": "search", "pattern": "x"}', "search", {"pattern": "x"}, None),
        ('{"action": "python", "arguments": "print(1)"}', "python", {}, "print(1)"),
        ('{"action": "python", "arguments": {"code": "a\nb"}}', "python", {"code": "a\nb"}, None),
        ("Thought: t\nAction: read\nAction Input: a.py", "read", {}, "a.py"),
        ("**Thought:** t\n**Action:** read\n**Action Input:** `a.py`", "read", {}, "`a.py`"),
        ("Action: read(a.py)", "read", {}, "a.py"),
        ("Action: read[a.py]", "read", {}, "a.py"),
        ('Action: read({"path": "a.py"})', "read", {"path": "a.py"}, None),
        ("Action: run_tests", "run_tests", {}, None),
        ("Action: python\nAction Input:\n```python\nprint(1)\nprint(2)\n```", "python", {}, "print(1)\nprint(2)"),
        ("Thought: enough.\nFinal Answer: all done", "answer", {}, "all done"),
    ],
)  # fmt: skip
def test_forms_that_models_write(text: str, action: str, arguments: dict[str, Any], raw: str | None) -> None:
    read = step(text)
    assert (read.action, dict(read.arguments), read.raw) == (action, arguments, raw)


def test_what_a_model_imagines_to_observe_is_not_listened_to() -> None:
    text = (
        "Thought: t\nAction: read\nAction Input: a.py\nObservation: fine\nAction: answer\nAction Input: done"
    )
    assert (step(text).action, step(text).raw) == ("read", "a.py")


@pytest.mark.parametrize(
    "answer",
    [
        said("I think that all is well."),
        said(""),
        said("{}"),
        said("Action:"),
        said("", ToolCall("1", "read", "{path")),
        said("", ToolCall("1", "read", "[1]")),
        said('{"action": 3}'),
    ],
)
def test_no_step_is_an_error_that_says_what_to_do(answer: Completion) -> None:
    with pytest.raises(StepError, match=r"no action found|must be a JSON object|no JSON"):
        steps_in(answer)


@given(st.text(max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    try:
        (read,) = steps_in(said(text))
    except StepError:
        return
    assert read.action


@given(
    st.text(max_size=30), st.text("abc_", min_size=1), st.dictionaries(st.text(max_size=6), JSON, max_size=3)
)
def test_a_step_in_json_is_read_as_it_was_written(
    thought: str, action: str, arguments: dict[str, Any]
) -> None:
    written = json.dumps({"thought": thought, "action": action, "arguments": arguments})
    for text in (written, f"Let me see.\n\n{written}", f"```json\n{written}\n```"):
        read = step(text)
        assert (read.action, read.arguments) == (action, arguments)


# -- tools -------------------------------------------------------------------------------------------------------


def box() -> Toolbox:
    def show(path: str, start: int) -> str:
        return f"{path}@{start}"

    parameters = {
        "path": Parameter("string", "a path", required=True),
        "start": Parameter("integer", "a line", 1),
    }
    return Toolbox([Tool("read", "reads", show, parameters)])


@pytest.mark.parametrize(
    ("taken", "observed"),
    [
        (Step("", "read", {"path": "a"}), "a@1"),
        (Step("", "READ", {"path": "a", "start": "7"}), "a@7"),
        (Step("", "read", {}, raw="a"), "a@1"),
        (Step("", "read", {}), "error: read needs path: a path"),
        (Step("", "read", {"path": "a", "line": 3}), "error: read takes no line"),
        (Step("", "read", {"path": ["a"]}), "error: read: path must be of type string, not list"),
        (Step("", "read", {"path": "a", "start": True}), "error: read: start must be of type integer"),
        (Step("", "reed", {"path": "a"}), "error: there is no tool 'reed'; did you mean read?"),
    ],
)
def test_arguments_are_checked_and_an_error_is_an_observation(taken: Step, observed: str) -> None:
    assert box().take(taken).startswith(observed)


def test_a_tool_is_offered_in_the_form_of_the_interface() -> None:
    (spec,) = box().specs()
    assert spec["function"]["parameters"]["required"] == ["path"]
    assert spec["function"]["parameters"]["properties"]["start"]["type"] == "integer"


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "a.py").write_text(
        "import b\n\n\ndef half(n):\n    print 'half', n\n    return n / 2\n"
    )
    (tmp_path / "b.py").write_text("from pkg.a import half\nX = half(4)\n# half\nS = 'half'\n")
    (tmp_path / "data.bin").write_bytes(b"\0\1")
    (tmp_path / "out").symlink_to("/etc")
    (tmp_path / "passwd.py").symlink_to("/etc/passwd")
    return Tree(tmp_path)


@pytest.mark.parametrize(
    ("action", "arguments", "observed"),
    [
        ("list_files", {}, "b.py\npkg/a.py"),
        ("list_files", {"pattern": "a.*"}, "pkg/a.py"),
        ("search", {"pattern": r"print\b"}, "pkg/a.py:5: print 'half', n"),
        ("search", {"pattern": "nowhere"}, "nothing matches 'nowhere' in *.py"),
        ("search", {"pattern": "("}, "error: '(' is no regular expression"),
        (
            "read",
            {"path": "pkg/a.py", "start": 4, "end": 5},
            "    4  def half(n):\n    5      print 'half', n\n[pkg",
        ),
        ("read", {"path": "pkg/a.py", "start": 99}, "error: pkg/a.py has 7 lines"),
        ("read", {"path": "../secret"}, "error: '../secret' can't be read"),
        ("read", {"path": "out/passwd"}, "error: 'out/passwd' can't be read"),
        ("read", {"path": "passwd.py"}, "error: 'passwd.py' can't be read"),
        ("read", {"path": ".git/config"}, "error: '.git/config' can't be read"),
        ("read", {"path": "data.bin"}, "error: 'data.bin' is no text"),
        (
            "definitions",
            {"name": "a.half"},
            "b.py:1: [import] from pkg.a import half\npkg/a.py:4: [def] def half(n):",
        ),
        ("uses", {"name": "half"}, "b.py:2: X = half(4)"),
        ("uses", {"name": "1+"}, "error: '1+' is no name"),
    ],
)
def test_looking_around(action: str, arguments: dict[str, Any], observed: str, tree: Tree) -> None:
    told = Toolbox(looking_tools(tree)).take(Step("", action, arguments))
    assert told.startswith(observed)
    if not observed.startswith(("error", "    4", "nothing")):
        assert told == observed


NAMES = """\
import os, sys as s
from a import b as c
class A(object):
    def f(self, x, y=1, *args):
        x = y
        for x in y: print x, "x", u'''x
x''' # x
        with open(x) as z: pass
        g(x=1)
A.x, t = 1, 2
"""


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("s", [(1, "import")]),
        ("a", [(2, "")]),
        ("c", [(2, "import")]),
        ("A", [(3, "class"), (10, "")]),
        ("f", [(4, "def")]),
        ("args", [(4, "parameter")]),
        ("x", [(4, "parameter"), (5, "assignment"), (6, "assignment"), (6, ""), (8, ""), (9, ""), (10, "")]),
        ("z", [(8, "assignment")]),
        ("t", [(10, "assignment")]),
    ],
)  # fmt: skip
def test_names_are_found_in_python_2_and_not_in_strings(name: str, found: list[tuple[int, str]]) -> None:
    assert [(each.line, each.how) for each in occurrences(NAMES, name)] == found


# -- compression -------------------------------------------------------------------------------------------------


@settings(deadline=None)
@given(st.text(max_size=3000), st.integers(120, 1000))
def test_an_observation_keeps_its_limit_and_a_short_one_is_left_alone(text: str, limit: int) -> None:
    told = compressed(text, limit)
    assert len(told) <= limit
    assert (told == text) == (len(text) <= limit)


def test_beginning_and_end_are_kept_and_what_is_left_out_is_said() -> None:
    text = "\n".join(f"line {n}" for n in range(1000)) + "\nAssertionError: the end"
    told = compressed(text, 500)
    assert told.startswith("line 0\n") and told.endswith("AssertionError: the end")
    assert f"of {len(text)} characters left out" in told


def test_repeated_lines_are_told_once() -> None:
    told = compressed("a\n" + "same\n" * 500 + "z", 200)
    assert told == "a\nsame\n[the same line 499 more times]\nz"


@settings(deadline=None, max_examples=30)
@given(st.lists(st.integers(1, 3000), max_size=30), st.integers(600, 4000))
def test_a_conversation_fits_its_window_and_keeps_rules_and_task(lengths: list[int], window: int) -> None:
    messages = [Message("system", "rules"), Message("user", "task")]
    for number, length in enumerate(lengths):
        messages += [Message("assistant", f"step {number}"), Message("user", "word " * length)]
    shown = windowed(messages, window)
    assert shown[:2] == messages[:2]
    assert shown[-2:] == messages[-2:], "the last exchange is never shortened"
    small = estimate_prompt(shown) <= window
    assert small or len(shown) <= 4
    assert [m for m in shown if m.role == "assistant"] == [m for m in messages if m.role == "assistant"][
        -len(shown) // 2 + 1 :
    ]
