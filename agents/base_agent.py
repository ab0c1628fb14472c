"""The cycle every agent follows: perceive → should_act → decide → execute → deposit.

An agent is a function from what it senses to what it deposits. It holds a seat in the environment and its craft,
and no state of its own between steps: all it knows it reads from the medium.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from environment.medium import Seat

Sensed = TypeVar("Sensed")
Choice = TypeVar("Choice")
Outcome = TypeVar("Outcome")


class AgentLog(logging.LoggerAdapter[logging.Logger]):
    """A logger that names the agent, for the `[{agent}]` field of the log format."""

    def __init__(self, agent: str) -> None:
        super().__init__(logging.getLogger(f"stigmergy.{agent}"), {"agent": agent})


class BaseAgent(ABC, Generic[Sensed, Choice, Outcome]):
    """One agent. Subclasses say what they sense, when that calls for action, what to do, and what they leave."""

    name: str = ""

    def __init__(self, seat: Seat) -> None:
        if seat.agent != self.name:
            raise ValueError(f"the seat is {seat.agent}'s, not {self.name}'s")
        self.seat = seat
        self.log = AgentLog(self.name)

    def step(self) -> bool:
        """One turn. Returns whether the agent acted; an agent with nothing to do keeps its seat and says so."""
        sensed = self.perceive()
        if not self.should_act(sensed):
            self.log.debug("idle")
            return False
        return self.deposit(self.execute(self.decide(sensed)))

    @abstractmethod
    def perceive(self) -> Sensed:
        """What the medium shows that concerns this agent. Reads only."""

    @abstractmethod
    def should_act(self, sensed: Sensed) -> bool:
        """Whether what was sensed calls for action."""

    @abstractmethod
    def decide(self, sensed: Sensed) -> Choice:
        """Which of it to act on, in which order. Pure."""

    @abstractmethod
    def execute(self, choice: Choice) -> Outcome:
        """The work itself, by the agent's craft. Nothing in the medium is locked meanwhile."""

    @abstractmethod
    def deposit(self, outcome: Outcome) -> bool:
        """Leave the traces of the work. Returns whether anything changed."""
