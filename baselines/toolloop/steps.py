"""What a model wants done: read from native tool calls, else from a JSON block, else from plain ReAct text."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from stigmergy.llm_types import Completion

_FENCE = re.compile(r"^[ \t]*```[ \t]*(?:json|JSON)?[ \t]*\n(.*?)^[ \t]*```[ \t]*$", re.MULTILINE | re.DOTALL)
_ACTION = re.compile(r"^[ \t*#]*Action\b[*: \t]*[:：][* \t]*(.+?)[ \t*]*$", re.MULTILINE | re.IGNORECASE)
_INPUT = re.compile(r"^[ \t*#]*Action[ _]?Input\b[*: \t]*[:：][* \t]*", re.MULTILINE | re.IGNORECASE)
_THOUGHT = re.compile(r"^[ \t*#]*Thought\b[*: \t]*[:：][* \t]*", re.MULTILINE | re.IGNORECASE)
_FINAL = re.compile(r"^[ \t*#]*Final[ _]Answer\b[*: \t]*[:：][* \t]*", re.MULTILINE | re.IGNORECASE)
_OBSERVATION = re.compile(r"^[ \t*#]*Observation\b[*: \t]*[:：]", re.MULTILINE | re.IGNORECASE)
_CALL = re.compile(r"^`?([A-Za-z_]\w*)`?\s*(?:\((.*)\)|\[(.*)\])?`?$", re.DOTALL)
_NAMES = ("action", "tool", "name", "function", "tool_name")
_ARGUMENTS = ("arguments", "action_input", "input", "args", "parameters", "params", "tool_input")

#: How a step was written: the three forms, in the order in which they are looked for.
NATIVE, JSON_BLOCK, PLAIN = "native", "json", "plain"


class StepError(ValueError):
    """No step can be read. The message is meant for the model."""


@dataclass(frozen=True)
class Step:
    """One action with its arguments. `raw` is an argument that was not given as an object; `id` a native call's."""

    thought: str
    action: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    form: str = PLAIN
    raw: str | None = None
    id: str = ""


def steps_in(answer: Completion) -> list[Step]:
    """The steps that an answer asks for: several only where a model calls several tools natively.

    Raises StepError, with what to do about it, when there is none.
    """
    if answer.tool_calls:
        return [
            Step(answer.text.strip(), call.name, *_native(call.name, call.arguments), id=call.id)
            for call in answer.tool_calls
        ]
    # A model that goes on to imagine what it will observe is not listened to beyond its own action.
    text = answer.text
    imagined = _OBSERVATION.search(text)
    if imagined and (_ACTION.search(text, 0, imagined.start()) or "{" in text[: imagined.start()]):
        text = text[: imagined.start()]
    step = _json_step(text) or _plain_step(text)
    if step is None:
        raise StepError(
            "no action found: call a tool, or write a JSON object with the keys thought, action and arguments"
        )
    return [step]


def _native(name: str, written: str) -> tuple[dict[str, Any], str]:
    try:
        arguments = json.loads(written) if written.strip() else {}
    except (ValueError, RecursionError) as error:
        raise StepError(f"the arguments of {name} are no JSON: {error}") from None
    if not isinstance(arguments, dict):
        raise StepError(f"the arguments of {name} must be a JSON object")
    return arguments, NATIVE


def _json_step(text: str) -> Step | None:
    """The last JSON object that names an action: in a fence, else anywhere in the text."""
    for candidate in reversed([*_bare_objects(text), *(m.group(1) for m in _FENCE.finditer(text))]):
        value = _loaded(candidate)
        if not isinstance(value, dict):
            continue
        named = next((value[n] for n in _NAMES if isinstance(value.get(n), (str, dict))), None)
        if isinstance(named, dict):
            value, named = named, named.get("name")
        if not isinstance(named, str) or not named.strip():
            continue
        thought = str(value.get("thought") or _thought(text))
        given = next((value[n] for n in _ARGUMENTS if n in value), None)
        if given is None:
            given = {k: v for k, v in value.items() if k not in (*_NAMES, "thought")}
        if isinstance(given, str):
            parsed = _loaded(given)
            given = parsed if isinstance(parsed, dict) else given
        if isinstance(given, dict):
            return Step(thought, named.strip(), given, JSON_BLOCK)
        return Step(thought, named.strip(), {}, JSON_BLOCK, str(given))
    return None


def _plain_step(text: str) -> Step | None:
    """`Thought: … Action: name` with `Action Input: …`, `name(…)` or `name[…]`; or a `Final Answer: …`."""
    actions = list(_ACTION.finditer(text))
    final = _FINAL.search(text)
    if final and not actions:
        return Step(_thought(text), "answer", {}, PLAIN, text[final.end() :].strip())
    if not actions:
        return None
    action = actions[0]
    given = _INPUT.search(text, action.end())
    call = _CALL.match(action.group(1).strip())
    if call is None:
        return None
    raw = text[given.end() :] if given else (call.group(2) or call.group(3) or "")
    if given is None and not raw.strip():
        # Arguments on the lines below, without their heading.
        raw = text[action.end() :]
    raw = raw.strip()
    fenced = re.fullmatch(r"```\w*\n(.*?)\n?```", raw, re.DOTALL)
    value = _loaded(fenced.group(1) if fenced else raw)
    if not isinstance(value, dict):
        value = next((v for v in map(_loaded, _bare_objects(raw)) if isinstance(v, dict)), None)
    if isinstance(value, dict):
        return Step(_thought(text), call.group(1), value, PLAIN)
    plain = (fenced.group(1) if fenced else raw).strip()
    if len(plain) > 1 and plain[0] == plain[-1] and plain[0] in "\"'":
        plain = plain[1:-1]
    return Step(_thought(text), call.group(1), {}, PLAIN, plain or None)


def _thought(text: str) -> str:
    found = _THOUGHT.search(text)
    part = text[found.end() :] if found else text
    for stop in (_ACTION, _FINAL, re.compile(r"^[ \t]*(?:```|\{)", re.MULTILINE)):
        end = stop.search(part)
        part = part[: end.start()] if end else part
    return part.strip()


def _loaded(text: str) -> Any:
    try:
        # Models put line ends into strings as they are.
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


def _bare_objects(text: str) -> list[str]:
    """The outermost `{…}` of a text that are JSON, in order."""
    decoder = json.JSONDecoder(strict=False)
    found: list[str] = []
    at = text.find("{")
    while at >= 0 and len(found) < 50:
        try:
            _, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at = text.find("{", at + 1)
            continue
        found.append(text[at:end])
        at = text.find("{", end)
    return found
