"""Coders of a migration: the project's own, by the shared code model; an external agent's work under the same walls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from baselines.attempts import SAME
from baselines.planning.coder import Coder, CoderOutput
from baselines.planning.planner import Plan
from baselines.planning.reviewer import Review
from baselines.planning.worktrees import Worktree
from baselines.reports import judgement_lines
from baselines.toolloop.migration_tools import Migration
from baselines.toolloop.tools import ToolError
from baselines.workbench import Candidate
from environment.git_commands import GitError
from environment.guardrails import GuardrailViolation
from environment.traces import Issue, Status
from migration.code_model import Request
from migration.engine.documents import decode_file
from migration.source.source_text import UndecodableError, decode
from stigmergy.models.dialogue import NO_BUDGET

#: Characters of the plan that go into the question about one file.
_PLAN_CHARS = 2000


class OwnCoder:
    """Asks the run's code model for each file: first a candidate, then, for what was rejected, the next one.

    A file is asked about again where the reviewer names it or one of its tests fails. The code model is shown the plan
    and the review as a hint, and repairs see what failed and what was tried.
    """

    def __init__(self, migration: Migration, order: Sequence[str], pause: Callable[[], None]) -> None:
        self.migration = migration
        self.bench = migration.bench
        self.memory = migration.memory
        self.attempts = migration.attempts
        self.order = order
        self.pause = pause

    def code(self, prompt: str, number: int, plan: Plan, review: Review | None) -> CoderOutput:
        """As `Coder.code`. `prompt` is kept for the record: the code model is asked file by file."""
        keys = [key for key in self.order if self._wants(key, review)]
        free = self.bench.chosen.model.free
        chunk = len(keys) or 1 if free else self.bench.settings.llm.files_per_step
        lines = []
        no_budget = ""
        for start in range(0, len(keys), chunk):
            self.pause()
            if not self.bench.affordable():
                no_budget = no_budget or "no budget for the files that are left"
                break
            part = keys[start : start + chunk]
            hints = {key: self._hint(key, plan, review) for key in part}
            requests = [self._request(key, hints[key], review) for key in part]
            for request, proposal in zip(
                requests, self.bench.ask(self.migration.agent, requests), strict=True
            ):
                taken = self._take(request.key, self.attempts.usable(request.key, proposal))
                lines.append(f"{request.key}: {taken}")
                if proposal.refusal.startswith(NO_BUDGET):
                    no_budget = proposal.refusal
        text = "\n".join(lines) or "There is nothing left that I know how to change."
        return CoderOutput(text, no_budget=no_budget)

    def _wants(self, key: str, review: Review | None) -> bool:
        state = self.memory.state(key)
        if state == Status.PENDING:
            return self.attempts.number(key) <= self.attempts.retries
        judgement = self.migration.judged.get(key)
        if review is None or state != Status.TESTED or judgement is None:
            return False
        if not (judgement.issues or any(issue.file == key for issue in review.issues)):
            return False
        return self.attempts.may_retry(key) and self.attempts.left(key, judgement) > 0

    def _hint(self, key: str, plan: Plan, review: Review | None) -> str:
        if self.bench.chosen.model.free:
            return ""
        told = f"The plan:\n{plan.steps[:_PLAN_CHARS]}"
        return f"{told}\nThe reviewer's issues:\n{review.about(key)}" if review else told

    def _request(self, key: str, hint: str, review: Review | None) -> Request:
        """The question about a file; what the reviewer found at a line of it comes before what tests told."""
        request = self.attempts.request(key, hint)
        found = [
            Issue("the reviewer", key, issue.line, "rejected", issue.text)
            for issue in (review.issues if review else ())
            if issue.file == key and issue.line
        ]
        most = self.bench.settings.transformer.max_issues
        return replace(request, issues=(*found, *request.issues)[:most])

    def _take(self, key: str, candidate: Candidate | str) -> str:
        if isinstance(candidate, Candidate):
            self.migration.stand(candidate)
            rules = sorted({change.author for change in candidate.changes})
            return f"rewritten by {', '.join(rules) or candidate.proposal.author}"
        if candidate != SAME and not candidate.startswith(NO_BUDGET):
            self.memory.note(self.migration.agent, key, reason=candidate)
        return f"not changed: {candidate}"

    def report(self) -> str:
        """As `Coder.report`."""
        return judged_report(self.migration)

    def close(self) -> None:
        """As `Coder.close`."""


class HarvestingCoder:
    """Lets another coder work in the worktree, then takes over what it changed, file by file, under the walls."""

    def __init__(self, inner: Coder, migration: Migration, worktree: Worktree) -> None:
        self.inner = inner
        self.migration = migration
        self.worktree = worktree
        self.refused: dict[str, str] = {}

    def code(self, prompt: str, number: int, plan: Plan, review: Review | None) -> CoderOutput:
        """As `Coder.code`."""
        output = self.inner.code(prompt, number, plan, review)
        # What was written before a turn went wrong is not lost.
        self.refused = {}
        for key in self.worktree.difference().files:
            problem = self._harvest(key)
            if problem:
                self.refused[key] = problem
        return output

    def _harvest(self, key: str) -> str:
        """Why a changed file is not taken over, or ""."""
        memory, bench = self.migration.memory, self.migration.bench
        try:
            data = bench.read(key)
        except FileNotFoundError:
            self._put_back(key)
            return "it was deleted, and is there again"
        except (OSError, GuardrailViolation) as error:
            return f"it can't be read: {error}"
        try:
            if key not in memory.status:
                if not key.endswith(".py"):
                    return "it is no Python file, and not delivered"
                self.migration.new_files[key] = decode(data).text
                return ""
            standing = memory.fact(key, "candidate")
            if standing is not None and standing == bench.target.keep(data):
                return ""
            text = decode_file(key, data).text
            # The walls look at a change, so what stood before is put back for them to see one.
            self._put_back(key, standing)
            told = self.migration.edit(key, "", "", text)
        except (ToolError, UndecodableError) as error:
            return str(error)
        return told if key in self.migration.drafts else ""

    def _put_back(self, key: str, blob: str | None = None) -> None:
        bench = self.migration.bench
        try:
            data = bench.target.kept(blob) if blob else self.worktree.original(key)
            bench.write(key, data)
        except (GitError, GuardrailViolation, OSError, LookupError):
            return

    def report(self) -> str:
        """As `Coder.report`."""
        refused = [f"{key}: {why}" for key, why in sorted(self.refused.items())]
        return "\n".join([*refused, judged_report(self.migration)])

    def close(self) -> None:
        """As `Coder.close`."""
        self.inner.close()


def judged_report(migration: Migration) -> str:
    """Judge what stands and was not judged as it stands, learn from it, and tell what is known, failures first."""
    keys = migration.unjudged()
    judgements = migration.judge(keys)
    told = {key: migration.learn(key, judgements[key]) for key in keys}
    lines = [
        "\n".join(judgement_lines(key, migration.judged[key])) + told.get(key, "")
        for key in migration.standing()
        if key in migration.judged
    ]
    lines.sort(key=lambda line: "\n" not in line)
    lines += [f"{key}: does not stand: {why}" for key, why in sorted(migration.drafts.items())]
    pending = migration.memory.in_state(Status.PENDING)
    if pending:
        lines.append(f"still in Python 2: {', '.join(pending)}")
    return "\n".join(lines)
