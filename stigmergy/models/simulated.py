"""A simulated model: right answers from a pure code model, spoilt by a seeded error process.

A stand-in for a model's variability where no model can be reached. It is labelled as simulated wherever its
name shows; its rates are assumptions, not measurements of any model.
"""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass, fields, replace
from difflib import SequenceMatcher
from typing import Any

from migration.code_model import CodeModel, Request
from stigmergy.llm_errors import TransportFailure
from stigmergy.llm_prices import Price
from stigmergy.llm_tokens import estimate_tokens
from stigmergy.llm_types import ChatRequest, RawAnswer, VirtualClock
from stigmergy.models.dialogue import SCOUTING
from stigmergy.models.newlines import with_newlines

#: USD a million tokens, of the order that hosted open-weight models cost.
SIMULATED_PRICE = Price(0.10, 0.60)
#: Stands in a script, within a JSON string, for the new text of the request's subject.
SIMULATED_TEXT = "<<the text>>"
#: Tokens a second at which answers seem to be written.
_SPEED = 60.0
_REGION = re.compile(
    r"^(R\d+) \(lines \d+ to \d+\):\n<region (\w+)>\n(.*?)\n</region \2>$", re.MULTILINE | re.DOTALL
)
_PLACE = re.compile(r"^line (\d+): ", re.MULTILINE)
_VERDICTS = ("change", "keep", "unsure")
#: Rewrites that still compile and mean something else.
_WRONG = (
    (re.compile(r"(?<![/=])//(?![/=])"), "/"),
    (re.compile(r"\bsorted\(([^()]*)\)"), r"list(\1)"),
    (re.compile(r"\.items\(\)"), ".keys()"),
    (re.compile(r"\brange\(([^(),]+)\)"), r"range(\1 - 1)"),
    (re.compile(r"\bnot in\b"), "in"),
    (re.compile(r"=="), "!="),
    (re.compile(r"\bTrue\b"), "False"),
    (re.compile(r" \+ "), " - "),
    (re.compile(r" < "), " <= "),
)


@dataclass(frozen=True, slots=True)
class ErrorRates:
    """How often, from 0 to 1, each fault happens in an attempt. Faults of the text are independent."""

    syntax_error: float = 0.05
    prose: float = 0.10
    truncated: float = 0.03
    fix_left_out: float = 0.10
    wrong_fix: float = 0.05
    refusal: float = 0.02
    time_out: float = 0.02
    rate_limited: float = 0.05

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            if not 0 <= value <= 1:
                raise ValueError(f"{each.name}: {value!r} is not allowed: expected a rate from 0 to 1")


class SimulatedTransport:
    """Answers like a model with these error rates. Equal seed and equal request give an equal answer."""

    def __init__(
        self,
        pure: CodeModel,
        clock: VirtualClock,
        rates: ErrorRates | None = None,
        seed: int = 0,
        price: Price = SIMULATED_PRICE,
    ) -> None:
        self.pure = pure
        self.clock = clock
        self.rates = rates or ErrorRates()
        self.seed = seed
        self.price = price

    def send(self, request: ChatRequest, attempt: int, deadline: float) -> RawAnswer:
        """As `Transport.send`. Needs a request with a subject or a script."""
        if request.subject is None and not request.script:
            raise ValueError("a simulated model can only answer questions about a file, or by a script")
        dice = random.Random(f"{self.seed}:{request.key()}:{attempt}")
        rates = self.rates
        if dice.random() < rates.time_out:
            self.clock.sleep(deadline)
            raise TransportFailure("timed out (simulated)", maybe_billed=True)
        if dice.random() < rates.rate_limited:
            raise TransportFailure("rate limited (simulated)", status=429, retry_after=1.0)
        if dice.random() < rates.refusal:
            return self._answer(request, "I'm sorry, but I can't help with that.", "stop")
        if request.script:
            return self._scripted(request, dice)
        assert request.subject is not None
        if request.purpose.startswith(SCOUTING):
            return self._answer(request, _opinions(request, dice), "stop")
        text = self._spoilt(request.subject, dice)
        regions = _REGION.findall(request.messages[1].content)
        whole = text if text.endswith("\n") else f"{text}\n"
        answer = _as_edits(regions, text) if regions else f"```python\n{whole}```"
        if dice.random() < rates.prose:
            answer = f"Here is the migrated code:\n\n{answer}\n\nI have kept the behaviour as it was."
            if dice.random() < 0.5:
                answer = answer.replace("```python\n", "").replace("\n```", "")
        finish = "stop"
        if dice.random() < rates.truncated:
            answer, finish = answer[: max(1, int(len(answer) * dice.uniform(0.2, 0.9)))], "length"
        return self._answer(request, answer, finish)

    def _scripted(self, request: ChatRequest, dice: random.Random) -> RawAnswer:
        """The script as answer, with a spoilt text of the subject in the place for it; wordy or cut off at times."""
        answer, finish = request.script, "stop"
        if request.subject is not None and SIMULATED_TEXT in answer:
            text = json.dumps(self._spoilt(request.subject, dice))[1:-1]
            answer = answer.replace(SIMULATED_TEXT, text)
        if dice.random() < self.rates.prose:
            answer = f"Let me see.\n\n{answer}"
        if dice.random() < self.rates.truncated:
            answer, finish = answer[: max(1, int(len(answer) * dice.uniform(0.2, 0.9)))], "length"
        return self._answer(request, answer, finish)

    def _spoilt(self, subject: Request, dice: random.Random) -> str:
        """The right text with the errors that the dice give it."""
        source = with_newlines(subject.source, "\n")
        first = self.pure.propose(replace(subject, attempt=0, current=None, issues=()))
        text = with_newlines(first.texts.get(subject.key, source), "\n")
        if dice.random() < self.rates.fix_left_out:
            text = _leave_out(source, text, dice)
        if dice.random() < self.rates.wrong_fix:
            text = _get_wrong(text, dice)
        if dice.random() < self.rates.syntax_error:
            text = _break_syntax(text, dice)
        return text

    def _answer(self, request: ChatRequest, text: str, finish: str) -> RawAnswer:
        prompt = sum(estimate_tokens(m.content) for m in request.messages)
        completion = max(1, estimate_tokens(text))
        if completion > request.max_tokens:
            text, finish, completion = text[: 3 * request.max_tokens], "length", request.max_tokens
        seconds = completion / _SPEED
        self.clock.sleep(seconds)
        body: dict[str, Any] = {
            "model": request.model,
            "choices": [{"finish_reason": finish, "message": {"role": "assistant", "content": text}}],
            "usage": {
                "prompt_tokens": prompt,
                "completion_tokens": completion,
                "cost": self.price.cost(prompt, completion),
            },
        }
        return RawAnswer(json.loads(json.dumps(body)), f"simulated-{request.key()[:12]}", seconds)


def _opinions(request: ChatRequest, dice: random.Random) -> str:
    """A verdict on each place that is asked about, by the dice."""
    places = _PLACE.findall(request.messages[1].content.partition("Say for each place")[0])
    return "\n".join(f"line {line}: {dice.choice(_VERDICTS)}: simulated" for line in places)


def _as_edits(regions: list[tuple[str, str, str]], wanted: str) -> str:
    """Edits that bring each region to how it stands in `wanted`."""
    goal = wanted.split("\n")
    edits = []
    for name, _, shown in regions:
        lines = shown.split("\n")
        blocks = SequenceMatcher(None, lines, goal, autojunk=False).get_matching_blocks()[:-1]
        if not blocks:
            continue
        start = max(0, blocks[0].b - blocks[0].a)
        end = blocks[-1].b + len(lines) - blocks[-1].a
        new = goal[start:end]
        if new != lines:
            body = "\n".join(["<<<<<<< SEARCH", *lines, "=======", *new, ">>>>>>> REPLACE"])
            edits.append(f"REGION {name}\n{body}")
    return "\n\n".join(edits) or "NO CHANGE"


def _leave_out(source: str, text: str, dice: random.Random) -> str:
    """`text` with one changed place as it was in `source`."""
    old, new = source.split("\n"), text.split("\n")
    opcodes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    changed = [code for code in opcodes if code[0] != "equal"]
    if not changed:
        return text
    _, i1, i2, j1, j2 = dice.choice(changed)
    return "\n".join(new[:j1] + old[i1:i2] + new[j2:])


def _get_wrong(text: str, dice: random.Random) -> str:
    """`text` with one expression that means something else, where there is one to be got wrong."""
    lines = text.split("\n")
    places = [(n, wrong) for n, line in enumerate(lines) for wrong in _WRONG if wrong[0].search(line)]
    if not places:
        return text
    number, (pattern, replacement) = dice.choice(places)
    lines[number] = pattern.sub(replacement, lines[number], count=1)
    return "\n".join(lines)


def _break_syntax(text: str, dice: random.Random) -> str:
    """`text` without one closing bracket or colon at the end of a line."""
    lines = text.split("\n")
    places = [n for n, line in enumerate(lines) if line.rstrip().endswith((")", ":", "]", "}"))]
    if not places:
        return text + "\n)"
    number = dice.choice(places)
    lines[number] = lines[number].rstrip()[:-1]
    return "\n".join(lines)
