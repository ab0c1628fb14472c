"""The Scout's question: about places that rules can't tell and no others; advice, signed and paid for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from loopback_model import LoopbackModel, Reply, error, says
from test_llm_runs import KEY, TEXT, run, small_repo, well_behaved

from environment.budget import Budget
from environment.traces import Observation, Opinion
from migration.models.rule_engine import RuleEngine
from stigmergy.llm_client import connect
from stigmergy.llm_errors import FatalModelError
from stigmergy.llm_types import LlmSettings, VirtualClock
from stigmergy.models.dialogue import Dialogue
from stigmergy.models.opinions import Opinions
from stigmergy.models.prompting import Prompts
from stigmergy.models.simulated import ErrorRates, SimulatedTransport

AMBIGUOUS = b"def f(t):\n    print t\n    return apply(t, *t)\n"
PLAIN = b"print 1\n"
SAID = "line 3: change: apply is gone"
DIVISION = b"def f(a, b):\n    print a\n    return a / b\n"


def opinions(server: LoopbackModel, budget: Budget | None = None) -> Opinions:
    settings = LlmSettings(
        provider="openai", base_url=server.url, model="m", retry_backoff=(0.0,), retry_jitter_seconds=0.0
    )
    return Opinions(RuleEngine(), Dialogue(connect(settings, budget or Budget(), {}), Prompts()))


def test_only_what_rules_can_not_tell_is_asked_about() -> None:
    with LoopbackModel([says(SAID)]) as server:
        found = opinions(server)({"a.py": AMBIGUOUS, "b.py": PLAIN}, ["a.py", "b.py"], {})
    (opinion,) = found.pop("a.py")
    assert not found and len(server.requests) == 1
    assert opinion == Opinion("apply_builtin", 3, "return apply(t, *t)", "change", "apply is gone", "model:m")
    shown = server.requests[0]["messages"][1]["content"]
    assert "line 3: apply_builtin" in shown and "change: " in shown and "print(t)" in shown
    assert server.requests[0]["max_tokens"] < 500


def test_what_was_observed_is_not_asked_about() -> None:
    seen = {"a.py": (Observation("div", 3, 12, ("int/int",)),)}
    with LoopbackModel([says("line 3: change: x")]) as server:
        assert opinions(server)({"a.py": DIVISION}, ["a.py"], seen) == {}
    assert server.requests == []


@pytest.mark.parametrize("bad", ["NO CHANGE", "line 9: keep: another place", "line 3: perhaps", ""])
def test_an_answer_that_misses_a_place_is_asked_again(bad: str) -> None:
    with LoopbackModel([says(bad or " x"), says(SAID)]) as server:
        assert opinions(server)({"a.py": AMBIGUOUS}, ["a.py"], {})["a.py"][0].verdict == "change"
    assert "nothing about line 3" in server.requests[1]["messages"][-1]["content"]


@pytest.mark.parametrize("reply", [says("nonsense"), error(500), error(402)])
def test_without_an_answer_there_is_no_opinion(reply: Reply) -> None:
    with LoopbackModel([reply]) as server:
        assert opinions(server)({"a.py": AMBIGUOUS}, ["a.py"], {}) == {}


def test_a_wrong_key_ends_the_run_and_a_spent_budget_does_not() -> None:
    with LoopbackModel([error(401)]) as server:
        with pytest.raises(FatalModelError):
            opinions(server)({"a.py": AMBIGUOUS}, ["a.py"], {})
        asked = len(server.requests)
        assert opinions(server, Budget(10))({"a.py": AMBIGUOUS}, ["a.py"], {}) == {}
        assert len(server.requests) == asked


def test_a_long_answer_is_one_short_line_of_advice() -> None:
    with LoopbackModel([says(f"- Line 3: KEEP: {'x' * 999}\nline 3: change: again")]) as server:
        (opinion,) = opinions(server)({"a.py": AMBIGUOUS}, ["a.py"], {})["a.py"]
    assert (opinion.verdict, opinion.why) == ("keep", "x" * 200)


def test_a_simulated_model_has_opinions_too() -> None:
    from stigmergy.llm_client import LlmClient

    clock = VirtualClock()
    transport = SimulatedTransport(RuleEngine(), clock, ErrorRates(*[0.0] * 8))
    client = LlmClient(LlmSettings(provider="simulated", model="m"), transport, Budget(), clock=clock)
    found = Opinions(RuleEngine(), Dialogue(client, Prompts()))({"a.py": AMBIGUOUS}, ["a.py"], {})
    assert found["a.py"][0].why == "simulated"


def test_a_run_deposits_it_shows_it_to_the_transformer_and_books_it_for_the_scout(tmp_path: Path) -> None:
    def reply(body: dict[str, Any]) -> Reply:
        scouting = "Say for each place" in body["messages"][1]["content"]
        return says(SAID) if scouting else well_behaved(body)

    repo = small_repo(tmp_path / "old", 2, TEXT)
    with LoopbackModel(reply) as server:
        ran = run(tmp_path / "w", repo, server, kind="hybrid", key=KEY, scout_opinions=True)
        assert ran.code in (0, 1), ran.err
    tasks = json.loads((tmp_path / "w" / "pheromones" / "tasks.json").read_text())
    assert [task["opinions"][0]["why"] for task in tasks.values()] == ["apply is gone"] * 2
    shown = [body["messages"][1]["content"] for body in server.requests[2:4]]
    assert all("an opinion, not evidence" in text and "apply is gone" in text for text in shown)
    (summary,) = (tmp_path / "w" / "metrics" / "output").glob("*_summary.json")
    spending = json.loads(summary.read_text())["spending"]["by_agent"]
    assert spending["scout"]["tokens"] == 300 and spending["transformer"]["tokens"] > 0
    assert spending["scout"]["planned_tokens"] > 300
