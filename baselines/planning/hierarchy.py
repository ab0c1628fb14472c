"""The order of command: plan, then code and review in rounds, until the reviewer approves or the rounds are used up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from baselines.planning.artefacts import Artefacts
from baselines.planning.coder import Coder
from baselines.planning.planner import Plan, Planner
from baselines.planning.reviewer import Review, Reviewer
from baselines.planning.worktrees import Difference, Worktree
from baselines.voice import Templates
from stigmergy.llm_errors import BudgetExhausted
from stigmergy.models.prompting import quoted

APPROVED, REJECTED, NO_CHANGES = "approved", "rejected", "no_changes"
CODER_FAILED, NO_BUDGET = "coder_failed", "no_budget"


@dataclass(frozen=True)
class StandIns:
    """What planner and reviewer say where there is no model: the plan, and the review of a difference and a report."""

    plan: Callable[[], str]
    review: Callable[[Difference, str], str]


@dataclass
class Outcome:
    """How the rounds ended: one of the words above, after how many of them, and what stands."""

    status: str
    rounds: int
    plan: Plan | None = None
    review: Review | None = None
    difference: Difference | None = None
    reason: str = ""


@dataclass
class Team:
    """Planner, coder and reviewer of one worktree, and the templates of what the coder is told."""

    planner: Planner
    coder: Coder
    reviewer: Reviewer
    templates: Templates
    artefacts: Artefacts

    def work(
        self,
        idea: str,
        facts: str,
        worktree: Worktree,
        stand_ins: StandIns,
        max_rounds: int,
        step: Callable[[str, str], None],
        gained: Callable[[], bool] = lambda: False,
    ) -> Outcome:
        """Plan, then rounds. `step` is told of each step's agent and what it did; it may raise to end the run.

        A round after which `gained` says that more tests pass than ever is not counted against `max_rounds`. Raises
        FatalModelError; a spent budget is an outcome.
        """
        self.artefacts.write("idea.md", idea.strip() + "\n")
        outcome = Outcome(REJECTED, 0)
        try:
            outcome.plan = self.planner.plan(idea, facts, stand_ins.plan)
            step("planner", "a plan is made")
            counted = 0
            while counted < max_rounds:
                before = outcome.difference
                self._round(outcome, idea, worktree, stand_ins, step)
                if outcome.status != REJECTED:
                    break
                unchanged = before is not None and outcome.difference == before
                if unchanged:
                    outcome.reason = "the coder changed nothing about what was rejected"
                    break
                counted += not gained()
            else:
                outcome.reason = f"still rejected after {outcome.rounds} rounds"
        except BudgetExhausted as error:
            outcome.status, outcome.reason = NO_BUDGET, str(error)
        return outcome

    def _round(
        self,
        outcome: Outcome,
        idea: str,
        worktree: Worktree,
        stand_ins: StandIns,
        step: Callable[[str, str], None],
    ) -> None:
        """One round: the coder's turn, the difference, the reviewer's turn."""
        plan = outcome.plan
        assert plan is not None
        number = outcome.rounds = outcome.rounds + 1
        prompt = self._prompt(number, idea, plan, outcome.review)
        self.artefacts.event("coder", "asked", number, characters=len(prompt))
        output = self.coder.code(prompt, number, plan, outcome.review)
        self.artefacts.write(f"coder_output_round_{number}.txt", output.text.rstrip() + "\n")
        report = self.coder.report()
        difference = outcome.difference = worktree.difference()
        self.artefacts.write(f"diff_round_{number}.diff", difference.text)
        self.artefacts.event(
            "coder", "failed" if output.failed else "coded", number,
            files=list(difference.files), why=output.failed,
        )  # fmt: skip
        step("coder", f"round {number}: {len(difference.files)} files changed so far")
        if output.failed:
            outcome.status, outcome.reason = CODER_FAILED, output.failed
            return
        if output.no_budget:
            raise BudgetExhausted(output.no_budget)
        if not difference.files:
            outcome.status, outcome.reason = NO_CHANGES, "the coder changed nothing"
            return
        review = outcome.review = self.reviewer.review(
            number, idea, plan, difference, report, lambda: stand_ins.review(difference, report)
        )
        outcome.status = APPROVED if review.approved else REJECTED
        verdict = "approved" if review.approved else f"rejected, {len(review.issues)} issues"
        step("reviewer", f"round {number}: {verdict}")

    def _prompt(self, number: int, idea: str, plan: Plan, review: Review | None) -> str:
        fields = {"idea": quoted("idea", idea.strip()), "plan": quoted("plan", plan.text)}
        if review is None:
            prompt = self.templates.fill("coder", **fields)
            self.artefacts.write(f"coder_prompt_round_{number}.txt", prompt)
        else:
            prompt = self.templates.fill("coder_fix", **fields, review=quoted("review", review.text))
            self.artefacts.write(f"coder_fix_prompt_round_{number}.txt", prompt)
        return prompt
