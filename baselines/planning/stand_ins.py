"""What planner and reviewer say in a migration where there is no model: by what is known of the files, and by tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from baselines.planning.worktrees import Difference
from baselines.reports import MAX_ISSUES, issue_line
from baselines.toolloop.migration_tools import Migration
from environment.traces import Status
from migration.engine.outcome import Scan

#: Patterns whose rewriting depends on types or callers: what the risks are about.
_RISKY = (
    "old_division", "dict_views", "lazy_map", "lazy_filter", "lazy_zip", "octet_text", "bytes_beside_text", "open_mode",
    "cmp_method", "mixed_order", "mixed_sort", "text_mode", "subprocess_text", "encoded_in_text", "heap_order",
)  # fmt: skip


def migration_plan(findings: Mapping[str, Scan], order: Sequence[str]) -> str:
    """A plan by the files' patterns: one step a file, from the bottom of the imports."""
    steps: list[str] = []
    for key in order:
        finding = findings[key]
        names = sorted({site.pattern for site in finding.patterns})
        if names:
            steps.append(f"{len(steps) + 1}. {key}: {', '.join(names)}")
        elif not finding.compiles:
            steps.append(f"{len(steps) + 1}. {key}: make it compile")
    risks = []
    for name in _RISKY:
        where = [key for key in order if any(site.pattern == name for site in findings[key].patterns)]
        if where:
            risks.append(
                f"- {name} in {', '.join(where[:10])}: right only if types are as assumed; see that tests run it"
            )
    return "\n".join(
        [
            "PLAN",
            *(steps or ["1. Nothing has to be rewritten."]),
            "",
            "RISKS",
            *(risks or ["- None that is known."]),
        ]
    )


def migration_review(migration: Migration, difference: Difference) -> str:
    """A verdict by tests: reject what fails, what does not stand, and what is still in Python 2."""
    issues = [f"- {key}:1: does not stand: {why}" for key, why in sorted(migration.drafts.items())]
    issues += [
        f"- {key}:1: is still in Python 2: {migration.memory.fact(key, 'reason') or 'not rewritten'}"
        for key in migration.memory.in_state(Status.PENDING)
        if key not in migration.drafts
    ]
    for key in migration.standing():
        judgement = migration.judged.get(key)
        if judgement is not None:
            issues += [
                f"- {key}:{max(1, issue.line)}: {issue_line(issue)}"
                for issue in judgement.issues[:MAX_ISSUES]
            ]
    if not issues:
        return f"All {len(difference.files)} changed files stand and no test fails.\nVERDICT: APPROVE"
    return "\n".join(["VERDICT: REJECT", *issues])


def plain_plan(idea: str) -> str:
    """A plan for an idea of which nothing is understood without a model."""
    first = next((line.strip("# ").strip() for line in idea.splitlines() if line.strip()), "the idea")
    return (
        f"PLAN\n1. {first[:200]}\n2. Run the tests.\n\n"
        "RISKS\n- Nobody has read the idea: this plan was made without a model.\n"
    )


def plain_review(difference: Difference, report: str) -> str:
    """A verdict without a model, by what can be told from the change alone: what was left in it, and what it hides."""
    issues = []
    path, line = "", 0
    for row in difference.text.split("\n"):
        if row.startswith("+++ "):
            path = row[4:].removeprefix("b/").strip('"')
        elif row.startswith("@@"):
            line = int(row.split("+", 1)[1].split(",")[0].split(" ")[0]) - 1
        elif row.startswith("+"):
            line += 1
            if row[1:].startswith(("<<<<<<< ", ">>>>>>> ")):
                issues.append(f"- {path}:{line}: a mark of a conflict was left in the file")
        elif row.startswith(" "):
            line += 1
    issues += [f"- {name}:1: a new file that the ignore rules hide" for name in difference.ignored[:10]]
    if issues:
        return "\n".join(["VERDICT: REJECT", *issues])
    told = "Whether that is what was wanted was judged by nobody."
    return f"{len(difference.files)} files changed. {told}\nVERDICT: APPROVE"
