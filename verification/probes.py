"""Asks files under one interpreter: do they compile, import, and what do they offer? (See the guest.)"""

from __future__ import annotations

import json
import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from environment.traces import Frame
from verification.results import TestOutcome
from verification.test_runs import SuiteRunner

#: A probe asks every file a few questions; each may take this long.
QUESTION_SECONDS = 10.0


@dataclass(frozen=True)
class Probe:
    """One file's answers. `syntax` is None when it compiles; `outcome` is ok, raised, died, hung or "" (not
    asked).

    `raised` is the exception's name as both languages know it; `names` maps public names to descriptions;
    `lines` are those that the import executed.
    """

    key: str
    syntax: TestOutcome | None = None
    outcome: str = ""
    raised: str = ""
    error: TestOutcome | None = None
    names: Mapping[str, Any] = field(default_factory=dict)
    lines: frozenset[int] = frozenset()

    @property
    def imports(self) -> bool:
        """Whether the file was imported without an exception."""
        return self.outcome == "ok"

    def same_import(self, other: Probe) -> bool:
        """Whether both imports came out the same: fine, the same exception, or the same death."""
        return (self.outcome, self.raised) == (other.outcome, other.raised)


class Prober:
    """Puts questions to files of a tree in one environment, in one contained process."""

    def __init__(self, runner: SuiteRunner, log: logging.Logger) -> None:
        self._runner = runner
        self._log = log

    @property
    def interpreter(self) -> str:
        """The interpreter's label."""
        return self._runner.environment.interpreter.label

    def ask(self, tree: Path, keys: Sequence[str], imports: Collection[str]) -> dict[str, Probe]:
        """Compile `keys` and import those in `imports`. A file that gives no answer is not in the result."""
        if not keys:
            return {}
        orders = {"args": list(keys), "imports": sorted(imports), "test_seconds": QUESTION_SECONDS}
        seconds = 30.0 + QUESTION_SECONDS * max(1, len(imports))
        text = self._runner.guest(tree, "stigmergy_probe.py", orders, seconds)
        found = {}
        for line in text.splitlines():
            try:
                event = json.loads(line)
            except ValueError:
                continue
            if event.get("event") == "probe":
                found[event["key"]] = _probe(event)
        if missing := sorted(set(keys) - found.keys()):
            self._log.warning("%s: no answer about %s", self.interpreter, ", ".join(missing[:5]))
        return found


def _probe(event: Mapping[str, Any]) -> Probe:
    key = event["key"]
    imported = event["imported"]
    return Probe(
        key=key,
        syntax=_error(key, event["syntax"]) if event["syntax"] else None,
        outcome=imported.get("outcome", ""),
        raised=imported.get("raised", ""),
        error=_error(key, imported) if imported.get("outcome", "ok") != "ok" else None,
        names=imported.get("names", {}),
        lines=frozenset(imported.get("lines", ())),
    )


def _error(key: str, fields: Mapping[str, Any]) -> TestOutcome:
    outcome = {"died": "crashed", "hung": "timeout"}.get(fields.get("outcome", ""), "error")
    return TestOutcome(
        id=f"import of {key}",
        outcome=outcome,
        file=key,
        exception=fields.get("exception", ""),
        message=fields.get("message", ""),
        frames=tuple(Frame(*frame) for frame in fields.get("frames", ())),
    )
