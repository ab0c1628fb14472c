"""What came of earlier repairs, and which of them are taken out of the text again. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from environment.traces import Issue, Trial
from migration.dialects.dialect import parse
from migration.repairing.kinds import made_bytes, wanted_text
from migration.repairing.repair import Failure

#: What is said of text where bytes have to be, or the reverse.
_OF_KINDS = re.compile(r"\b(?:str|string|bytes)\b")


def settled(trials: Iterable[Trial], outcome: str) -> tuple[Trial, ...]:
    """The trials, with the outcome of those that were waiting for one."""
    return tuple(t if t.outcome else replace(t, outcome=outcome) for t in trials)


def after_worse(trials: Iterable[Trial], now: Iterable[Issue], before: Iterable[Issue]) -> tuple[Trial, ...]:
    """The trials, when the candidate with the latest was worse: of those, the ones go at whose lines tests fail `now`
    that did not `before`. Where there are such, the others of the candidate are not to blame."""
    trials = tuple(trials)
    failing = {i.test for i in before}
    fresh = [t for t in trials if not t.outcome]
    told: dict[str, list[str]] = {}
    for issue in (i for i in now if i.test not in failing):
        lines = [issue.line, *(f.line for f in reversed(issue.frames) if f.file == issue.file)]
        blamed = next((t for line in lines for t in fresh if line == t.there > 0), None)
        if blamed is not None:
            told.setdefault(blamed.variant, []).append(issue.message)
    if not told:
        return settled(trials, "worse")

    def outcome(trial: Trial) -> str:
        if trial.variant not in told:
            return "withheld"
        return "both" if any(map(_OF_KINDS.search, told[trial.variant])) else "undone"

    return tuple(t if t.outcome else replace(t, outcome=outcome(t)) for t in trials)


def withdrawn(text: str, failures: Sequence[Failure], trials: list[Trial]) -> tuple[str, list[Trial]]:
    """The text without the latest repairs that changed nothing about their failures."""
    latest = max((t.number for t in trials), default=0)
    rows = text.split("\n")
    for position, trial in enumerate(trials):
        if trial.number != latest or trial.outcome not in ("kept", "gained"):
            continue
        if any(_same(trial, failure, rows) for failure in failures):
            without = _undone(text, trial, trials)
            if without is not None and parse(without) is not None:
                text = without
                trials[position] = replace(trial, outcome="undone")
    return text, trials


def regretted(
    text: str, unanswered: Sequence[Failure], trials: list[Trial], key: str
) -> tuple[str, list[Failure]]:
    """The text without latest repairs behind which the same line fails in a way that nobody knows.

    With it the failures that they answered: another candidate may do better there.
    """
    latest = max((t.number for t in trials), default=0)
    again = []
    for position, trial in enumerate(trials):
        if trial.number != latest or trial.outcome not in ("kept", "gained"):
            continue
        rows = text.split("\n")
        behind = [
            f
            for f in unanswered
            if set(f.tests) & set(trial.tests) and line_text(rows, f.line) == trial.where
        ]
        without = _undone(text, trial, trials) if behind and trial.where else None
        if without is not None and parse(without) is not None:
            place = moved(behind[0], text, without, key)
            again.append(replace(place, exception=trial.exception, message=trial.message, tests=trial.tests))
            text = without
            trials[position] = replace(trial, outcome="undone")
    return text, again


def without_bytes(
    offered: Callable[[str, Failure, Sequence[Trial]], Iterable[Trial]],
    key: str,
    text: str,
    failures: Sequence[Failure],
    trials: list[Trial],
    again: list[Failure],
) -> str:
    """The text without latest repairs behind which the tests still get bytes for text, if others may give them text.

    `again` gets the failures that they answered. `offered` gives the trials that a failure in a text could be
    answered by, given those before.
    """
    latest = max((t.number for t in trials), default=0)
    wanting = {test for f in failures if wanted_text(f) for test in f.tests}
    for position, trial in enumerate(trials):
        if trial.number != latest or trial.outcome not in ("kept", "gained"):
            continue
        # Text that was made where it failed may have been made too late; where it was made elsewhere, it is the cause.
        late = _OF_KINDS.search(trial.message) and any(trial.where in new for _, new in trial.hunks)
        if not (made_bytes(trial) or late):
            continue
        rows = text.split("\n")
        lines = [n for n in range(1, len(rows) + 1) if line_text(rows, n) == trial.where]
        without = _undone(text, trial, trials) if lines and set(trial.tests) <= wanting else None
        if without is None or parse(without) is None:
            continue
        line = min(lines, key=lambda n: abs(n - trial.there))
        place = moved(Failure(trial.exception, trial.message, line, (), trial.tests), text, without, key)
        changed = [*trials[:position], replace(trial, outcome="text"), *trials[position + 1 :]]
        tried = {t.variant for t in changed if t.outcome == "text"}
        found = offered(without, place, changed)
        if any(not made_bytes(one) and one.variant not in tried for one in found):
            again.append(place)
            trials[position], text = changed[position], without
    return text


def answers(failure: Failure, again: Sequence[Failure]) -> bool:
    """Whether a failure is at a place that is tried again, or is what came of it there."""
    return any(
        failure.line == a.line or (wanted_text(failure) and set(failure.tests) <= set(a.tests)) for a in again
    )


def line_text(rows: Sequence[str], line: int) -> str:
    return rows[line - 1].strip() if 0 < line <= len(rows) else ""


def _same(trial: Trial, failure: Failure, rows: Sequence[str]) -> bool:
    """Whether `failure` is what `trial` answered, at the same place."""
    return alike(trial, failure) and line_text(rows, failure.line) == trial.where


def alike(trial: Trial, failure: Failure) -> bool:
    said = (trial.exception, trial.message) == (failure.exception, failure.message)
    return said and bool(set(trial.tests) & set(failure.tests))


def _undone(text: str, trial: Trial, trials: Sequence[Trial]) -> str | None:
    """The text without what a trial rewrote; a helper that others brought, too, stays."""
    others = (t for t in trials if t is not trial and t.outcome in ("kept", "gained"))
    shared = {new for other in others for _, new in other.hunks}
    for old, new in trial.hunks:
        if new in shared:
            continue
        if not new or text.count(new) != 1:
            return None
        text = text.replace(new, old)
    return text


def moved(failure: Failure, before: str, after: str, key: str) -> Failure:
    if before == after:
        return failure
    matcher = SequenceMatcher(None, before.split("\n"), after.split("\n"), autojunk=False)
    blocks = matcher.get_opcodes()

    def line(number: int) -> int:
        for _, i1, i2, j1, j2 in blocks:
            if i1 < number <= i2:
                return min(j1 + number - i1, max(j2, j1 + 1))
        return number

    frames = tuple(replace(f, line=line(f.line)) if f.file == key else f for f in failure.frames)
    return replace(failure, line=line(failure.line) if failure.line else 0, frames=frames)
