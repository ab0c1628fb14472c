"""What failed and what changed, in words for a model: short, and marked as data where it comes from the target."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from environment.traces import Issue, Judgement
from migration.engine.outcome import Scan

#: Issues told of one file, characters of one message, and files listed in a prompt.
MAX_ISSUES, MAX_MESSAGE, MAX_FILES = 5, 300, 300


def issue_line(issue: Issue) -> str:
    """One failure: the test, the exception, and the way it came, innermost frame first."""
    message = " ".join(issue.message.split())[:MAX_MESSAGE]
    where = " <- ".join(f"{f.file}:{f.line}" for f in reversed(issue.frames[-4:]))
    return f"{issue.test}: {issue.exception}: {message} (at {where or f'{issue.file}:{issue.line}'})"


def judgement_lines(key: str, judgement: Judgement) -> list[str]:
    """What running code showed about a file: one line for it, and one for each of its first failures."""
    kind = judgement.evidence.kind.value
    tests = f"{judgement.tests_passed} of {judgement.tests_total} tests pass" if judgement.tests_total else ""
    shown = ", ".join(filter(None, [tests, f"confidence {judgement.confidence:.2f} by {kind}"]))
    unexecuted = judgement.evidence.unexecuted_sites
    if unexecuted:
        shown += f", rewritten lines never executed: {', '.join(map(str, unexecuted[:10]))}"
    return [f"{key}: {shown}", *(f"  {issue_line(issue)}" for issue in judgement.issues[:MAX_ISSUES])]


def file_lines(findings: Mapping[str, Scan], order: Iterable[str]) -> list[str]:
    """The files, one line each: the patterns found in it and how often, what it imports of the others."""
    lines = []
    for key in order:
        finding = findings[key]
        counts: dict[str, int] = {}
        for site in finding.patterns:
            counts[site.pattern] = counts.get(site.pattern, 0) + 1
        found = ", ".join(f"{name} ×{n}" if n > 1 else name for name, n in sorted(counts.items()))
        found = found or (
            "nothing to migrate" if finding.compiles else "no known pattern, and it does not compile"
        )
        imported = sorted(set(finding.imports) & findings.keys() - {key})
        needs = f"; imports {', '.join(imported[:8])}" if imported else ""
        lines.append(f"{key}: {found}{needs}")
    if len(lines) > MAX_FILES:
        lines[MAX_FILES:] = [f"and {len(lines) - MAX_FILES} more files"]
    return lines
