"""What a model in the loop can do: tools with a name, a description and checked arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from baselines.toolloop.steps import Step

_KINDS = {"string": str, "integer": int, "boolean": bool}


class ToolError(ValueError):
    """A tool could not do what it was asked. The message is the observation."""


@dataclass(frozen=True)
class Parameter:
    """One argument: its JSON type (string, integer, boolean), what it means, and its value where none is given."""

    kind: str
    meaning: str
    default: Any = None
    required: bool = False


@dataclass(frozen=True)
class Tool:
    """A tool: `run` takes the arguments by name and returns what is observed. It raises ToolError."""

    name: str
    meaning: str
    run: Callable[..., str]
    parameters: Mapping[str, Parameter] = field(default_factory=dict)

    def spec(self) -> dict[str, Any]:
        """The tool in the form of the chat completions interface."""
        properties = {n: {"type": p.kind, "description": p.meaning} for n, p in self.parameters.items()}
        required = [n for n, p in self.parameters.items() if p.required]
        schema = {"type": "object", "properties": properties, "required": required}
        return {
            "type": "function",
            "function": {"name": self.name, "description": self.meaning, "parameters": schema},
        }

    def line(self) -> str:
        """The tool in one line of a prompt."""
        given = ", ".join(n if p.required else f"{n}={p.default!r}" for n, p in self.parameters.items())
        return f"{self.name}({given}): {self.meaning}"

    def call(self, step: Step) -> str:
        """What is observed when the step is taken. Raises ToolError for arguments that don't fit, too."""
        given = dict(step.arguments)
        if step.raw is not None and self.parameters:
            # Plain text is the value of the first parameter that must be given.
            first = next((n for n, p in self.parameters.items() if p.required), next(iter(self.parameters)))
            given.setdefault(first, step.raw)
        unknown = sorted(given.keys() - self.parameters.keys())
        if unknown:
            raise ToolError(f"{self.name} takes no {', '.join(unknown)}: it is {self.line()}")
        return self.run(**{name: self._value(name, p, given) for name, p in self.parameters.items()})

    def _value(self, name: str, parameter: Parameter, given: Mapping[str, Any]) -> Any:
        value = given.get(name)
        if value is None:
            if parameter.required:
                raise ToolError(f"{self.name} needs {name}: {parameter.meaning}")
            return parameter.default
        if parameter.kind == "integer" and isinstance(value, str) and value.strip().lstrip("-").isdigit():
            value = int(value)
        if parameter.kind == "string" and isinstance(value, (int, float)):
            value = str(value)
        wanted = _KINDS[parameter.kind]
        if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
            raise ToolError(
                f"{self.name}: {name} must be of type {parameter.kind}, not {type(value).__name__}"
            )
        return value


class Toolbox:
    """The tools of one loop, by name."""

    def __init__(self, tools: Iterable[Tool]) -> None:
        self._tools = {tool.name: tool for tool in tools}

    def __contains__(self, name: str) -> bool:
        return name in self._tools

    def specs(self) -> list[dict[str, Any]]:
        """All tools in the form of the chat completions interface."""
        return [tool.spec() for tool in self._tools.values()]

    def lines(self) -> str:
        """All tools, one line each, for a prompt."""
        return "\n".join(f"- {tool.line()}" for tool in self._tools.values())

    def take(self, step: Step) -> str:
        """What is observed when a step is taken; an error is an observation too."""
        tool = self._tools.get(step.action) or self._tools.get(step.action.strip().lower())
        if tool is None:
            near = get_close_matches(step.action, self._tools, n=1)
            hint = f"; did you mean {near[0]}?" if near else f"; the tools are {', '.join(self._tools)}"
            return f"error: there is no tool {step.action!r}{hint}"
        try:
            return tool.call(step)
        except ToolError as error:
            return f"error: {error}"
