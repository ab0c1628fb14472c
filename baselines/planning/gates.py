"""What stands between an approved change and its acceptance: the test command, then the sweep and its score."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from baselines.contained import CommandResult, CommandRunner, parsed
from baselines.planning.artefacts import Artefacts
from baselines.planning.scoring import Score, ScoreError, score
from stigmergy.baseline_settings import Hierarchical
from stigmergy.settings import SettingsError

TESTS_FAILED, SWEEP_FAILED, ACCEPTED = "tests_failed", "sweep_failed", "accepted"


@dataclass(frozen=True)
class Sweep:
    """The sweep as it is to be run: its words, the time it has, its results, and what they are compared with."""

    words: tuple[str, ...]
    seconds: float
    results: str
    baseline: bytes | None
    metric: str
    higher_is_better: bool
    key_columns: tuple[str, ...]

    @classmethod
    def of(cls, section: Hierarchical) -> Sweep | None:
        """What the settings ask for, or None. Raises SettingsError before anything is run."""
        if not section.sweep_command:
            if section.baseline_csv:
                raise SettingsError(
                    "baselines.hierarchical.baseline_csv is set, and no sweep_command makes results"
                )
            return None
        words = parsed(section.sweep_command, "baselines.hierarchical.sweep_command")
        baseline = None
        if section.baseline_csv:
            path = Path(section.baseline_csv).expanduser()
            try:
                baseline = path.read_bytes()
            except OSError as error:
                why = error.strerror or error
                raise SettingsError(
                    f"baselines.hierarchical.baseline_csv: {path} can't be read: {why}"
                ) from error
        return cls(
            tuple(words),
            section.sweep_seconds,
            section.results_csv,
            baseline,
            section.metric,
            section.higher_is_better,
            tuple(section.key_columns),
        )


class Gates:
    """Runs the gates over a tree and keeps what they printed."""

    def __init__(self, runner: CommandRunner, artefacts: Artefacts) -> None:
        self.runner = runner
        self.artefacts = artefacts

    def tests(self, tree: Path, words: tuple[str, ...], seconds: float) -> dict[str, Any]:
        """Run the test command; `tests.log` holds what it printed. Passed means: exit status 0."""
        result = self.runner.run(tree, words, seconds)
        return tested(self.artefacts, result.command, result.ok, result.ending, _log(result), result.seconds)

    def sweep(self, tree: Path, sweep: Sweep) -> dict[str, Any]:
        """Run the sweep; `sweep.log` holds what it printed, and its results are copied beside it, then scored."""
        result = self.runner.run(tree, sweep.words, sweep.seconds, (sweep.results,))
        self.artefacts.write("sweep.log", _log(result))
        told: dict[str, Any] = {
            "command": result.command,
            "passed": result.ok,
            "ending": result.ending,
            "seconds": round(result.seconds, 3),
            "results": None,
            "score": None,
            "problem": "",
        }
        results = result.files.get(sweep.results)
        if results is not None:
            told["results"] = sweep.results.rpartition("/")[2]
            self.artefacts.write(str(told["results"]), results)
        if result.ok and results is None:
            told |= {
                "passed": False,
                "problem": f"it left no {sweep.results}, or one that can't be taken out",
            }
        if told["passed"] and sweep.baseline is not None:
            assert results is not None
            told |= self._scored(sweep, sweep.baseline, results)
        self.artefacts.event("sweep", "passed" if told["passed"] else "failed", **told)
        return told

    @staticmethod
    def _scored(sweep: Sweep, baseline: bytes, results: bytes) -> dict[str, Any]:
        try:
            found: Score = score(baseline, results, sweep.metric, sweep.higher_is_better, sweep.key_columns)
        except ScoreError as error:
            return {"passed": False, "problem": str(error)}
        return {"score": found.as_dict()}


def tested(
    artefacts: Artefacts, command: str, passed: bool, ending: str, log: str, seconds: float
) -> dict[str, Any]:
    """Keep what a run of the tests showed: `tests.log`, an event, and what goes into the summary."""
    artefacts.write("tests.log", log)
    told: dict[str, Any] = {
        "command": command,
        "passed": passed,
        "ending": ending,
        "seconds": round(seconds, 3),
    }
    artefacts.event("tests", "passed" if passed else "failed", **told)
    return told


def _log(result: CommandResult) -> str:
    return f"$ {result.command}\n{result.output}\n[{result.ending} after {result.seconds:.1f} s, {result.backend}]\n"
