"""BaseAgent: one cycle for all, a seat of its own, and no memory between steps."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
from world import make_world

from agents.base_agent import BaseAgent
from agents.scout import Scout
from agents.tester import Tester
from agents.transformer import Transformer
from agents.validator import Validator
from stigmergy.crafts import scan_all

AGENTS = [Scout, Transformer, Tester, Validator]


class Diary(BaseAgent[list[str], str, str]):
    """Writes down the order in which it is asked."""

    name = "scout"

    def __init__(self, seat: object, sensed: list[str]) -> None:
        super().__init__(seat)  # type: ignore[arg-type]
        self.sensed = sensed
        self.calls: list[str] = []

    def perceive(self) -> list[str]:
        self.calls.append("perceive")
        return self.sensed

    def should_act(self, sensed: list[str]) -> bool:
        self.calls.append("should_act")
        return bool(sensed)

    def decide(self, sensed: list[str]) -> str:
        self.calls.append("decide")
        return sensed[0]

    def execute(self, choice: str) -> str:
        self.calls.append("execute")
        return choice.upper()

    def deposit(self, outcome: str) -> bool:
        self.calls.append(f"deposit {outcome}")
        return outcome != "NOTHING"


def test_the_cycle_runs_in_order_and_each_part_feeds_the_next(tmp_path: Path) -> None:
    agent = Diary(make_world(tmp_path, {"a.py": "print 1\n"}).seat("scout"), ["a.py"])
    assert agent.step() is True
    assert agent.calls == ["perceive", "should_act", "decide", "execute", "deposit A.PY"]


def test_an_agent_with_nothing_to_do_says_so_and_does_nothing(tmp_path: Path) -> None:
    medium = make_world(tmp_path, {"a.py": "print 1\n"})
    idle = Diary(medium.seat("scout"), [])
    assert idle.step() is False
    assert idle.calls == ["perceive", "should_act"]
    assert Diary(medium.seat("scout"), ["nothing"]).step() is False, "acting is leaving a trace"


def test_an_agent_sits_on_its_own_seat_only(tmp_path: Path) -> None:
    medium = make_world(tmp_path, {"a.py": "print 1\n"})
    with pytest.raises(ValueError, match="the seat is tester's, not scout's"):
        Scout(medium.seat("tester"), scan_all)


@pytest.mark.parametrize("kind", AGENTS)
def test_every_agent_follows_the_cycle_and_changes_nothing_of_it(
    kind: type[BaseAgent[object, object, object]],
) -> None:
    assert issubclass(kind, BaseAgent)
    assert kind.step is BaseAgent.step
    assert not inspect.isabstract(kind)


@pytest.mark.parametrize("kind", AGENTS)
def test_agents_keep_nothing_between_steps(kind: type[BaseAgent[object, object, object]]) -> None:
    """Attributes are set when an agent is made and nowhere else: what it must remember is a trace."""
    assigned = {
        line.split("=")[0].strip()
        for name, method in inspect.getmembers(kind, inspect.isfunction)
        if name != "__init__" and method.__qualname__.startswith(kind.__name__)
        for line in inspect.getsource(method).splitlines()
        if line.strip().startswith("self.") and " = " in line
    }
    assert assigned == set()
