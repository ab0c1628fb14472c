"""The loop: ask, read the step, take it, tell what was observed, within a budget of calls."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from baselines.toolloop.compression import compressed, windowed
from baselines.toolloop.steps import NATIVE, Step, StepError, steps_in
from baselines.toolloop.tools import Parameter, Tool, Toolbox
from baselines.voice import Templates, Voice, Words
from stigmergy.llm_errors import ContextTooLong, ModelRefused, ModelUnavailable, RequestRejected
from stigmergy.llm_types import Completion, Message, ToolCall
from stigmergy.models.prompting import quoted

log = logging.getLogger("stigmergy.llm")
PROMPTS = Path(__file__).with_name("prompts")
#: Answers in a row in which no step can be read, or that never came, before the loop is given up.
MAX_FAILURES = 3


@dataclass(frozen=True)
class LoopLimits:
    """`calls` of the model, `observation` in characters, `window` of the conversation in tokens, both at most."""

    calls: int = 100
    observation: int = 4000
    window: int = 24_000


@dataclass(frozen=True)
class Taken:
    """A step that was taken, and what was observed, before and after compression."""

    number: int
    step: Step
    observed: str
    told: str


@dataclass
class Ended:
    """How a loop ended: `answered` with `answer`, or why it stopped: calls, failures."""

    reason: str = "answered"
    answer: str = ""
    steps: list[Taken] = field(default_factory=list)


class ToolLoop:
    """One model, its tools, and its conversation.

    `stand_in` is asked for the next step where the run has no model; it may look at what was taken so far. `watch` is
    told of each step after it was taken, and may raise to end the run.
    """

    def __init__(
        self,
        voice: Voice,
        templates: Templates,
        tools: Sequence[Tool],
        task: str,
        limits: LoopLimits,
        stand_in: Callable[[Sequence[Taken]], Words],
        watch: Callable[[Taken], None] = lambda taken: None,
        purpose: str = "react",
    ) -> None:
        self.voice = voice
        self.limits = limits
        self.stand_in = stand_in
        self.watch = watch
        self.purpose = purpose
        self.ended = Ended("")
        self.toolbox = Toolbox([*tools, _answer_tool(self._answer)])
        system = templates.fill(
            "system",
            tools=self.toolbox.lines(),
            limit=str(limits.observation),
            calls=str(limits.calls),
        )
        self.messages = [Message("system", system), Message("user", task)]

    def run(self) -> Ended:
        """Go on until the model answers, a limit is reached, or it can't be understood.

        Raises FatalModelError and BudgetExhausted; everything that was done by then stands.
        """
        failures = 0
        for _ in range(self.limits.calls):
            try:
                answer = self._ask()
                steps = steps_in(answer)
            except StepError as error:
                failures += 1
                self.messages += [
                    *_said(answer, with_calls=False),
                    Message("user", f"Observation: error: {error}"),
                ]
            except (ContextTooLong, ModelUnavailable, ModelRefused, RequestRejected) as error:
                failures += 1
                log.warning("%s: no answer: %s", self.purpose, error)
            else:
                failures = 0
                self._take(answer, steps)
                if self.ended.reason:
                    return self.ended
            if failures >= MAX_FAILURES:
                self.ended.reason = "failures"
                return self.ended
        self.ended.reason = "calls"
        return self.ended

    def _ask(self) -> Completion:
        shown = windowed(self.messages, self.limits.window)
        return self.voice.say(
            self.purpose, shown, lambda: self.stand_in(self.ended.steps), self.toolbox.specs()
        )

    def _take(self, answer: Completion, steps: Sequence[Step]) -> None:
        native = steps[0].form == NATIVE
        self.messages += _said(answer, with_calls=native)
        for step in steps:
            if self.ended.reason:
                observed = "not done: you had answered"
            else:
                observed = self.toolbox.take(step)
            told = compressed(observed, self.limits.observation)
            data = quoted("observation", told)
            if native:
                self.messages.append(Message("tool", data, tool_call_id=step.id))
            else:
                self.messages.append(Message("user", f"Observation:\n{data}"))
            taken = Taken(len(self.ended.steps) + 1, step, observed, told)
            self.ended.steps.append(taken)
            self.watch(taken)

    def _answer(self, text: str) -> str:
        self.ended.reason, self.ended.answer = "answered", text
        return "done"


def _said(answer: Completion, with_calls: bool) -> list[Message]:
    """The model's own message, as it goes into the conversation."""
    calls: tuple[ToolCall, ...] = answer.tool_calls if with_calls else ()
    return [Message("assistant", answer.text or ("" if calls else "(no text)"), calls)]


def _answer_tool(run: Callable[[str], str]) -> Tool:
    return Tool(
        "answer",
        "end the work and say what was done",
        run,
        {"text": Parameter("string", "what was done, and what is left", "")},
    )
