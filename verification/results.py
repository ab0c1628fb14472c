"""What a run of a test suite gives: outcomes by test id, and which lines of which files each test ran."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from environment.traces import Frame, Issue, Observation

#: Lines as a bit mask: bit n is set when line n was executed (a thousand lines are 125 bytes).
Lines = int

PASSING = frozenset({"passed", "xfailed", "xpassed"})
#: Outcomes that end the process or would never have ended.
DEADLY = frozenset({"crashed", "timeout"})


@dataclass(frozen=True, slots=True)
class TestOutcome:
    """One test: `outcome` is passed, xfailed, xpassed, skipped, failed, error, timeout or crashed.

    `file` is the key of the file it is written in; `frames` run from the outermost to the innermost; `asserted`: what
    ended it is an AssertionError, by whatever name; `cause`: an exception that was handled on the way to the one that
    ended it, told in the same way; `beside`: one of another thread or process, or one that was logged, meanwhile.
    """

    __test__ = False

    id: str
    outcome: str
    file: str = ""
    exception: str = ""
    message: str = ""
    frames: tuple[Frame, ...] = ()
    seconds: float = 0.0
    asserted: bool = False
    cause: TestOutcome | None = None
    beside: TestOutcome | None = None

    @property
    def passed(self) -> bool:
        """Whether the test ran and was content (an expected failure that failed is content)."""
        return self.outcome in PASSING


@dataclass(frozen=True, slots=True)
class SuiteRun:
    """A whole run. `reason`: why it ended early ("" when it did not); `output`: the end of what it printed.

    `touched` maps test id → file key → lines; the id "" stands for what ran outside any test (imports).
    `observed` maps file key → what was seen at its sites, where the run was asked to observe; `mixed`: where text
    and binary data were mixed up in silence, or what was raised of that, where it was asked to look for that.
    """

    tests: Mapping[str, TestOutcome] = field(default_factory=dict)
    collect_errors: Mapping[str, TestOutcome] = field(default_factory=dict)
    touched: Mapping[str, Mapping[str, Lines]] = field(default_factory=dict)
    seconds: float = 0.0
    reason: str = ""
    interpreter: str = ""
    backend: str = ""
    complete: bool = True
    unfinished: str = ""
    output: str = ""
    observed: Mapping[str, tuple[Observation, ...]] = field(default_factory=dict)
    mixed: tuple[Issue, ...] = ()
    #: By file, what was asked and what came of it, as the guest recorded it.
    behaviour: Mapping[str, Sequence[Any]] = field(default_factory=dict)

    @property
    def passing(self) -> frozenset[str]:
        """Ids of the tests that passed."""
        return frozenset(name for name, test in self.tests.items() if test.passed)

    def touching(self, key: str) -> frozenset[str]:
        """Ids of the tests that executed a line of the file."""
        return frozenset(name for name, files in self.touched.items() if name and key in files)


def executed(lines: Lines, first: int, last: int) -> bool:
    """Whether any line from `first` to `last` (1-based, both included) is in `lines`."""
    return bool(lines >> first & (1 << last - first + 1) - 1)


def line_numbers(lines: Lines) -> list[int]:
    """The line numbers in a mask, ascending."""
    return [n for n, bit in enumerate(reversed(bin(lines)[2:])) if bit == "1"]


def read_events(text: str) -> SuiteRun:
    """The run that an event file describes. A torn last line (the process was killed) is dropped."""
    tests: dict[str, TestOutcome] = {}
    errors: dict[str, TestOutcome] = {}
    touched: dict[str, dict[str, Lines]] = {}
    observed: dict[str, dict[tuple[str, int, int], set[str]]] = {}
    mixed: list[Issue] = []
    behaviour: dict[str, Sequence[Any]] = {}
    fallen: dict[str, Mapping[str, Any]] = {}
    started, complete = "", False
    for line in text.splitlines():
        try:
            event = json.loads(line)
        except ValueError:
            continue
        match event.get("event"):
            case "start":
                started = event["id"]
            case "result":
                started = ""
                tests[event["id"]] = _outcome(event, event["outcome"])
            case "beside":
                fallen.setdefault(event["id"], event)
            case "collect_error":
                errors[event["id"]] = _outcome(event, "error")
            case "touched":
                files = touched.setdefault(event["context"], {})
                for key, mask in event["lines"].items():
                    files[key] = files.get(key, 0) | int(mask, 16)
            case "observed":
                sites = observed.setdefault(event["file"], {})
                for row, column, seen in event["seen"]:
                    sites.setdefault((event["site"], row, column), set()).update(seen)
            case "mixed":
                frame = Frame(event["file"], event["line"], event["function"])
                place = (event["test"], frame.file, frame.line)
                callers = tuple(Frame(*one) for one in event.get("callers", ()))
                kind = event.get("exception", "BytesWarning")
                mixed.append(Issue(*place, kind, event["message"], (*callers, frame)))
            case "behaviour":
                behaviour[event["key"]] = event["answers"]
            case "end":
                complete = bool(event["complete"])
    for name, event in fallen.items():
        test = tests.get(name)
        if test is not None and not test.passed and event.get("frames"):
            tests[name] = replace(test, beside=_outcome(event, test.outcome))
    return SuiteRun(
        tests=tests,
        collect_errors=errors,
        touched=touched,
        complete=complete,
        unfinished=started,
        mixed=tuple(mixed),
        behaviour=behaviour,
        observed={
            key: tuple(Observation(*place, tuple(sorted(seen))) for place, seen in sorted(sites.items()))
            for key, sites in sorted(observed.items())
        },
    )


def _outcome(event: Mapping[str, Any], outcome: str) -> TestOutcome:
    return TestOutcome(
        id=event["id"],
        outcome=outcome,
        file=event.get("file", ""),
        exception=event.get("exception", ""),
        message=event.get("message", ""),
        frames=tuple(Frame(*frame) for frame in event.get("frames", ())),
        seconds=float(event.get("seconds", 0.0)),
        asserted=bool(event.get("asserted")),
        cause=_part(event, "cause", outcome),
        beside=_part(event, "beside", outcome),
    )


def _part(event: Mapping[str, Any], name: str, outcome: str) -> TestOutcome | None:
    """The exception that an event tells of beside the one that ended the test."""
    told = event.get(name)
    return _outcome({**told, "id": event["id"]}, outcome) if told else None


def merge(runs: Iterable[SuiteRun]) -> SuiteRun:
    """Several runs over parts of one suite as one; what a later run says of a test counts."""
    merged = SuiteRun()
    tests: dict[str, TestOutcome] = {}
    errors: dict[str, TestOutcome] = {}
    touched: dict[str, dict[str, Lines]] = {}
    reasons: list[str] = []
    for run in runs:
        tests.update(run.tests)
        errors.update(run.collect_errors)
        for context, files in run.touched.items():
            into = touched.setdefault(context, {})
            for key, mask in files.items():
                into[key] = into.get(key, 0) | mask
        if run.reason and run.reason not in reasons:
            reasons.append(run.reason)
        merged = replace(
            merged,
            seconds=merged.seconds + run.seconds,
            interpreter=run.interpreter,
            backend=run.backend,
            output=(merged.output + run.output)[-20_000:],
        )
    return replace(
        merged,
        tests=tests,
        collect_errors=errors,
        touched=touched,
        reason="; ".join(reasons),
        complete=not reasons,
    )
