"""Scout: finds the files, what in them is Python 2, and what they lean on; deposits tasks and first states."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from agents.base_agent import BaseAgent
from environment.medium import Seat
from environment.traces import Kind, Observation, OpenSite, Opinion, PatternSite, Status
from migration.models.observed import patterns_seen


class Finding(Protocol):
    """What a scan of one file tells (see `migration.engine.outcome.Scan`)."""

    @property
    def patterns(self) -> Sequence[PatternSite]: ...
    @property
    def imports(self) -> Sequence[str]: ...
    @property
    def compiles(self) -> bool: ...
    @property
    def warning(self) -> str: ...
    @property
    def open_sites(self) -> Sequence[OpenSite]: ...


#: Scans files by key; a file that can't be read as text at all gives the reason in place of a finding.
Scan = Callable[[Mapping[str, bytes]], Mapping[str, Finding | str]]

#: What a model makes of ambiguous places: from all texts, the keys of the files that have such places, and what was
#: observed, opinions by file key.
Opine = Callable[
    [Mapping[str, bytes], Sequence[str], Mapping[str, Sequence[Observation]]], Mapping[str, Sequence[Opinion]]
]


@dataclass(frozen=True)
class IntensityScale:
    """Weights and bounds of task intensity: S = w_p · patterns + w_d · dependencies, normalised over the batch."""

    pattern_weight: float = 0.6
    dependency_weight: float = 0.4
    low: float = 0.1
    high: float = 1.0

    def intensities(self, counts: Mapping[str, tuple[int, int]]) -> dict[str, float]:
        """By key, from (patterns, dependencies): clamp((S − Smin)/(Smax − Smin)); 0.5 for all when all are equal."""
        raw = {k: self.pattern_weight * p + self.dependency_weight * d for k, (p, d) in counts.items()}
        if not raw:
            return {}
        least, most = min(raw.values()), max(raw.values())
        if most == least:
            return dict.fromkeys(raw, 0.5)
        return {k: min(self.high, max(self.low, (s - least) / (most - least))) for k, s in raw.items()}


@dataclass(frozen=True)
class Survey:
    """The outcome of one scan: findings by key, and files that can't be read, with the reason."""

    findings: Mapping[str, Finding]
    unreadable: Mapping[str, str]
    observations: Mapping[str, Sequence[Observation]]
    opinions: Mapping[str, Sequence[Opinion]] = field(default_factory=dict)

    def patterns(self, key: str) -> tuple[PatternSite, ...]:
        """What was found in the text of a file, and what was seen only when it ran."""
        found = tuple(self.findings[key].patterns)
        return (*found, *patterns_seen(self.observations.get(key, ()), found))


class Scout(BaseAgent[list[str], list[str], Survey]):
    """Looks at files nobody has looked at yet, and tells what it found by its deposits."""

    name = "scout"

    def __init__(
        self,
        seat: Seat,
        scan: Scan,
        scale: IntensityScale | None = None,
        observe: Callable[[Sequence[str]], Mapping[str, Sequence[Observation]]] | None = None,
        opine: Opine | None = None,
    ) -> None:
        super().__init__(seat)
        self.scan = scan
        self.scale = scale or IntensityScale()
        self.observe = observe
        self.opine = opine

    def perceive(self) -> list[str]:
        """File keys without a state."""
        known = self.seat.keys(Kind.STATUS)
        return [key for key in self.seat.files() if key not in known]

    def should_act(self, sensed: list[str]) -> bool:
        """Whether there is a file nobody has looked at."""
        return bool(sensed)

    def decide(self, sensed: list[str]) -> list[str]:
        """All of them: intensities are relative to the batch of one scan."""
        return sorted(sensed)

    def execute(self, choice: list[str]) -> Survey:
        """Read and scan each file; a file that can't be read never stops the others."""
        sources: dict[str, bytes] = {}
        unreadable = {k: r for k, r in self.seat.oddities().items() if k in set(choice)}
        for key in choice:
            if key in unreadable:
                continue
            try:
                sources[key] = self.seat.source(key)
            except OSError as error:
                unreadable[key] = f"can't be read: {error.strerror or error}"
        findings: dict[str, Finding] = {}
        for key, finding in self.scan(sources).items():
            if isinstance(finding, str):
                unreadable[key] = finding
                continue
            findings[key] = finding
            if finding.warning:
                self.log.warning("%s: %s", key, finding.warning)
            for site in finding.open_sites:
                if site.pattern == "unparsable":
                    self.log.warning("%s: line %d does not parse: %s", key, site.line, site.reason)
        for key in sorted(unreadable):
            self.log.warning("%s: skipped: %s", key, unreadable[key])
        observations = self.observe(sorted(findings)) if self.observe else {}
        ambiguous = sorted(key for key, finding in findings.items() if finding.open_sites)
        opinions = self.opine(sources, ambiguous, observations) if self.opine and ambiguous else {}
        return Survey(findings, unreadable, observations, opinions)

    def deposit(self, outcome: Survey) -> bool:
        """One transaction: a task for every readable file, and every file's first state."""
        patterns = {k: outcome.patterns(k) for k in outcome.findings}
        counts = {k: (len(patterns[k]), len(f.imports)) for k, f in outcome.findings.items()}
        intensities = self.scale.intensities(counts)
        with self.seat.transaction() as tx:
            for key in sorted(outcome.unreadable):
                reason = outcome.unreadable[key]
                tx.write(Kind.STATUS, key, {"status": Status.SKIPPED, "metadata": {"reason": reason}})
            for key in sorted(outcome.findings):
                tx.write(Kind.TASKS, key, self._task(key, outcome, intensities[key]))
                unchanged = outcome.findings[key].compiles and not patterns[key]
                status = Status.TRANSFORMED if unchanged else Status.PENDING
                tx.write(
                    Kind.STATUS, key, {"status": status, "metadata": {"unchanged": True} if unchanged else {}}
                )
        return bool(outcome.findings or outcome.unreadable)

    def _task(self, key: str, outcome: Survey, intensity: float) -> dict[str, object]:
        finding, patterns = outcome.findings[key], outcome.patterns(key)
        observations = outcome.observations.get(key, ())
        names = sorted({site.pattern for site in patterns})
        task: dict[str, object] = {
            "intensity": intensity,
            "patterns_found": names,
            "pattern_count": len(patterns),
            "pattern_details": [site.as_dict() for site in patterns],
            "dependencies": sorted(finding.imports),
            "dep_count": len(finding.imports),
        }
        if observations:
            task["observations"] = [seen.as_dict() for seen in observations]
        if outcome.opinions.get(key):
            task["opinions"] = [opinion.as_dict() for opinion in outcome.opinions[key]]
        return task
