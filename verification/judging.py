"""What an outcome is worth: kinds of evidence and confidences, file by file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from environment.traces import Change, Evidence, EvidenceKind, Issue, Judgement
from verification.results import DEADLY, Lines, TestOutcome
from verification.settings import VerificationSettings

REGRESSED_CEILING = 0.79
PARTIAL_CEILING = 0.75
#: Taken off for data that lines of the file compare with text: equal in Python 2 where both say the same in ASCII.
MIXED_PENALTY = 0.1
CONFIDENCE = {
    EvidenceKind.DIFFERENTIAL: 0.9,
    EvidenceKind.CONSTRUCTION: 0.8,
    EvidenceKind.PROBE: 0.6,
    EvidenceKind.NONE: 0.5,
    EvidenceKind.BROKEN: 0.4,
}
MAX_ISSUES = 20
#: Places at which text and binary data are mixed up that are told of one file whose tests fail.
MAX_PLACES = 8


@dataclass(frozen=True)
class Subject:
    """A file to judge: how it was changed, whether it is part of the tests, which files it imports, and which tests
    failed because of it before: they count for it, whether or not they are seen to touch it."""

    key: str
    changes: tuple[Change, ...] = ()
    unchanged: bool = False
    is_test: bool = False
    depends_on: tuple[str, ...] = ()
    suspected_by: tuple[str, ...] = ()
    #: Lines at which something is known to be left to do.
    left_open: tuple[int, ...] = ()
    #: Whether its judgement may be left for later, if no test speaks about it and tests fail because of others.
    patient: bool = False

    @property
    def exact(self) -> bool:
        """Whether nothing in it was rewritten on assumptions, and nothing that should have been was left."""
        return not self.left_open and not any(change.semantic for change in self.changes)

    @property
    def assumed(self) -> frozenset[int]:
        """The lines that were rewritten on assumptions."""
        spans = (range(c.line, c.end_line + 1) for c in self.changes if c.semantic)
        return frozenset(line for span in spans for line in span)


@dataclass(frozen=True)
class OwnTests:
    """The counting tests of one file. `charged` failed and speak against it; those that speak against others
    appear nowhere. `in_tests` are the file's lines that its passing tests executed."""

    passed: frozenset[str] = frozenset()
    charged: Mapping[str, TestOutcome] = field(default_factory=dict)
    excused: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    in_tests: Lines = 0
    unexecuted: tuple[int, ...] = ()
    #: Rewritten lines that no passing test executed, but examples or calls that came out the same under both.
    compared: tuple[int, ...] = ()
    coverage: float | None = None
    #: Tests that fail, and under Python 2.7 as well where hashes have another order.
    by_chance: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """How many tests count for the file."""
        return len(self.passed) + len(self.charged)

    @property
    def outnumbered(self) -> bool:
        """Whether most tests around the file fail, if because of others: what passes shows little of it then."""
        return len(self.excused) > len(self.passed)


def by_tests(
    own: OwnTests, seal: Evidence, issues: Sequence[Issue], settings: VerificationSettings, weak: bool
) -> Judgement:
    """The judgement that a file's own tests give (there must be some).

    The confidence is the share of its counting tests that pass; at most 0.79 when one regressed; at most 0.75
    when a rewrite was never executed, when most tests around the file fail because of others, or when there is no
    Python 2.7 to hold against (`weak`); at most 0.9 when one was executed beside the tests alone, and did the same
    under both; 0 when the file made the test process crash or hang.
    """
    share = len(own.passed) / own.total
    partial = bool(own.unexecuted) or own.outnumbered or weak
    confidence = min(share, REGRESSED_CEILING) if own.charged else share
    if partial:
        confidence = min(confidence, PARTIAL_CEILING)
    elif own.compared:
        confidence = min(confidence, CONFIDENCE[EvidenceKind.DIFFERENTIAL])
    if any(test.outcome in DEADLY for test in own.charged.values()):
        confidence = 0.0
    if not settings.require_evidence:
        confidence = settings.fallback_regression if own.charged else settings.fallback_pass
    kind = EvidenceKind.TESTS_PARTIAL if partial else EvidenceKind.TESTS
    evidence = replace(
        seal,
        kind=kind,
        tests_run=own.total,
        regressed=tuple(sorted(own.charged)),
        unexecuted_sites=own.unexecuted,
    )
    return Judgement(
        round(confidence, 4),
        evidence,
        tuple(issues[:MAX_ISSUES]),
        tests_total=own.total,
        tests_passed=len(own.passed),
        tests_failed=len(own.charged),
        coverage=own.coverage,
        notes=notes(own, weak),
    )


def with_mixed(judgement: Judgement, issues: Sequence[Issue], settings: VerificationSettings) -> Judgement:
    """`judgement` of passing tests, with the places of the file where text and binary data were mixed up in silence.

    `str` of bytes writes another text than Python 2 did, which no test noticed: at most 0.75, so that another
    candidate or a person settles it. A comparison is never equal any more, which may be right: it costs 0.1.
    """
    if not issues or not settings.require_evidence:
        return judgement
    lines = ", ".join(str(line) for line in sorted({issue.line for issue in issues}))
    confidence = judgement.confidence
    if any(issue.message.startswith("str()") for issue in issues):
        confidence = min(confidence, PARTIAL_CEILING)
        said = f"lines that turn binary data into text as b'...', and no test minds: {lines}"
    else:
        confidence = max(0.0, confidence - MIXED_PENALTY)
        said = f"lines that compare binary data with text, and no test minds: {lines}"
    return replace(
        judgement,
        confidence=round(confidence, 4),
        issues=(*judgement.issues, *issues)[:MAX_ISSUES],
        notes=(*judgement.notes, said),
    )


def with_contradictions(
    judgement: Judgement, issues: Sequence[Issue], settings: VerificationSettings
) -> Judgement:
    """`judgement` of passing tests, with definitions and calls of the file that surely come out otherwise now.

    No test noticed, so it is for another candidate or a person to settle: at most 0.75.
    """
    if not issues or not settings.require_evidence:
        return judgement
    names = ", ".join(issue.test for issue in issues[:5])
    return replace(
        judgement,
        confidence=min(judgement.confidence, PARTIAL_CEILING),
        issues=(*judgement.issues, *issues)[:MAX_ISSUES],
        notes=(*judgement.notes, f"other than under Python 2.7, and no test minds: {names}"),
    )


def by_kind(
    kind: EvidenceKind,
    seal: Evidence,
    settings: VerificationSettings,
    issues: Sequence[Issue] = (),
    notes: Sequence[str] = (),
    confidence: float | None = None,
) -> Judgement:
    """The judgement of a file that no counting test speaks for or against."""
    worth = CONFIDENCE[kind] if confidence is None else confidence
    if not settings.require_evidence:
        worth = settings.fallback_broken if kind == EvidenceKind.BROKEN else settings.fallback_pass
    return Judgement(
        round(worth, 4), replace(seal, kind=kind), tuple(issues[:MAX_ISSUES]), notes=tuple(notes)
    )


def at_least_by_construction(judgement: Judgement, settings: VerificationSettings) -> Judgement:
    """The judgement of an exact rewrite whose tests pass, where there is no Python 2.7 to hold them against.

    It imports (its tests did) and means the same by construction: passing tests are no reason to trust it less than
    a file without any.
    """
    if not settings.require_evidence or judgement.confidence >= CONFIDENCE[EvidenceKind.CONSTRUCTION]:
        return judgement
    evidence = replace(judgement.evidence, kind=EvidenceKind.CONSTRUCTION)
    return replace(judgement, confidence=CONFIDENCE[EvidenceKind.CONSTRUCTION], evidence=evidence)


def elsewhere(own: OwnTests, judgement: Judgement, key: str) -> tuple[str, ...]:
    """Other files that the failures around `key` are charged to: of tests that touch it, or of its import."""
    charged = {file for files in own.excused.values() for file in files}
    charged |= {issue.file for issue in judgement.issues}
    return tuple(sorted(charged - {key}))


def notes(own: OwnTests, weak: bool) -> tuple[str, ...]:
    """In words: what weakens the evidence, and which failing tests were charged to other files."""
    said = []
    if weak:
        said.append("no Python 2.7: the tests are not held against a baseline, so they count at most 0.75")
    if own.unexecuted:
        said.append(f"rewritten lines that no passing test executed: {', '.join(map(str, own.unexecuted))}")
    if own.compared:
        lines = ", ".join(map(str, own.compared))
        said.append(f"rewritten lines that no test executed, the same in examples and calls: {lines}")
    if own.outnumbered:
        said.append(f"{len(own.excused)} tests around it fail because of other files, {len(own.passed)} pass")
    if own.by_chance:
        names = ", ".join(own.by_chance[:5]) + (" …" if own.by_chance[5:] else "")
        said.append(f"left out, they fail under Python 2.7 too where hashes have another order: {names}")
    return (*said, *excuses(own))


def excuses(own: OwnTests) -> list[str]:
    """In words: which failing tests were charged to other files."""
    return [
        f"{test} fails and is charged to {', '.join(files)}" for test, files in list(own.excused.items())[:5]
    ]
