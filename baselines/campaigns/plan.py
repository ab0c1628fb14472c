"""What a campaign compares: configurations × repositories × seeds under equal settings and an equal budget."""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self, TypeVar

from stigmergy.ablation import ABLATIONS, configuration_name
from stigmergy.preparation import PROJECT_ROOT

#: Which script coordinates in which way, relative to the project's root.
SCRIPTS = {
    "stigmergic": "main.py",
    "single_agent": "baselines/single_agent.py",
    "sequential": "baselines/sequential.py",
    "hierarchical": "baselines/hierarchical.py",
    "react": "baselines/react.py",
}
#: Version of `campaign.json` and `cell.json`.
SCHEMA_VERSION = 1
#: With fewer seeds than this an interval over runs says little.
FEWEST_SEEDS = 5
Name = TypeVar("Name", str, int)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_VARIANT = re.compile(rf"stigmergic((?:-no-(?:{'|'.join(ABLATIONS)}))+)")


class PlanError(ValueError):
    """The campaign can't be run as asked. The message says what to change."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """One way of coordinating: a script, and the mechanisms of the medium that are switched off."""

    name: str
    script: str
    ablated: tuple[str, ...] = ()

    @classmethod
    def named(cls, name: str, root: Path = PROJECT_ROOT) -> Self:
        """The configuration called `name`: a key of `SCRIPTS`, or `stigmergic-no-<mechanism>…`.

        Raises PlanError for an unknown name, or one whose script does not exist (yet).
        """
        ablated: tuple[str, ...] = ()
        base = name
        variant = _VARIANT.fullmatch(name)
        if variant:
            base = "stigmergic"
            ablated = tuple(variant.group(1).split("-no-")[1:])
            if name != configuration_name(base, ablated):
                raise PlanError(
                    f"configuration {name!r}: write it {configuration_name(base, ablated)!r}, so that one "
                    "configuration has one name"
                )
        if base not in SCRIPTS:
            known = [*SCRIPTS, *(configuration_name("stigmergic", (one,)) for one in ABLATIONS)]
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]!r}? " if near else ""
            raise PlanError(f"unknown configuration {name!r}: {hint}there are {', '.join(known)}")
        if not (root / SCRIPTS[base]).is_file():
            there = ", ".join(known for known, script in SCRIPTS.items() if (root / script).is_file())
            raise PlanError(
                f"configuration {name!r}: its script {SCRIPTS[base]} is missing in this version; leave it out of "
                f"--configurations; there are {there}"
            )
        return cls(name, SCRIPTS[base], ablated)


@dataclass(frozen=True, slots=True)
class Repository:
    """What is migrated. `settings` are what a user would have to say of it (sections of the configuration)."""

    name: str
    repo: str
    ref: str | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Budget:
    """What every cell may spend; None: what the settings say. Minutes of 0 are no limit."""

    max_tokens: int | None = None
    max_budget_usd: float | None = None
    max_minutes: float = 0.0

    def flags(self) -> list[str]:
        """As flags of `main.py` and of every baseline."""
        flags: list[str] = []
        if self.max_tokens is not None:
            flags += ["--max-tokens", str(self.max_tokens)]
        if self.max_budget_usd is not None:
            flags += ["--max-budget-usd", str(self.max_budget_usd)]
        if self.max_minutes:
            flags += ["--max-minutes", str(self.max_minutes)]
        return flags


@dataclass(frozen=True, slots=True)
class Cell:
    """One run to be made."""

    repository: str
    configuration: str
    seed: int

    @property
    def path(self) -> str:
        """Its folder, relative to the campaign's; also its name."""
        return f"cells/{self.repository}/{self.configuration}/seed_{self.seed}"


@dataclass(frozen=True, slots=True)
class Plan:
    """A campaign. `settings` hold for every cell (sections of the configuration), under those of a repository."""

    configurations: Sequence[str]
    repositories: Sequence[Repository]
    seeds: Sequence[int]
    settings: Mapping[str, Any] = field(default_factory=dict)
    budget: Budget = Budget()
    allow_unsandboxed: bool = False

    def check(self) -> list[str]:
        """Warnings about a plan that can be run. Raises PlanError for one that can't."""
        for what, names in (
            ("configuration", self.configurations),
            ("repository", [one.name for one in self.repositories]),
            ("seed", [str(seed) for seed in self.seeds]),
        ):
            if not names:
                raise PlanError(f"no {what} is given")
            twice = sorted({name for name in names if list(names).count(name) > 1})
            if twice:
                why = "the same run twice is no repeat" if what == "seed" else "each needs a name of its own"
                raise PlanError(f"{what} {', '.join(twice)} is given twice: {why}")
        for name in self.configurations:
            Configuration.named(name)
        for one in self.repositories:
            if not _NAME.fullmatch(one.name):
                raise PlanError(f"repository name {one.name!r}: only letters, digits, '.', '-' and '_'")
        if len(self.seeds) == 1:
            return ["one seed: there will be no interval for any one repository, and no test"]
        if len(self.seeds) < FEWEST_SEEDS:
            return [f"{len(self.seeds)} seeds: fewer than {FEWEST_SEEDS} leave intervals wide"]
        return []

    def cells(self) -> list[Cell]:
        """Every run to be made: seed by seed, so that what is done at any time can be compared."""
        return [
            Cell(one.name, name, seed)
            for seed in self.seeds
            for one in self.repositories
            for name in self.configurations
        ]

    def repository(self, name: str) -> Repository:
        """The repository called `name`."""
        return next(one for one in self.repositories if one.name == name)

    def config_of(self, repository: Repository) -> dict[str, Any]:
        """The sections of the configuration file that a cell on `repository` is given."""
        sections: dict[str, Any] = {}
        for values in (self.settings, repository.settings):
            for section, entries in values.items():
                sections[section] = {**sections.get(section, {}), **entries}
        return sections

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return {
            "schema_version": SCHEMA_VERSION,
            "configurations": list(self.configurations),
            "repositories": [asdict(one) for one in self.repositories],
            "seeds": list(self.seeds),
            "settings": dict(self.settings),
            "budget": asdict(self.budget),
            "allow_unsandboxed": self.allow_unsandboxed,
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any], source: str) -> Self:
        """The plan that `values` (JSON or YAML) describe. Raises PlanError naming `source` and what is wrong."""
        known = {"configurations", "repositories", "seeds", "settings", "budget", "allow_unsandboxed"}
        unknown = sorted(values.keys() - known - {"schema_version", "created_at", "harness_code"})
        if unknown:
            raise PlanError(f"{source}: unknown key {unknown[0]!r}; a plan has {', '.join(sorted(known))}")
        if values.get("schema_version", SCHEMA_VERSION) != SCHEMA_VERSION:
            raise PlanError(
                f"{source}: schema version {values['schema_version']!r}, this program reads {SCHEMA_VERSION}"
            )
        try:
            return cls(
                configurations=[str(name) for name in values.get("configurations", SCRIPTS)],
                repositories=[Repository(**one) for one in values.get("repositories", ())],
                seeds=[int(seed) for seed in values.get("seeds", ())],
                settings=dict(values.get("settings") or {}),
                budget=Budget(**(values.get("budget") or {})),
                allow_unsandboxed=bool(values.get("allow_unsandboxed", False)),
            )
        except (TypeError, ValueError, AttributeError) as error:
            raise PlanError(f"{source}: not a plan: {error}") from None


def parse_seeds(text: str) -> list[int]:
    """`1-5` or `1,2,7` or both. Raises PlanError."""
    seeds: list[int] = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        if not first.isdigit() or (dash and not last.isdigit()) or (dash and int(last) < int(first)):
            raise PlanError(f"seeds {text!r}: expected numbers and ranges, such as 1-5 or 1,2,7")
        seeds += range(int(first), int(last if dash else first) + 1)
    return seeds


def extended(known: Plan, asked: Plan) -> Plan:
    """The plan of a folder with what `asked` adds to it: configurations, repositories, seeds.

    Raises PlanError when what both have in common differs: its cells could not be compared.
    """
    for what, mine, theirs in (
        ("settings", known.settings, asked.settings),
        ("budget", known.budget, asked.budget),
        ("allow_unsandboxed", known.allow_unsandboxed, asked.allow_unsandboxed),
    ):
        if mine != theirs:
            raise PlanError(
                f"this folder holds a campaign with other {what} ({mine}, now {theirs}): choose another --output"
            )
    by_name = {one.name: one for one in known.repositories}
    for one in asked.repositories:
        before = by_name.setdefault(one.name, one)
        if before != one:
            raise PlanError(
                f"this folder holds a campaign in which {one.name} is {before.repo} with other settings or at "
                "another ref: choose another --output"
            )
    return Plan(
        _union(known.configurations, asked.configurations),
        list(by_name.values()),
        _union(known.seeds, asked.seeds),
        known.settings,
        known.budget,
        known.allow_unsandboxed,
    )


def _union(first: Iterable[Name], second: Iterable[Name]) -> list[Name]:
    return list(dict.fromkeys(itertools.chain(first, second)))
