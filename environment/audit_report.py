"""The auditor's command: verify a workspace's log, replay the medium at a tick, tell a file's story."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from environment.audit_git import git_findings
from environment.audit_log import Position, UnrecoverableState, read_tail, verify
from environment.decay import effective_inhibition, effective_intensity
from environment.fold import COMMIT, REFUSED, RUN, TEXT, TICK, AuditRecord, MediumState, fold
from environment.manifest_digest import manifest_digest
from environment.medium_settings import MediumSettings
from environment.traces import Kind
from environment.views import disagreement, head_problem

LOG_NAME = "audit_log.jsonl"
#: Records of a run's own life that whoever verifies it has to know of.
_NOTED = frozenset({"recovered", "changes_accepted"})


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
    parser.add_argument(
        "--key", metavar="PUB", type=Path, help="verify: SSH public key that every commit has to be signed by"
    )
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
            key = options.key.read_text(encoding="utf-8") if options.key else ""
            return _verify(directory, options.workspace, key)
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


@dataclass
class Verdict:
    """What verifying a run showed: problems, which must not be; remarks, which are to be known; what was checked."""

    problems: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    checked: str = ""


def _verify(directory: Path, workspace: Path, key: str) -> int:
    verdict = examine(directory, workspace, key)
    for remark in verdict.remarks:
        print(f"note: {remark}")
    for problem in verdict.problems:
        print(problem)
    if not verdict.problems:
        print(verdict.checked)
    return 1 if verdict.problems else 0


def verify_run(directory: Path, workspace: Path, key: str = "") -> list[str]:
    """What does not fit in a run's record; see `examine`."""
    return examine(directory, workspace, key).problems


def examine(directory: Path, workspace: Path, key: str = "") -> Verdict:
    """Check the chain, the fold against the pheromone files, the manifest, and the commits in `target_repo/`.

    With `key`, an SSH public key, every commit has to be signed by it.
    """
    verdict = Verdict(verify(directory / LOG_NAME))
    problems, remarks = verdict.problems, verdict.remarks
    try:
        records = read_tail(directory / LOG_NAME, Position()).records
    except (OSError, UnrecoverableState):
        return verdict
    state, hashes = fold(records), [record["hash"] for record in records]
    problems += [why for kind in Kind if (why := disagreement(directory, kind, state.maps[kind]))]
    problems += [why for why in (head_problem(directory, hashes),) if why]
    remarks += [
        f"record {r['seq']}: {told(r)}" for r in records if r["type"] == RUN and r["action"] in _NOTED
    ]
    what = ["chain whole, pheromone files agree"]
    what += _check_manifest(directory, workspace, state, verdict)
    repository = workspace / "target_repo"
    if (repository / ".git").exists():
        found = git_findings(repository, state, hashes, key)
        problems += found.problems
        what.append(f"commits on record, {found.anchored} of them anchored")
        what += [f"signed by {signer}" for signer in found.signers]
    else:
        remarks.append(f"{repository}: there is no Git repository, so commits were not compared")
        if key:
            problems.append(f"{repository}: there are no commits whose signatures could be checked")
    verdict.checked = f"{len(records)} records: {', '.join(what)}"
    return verdict


def _check_manifest(directory: Path, workspace: Path, state: MediumState, verdict: Verdict) -> list[str]:
    """Compare the run's manifest with the hash that the log opens with."""
    due = state.opening.get("manifest")
    name = f"run_{state.run_id}_manifest.json"
    places = (root / "metrics" / "output" / name for root in (workspace, directory.parent))
    path = next((place for place in places if place.is_file()), None)
    if not due or path is None:
        if due:
            verdict.remarks.append(f"{name} is not in the workspace, so it was not compared")
        return []
    try:
        found = manifest_digest(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, AttributeError) as error:
        verdict.problems.append(f"{path}: can't be read: {error}")
        return []
    if found != due:
        verdict.problems.append(f"{path}: is not the manifest that the run began with")
    return ["manifest as at the start"]


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
        text = record.get("text")
        return _move(after, before) + (f"; {_text(text.get('action', 'written'), text)}" if text else "")
    if kind == TEXT:
        return _text(record["action"], after)
    if kind == COMMIT:
        return f"{record['action']} {str(after['commit'] or before.get('commit'))[:12]}"
    if kind == TICK:
        return "tick began; intensities and inhibitions fade"
    return _of_the_run(record["action"], after)


def _of_the_run(action: str, after: dict[str, Any]) -> str:
    if action == "opened":
        return f"the run began; manifest {str(after.get('manifest') or 'none')[:12]}"
    if action == "changes_accepted":
        return f"resumed under changed conditions, accepted by {after['accepted_by']}: {'; '.join(after['changes'])}"
    if action == "tick_closed":
        acted = ", ".join(name for name, did in after.get("acted", {}).items() if did)
        return (
            f"tick ended; acted: {acted or 'nobody'}; {after.get('usage', {}).get('tokens', 0)} tokens so far"
        )
    return f"{action}: {'; '.join(map(str, after.get('notes', ()))) or json.dumps(after)}"


def _text(action: str, text: dict[str, Any]) -> str:
    return f"text {action}: {text.get('bytes', '?')} bytes, blob {str(text['blob'])[:12]}"


def _judgement(after: dict[str, Any], before: dict[str, Any]) -> str:
    if "confidence" in after and "confidence" in before and len(after) == 1:
        return f"confidence {before['confidence']} → {after['confidence']}"
    words = [f"confidence {after['confidence']}" if "confidence" in after else "the same confidence"]
    if after.get("evidence"):
        words.append(_evidence(after["evidence"]))
    if "tests_total" in after or "tests_passed" in after:
        words.append(
            f"{after.get('tests_passed', 'as before')} of {after.get('tests_total', 'as many')} tests pass"
        )
    words += [
        f"{i.get('test')}: {i.get('exception')}: {i.get('message')}" for i in (after.get("issues") or ())[:3]
    ]
    return "judged: " + "; ".join(words)


def _evidence(evidence: dict[str, Any]) -> str:
    words = f"evidence {evidence.get('kind')}"
    where = [str(evidence[name]) for name in ("interpreter", "sandbox") if evidence.get(name)]
    if evidence.get("baseline_interpreter"):
        where.insert(1, f"compared with {evidence['baseline_interpreter']}")
    lines = evidence.get("unexecuted_sites") or ()
    words += f" ({', '.join(where)})" if where else ""
    return words + (f", lines never executed: {', '.join(map(str, lines))}" if lines else "")


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
            words.append(_noted(name, metadata[name]))
    return "; ".join(words)


def _noted(name: str, value: Any) -> str:
    if name == "commit":
        return f"committed {value[:12]}"
    if name == "decision" and isinstance(value, dict):
        why = f" ({value['why']})" if value.get("why") else ""
        return f"{value.get('who', 'a person')} decides: {value.get('verdict')}{why}"
    shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return f"{name.replace('_', ' ')}: {shown}"
