"""The vocabulary of model calls: settings, request, answer, and the seam where a call leaves the program."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Protocol

from migration.code_model import Request, Usage

OPENROUTER_URL = "https://openrouter.ai/api/v1"
OPENAI_URL = "https://api.openai.com/v1"


@dataclass(frozen=True, slots=True)
class LlmSettings:
    """Settings of model calls. Times in seconds, `prices` in USD a million prompt and completion tokens.

    `request_deadline_seconds` bounds one attempt by the wall clock, so a call with its retries lasts at most
    `retry_attempts` times that, plus the waits. `routing` is OpenRouter's `provider` object.
    """

    provider: str = "openrouter"
    model: str = "qwen/qwen3-235b-a22b-2507"
    base_url: str | None = None
    temperature: float = 0.2
    max_tokens_total: int = 200_000
    max_budget_usd: float = 0.0
    max_tokens_per_file: int = 0
    max_usd_per_file: float = 0.0
    estimated_completion_tokens: int = 4096
    max_completion_tokens: int = 32_768
    files_per_step: int = 16
    request_deadline_seconds: float = 300.0
    retry_attempts: int = 3
    retry_backoff: tuple[float, ...] = (1.0, 2.0, 4.0)
    retry_jitter_seconds: float = 0.25
    retry_after_cap_seconds: float = 60.0
    concurrency: int = 4
    prices: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    routing: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.retry_attempts < 1:
            raise ValueError(f"retry_attempts: {self.retry_attempts!r} is not allowed: expected 1 or more")
        if self.request_deadline_seconds <= 0:
            wrong = self.request_deadline_seconds
            raise ValueError(f"request_deadline_seconds: {wrong!r} is not allowed: expected more than 0")

    @classmethod
    def of(cls, section: object, **more: Any) -> LlmSettings:
        """The settings that the attributes of `section` give (the `llm` part of a configuration), and `more`."""
        names = [each.name for each in fields(cls) if hasattr(section, each.name)]
        return cls(**{name: getattr(section, name) for name in names} | more)

    @property
    def url(self) -> str:
        """Where calls go: the set base URL, else the provider's own."""
        return self.base_url or (OPENROUTER_URL if self.provider == "openrouter" else OPENAI_URL)

    @property
    def money_ceiling(self) -> float:
        """The lowest ceiling on money, in USD; 0 where there is none."""
        return min((usd for usd in (self.max_budget_usd, self.max_usd_per_file) if usd > 0), default=0.0)

    @property
    def key_variable(self) -> str:
        """The environment variable that holds the key."""
        return "OPENROUTER_API_KEY" if self.provider == "openrouter" else "OPENAI_API_KEY"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool that a model wants called: the call's id, the tool's name, its arguments as the JSON text it wrote."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation. `role` is system, user, assistant or tool.

    An assistant's message may call tools; the message that tells what came of a call (role tool) names its id.
    """

    role: str
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""

    def wire(self) -> dict[str, Any]:
        """The message in the form of the chat completions interface."""
        plain: dict[str, Any] = {"role": self.role, "content": self.content}
        if self.tool_calls:
            plain["tool_calls"] = [
                {"id": c.id, "type": "function", "function": {"name": c.name, "arguments": c.arguments}}
                for c in self.tool_calls
            ]
        if self.tool_call_id:
            plain["tool_call_id"] = self.tool_call_id
        return plain


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One question to a model, complete: equal requests have equal keys, and only then.

    `repeat` tells apart requests that are to be answered anew although they say the same (another run of a
    campaign, another attempt). `file` and `purpose` are for accounting; `subject` is the code request behind
    the question, for simulated models, and `script` what such a model says unless it errs (see
    `models.simulated.SIMULATED_TEXT`). These four are never sent and do not enter the key. `tools` are the tools that
    the model may call, each in the form of the chat completions interface.
    """

    messages: tuple[Message, ...]
    model: str
    temperature: float
    max_tokens: int
    prompt_version: str
    repeat: str = "0"
    file: str = ""
    purpose: str = ""
    subject: Request | None = None
    tools: tuple[Mapping[str, Any], ...] = ()
    script: str = ""

    def identity(self) -> dict[str, Any]:
        """Everything that decides about the answer, as plain JSON values."""
        return {
            "model": self.model,
            "temperature": self.temperature,
            "max_tokens": self.max_tokens,
            "prompt_version": self.prompt_version,
            "repeat": self.repeat,
            "messages": [message.wire() for message in self.messages],
            **({"tools": [dict(tool) for tool in self.tools]} if self.tools else {}),
        }

    def key(self) -> str:
        """SHA-256 of the identity in canonical JSON, hexadecimal."""
        text = json.dumps(self.identity(), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class RawAnswer:
    """What came back from one attempt: the parsed JSON body, or the text when it was not JSON."""

    body: Any
    request_id: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Completion:
    """A model's answer of good shape. `usage` covers all attempts of the call, unusable ones too."""

    text: str
    finish_reason: str
    usage: Usage
    model: str = ""
    request_id: str = ""
    tool_calls: tuple[ToolCall, ...] = ()

    @property
    def truncated(self) -> bool:
        """Whether the answer was cut off at the completion limit."""
        return self.finish_reason == "length"


class Transport(Protocol):
    """Whoever answers one attempt: the network, a recording, a simulation, a script."""

    def send(self, request: ChatRequest, attempt: int, deadline: float) -> RawAnswer:
        """The answer within `deadline` seconds. `attempt` counts from 0. Raises TransportFailure."""
        ...


class Chat(Protocol):
    """Whoever turns a request into a completion, whatever it takes."""

    settings: LlmSettings

    def complete(self, request: ChatRequest) -> Completion:
        """The completion. Raises ModelError."""
        ...


class Clock(Protocol):
    """Time and waiting, so that tests and replays need not wait."""

    def now(self) -> float: ...

    def sleep(self, seconds: float) -> None: ...


class WallClock:
    """Real time, monotonic."""

    def now(self) -> float:
        """Seconds since some fixed moment."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Wait."""
        time.sleep(seconds)


class VirtualClock:
    """Time that only passes by sleeping, apart for each thread: parallel calls do not age each other."""

    def __init__(self) -> None:
        self._local = threading.local()

    def now(self) -> float:
        """Seconds slept so far by this thread."""
        return float(getattr(self._local, "now", 0.0))

    def sleep(self, seconds: float) -> None:
        """Let this thread's time pass at once."""
        self._local.now = self.now() + max(0.0, seconds)
