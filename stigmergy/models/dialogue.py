"""Asking a model until its answer passes, a bounded number of times."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from migration.code_model import Request, Usage
from stigmergy.llm_errors import BudgetExhausted, ContextTooLong, FatalModelError, ModelError
from stigmergy.llm_types import Chat, ChatRequest, LlmSettings, Message
from stigmergy.models.answer_parsing import AnswerError
from stigmergy.models.prompting import Prompt, Prompts

log = logging.getLogger("stigmergy.llm")

#: The purpose of calls that are made for the Scout; others are the Transformer's.
SCOUTING = "scout"
#: Start of a refusal that means: there was no budget for the call.
NO_BUDGET = "no budget: "
_TOO_LARGE = "the file is too large for the model: the smallest prompt is over the limit"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a dialogue ended: a text that passed, or a refusal. `usage` covers every call of it."""

    text: str | None
    usage: Usage
    refusal: str = ""
    repairs: int = 0


@dataclass(frozen=True, slots=True)
class Dialogue:
    """How questions are asked: by which chat, with which prompts, repaired how often, in which repetition.

    `repeat` names the run among repetitions of it, so that each has its own answers, and its own recording.
    """

    chat: Chat
    prompts: Prompts
    repairs: int = 2
    repeat: str = "0"

    def ask(
        self,
        request: Request,
        purpose: str,
        build: Callable[[int], Prompt | None],
        accept: Callable[[str, Prompt], str],
        max_tokens: int,
        least_tokens: int = 512,
    ) -> Outcome:
        """Put the question that `build(shrink)` makes and return what `accept` takes from the answer.

        `accept` raises AnswerError for an answer that can't be used. A request too long for the model is made smaller:
        its prompt first, then the room for the answer, which counts too, down to `least_tokens`. Raises
        FatalModelError and nothing else: every other failure is a refusal, with its cost.
        """
        usage, used = Usage(), 0
        prompt = build(0)
        if prompt is None:
            return Outcome(None, usage, _TOO_LARGE)
        extra: tuple[Message, ...] = ()
        while True:
            chat_request = self._request(request, purpose, (*prompt.messages, *extra), max_tokens, used)
            try:
                answer = self.chat.complete(chat_request)
            except ContextTooLong as error:
                usage += error.usage
                # A repair drags the bad answer along; the question alone may still fit.
                smaller = prompt if extra else _smaller(prompt, build)
                if smaller is None and max_tokens > least_tokens:
                    smaller, max_tokens = prompt, max(least_tokens, max_tokens // 2)
                if smaller is None or (extra and used >= self.repairs):
                    return Outcome(None, usage, f"too long for the model: {error}", used)
                prompt, used, extra = smaller, used + bool(extra), ()
                continue
            except FatalModelError:
                raise
            except BudgetExhausted as error:
                return Outcome(None, usage + error.usage, f"{NO_BUDGET}{error}", used)
            except ModelError as error:
                return Outcome(None, usage + error.usage, f"the model gave no answer: {error}", used)
            usage += answer.usage
            try:
                if answer.truncated:
                    raise AnswerError(f"the answer was cut off at {max_tokens} tokens")
                return Outcome(accept(answer.text, prompt), usage, "", used)
            except AnswerError as error:
                problem = str(error)
            log.info("%s: answer %d can't be used: %s", request.key, used + 1, problem)
            if used >= self.repairs:
                return Outcome(None, usage, f"no usable answer after {used} repairs: {problem}", used)
            used += 1
            if answer.truncated:
                # Half an answer teaches nothing: the same question, with more room.
                extra, max_tokens = (), min(2 * max_tokens, self.settings.max_completion_tokens)
            else:
                extra = self.prompts.repair(answer.text, [problem])

    @property
    def settings(self) -> LlmSettings:
        """The settings of the calls."""
        return self.chat.settings

    def _request(
        self, request: Request, purpose: str, messages: tuple[Message, ...], max_tokens: int, used: int
    ) -> ChatRequest:
        return ChatRequest(
            messages=messages,
            model=self.settings.model,
            temperature=self.settings.temperature,
            max_tokens=max_tokens,
            prompt_version=self.prompts.version,
            repeat=f"{self.repeat}.{request.attempt}.{used}",
            file=request.key,
            purpose=f"{purpose} repair" if used and purpose == SCOUTING else "repair" if used else purpose,
            subject=request,
        )


def _smaller(prompt: Prompt, build: Callable[[int], Prompt | None]) -> Prompt | None:
    """The next form of a question that says less; None when it can't."""
    said = sum(len(message.content) for message in prompt.messages)
    while (found := build(prompt.shrink + 1)) is not None:
        if sum(len(message.content) for message in found.messages) < said:
            return found
        prompt = found
    return None
