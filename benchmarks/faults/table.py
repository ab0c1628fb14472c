"""What the trials amount to: how many faults were let through, by operator and by evidence, and which."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from environment.traces import Status

Row = dict[str, Any]


def let_through(row: Row, told: str = "unrecorded") -> bool:
    """Whether the faulty file was validated; `told` says whether the faulty line was recorded as rewritten."""
    return bool(row[told]["status"] == Status.VALIDATED)


def visible(row: Row) -> bool:
    """Whether any test or probe sees the fault."""
    return bool(row["seen"] != "nobody")


def summary(rows: Sequence[Row]) -> dict[str, Any]:
    """The numbers of the goal: shares of the faults that anyone could see, and the count that must be 0."""
    tried = [row for row in rows if "skipped" not in row]
    seen = [row for row in tried if visible(row)]
    against = [row for row in tried if row["seen"] == "tests" and row["unrecorded"]["kind"] == "tests"]
    return {
        "planted": len(tried),
        "left_out": len(rows) - len(tried),
        "visible": len(seen),
        "nobody_could_see": len(tried) - len(seen),
        "let_through_visible": sum(map(let_through, seen)),
        "let_through_visible_recorded": sum(let_through(row, "recorded") for row in seen),
        "share": round(sum(map(let_through, seen)) / len(seen), 4) if seen else None,
        "share_recorded": round(sum(let_through(r, "recorded") for r in seen) / len(seen), 4)
        if seen
        else None,
        "validated_by_tests_against_a_test": sum(map(let_through, against)),
        "let_through_that_nobody_could_see": sum(let_through(row) for row in tried if not visible(row)),
        "let_through_that_nobody_could_see_recorded": sum(
            let_through(row, "recorded") for row in tried if not visible(row)
        ),
    }


def grouped(rows: Iterable[Row], name: Callable[[Row], str]) -> list[Row]:
    """Counts a group, sorted by name."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        if "skipped" not in row:
            groups.setdefault(name(row), []).append(row)
    return [
        {
            "group": group,
            "planted": len(members),
            "tests_see": sum(row["seen"] == "tests" for row in members),
            "probe_sees": sum(row["seen"] == "probe" for row in members),
            "nobody_sees": sum(not visible(row) for row in members),
            "let_through_visible": sum(let_through(row) and visible(row) for row in members),
            "let_through_visible_recorded": sum(
                let_through(row, "recorded") and visible(row) for row in members
            ),
            "let_through_invisible": sum(let_through(row) and not visible(row) for row in members),
            "let_through_invisible_recorded": sum(
                let_through(row, "recorded") and not visible(row) for row in members
            ),
        }
        for group, members in sorted(groups.items())
    ]


def by_operator(rows: Iterable[Row]) -> list[Row]:
    """Counts an operator."""
    return grouped(rows, lambda row: str(row["operator"]))


def by_evidence(rows: Iterable[Row]) -> list[Row]:
    """Counts by what the file is validated on without the fault."""
    return grouped(rows, lambda row: str(row["control"]["kind"]))


def by_package(rows: Iterable[Row]) -> list[Row]:
    """Counts a repository."""
    return grouped(rows, lambda row: str(row["package"]))


def survivors(rows: Iterable[Row]) -> list[Row]:
    """Every fault that was let through, those that somebody could see first."""
    chosen = [row for row in rows if "skipped" not in row and let_through(row)]
    return sorted(chosen, key=lambda row: (not visible(row), row["package"], row["file"], row["line"]))


def markdown(title: str, groups: Sequence[Row]) -> str:
    """A table of groups."""
    lines = [
        f"| {title} | planted | a test sees | a probe sees | nobody sees | let through, visible "
        "| … with the line recorded | let through, invisible | … with the line recorded |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    lines += ["| " + " | ".join(str(value) for value in group.values()) + " |" for group in groups]
    return "\n".join(lines)


def described(row: Row) -> str:
    """One survivor in a line."""
    kept = "also when recorded" if let_through(row, "recorded") else "not when recorded"
    witnesses = f" ({', '.join(row['witnesses'][:2])})" if row["witnesses"] else ""
    return (
        f"{row['package']} {row['file']}:{row['line']} {row['operator']}: `{row['before']}` → `{row['after']}`; "
        f"validated by {row['unrecorded']['kind']}, {kept}; seen by {row['seen']}{witnesses}"
    )
