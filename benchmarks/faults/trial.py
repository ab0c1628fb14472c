"""One fault after the other: planted, decided about by the colony, held against what anyone could see."""

from __future__ import annotations

import copy
import hashlib
import json
import logging
import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.faults.colony import Decision, decide
from benchmarks.faults.migrated import ROOT, Migrated
from benchmarks.faults.operators import Fault
from benchmarks.faults.oracle import Oracle
from environment.traces import Change, Status
from migration.source.line_changes import carried, changes_between
from migration.source.source_text import decode
from stigmergy.crafts import is_test, verification_settings
from verification.evidence import Verifier

Row = dict[str, Any]
log = logging.getLogger("benchmarks.faults")


class Bench:
    """One migrated repository, prepared once: environments, baseline, a tree to plant faults in."""

    def __init__(self, migrated: Migrated, scratch: Path) -> None:
        self.migrated = migrated
        self.tree = scratch / "tree"
        shutil.copytree(migrated.tree, self.tree, symlinks=True)
        silent = logging.getLogger("benchmarks.faults.verifier")
        self._verifier = Verifier(
            original=migrated.original,
            scratch=scratch / "runs",
            settings=verification_settings(migrated.settings),
            log=silent,
        )
        self.baseline = self._verifier.prepare()
        self._untried = copy.deepcopy(self._verifier)
        self._oracle = Oracle(
            migrated.original, self.tree, self._verifier, migrated.settings, scratch / "probes"
        )
        self._controls: dict[str, Decision] = {}

    def texts(self) -> dict[str, str]:
        """The texts to plant faults in: product files that the harness rewrote and validated."""
        chosen = [
            file.key
            for file in self.migrated.files.values()
            if file.status == Status.VALIDATED and not file.unchanged and not is_test(file.key)
        ]
        return {key: decode((self.migrated.tree / key).read_bytes()).text for key in sorted(chosen)}

    def control(self, key: str) -> Decision:
        """What is decided about the file without a fault."""
        if key not in self._controls:
            text = decode((self.migrated.tree / key).read_bytes()).text
            self._controls[key] = self._decide(key, text, self.migrated.files[key].changes)
        return self._controls[key]

    def trial(self, fault: Fault) -> Row:
        """Plant one fault. The row says what was decided, and whether a test or a probe sees it."""
        began = time.monotonic()
        row: Row = {
            "id": fault.id,
            "package": self.migrated.name,
            "operator": fault.operator,
            "file": fault.key,
            "line": fault.line,
            "before": fault.before,
            "after": fault.after,
        }
        control = self.control(fault.key)
        row["control"] = _told(control)
        if not control.validated:
            return row | {"skipped": "the file is not validated without the fault either"}
        right = decode((self.migrated.tree / fault.key).read_bytes())
        kept = carried(self.migrated.files[fault.key].changes, right.text, fault.text)
        silent = self._decide(fault.key, fault.text, kept)
        row["unrecorded"] = _told(silent)
        recorded = silent
        if silent.validated:
            changed = changes_between(right.text, fault.text, "fault")
            recorded = self._decide(fault.key, fault.text, (*kept, *changed))
        row["recorded"] = _told(recorded)
        data = right.encode(fault.text)
        seen, witnesses = self._seen(fault.key, data, silent)
        return row | {
            "seen": seen,
            "witnesses": list(witnesses[:5]),
            "seconds": round(time.monotonic() - began, 1),
        }

    def _seen(self, key: str, data: bytes, decision: Decision) -> tuple[str, tuple[str, ...]]:
        """By whom: tests, probe or nobody. What already spoke against the file need not be asked again."""
        if decision.regressed:
            return "tests", decision.regressed
        if decision.issues:
            return "probe", decision.issues
        if tests := self._oracle.by_tests(key, data):
            return "tests", tests
        if found := self._oracle.by_probe(key, data):
            return "probe", found
        return "nobody", ()

    def _decide(self, key: str, text: str, changes: tuple[Change, ...]) -> Decision:
        migrated = self.migrated
        original = (migrated.original / key).read_bytes()
        file = migrated.files[key]
        # A verifier of its own for each candidate: in a first tick nobody has seen a test pass on the target yet.
        # What the original answers to probes stays: it is the same for every candidate.
        answers = (self._untried._untested, self._untried._orders, self._untried._visits)
        verifier = copy.deepcopy(self._untried, {id(kept): kept for kept in answers})
        return decide(self.tree, original, file, text, changes, verifier.judge, migrated.settings)


def _told(decision: Decision) -> Row:
    return {
        "status": decision.status,
        "kind": decision.kind,
        "confidence": round(decision.confidence, 3),
        "tests": decision.tests,
        "regressed": len(decision.regressed),
        "reason": decision.reason,
    }


class Journal:
    """Rows of trials, one line each, kept as they come: an interrupted run goes on where it was."""

    def __init__(self, path: Path) -> None:
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)

    def rows(self) -> dict[str, Row]:
        """Rows by fault id. A line that was cut off is left out."""
        found: dict[str, Row] = {}
        for line in self._path.read_text("utf-8").splitlines() if self._path.exists() else ():
            try:
                row = json.loads(line)
            except ValueError:
                continue
            found[row["id"]] = row
        return found

    def add(self, row: Row) -> None:
        """Append a row."""
        with self._path.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(row, ensure_ascii=False) + "\n")


def trials(bench: Bench, planted: Sequence[Fault], journal: Journal) -> Iterator[Row]:
    """The row of every fault, from the journal or by trying it now."""
    known = journal.rows()
    for number, fault in enumerate(planted, 1):
        row = known.get(fault.id)
        if row is None:
            row = bench.trial(fault)
            journal.add(row)
            said = row.get("unrecorded", {})
            log.info(
                "%s %d/%d %s:%d %s: %s by %s, seen by %s",
                *(bench.migrated.name, number, len(planted), fault.key, fault.line, fault.operator),
                *(said.get("status", "skipped"), said.get("kind", ""), row.get("seen", "")),
            )
        yield row


def judged_by() -> str:
    """Names the code that decides: rows that another state of it gave are not taken over."""
    digest = hashlib.sha256()
    for folder in ("verification", "agents"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            digest.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:12]
