"""The campaign's folder: opened under one plan, and asked what is done and what is left."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import yaml
from filelock import FileLock, Timeout

from baselines.campaigns.cell import DONE, Job, verdict
from baselines.campaigns.plan import Cell, Configuration, Plan, PlanError, Repository, extended
from metrics.run_files import Run, find_runs, write_json, write_text
from stigmergy.harness_code import harness_code
from stigmergy.preparation import PROJECT_ROOT

#: Passed on to every cell, so that a run's environments and baselines are cached in one place.
_PLAN = "campaign.json"


class CampaignFolder:
    """What is kept of a campaign in `root` (layout: see the package's docstring)."""

    def __init__(self, root: Path) -> None:
        self.root = Path(root).expanduser().resolve()

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Keep a second campaign out of this folder. Raises PlanError when one is at work in it."""
        self.root.mkdir(parents=True, exist_ok=True)
        lock = FileLock(self.root / ".lock", timeout=0)
        try:
            lock.acquire()
        except Timeout:
            raise PlanError(f"{self.root}: another campaign is at work in this folder") from None
        try:
            yield
        finally:
            lock.release()

    def known(self) -> Plan | None:
        """The plan of this folder; None when there is none yet. Raises PlanError when it can't be read."""
        path = self.root / _PLAN
        if not path.exists():
            return None
        try:
            values = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise PlanError(f"{path}: can't be read: {error}") from None
        if not isinstance(values, dict):
            raise PlanError(f"{path}: holds no JSON object")
        return Plan.from_dict(values, str(path))

    def open(self, asked: Plan) -> Plan:
        """Write down the plan and the cells' configuration files. Returns the plan, extended by what is asked.

        Raises PlanError when this folder holds a campaign under other settings.
        """
        before = self.known()
        plan = extended(before, asked) if before else asked
        # What can't be written down as it is would come back as something else, and refuse its own folder.
        plan = Plan.from_dict(json.loads(json.dumps(plan.as_dict())), "the plan")
        for repository in plan.repositories:
            path = self.config_path(repository)
            write_text(path, yaml.safe_dump(plan.config_of(repository), sort_keys=True))
        if plan != before:
            now = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
            stamp = {"created_at": now, "harness_code": harness_code()}
            write_json(self.root / _PLAN, {**plan.as_dict(), **stamp})
        return plan

    def config_path(self, repository: Repository) -> Path:
        """Where the settings of cells on this repository are."""
        return self.root / "configs" / f"{repository.name}.yaml"

    def job(self, plan: Plan, cell: Cell, **more: Any) -> Job:
        """What is needed to run `cell`; `more` are further fields of the job."""
        configuration = Configuration.named(cell.configuration)
        flags = [*self._flags(plan, cell.repository), *plan.budget.flags()]
        flags += ["--configuration", cell.configuration]
        for mechanism in configuration.ablated:
            flags += ["--ablate", mechanism]
        if configuration.script != "main.py":
            flags += ["--runs", "1"]
        return Job(cell, str(self.root), (str(PROJECT_ROOT / configuration.script), *flags), **more)

    def warming(self, plan: Plan, repository: Repository, **more: Any) -> Job:
        """A run by the rules that costs nothing: builds environments and baseline, and shows that a target works."""
        flags = [*self._flags(plan, repository.name), "--provider", "embedded", "--code-model", "rules"]
        flags += ["--configuration", "warm", "--max-ticks", "1"]
        cell = Cell(repository.name, "warm", 0)
        return Job(cell, str(self.root / "warm"), (str(PROJECT_ROOT / "main.py"), *flags), **more)

    def _flags(self, plan: Plan, name: str) -> list[str]:
        repository = plan.repository(name)
        flags = ["--repo", repository.repo, "--config", str(self.config_path(repository))]
        if repository.ref:
            flags += ["--repo-ref", repository.ref]
        return [*flags, *(["--allow-unsandboxed"] if plan.allow_unsandboxed else [])]

    def verdicts(self, plan: Plan) -> dict[Cell, dict[str, Any]]:
        """The last word on each cell of the plan that has one."""
        found = {cell: verdict(self.root / cell.path) for cell in plan.cells()}
        return {cell: word for cell, word in found.items() if word is not None}

    def finished(self, plan: Plan) -> dict[Cell, dict[str, Any]]:
        """The cells that are done, with their last word."""
        return {cell: word for cell, word in self.verdicts(plan).items() if word["state"] == DONE}

    def runs(self, plan: Plan | None = None) -> list[tuple[Cell, Run]]:
        """The run of every cell that is done, in the plan's order. Raises PlanError when there is no plan."""
        chosen = plan or self.known()
        if chosen is None:
            raise PlanError(f"{self.root} holds no campaign: there is no {_PLAN}")
        found: list[tuple[Cell, Run]] = []
        for cell in self.finished(chosen):
            runs, _ = find_runs([self.root / cell.path / "workspace" / "metrics" / "output"])
            found += [(cell, run) for run in runs[:1]]
        return found


def repository_of(spec: str, settings: Mapping[str, Any] | None = None) -> Repository:
    """A repository as given on the command line: `PATH_OR_URL`, `…@REF`, or `NAME=…`.

    A path becomes absolute, since cells run from the project's root.
    """
    from metrics.manifest import repository_name

    name, equals, place = spec.partition("=")
    if not equals or "/" in name or ":" in name:
        name, place = "", spec
    ref: str | None = None
    if not Path(place).expanduser().exists() and "@" in place.rpartition("/")[2]:
        place, _, ref = place.rpartition("@")
    path = Path(place).expanduser()
    located = str(path.resolve()) if path.exists() else place
    return Repository(name or repository_name(located), located, ref, dict(settings or {}))
