"""The shape of an answer: what a chat completion must contain before anyone looks at its words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from stigmergy.llm_errors import TransportFailure
from stigmergy.llm_types import RawAnswer, ToolCall


@dataclass(frozen=True, slots=True)
class Reported:
    """Usage as the provider reports it. `cost_usd` is None without a price, `known` False without usage."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float | None = None
    known: bool = False


@dataclass(frozen=True, slots=True)
class Shaped:
    """The parts of a chat completion that are used."""

    text: str
    finish_reason: str
    model: str
    tool_calls: tuple[ToolCall, ...] = ()


def reported_usage(body: Any) -> Reported:
    """The usage in `body`, whatever else is wrong with it. Negative or odd values count as not reported."""
    usage = body.get("usage") if isinstance(body, Mapping) else None
    if not isinstance(usage, Mapping):
        return Reported()
    prompt, completion = _count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens"))
    cost = usage.get("cost")
    priced = isinstance(cost, (int, float)) and not isinstance(cost, bool) and 0 <= cost < float("inf")
    return Reported(prompt or 0, completion or 0, float(cost or 0) if priced else None, prompt is not None)


def shape(answer: RawAnswer) -> Shaped:
    """The completion in `answer`.

    Raises TransportFailure when it is none; an error object inside a 200 counts as that error's status.
    """
    body = answer.body
    if not isinstance(body, Mapping):
        what = "HTML" if isinstance(body, str) and "<html" in body[:2000].lower() else "no JSON object"
        raise TransportFailure(f"the answer is {what}: {_start(body)}", request_id=answer.request_id)
    if body.get("error"):
        raise _embedded_error(body["error"], answer.request_id)
    choices = body.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], Mapping):
        raise TransportFailure("the answer has no choices", request_id=answer.request_id)
    choice = choices[0]
    if choice.get("error"):
        raise _embedded_error(choice["error"], answer.request_id)
    message = choice.get("message")
    reason = str(choice.get("finish_reason") or "stop")
    content = message.get("content") if isinstance(message, Mapping) else None
    if isinstance(message, Mapping) and (message.get("refusal") or reason == "content_filter"):
        why = message.get("refusal") or "content filter"
        raise TransportFailure(f"declined: {why}", code="refusal", request_id=answer.request_id)
    calls = _tool_calls(message)
    if calls and not isinstance(content, str):
        content = ""
    if not calls and (not isinstance(content, str) or not content.strip()):
        what = f"the answer has no content (finish reason {reason})"
        raise TransportFailure(what, request_id=answer.request_id)
    return Shaped(str(content), reason, str(body.get("model") or ""), calls)


def _tool_calls(message: Any) -> tuple[ToolCall, ...]:
    """The calls of functions in `message`; what has no name is none."""
    listed = message.get("tool_calls") if isinstance(message, Mapping) else None
    found = []
    for number, call in enumerate(listed if isinstance(listed, list) else ()):
        function = call.get("function") if isinstance(call, Mapping) else None
        if isinstance(function, Mapping) and isinstance(function.get("name"), str) and function["name"]:
            written = function.get("arguments")
            # Some servers parse the arguments themselves.
            arguments = written if isinstance(written, str) else json.dumps(written or {})
            found.append(ToolCall(str(call.get("id") or f"call_{number}"), function["name"], arguments))
    return tuple(found)


def error_parts(body: Any) -> tuple[str, str]:
    """Message and code of an error body, as far as there are any."""
    error = body.get("error", body) if isinstance(body, Mapping) else body
    if not isinstance(error, Mapping):
        return _start(error), ""
    message, code = str(error.get("message") or ""), str(error.get("code") or error.get("type") or "")
    metadata = error.get("metadata")
    if isinstance(metadata, Mapping) and ("flagged_input" in metadata or "reasons" in metadata):
        code = "refusal"
    return message or _start(error), code


def _embedded_error(error: Any, request_id: str) -> TransportFailure:
    message, code = error_parts({"error": error})
    number = error.get("code") if isinstance(error, Mapping) else None
    status = int(number) if isinstance(number, int) or (isinstance(number, str) and number.isdigit()) else 500
    what = f"error inside the answer: {message}"
    return TransportFailure(what, status=status, code=code, request_id=request_id)


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _start(value: Any) -> str:
    return " ".join(str(value).split())[:200]
