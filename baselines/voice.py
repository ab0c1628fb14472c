"""Who speaks in a role: a language model where the run has one, else the role's stand-in, which goes by rules.

A role (planner, reviewer, the one that acts in a loop) has a stand-in for runs without a model. With the simulated
provider the stand-in writes what the model says, and the error process of that provider spoils and prices it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from string import Template
from typing import Any

from migration.code_model import Request, Usage
from stigmergy.llm_errors import RequestRejected
from stigmergy.llm_types import ChatRequest, Completion, Message
from stigmergy.providers import ChosenModel


@dataclass(frozen=True)
class Words:
    """What a stand-in says; `subject` where its text (see `models.simulated.SIMULATED_TEXT`) is a rewritten file."""

    text: str
    subject: Request | None = None


class Voice:
    """Asks for what a role says next. `version` names the templates in use, for the record of calls."""

    def __init__(self, chosen: ChosenModel, seed: int, version: str) -> None:
        self.chosen = chosen
        self.repeat = str(seed)
        self.version = version
        self.spent = Usage()
        self._said = 0
        self._no_tools = False

    @property
    def stands_in(self) -> bool:
        """Whether no model is asked at all."""
        return self.chosen.client is None

    @property
    def by_rules(self) -> bool:
        """Whether what is said is the stand-in's, spoilt or not."""
        return self.stands_in or self.chosen.simulated

    def say(
        self,
        purpose: str,
        messages: Sequence[Message],
        stand_in: Callable[[], Words],
        tools: Sequence[Mapping[str, Any]] = (),
    ) -> Completion:
        """What the role says to `messages`. `tools` are offered as long as the server takes them.

        Raises what `LlmClient.complete` raises.
        """
        client = self.chosen.client
        if client is None:
            return Completion(stand_in().text, "stop", Usage())
        words = stand_in() if self.chosen.simulated else Words("")
        self._said += 1
        settings = client.settings
        request = ChatRequest(
            messages=tuple(messages),
            model=settings.model,
            temperature=settings.temperature,
            max_tokens=min(settings.estimated_completion_tokens, settings.max_completion_tokens),
            prompt_version=self.version,
            repeat=f"{self.repeat}.{self._said}",
            purpose=purpose,
            subject=words.subject,
            tools=() if self._no_tools or self.chosen.simulated else tuple(tools),
            script=words.text,
        )
        try:
            answer = self._counted(client.complete, request)
        except RequestRejected:
            if not request.tools:
                raise
            # Many servers of open models know no tools: the conversation goes on in plain text.
            self._no_tools = True
            answer = self._counted(client.complete, replace(request, tools=()))
        if answer.truncated and request.max_tokens < settings.max_completion_tokens:
            room = min(4 * request.max_tokens, settings.max_completion_tokens)
            answer = self._counted(client.complete, replace(request, max_tokens=room))
        return answer

    def _counted(self, complete: Callable[[ChatRequest], Completion], request: ChatRequest) -> Completion:
        answer = complete(request)
        self.spent += answer.usage
        return answer


class Templates:
    """The prompt templates of one folder, by name. `version` changes when any of them does."""

    def __init__(self, folder: Path) -> None:
        self._texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.md"))}
        joined = "\0".join(f"{name}\0{text}" for name, text in self._texts.items())
        self.version = hashlib.sha256(joined.encode()).hexdigest()[:16]

    def fill(self, name: str, **fields: str) -> str:
        """The template `name` with its fields. What is filled in is not looked into."""
        return Template(self._texts[name]).substitute(fields).strip() + "\n"
