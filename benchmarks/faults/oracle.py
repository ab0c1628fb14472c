"""Who could see a fault: the whole suite by test id, and the widest probe of the file."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

from environment.traces import EvidenceKind, Judgement
from stigmergy.crafts import is_test, verification_settings
from stigmergy.settings import Settings
from verification.evidence import Subject, Verifier


class Oracle:
    """Holds a faulty tree against the same tree without the fault. It knows nothing of evidence or thresholds.

    `verifier` is prepared; `tree` holds the migrated repository without a fault.
    """

    def __init__(
        self, original: Path, tree: Path, verifier: Verifier, settings: Settings, scratch: Path
    ) -> None:
        self._tree = tree
        self._verifier = verifier
        self._lost: frozenset[str] | None = None
        self._said: dict[str, tuple[bool, frozenset[str]]] = {}
        # A verifier that is told of no tests asks every file all it can ask without them.
        without = replace(verification_settings(settings), runner="none", test_command="auto")
        silent = logging.getLogger("benchmarks.faults.oracle")
        self._probes = Verifier(original=original, scratch=scratch, settings=without, log=silent)
        self._prepared = False

    def by_tests(self, key: str, data: bytes) -> tuple[str, ...]:
        """Tests that pass on 2.7 and on the migrated tree, and not with `data` as the file `key`, twice."""
        if self._lost is None:
            self._lost = frozenset(self._retained_lost() | self._retained_lost())
        clean = self._lost
        with Planted(self._tree, key, data):
            found = self._retained_lost() - clean
            return tuple(sorted(found and found & self._retained_lost()))

    def by_probe(self, key: str, data: bytes) -> tuple[str, ...]:
        """What a probe of the file (import, names, calls, scripts, doctests) finds that it does not without it."""
        if not self._prepared:
            self._probes.prepare()
            self._prepared = True
        if key not in self._said:
            self._said[key] = self._ask(key)
        fine, known = self._said[key]
        with Planted(self._tree, key, data):
            fine_now, said = self._ask(key)
        if fine and not fine_now and not said:
            return ("no answer",)
        return tuple(sorted(said - known))

    def _retained_lost(self) -> frozenset[str]:
        return frozenset(self._verifier.retention(self._tree).lost)

    def _ask(self, key: str) -> tuple[bool, frozenset[str]]:
        judged: Judgement = self._probes.judge(self._tree, [Subject(key, is_test=is_test(key))])[key]
        fine = judged.evidence.kind not in (EvidenceKind.BROKEN, EvidenceKind.NONE)
        return fine, frozenset(issue.test for issue in judged.issues)


class Planted:
    """A file of `tree` that holds `data` while the block runs, and what it held before afterwards."""

    def __init__(self, tree: Path, key: str, data: bytes) -> None:
        self._path = tree / key
        self._data = data
        self._before = self._path.read_bytes()

    def __enter__(self) -> None:
        self._path.write_bytes(self._data)

    def __exit__(self, *reason: object) -> None:
        self._path.write_bytes(self._before)
