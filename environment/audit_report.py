"""The auditor's command: verify a workspace's log, replay the medium at a tick, tell a file's story."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from environment.audit_git import git_problems
from environment.audit_log import Position, UnrecoverableState, read_tail, verify
from environment.decay import effective_inhibition, effective_intensity
from environment.fold import COMMIT, REFUSED, RUN, TEXT, TICK, AuditRecord, MediumState, fold
from environment.medium_settings import MediumSettings
from environment.traces import Kind
from environment.views import disagreement

LOG_NAME = "audit_log.jsonl"


def main(arguments: list[str] | None = None) -> int:
    """Run the command. Returns 0 when all is well, 1 when something does not fit, 2 for wrong use."""
    parser = argparse.ArgumentParser(
        prog="audit_log.py",
        description="Check and read the audit log of a run.",
        epilog="example: python environment/audit_log.py show --file package/module.py .",
    )
    parser.add_argument("command", choices=("verify", "replay", "show"))
    parser.add_argument("--file", metavar="KEY", help="only this file")
    parser.add_argument(
        "--tick", metavar="N", type=int, help="replay: as it was at the end of tick N; show: only N"
    )
    parser.add_argument("--agent", metavar="A", help="only deposits of this agent")
    parser.add_argument("workspace", type=Path, help="folder that holds pheromones/, or that folder itself")
    options = parser.parse_args(arguments)
    directory = options.workspace / "pheromones"
    if not (directory / LOG_NAME).exists():
        directory = options.workspace
    if not (directory / LOG_NAME).exists():
        print(
            f"{options.workspace}: holds no pheromones/{LOG_NAME}; name the workspace of a run",
            file=sys.stderr,
        )
        return 2
    try:
        if options.command == "verify":
            return _verify(directory, options.workspace)
        records = read_tail(directory / LOG_NAME, Position()).records
    except (OSError, UnrecoverableState) as error:
        print(error, file=sys.stderr)
        return 1
    lines = replay if options.command == "replay" else show
    found = False
    for line in lines(records, options.file, options.tick, options.agent):
        found = True
        print(line)
    if not found:
        print("no such deposits", file=sys.stderr)
    return 0 if found else 1


def _verify(directory: Path, workspace: Path) -> int:
    problems = verify_run(directory, workspace)
    for problem in problems:
        print(problem)
    if not problems:
        records = read_tail(directory / LOG_NAME, Position()).records
        print(f"{len(records)} records: chain whole, pheromone files agree, commits on record")
    return 1 if problems else 0


def verify_run(directory: Path, workspace: Path) -> list[str]:
    """What does not fit in a run's record: chain, fold against pheromone files, commits in `target_repo/`."""
    problems = verify(directory / LOG_NAME)
    try:
        state = fold(read_tail(directory / LOG_NAME, Position()).records)
    except (OSError, UnrecoverableState):
        return problems
    problems += [why for kind in Kind if (why := disagreement(directory, kind, state.maps[kind]))]
    repository = workspace / "target_repo"
    if (repository / ".git").exists():
        problems += git_problems(repository, state)
    return problems


def replay(
    records: list[AuditRecord], file: str | None, tick: int | None, agent: str | None
) -> Iterator[str]:
    """The medium at the end of `tick` (default: now): one line a file, values as they read then."""
    last = records[-1]["tick"] if records else 0
    when = last if tick is None else tick
    state = fold(r for r in records if r["tick"] <= when)
    state.tick = when
    settings = MediumSettings.from_dict(state.opening.get("settings", {}))
    if when > last:
        yield f"the run has reached tick {last} only; values as if nothing happened since"
    counts = ", ".join(f"{len(keys)} {status}" for status, keys in state.by_status.items() if keys)
    yield f"run {state.run_id}, tick {when}: {counts or 'no files'}"
    for key, status in state.maps[Kind.STATUS].items():
        if file in (None, key) and agent in (None, status["agent"]):
            yield _line(key, state, status, settings)


def _line(key: str, state: MediumState, status: dict[str, Any], settings: MediumSettings) -> str:
    parts = [f"{key}: {status['status']} (by {status['agent']}, tick {status['tick']})"]
    task, quality = state.maps[Kind.TASKS].get(key), state.maps[Kind.QUALITY].get(key)
    if task:
        parts.append(f"intensity {effective_intensity(task, status, state.tick, settings):.3f}")
    gamma = effective_inhibition(status, state.tick, settings)
    if gamma >= 0.0005:
        parts.append(f"inhibition {gamma:.3f}")
    if status["retry_count"]:
        parts.append(f"retries {status['retry_count']}")
    if quality:
        kind = quality.get("evidence", {}).get("kind", "none")
        parts.append(f"confidence {quality['confidence']:.2f} by {kind}")
    return ", ".join(parts)


def show(records: list[AuditRecord], file: str | None, tick: int | None, agent: str | None) -> Iterator[str]:
    """What happened, record by record, in plain words; filtered by file, tick and agent."""
    for record in records:
        if file not in (None, record["file"]) or tick not in (None, record["tick"]):
            continue
        if agent not in (None, record["agent"]) or (file is None and agent is None and record["type"] == RUN):
            continue
        where = f"{record['file']}: " if file is None and record["file"] else ""
        yield f"tick {record['tick']}, {record['time']}, {record['agent']}: {where}{told(record)}"


def told(record: AuditRecord) -> str:
    """One record in plain words."""
    after, before, kind = record["after"], record["before"], record["type"]
    if record["action"] == REFUSED:
        return f"refused: {after['reason']}"
    if kind == Kind.TASKS:
        found = ", ".join(after.get("patterns_found", ())) or "the same patterns"
        return f"deposited a task: {found}; intensity {after.get('intensity', 'as before')}"
    if kind == Kind.QUALITY:
        return _judgement(after, before)
    if kind == Kind.STATUS:
        return _move(after, before)
    if kind == TEXT:
        return f"text {record['action']}: {after.get('bytes', '?')} bytes, blob {str(after['blob'])[:12]}"
    if kind == COMMIT:
        return f"{record['action']} {str(after['commit'] or before.get('commit'))[:12]}"
    if kind == TICK:
        return "tick began; intensities and inhibitions fade"
    notes = "; ".join(after.get("notes", ()))
    return f"{record['action']}: {notes or 'manifest ' + str(after.get('manifest', ''))}"


def _judgement(after: dict[str, Any], before: dict[str, Any]) -> str:
    if "confidence" in after and "confidence" in before and len(after) == 1:
        return f"confidence {before['confidence']} → {after['confidence']}"
    words = [f"confidence {after['confidence']}" if "confidence" in after else "the same confidence"]
    if "evidence" in after:
        words.append(f"evidence {after['evidence'].get('kind')}")
    if "tests_total" in after or "tests_passed" in after:
        words.append(
            f"{after.get('tests_passed', 'as before')} of {after.get('tests_total', 'as many')} tests pass"
        )
    words += [
        f"{i.get('test')}: {i.get('exception')}: {i.get('message')}" for i in (after.get("issues") or ())[:3]
    ]
    return "judged: " + "; ".join(words)


def _move(after: dict[str, Any], before: dict[str, Any]) -> str:
    words = [f"{before.get('status') or 'new'} → {after['status']}" if "status" in after else "noted"]
    if after.get("retry_count"):
        words.append(f"retry {after['retry_count']}")
    if after.get("inhibition"):
        words.append(f"inhibition {after['inhibition']:.2f}")
    metadata = after.get("metadata") or {}
    for name in (
        "reason",
        "decided_by",
        "blocked_by",
        "commit",
        "rules",
        "lines_changed",
        "tokens",
        "decision",
    ):
        if metadata.get(name):
            words.append(f"{name.replace('_', ' ')}: {_short(metadata[name])}")
    return "; ".join(words)


def _short(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)
