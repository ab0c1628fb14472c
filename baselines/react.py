"""Baseline: one model in a loop of thought, action and observation, in the manner of ReAct (Yao et al. 2023).

The model decides at each step which tool to use: search code, read lines, find definitions and uses of a name, run
Python in the sandbox, rewrite a file by the known rules, edit, run tests, answer. Its calls are counted, and each
observation is shortened to a limit. Rules and repairs are a tool of its own kind, shared with every other way of
coordinating; they are not offered where the code model is `llm`, for then the model is to write every text itself.
What it has rewritten is judged and committed by the same thresholds as everywhere. Without a model a stand-in by
rules takes its place.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from baselines.common import Halt, Trial
from baselines.contained import CommandRunner
from baselines.reading_order import reading_order
from baselines.reports import file_lines
from baselines.runs import run_baseline
from baselines.toolloop.loop import PROMPTS, LoopLimits, Taken, ToolLoop
from baselines.toolloop.migration_tools import Migration
from baselines.toolloop.repository_tools import Tree, looking_tools, python_tool
from baselines.toolloop.stand_in import StandIn
from baselines.voice import Templates, Voice
from migration.code_model import Usage
from stigmergy.cli import positive_int
from stigmergy.crafts import embedded_model, target_version, verification_settings
from stigmergy.llm_errors import BudgetExhausted
from stigmergy.models.prompting import quoted
from stigmergy.settings import Settings
from stigmergy.stopping import StopReason

NAME = "react"


class ReAct:
    """One run: the task, the loop, and the decisions at its end."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.bench = trial.bench
        self.memory = trial.memory
        self._charged = Usage()

    def work(self) -> None:
        """Let the model work until it answers or a limit is reached, then decide about what it has done."""
        trial = self.trial
        findings = self.bench.survey(NAME)
        order = reading_order({key: finding.imports for key, finding in findings.items()})
        rules = None if trial.chosen.kind == "llm" else embedded_model(trial.settings)
        self.migration = Migration(self.bench, NAME, rules)
        templates = Templates(PROMPTS)
        self.voice = Voice(trial.chosen, trial.seed, templates.version)
        limits = loop_limits(trial.settings, len(findings), trial.options.max_calls)
        tree = Tree(self.bench.tree)
        verification = verification_settings(trial.settings, trial.options.allow_unsandboxed)
        runner = CommandRunner(verification, trial.workspace.scratch / "commands")
        seconds = trial.settings.baselines.react.python_seconds
        loop = ToolLoop(
            self.voice,
            templates,
            [
                *looking_tools(tree),
                python_tool(tree, runner, seconds, self._charge),
                *self.migration.tools(),
            ],
            templates.fill(
                "migrate",
                target=".".join(map(str, target_version(trial.settings))),
                tests=self._about_tests(),
                files=quoted("files", "\n".join(file_lines(findings, order))),
            ),
            limits,
            StandIn(self.migration, order, trial.chosen.simulated),
            self._watch,
        )
        reason = "halted"
        try:
            reason = loop.run().reason
        except BudgetExhausted as error:
            reason = "budget"
            self.trial.console.say(f"  the model can't be asked any more: {error}")
        finally:
            # What was done and shown stands, however the loop ended.
            self._conclude(reason)
        if reason in ("budget", "calls") and self.memory.undecided():
            raise Halt(StopReason.BUDGET_EXHAUSTED)

    def _conclude(self, reason: str) -> None:
        """Decide by thresholds. A run that was told to stop runs no further tests."""
        self.migration.give_up_drafts()
        if reason != "halted":
            self.migration.judge(self.migration.unjudged())
        abandoned = {
            "answered": "the model ended its work without rewriting it so that it can stand",
            "failures": "the model could not be understood, or gave no answers",
        }
        self.migration.conclude(NAME, abandoned.get(reason, ""))
        self.memory.trace.write(NAME, "end", "", reason, {"calls": self.voice.spent.calls}, {})

    def _watch(self, taken: Taken) -> None:
        """Keep a step on record, and close its tick."""
        step = taken.step
        self.memory.trace.write(
            NAME,
            "step",
            "",
            step.action,
            {
                "number": taken.number,
                "thought": step.thought,
                "arguments": dict(step.arguments) if step.raw is None else {"": step.raw},
                "form": step.form,
                "observation": taken.told,
                "observed_characters": len(taken.observed),
            },
            {},
        )
        path = str(step.arguments.get("path") or "")
        self._account(path if path in self.memory.status else "")
        shown = f" {path}" if path else ""
        self.trial.end_tick(NAME, f"{step.action}{shown}: {_first_line(taken.told)}")

    def _account(self, key: str) -> None:
        """Put what the last call cost on the account of the file that the step was about."""
        spent = self.voice.spent
        tokens = spent.total_tokens - self._charged.total_tokens
        cost = spent.cost_usd - self._charged.cost_usd
        self._charged = spent
        if key and tokens:
            self.memory.note(
                NAME,
                key,
                tokens=int(self.memory.fact(key, "tokens", 0)) + tokens,
                cost_usd=float(self.memory.fact(key, "cost_usd", 0.0)) + cost,
            )

    def _charge(self, seconds: float) -> None:
        self.bench.tests_seconds += seconds

    def _about_tests(self) -> str:
        checked = self.trial.checked
        if checked.runner == "none":
            return "No tests were found: files are judged by what can be shown without them."
        if checked.python2 == "none":
            return f"Its tests are run by {checked.runner}."
        return f"{checked.passing} of its {checked.tests} tests pass on Python 2.7; they are run by {checked.runner}."


def loop_limits(settings: Settings, files: int, asked: int | None = None) -> LoopLimits:
    """The limits of the loop; `auto` calls: eight for each file, and twenty. `asked`: what a flag says of calls."""
    section = settings.baselines.react
    calls = asked or (20 + 8 * files if section.max_calls == "auto" else section.max_calls)
    return LoopLimits(calls, section.observation_chars, section.window_tokens)


def _first_line(text: str) -> str:
    return text.strip().partition("\n")[0][:80]


def add_options(parser: argparse.ArgumentParser) -> None:
    """The option that only this baseline has."""
    parser.add_argument(
        "--max-calls",
        metavar="N",
        type=positive_int,
        help="calls of the model, at most (default: baselines.react.max_calls)",
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""

    def more(options: argparse.Namespace, settings: Settings) -> dict[str, Any]:
        asked = {"max_calls": options.max_calls} if options.max_calls else {}
        section = settings.baselines.react.model_dump()
        return {"react": section | asked | {"prompts": Templates(PROMPTS).version}}

    return run_baseline(NAME, __doc__ or "", lambda trial: ReAct(trial).work(), argv, add_options, more)


if __name__ == "__main__":
    sys.exit(main())
