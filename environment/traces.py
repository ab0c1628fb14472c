"""The vocabulary of traces: what may be deposited in the medium, and under which names.

A leaf: it imports nothing of ours and anyone may import it. Records are small frozen dataclasses; `as_dict`
gives the JSON form that goes into a pheromone file, `from_dict` reads it back and ignores unknown fields
(an older reader must survive a newer writer).
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from posixpath import splitext
from typing import Any, Self

#: What text files are called whose examples doctest runs.
DOCUMENT_SUFFIXES = (".txt", ".rst", ".md", ".doctest")


def is_document(key: str) -> bool:
    """Whether a file is a text file, which is in a run for the examples in it, and no Python source."""
    return splitext(key)[1] in DOCUMENT_SUFFIXES


def timestamp(moment: datetime | None = None) -> str:
    """How a moment (default: now) is written in every record: UTC, ISO 8601, to the millisecond."""
    moment = (moment or datetime.now(UTC)).astimezone(UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Kind(StrEnum):
    """The three pheromone files. The value is the file's stem."""

    TASKS = "tasks"
    STATUS = "status"
    QUALITY = "quality"


class Status(StrEnum):
    """States of a file."""

    PENDING = "pending"
    IN_PROGRESS = "in_progress"
    TRANSFORMED = "transformed"
    TESTED = "tested"
    VALIDATED = "validated"
    NEEDS_REVIEW = "needs_review"
    FAILED = "failed"
    RETRY = "retry"
    SKIPPED = "skipped"


#: States the loop need not wait for: a person decides about needs_review, outside the loop.
TERMINAL = frozenset({Status.VALIDATED, Status.SKIPPED, Status.NEEDS_REVIEW})
#: States in which a task's intensity evaporates.
WAITING = frozenset({Status.PENDING, Status.RETRY})


class Exactness(StrEnum):
    """What a change promises: the same meaning by construction, or only if types and callers are as assumed."""

    EXACT = "exact"
    SEMANTIC = "semantic"


class EvidenceKind(StrEnum):
    """What was executed to judge a file, strongest first."""

    TESTS = "tests"
    TESTS_PARTIAL = "tests_partial"
    DIFFERENTIAL = "differential"
    CONSTRUCTION = "construction"
    PROBE = "probe"
    NONE = "none"
    BROKEN = "broken"


class Record:
    """Base of all trace records: conversion to and from plain JSON values."""

    def as_dict(self) -> dict[str, Any]:
        """This record as plain JSON values (enums become their string values, tuples lists)."""
        return {f.name: _plain(getattr(self, f.name)) for f in dataclasses.fields(self)}  # type: ignore[arg-type]

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """The record that `values` describes; lists become tuples, unknown names are ignored."""
        known = {f.name for f in dataclasses.fields(cls)}  # type: ignore[arg-type]
        return cls(**{k: tuple(v) if isinstance(v, list) else v for k, v in values.items() if k in known})


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return value.as_dict()
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items()}
    return value


@dataclass(frozen=True, slots=True)
class PatternSite(Record):
    """A Python 2 pattern found at a line (1-based). `source`: syntax, tokens, regex, model or observed."""

    pattern: str
    line: int
    source: str = "syntax"


@dataclass(frozen=True, slots=True)
class Change(Record):
    """Lines (1-based, of the *new* text) that `author` (a rule id, `repair:<id>` or `model:<name>`) rewrote."""

    author: str
    exactness: Exactness
    line: int
    end_line: int
    before_line: int = 0

    @property
    def semantic(self) -> bool:
        """Whether the change depends on types or callers, so that only running it shows that it is right."""
        return self.exactness == Exactness.SEMANTIC


@dataclass(frozen=True, slots=True)
class OpenSite(Record):
    """A place that was left as it is because nothing known settles it. `line` is 1-based, of the new text."""

    pattern: str
    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class Observation(Record):
    """What the original was seen to do at a site under Python 2.7: operand types of `/`, kinds of text …"""

    site: str
    line: int
    column: int
    seen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Opinion(Record):
    """What a model makes of an ambiguous place: advice for whoever rewrites it, and never evidence.

    `line` (1-based) and `code` are of the text as rules leave it; `verdict` is change, keep or unsure.
    """

    pattern: str
    line: int
    code: str
    verdict: str
    why: str
    author: str


@dataclass(frozen=True, slots=True)
class Frame(Record):
    """One frame of a traceback inside the repository: file key, 1-based line, function."""

    file: str
    line: int
    function: str = ""


@dataclass(frozen=True, slots=True)
class Issue(Record):
    """Something that failed when a file was judged. `frames` run from the outermost to the innermost."""

    test: str
    file: str
    line: int
    exception: str
    message: str
    frames: tuple[Frame, ...] = ()

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """As `Record.from_dict`, with the frames read back as frames."""
        frames = tuple(f if isinstance(f, Frame) else Frame.from_dict(f) for f in values.get("frames") or ())
        fields = {k: v for k, v in values.items() if k in cls.__dataclass_fields__ and k != "frames"}
        return cls(**fields, frames=frames)


@dataclass(frozen=True, slots=True)
class Trial(Record):
    """One repair that a candidate carried: what it answered, what it rewrote, what came of it.

    `number` is the candidate's (its attempt); `variant` identifies the edit; `line` is the failure's, in the text
    that was repaired, `where` that line's text afterwards and `there` its number then; `hunks` are the lines rewritten,
    as (old, new) texts.
    `outcome`: "" while unknown, gained (more tests pass), kept (no fewer), worse (taken back), undone (the failure
    stayed as it was, or further tests fail at its line), both (these show that text and bytes come there), text
    (taken back because tests then got bytes for text), withheld (taken back because of another of its candidate),
    refused (the environment or the compiler did not take it).
    """

    number: int
    repair: str
    variant: str
    exception: str
    message: str
    tests: tuple[str, ...] = ()
    line: int = 0
    where: str = ""
    there: int = 0
    hunks: tuple[tuple[str, str], ...] = ()
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class Evidence(Record):
    """The outcome of running code for one file: which interpreter, how many tests, what regressed.

    `unexecuted_sites` lists the lines of semantic changes that no passing test ran; `tree_hash` identifies the
    working copy judged; `sandbox` names the backend that contained the run.
    """

    kind: EvidenceKind
    interpreter: str = ""
    baseline_interpreter: str = ""
    tests_run: int = 0
    regressed: tuple[str, ...] = ()
    unexecuted_sites: tuple[int, ...] = ()
    tree_hash: str = ""
    sandbox: str = ""


@dataclass(frozen=True, slots=True)
class Judgement(Record):
    """What the Tester deposits about one file: a confidence in [0, 1], the evidence for it, and what failed.

    `charged_to` names the other files that failures around this one are charged to: while those may still change,
    little is known about this one. `charged_beside` names those that its own failures are charged to as well: a change
    of theirs may be all that is needed.
    """

    confidence: float
    evidence: Evidence
    issues: tuple[Issue, ...] = ()
    tests_total: int = 0
    tests_passed: int = 0
    tests_failed: int = 0
    coverage: float | None = None
    notes: tuple[str, ...] = field(default_factory=tuple)
    charged_to: tuple[str, ...] = ()
    charged_beside: tuple[str, ...] = ()
