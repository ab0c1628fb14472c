"""The planner: from an idea and the repository's facts to a plan and its risks."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from baselines.planning.artefacts import Artefacts
from baselines.voice import Templates, Voice, Words
from stigmergy.llm_errors import ContextTooLong, ModelRefused, ModelUnavailable, RequestRejected
from stigmergy.llm_types import Message
from stigmergy.models.prompting import quoted

#: What ends one question to a role, and not the run.
NO_ANSWER = (ContextTooLong, ModelRefused, ModelUnavailable, RequestRejected)
_HEADING = re.compile(r"^[#* \t]*(PLAN|RISKS)\b[*: \t]*(.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Plan:
    """What is to be done, and what may go wrong. `text` is the planner's whole answer."""

    text: str
    steps: str
    risks: str


def plan_in(text: str) -> Plan:
    """The plan in an answer. Raises ValueError that says which heading is missing."""
    found: dict[str, str] = {}
    headings = list(_HEADING.finditer(text))
    for heading, following in zip(headings, [*headings[1:], None], strict=True):
        body = heading.group(2) + "\n" + text[heading.end() : following.start() if following else len(text)]
        found.setdefault(heading.group(1), body.strip())
    for name in ("PLAN", "RISKS"):
        if not found.get(name):
            raise ValueError(f"there is no section with the heading {name} and something below it")
    return Plan(text.strip(), found["PLAN"], found["RISKS"])


class Planner:
    """Asks for a plan; once more where the answer has not the form of one."""

    def __init__(self, voice: Voice, templates: Templates, artefacts: Artefacts) -> None:
        self.voice = voice
        self.templates = templates
        self.artefacts = artefacts

    def plan(self, idea: str, facts: str, stand_in: Callable[[], str]) -> Plan:
        """The plan, with `planner_prompt.txt` and `plan.md` written.

        What the planner says counts, even if it has no form: then all of it is the plan. Raises FatalModelError and
        BudgetExhausted.
        """
        fields = {"idea": quoted("idea", idea.strip()), "facts": quoted("facts", facts)}
        messages = [
            Message("system", self.templates.fill("planner_system")),
            Message("user", self.templates.fill("planner", **fields)),
        ]
        self.artefacts.write("planner_prompt.txt", as_text(messages))
        said = ""
        for _ in range(2):
            try:
                said = self.voice.say("planner", messages, lambda: Words(stand_in())).text
                plan = plan_in(said)
                break
            except ValueError as error:
                messages = [
                    *messages[:2],
                    Message("assistant", said),
                    Message("user", f"That can't be used: {error}. Answer again with both sections."),
                ]
            except NO_ANSWER as error:
                said = said or f"PLAN\nNo plan could be had: {error}\n\nRISKS\nUnknown."
        else:
            plan = Plan(said.strip(), said.strip(), "The planner named none.")
        self.artefacts.write("plan.md", plan.text + "\n")
        self.artefacts.event("planner", "planned", characters=len(plan.text))
        return plan


def as_text(messages: list[Message]) -> str:
    """A conversation as the text that is kept of it."""
    return "\n\n".join(f"[{message.role}]\n{message.content}" for message in messages) + "\n"
