"""The real colony in a world of one file: what the four agents and the walls make of a candidate.

The candidate is offered by a code model that knows only this text; Scout, Transformer, Tester and Validator are the
real ones with the real guardrails, and all other files are settled. So the state the file ends in is the one a run
would give it.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents.scout import Scout
from agents.tester import Judge, Tester
from agents.transformer import Appetite, Transformer
from agents.validator import Thresholds, Validator
from benchmarks.faults.migrated import MigratedFile
from environment.medium import Medium
from environment.medium_settings import MediumSettings
from environment.pheromone_store import PheromoneStore
from environment.traces import Change, Kind, PatternSite, Status
from migration.code_model import Proposal, Request
from migration.engine.outcome import Scan
from stigmergy.crafts import compile_error, is_test
from stigmergy.settings import Settings


@dataclass(frozen=True)
class Decision:
    """What became of a candidate: its state, and the evidence the Validator decided on."""

    status: str
    kind: str
    confidence: float
    reason: str
    tests: int = 0
    regressed: tuple[str, ...] = ()
    issues: tuple[str, ...] = ()

    @property
    def validated(self) -> bool:
        """Whether it was let through."""
        return self.status == Status.VALIDATED

    @property
    def contradicted(self) -> bool:
        """Whether something that was run spoke against it (and not only too little for it)."""
        return bool(self.regressed or self.issues)


class OneFile:
    """A working copy of which a single file is to be migrated. Commits are counted and kept nowhere."""

    def __init__(self, root: Path, key: str, original: bytes) -> None:
        self.root = root
        self._key = key
        self._original = original
        self._kept: dict[str, bytes] = {}

    def files(self) -> list[str]:
        """The one key."""
        return [self._key]

    def read(self, key: str) -> bytes:
        """The present text."""
        return (self.root / key).read_bytes()

    def read_original(self, key: str) -> bytes:
        """The Python 2 text; KeyError for another file."""
        if key != self._key:
            raise KeyError(key)
        return self._original

    def write(self, key: str, data: bytes) -> None:
        """Put a text into the tree."""
        (self.root / key).write_bytes(data)

    def keep(self, data: bytes) -> str:
        """Keep a text under its hash."""
        name = hashlib.sha1(data).hexdigest()
        self._kept[name] = data
        return name

    def kept(self, sha: str) -> bytes:
        """A text that was kept."""
        return self._kept[sha]

    def commit(self, keys: Sequence[str], message: str, trailers: Mapping[str, str], when: int) -> str:
        """An id as Git would give."""
        return hashlib.sha1(f"{message}{when}{sorted(keys)}".encode()).hexdigest()

    def revert(self, sha: str) -> str:
        """The same for a commit taken back."""
        return hashlib.sha1(f"revert {sha}".encode()).hexdigest()

    def diff(self, key: str) -> str:
        """Nobody asks: the model learns from no examples."""
        return ""

    def tree_hash(self) -> str:
        """The hash of the one file: nothing else moves."""
        return hashlib.sha1(self.read(self._key)).hexdigest()


@dataclass
class OneText:
    """A code model that offers one text, with what it says it changed."""

    text: str
    changes: tuple[Change, ...]
    name: str = "one text"
    free: bool = True

    def propose(self, request: Request) -> Proposal:
        """The text, once."""
        return Proposal({request.key: self.text}, {request.key: self.changes}, author=self.name)


def decide(
    tree: Path,
    original: bytes,
    file: MigratedFile,
    text: str,
    changes: tuple[Change, ...],
    judge: Judge,
    settings: Settings,
) -> Decision:
    """What the colony decides about `text` as the candidate for `file`, with `tree` as all else is.

    The file in `tree` holds its text of before when this returns.
    """
    path = tree / file.key
    before = path.read_bytes()
    path.write_bytes(original)
    pattern = PatternSite((file.patterns or ("print_statement",))[0], 1)
    scan = {file.key: Scan((pattern,), file.dependencies)}
    limits = settings.thresholds
    high, low = limits.validator_confidence_high, limits.validator_confidence_low
    thresholds = Thresholds(high, low, limits.max_failed_tests, limits.max_retry_count)
    try:
        with (
            tempfile.TemporaryDirectory(prefix="stigmergy-world-") as folder,
            PheromoneStore(Path(folder), "fault", settings=MediumSettings.of(settings)) as store,
        ):
            medium = Medium(store, OneFile(tree, file.key, original))
            medium.begin_tick()
            agents: list[Any] = [
                Scout(medium.seat("scout"), lambda _: scan),
                Transformer(medium.seat("transformer"), OneText(text, changes), compile_error, Appetite()),
                Tester(medium.seat("tester"), judge, is_test, high),
                Validator(medium.seat("validator"), thresholds, "fault"),
            ]
            for agent in agents:
                agent.step()
            return _decision(medium, file.key)
    finally:
        path.write_bytes(before)


def _decision(medium: Medium, key: str) -> Decision:
    status = medium.store.read_one(Kind.STATUS, key) or {}
    quality = medium.store.read_one(Kind.QUALITY, key) or {}
    evidence = quality.get("evidence", {})
    return Decision(
        status=str(status.get("status", "")),
        kind=str(evidence.get("kind", "none")),
        confidence=float(quality.get("confidence", 0.0)),
        reason=str(status.get("metadata", {}).get("reason", "")),
        tests=int(quality.get("tests_total", 0)),
        regressed=tuple(evidence.get("regressed", ())),
        issues=tuple(issue["test"] for issue in quality.get("issues", ())),
    )
