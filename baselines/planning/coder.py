"""Who writes code: told what to do, it works in the worktree and says what it did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from baselines.planning.planner import Plan
from baselines.planning.reviewer import Review


@dataclass(frozen=True)
class CoderOutput:
    """What a coder says of its turn. `failed` tells why the turn came to no good end; what it wrote stands.

    `no_budget` tells that there was no budget for some of it.
    """

    text: str
    failed: str = ""
    no_budget: str = ""


class Coder(Protocol):
    """A coder of one worktree."""

    def code(self, prompt: str, number: int, plan: Plan, review: Review | None) -> CoderOutput:
        """Work for one round: `number` from 1; `review` is what the reviewer found in the round before.

        Raises FatalModelError and BudgetExhausted.
        """
        ...

    def report(self) -> str:
        """Run what exercises the change, and say what that showed; "" where nothing is run before the gates."""
        ...

    def close(self) -> None:
        """Let go of what the coder holds."""
        ...
