"""Answers from a record of earlier calls only: the same run again, to the byte, without paying."""

from __future__ import annotations

import difflib
from typing import Any

from stigmergy.llm_errors import FatalModelError
from stigmergy.llm_types import ChatRequest, RawAnswer, VirtualClock
from stigmergy.models.recording import CallStore, Entry

_COMPARED_CHARACTERS = 6000
_SHOWN_LINES = 24


class UnknownRequest(FatalModelError):
    """The run asks something that was not recorded: it is not the recorded run."""


class ReplayTransport:
    """Answers each attempt as it was recorded, failures too. Time passes on `clock` only, at once."""

    def __init__(self, store: CallStore, clock: VirtualClock) -> None:
        self.store = store
        self.clock = clock

    def send(self, request: ChatRequest, attempt: int, deadline: float) -> RawAnswer:
        """As `Transport.send`. Raises UnknownRequest with the difference to the nearest recorded request."""
        entry = self.store.get(request.key(), attempt)
        if entry is None:
            raise UnknownRequest(self._explain(request, attempt))
        self.clock.sleep(entry.seconds)
        return entry.outcome()

    def _explain(self, request: ChatRequest, attempt: int) -> str:
        asked = f"{request.purpose or 'call'} for {request.file or '?'}, attempt {attempt + 1}"
        nearest = self._nearest(request)
        if nearest is None:
            return f"nothing is recorded in {self.store.folder}: record a run before replaying {asked}"
        lines = [f"not on record: {asked}. The nearest recorded request differs:"]
        return "\n".join([*lines, *difference(nearest.identity, request.identity())])

    def _nearest(self, request: ChatRequest) -> Entry | None:
        wanted = _words(request.identity())

        def likeness(entry: Entry) -> tuple[bool, float]:
            matcher = difflib.SequenceMatcher(None, _words(entry.identity), wanted, autojunk=False)
            return entry.file == request.file, matcher.quick_ratio()

        return max(self.store.entries(), key=likeness, default=None)


def difference(recorded: dict[str, Any], asked: dict[str, Any]) -> list[str]:
    """What differs between two requests, line by line, cut to a readable length."""
    lines = [
        f"  {name}: recorded {recorded.get(name)!r}, asked {asked.get(name)!r}"
        for name in sorted(recorded.keys() | asked.keys())
        if name != "messages" and recorded.get(name) != asked.get(name)
    ]
    diff = difflib.unified_diff(_text(recorded), _text(asked), "recorded", "asked", n=1, lineterm="")
    changed = list(diff)
    lines += [f"  {line}" for line in changed[:_SHOWN_LINES]]
    if len(changed) > _SHOWN_LINES:
        lines.append(f"  … and {len(changed) - _SHOWN_LINES} more lines")
    return lines or ["  only the number of the attempt: that attempt was not made then"]


def _text(identity: dict[str, Any]) -> list[str]:
    return [
        line
        for message in identity["messages"]
        for line in (f"[{message['role']}]", *message["content"].split("\n"))
    ]


def _words(identity: dict[str, Any]) -> str:
    return "\n".join(_text(identity))[-_COMPARED_CHARACTERS:]
