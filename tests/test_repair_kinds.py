"""What a repair made bytes of, and a test wants as text: the other candidates come first then."""

from __future__ import annotations

import pytest

from environment.traces import Issue, Trial
from migration.repairing.kinds import made_bytes, wanted_text
from migration.repairing.registry import all_repairs
from migration.repairing.repair import Failure
from migration.repairing.search import next_plan
from migration.repairing.trial_outcomes import settled
from migration.repository.index import RepositoryIndex

WANTED = "a bytes-like object is required, not 'str'"
TEXT = "def cut(source):\n    return source.pull().split(',')\n"


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("b'a' != 'a'", True),
        ("Lists differ: [b'a', b'b'] != ['a', 'b']", True),
        ("assert b'a' == 'a'", True),
        ("assert [b'a'] == ['a']", True),
        ("'a' != b'a'", False),
        ("b'a' != b'b'", False),
        ("3 != 4", False),
        ("[b'a'] != [b'a', 'b']", False),
        ("{b'a': b'b'} != {'a': 'b'}", True),
        ("(1, b'a') != (1, 'a')", True),
    ],
)
def test_a_test_says_when_it_wants_text(message: str, wanted: bool) -> None:
    assert wanted_text(Failure("AssertionError", message.replace("==", "!="))) is wanted
    assert not wanted_text(Failure("TypeError", message))


@pytest.mark.parametrize(
    ("old", "new", "bytes_"),
    [
        ("x.split(',')", "x.split(b',')", True),
        ("f(x)", 'f(x.encode("utf-8"))', True),
        ("f(x)", 'f(x.decode("utf-8"))', False),
        ("f(b'x')", "f('x')", False),
        ("StringIO()", "BytesIO()", True),
    ],
)
def test_a_trial_is_seen_to_have_made_bytes(old: str, new: str, bytes_: bool) -> None:
    assert made_bytes(Trial(1, "r", "v", "TypeError", "m", hunks=((old, new),))) is bytes_


def plan_for(text: str, issue: Issue, trials: tuple[Trial, ...], number: int):  # type: ignore[no-untyped-def]
    index = RepositoryIndex({"m.py": text}, lambda key: text)
    return next_plan(text, [issue], trials, key="m.py", number=number, repairs=all_repairs(), index=index)


def test_bytes_that_came_out_where_text_was_wanted_are_taken_back_for_text() -> None:
    first = plan_for(TEXT, Issue("t", "m.py", 2, "TypeError", WANTED), (), 1)
    assert "split(b',')" in first.text
    shown = Issue("t", "m.py", 0, "AssertionError", "Lists differ: [b'a'] != ['a']")
    second = plan_for(first.text, shown, settled(first.trials, "kept"), 2)
    assert second.text == TEXT.replace("pull()", 'pull().decode("utf-8")')
    assert [t.outcome for t in second.trials] == ["text", ""]
    # Where that is no better, the bytes may come back, and then stay.
    third = plan_for(
        TEXT,
        Issue("t", "m.py", 2, "TypeError", WANTED),
        (*second.trials[:1], *settled(second.trials[1:], "worse")),
        3,
    )
    assert third.trials[-1].repair and third.trials[-1].outcome == ""


def test_they_stay_where_another_test_of_the_trial_is_content_or_nothing_gives_text() -> None:
    first = plan_for(TEXT, Issue("t", "m.py", 2, "TypeError", WANTED), (), 1)
    trial = settled(first.trials, "gained")[0]
    more = Trial(**{**{f: getattr(trial, f) for f in Trial.__dataclass_fields__}, "tests": ("t", "u")})
    shown = Issue("t", "m.py", 0, "AssertionError", "Lists differ: [b'a'] != ['a']")
    assert plan_for(first.text, shown, (more,), 2).text == first.text


def test_a_helper_that_another_repair_brought_stays_when_one_is_taken_back() -> None:
    text = "import json\ndef one(s):\n    return json.dumps(s.pull())\ndef two(s):\n    return json.dumps([s.pull()])\n"
    failing = [
        Issue(f"t{line}", "m.py", line, "TypeError", "Object of type bytes is not JSON serializable")
        for line in (3, 5)
    ]
    index = RepositoryIndex({"m.py": text}, lambda key: text)
    first = next_plan(text, failing, (), key="m.py", number=1, repairs=all_repairs(), index=index)
    assert first.text.count("json_ready(") > 3
    line = first.text[: first.text.index("json_ready([s.pull()])")].count("\n") + 1
    still = Issue("t5", "m.py", line, "TypeError", "Object of type bytes is not JSON serializable")
    trials = settled(first.trials, "gained")
    second = next_plan(first.text, [still], trials, key="m.py", number=2, repairs=all_repairs(), index=index)
    assert "json.dumps(json_ready(s.pull()))" in second.text and "def json_ready(" in second.text
