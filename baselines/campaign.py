"""Runs many: configurations × repositories × seeds, under equal settings and budgets, so that they can be compared.

Each cell is a run in a process and a workspace of its own. A cell that is done is not run again: the same command goes
on with a campaign that was stopped or killed, and with more seeds, configurations or repositories it extends one. A
crash of the harness is tried again and never counted as a failed agent.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stigmergy.cli import positive_int

if TYPE_CHECKING:
    from baselines.campaigns.folder import CampaignFolder
    from baselines.campaigns.plan import Plan
    from baselines.campaigns.schedulers import Pool

#: So many broken cells, one after another, are no accident of one cell: a wrong key, a full disk, a defect.
ENOUGH = 5
_EXAMPLES = """\
examples:
  python baselines/campaign.py --output runs/first --repo tests/fixtures/synthetic_py2_repo --seeds 1-5 \\
      --configurations stigmergic,single_agent,sequential --provider simulated --code-model llm
  python baselines/campaign.py --output runs/first
      go on with it, after a stop, a kill, or a crash
  python baselines/campaign.py --output runs/first --seeds 6-10
      five more seeds of everything
  python baselines/campaign.py --output runs/ablation --repo ../old --seeds 1-5 \\
      --configurations stigmergic,stigmergic-no-issues,stigmergic-no-decay
  python baselines/campaign.py --output /shared/first --scheduler tcp://10.0.0.5:8786
      the same cells on a dask cluster whose workers see /shared (documentation/scaling.md)

A plan file (--plan, YAML) has configurations, repositories (name, repo, ref, settings), seeds, settings, budget
(max_tokens, max_budget_usd, max_minutes). Flags override it. What the folder holds: baselines/campaigns/__init__.py.

exit codes: 0 every cell is done · 1 some are not (they are named) · 2 wrong use or input · 130 interrupted
"""


def build_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python baselines/campaign.py",
        description=__doc__,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--output", type=Path, required=True, metavar="DIR", help="the campaign's folder")
    what = parser.add_argument_group("what is compared")
    what.add_argument("--plan", type=Path, metavar="FILE", help="a plan in YAML")
    what.add_argument(
        "--configurations", metavar="A,B", help="stigmergic, stigmergic-no-MECHANISM, or a baseline"
    )
    what.add_argument(
        "--repo", action="append", metavar="[NAME=]URL_OR_PATH[@REF]", help="a repository; may be repeated"
    )
    what.add_argument("--seeds", metavar="LIST", help="distinct seeds, such as 1-5 or 1,2,7")
    same = parser.add_argument_group("equal for every cell")
    same.add_argument(
        "--config", type=Path, metavar="FILE", help="settings (sections of stigmergy/config.yaml)"
    )
    same.add_argument("--provider", metavar="P", help="llm.provider")
    same.add_argument("--model", metavar="M", help="llm.model")
    same.add_argument("--base-url", metavar="U", help="llm.base_url")
    same.add_argument("--code-model", metavar="K", help="llm.code_model: rules, llm or hybrid")
    same.add_argument("--max-tokens", type=positive_int, metavar="N", help="tokens of each run")
    same.add_argument("--max-budget-usd", type=float, metavar="X", help="money of each run")
    same.add_argument("--max-minutes", type=float, metavar="N", help="minutes of each run")
    same.add_argument(
        "--allow-unsandboxed", action="store_true", help="run targets although nothing contains them"
    )
    how = parser.add_argument_group("how")
    how.add_argument(
        "--workers", type=positive_int, metavar="N", help="cells at a time (default: one a core)"
    )
    cluster = how.add_mutually_exclusive_group()
    cluster.add_argument(
        "--scheduler", metavar="tcp://HOST:PORT", help="run the cells on this dask scheduler"
    )
    cluster.add_argument(
        "--local-cluster", type=positive_int, metavar="N", help="on N dask workers started here"
    )
    how.add_argument(
        "--attempts",
        type=positive_int,
        default=3,
        metavar="N",
        help="of a cell whose harness crashes (default: 3)",
    )
    how.add_argument(
        "--cell-minutes",
        type=float,
        default=0.0,
        metavar="N",
        help="a cell that takes longer hangs, and is killed (default: no limit)",
    )
    how.add_argument("--dry-run", action="store_true", help="say what would be run, and stop")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    options = build_parser().parse_args(argv)
    from baselines.campaigns.plan import PlanError

    try:
        from baselines.campaigns.folder import CampaignFolder

        folder = CampaignFolder(options.output)
        plan = _asked(options, folder)
        if options.dry_run:
            return _dry_run(folder, plan)
        return campaign(folder, plan, options)
    except (PlanError, OSError) as error:
        print(f"campaign: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def campaign(folder: CampaignFolder, asked: Plan, options: argparse.Namespace) -> int:
    """Run what is left of the campaign. Returns the exit code.

    Raises PlanError when it can't be run as asked, OSError when the folder can't be written.
    """
    from baselines.campaigns.cell import BROKEN, Stop
    from baselines.campaigns.progress import Progress
    from stigmergy.stopping import stop_requests

    for warning in asked.check():
        print(f"campaign: warning: {warning}", file=sys.stderr)
    stopping = threading.Event()
    broken = 0
    with folder.lock(), stop_requests(stopping), _pool(options, stopping.is_set) as pool:
        plan = folder.open(asked)
        limits = {"attempts": options.attempts, "time_limit": options.cell_minutes * 60}
        finished = folder.finished(plan)
        cells = [cell for cell in plan.cells() if cell not in finished]
        print(
            f"{folder.root}: {len(plan.cells())} cells, {len(finished)} done, {pool.workers} at a time",
            flush=True,
        )
        try:
            refused = _warm(folder, plan, {cell.repository for cell in cells}, stopping.is_set)
            with Progress(plan.cells(), finished, pool.workers) as progress:
                for cell in [cell for cell in cells if cell.repository in refused]:
                    progress.ended(cell, refused[cell.repository])
                jobs = [folder.job(plan, cell, **limits) for cell in cells if cell.repository not in refused]
                for job, word in pool.run(jobs):
                    progress.ended(job.cell, word)
                    broken = broken + 1 if word["state"] == BROKEN else 0
                    if broken == ENOUGH:
                        stopping.set()
        except Stop:
            pass
        if broken >= ENOUGH:
            print(f"campaign: {broken} cells in a row are broken, so the rest is not tried", file=sys.stderr)
        return _closing(folder, plan, stopping.is_set() and broken < ENOUGH)


def _warm(
    folder: CampaignFolder, plan: Plan, names: set[str], stopping: Callable[[], bool]
) -> dict[str, dict[str, Any]]:
    """Make the repositories ready. Returns those that can't be used, with the word on each."""
    from baselines.campaigns.warm import READY, warmed

    words = {}
    for repository in plan.repositories:
        if repository.name in names:
            words[repository.name] = warmed(folder, plan, repository, stopping)
    return {name: word for name, word in words.items() if word["state"] != READY}


@contextmanager
def _pool(options: argparse.Namespace, stopping: Callable[[], bool]) -> Iterator[Pool]:
    from baselines.campaigns.schedulers import LocalPool, dask_pool

    if options.scheduler or options.local_cluster:
        with dask_pool(options.scheduler, options.local_cluster or 0, stopping) as pool:
            yield pool
    else:
        yield LocalPool(options.workers or os.cpu_count() or 1, stopping)


def _asked(options: argparse.Namespace, folder: CampaignFolder) -> Plan:
    """The plan that file and flags ask for; without either, the one the folder holds."""
    from dataclasses import replace

    from baselines.campaigns.folder import repository_of
    from baselines.campaigns.plan import Budget, Plan, PlanError, parse_seeds

    known = folder.known()
    if options.plan:
        plan = Plan.from_dict(_yaml(options.plan), str(options.plan))
        # As typed in the file, relative to where the command is given.
        plan = replace(
            plan,
            repositories=[
                replace(one, repo=repository_of(f"{one.name}={one.repo}").repo) for one in plan.repositories
            ],
        )
    else:
        plan = known or Plan.from_dict({}, "the command line")
    if options.configurations:
        plan = replace(plan, configurations=[one.strip() for one in options.configurations.split(",")])
    if options.repo:
        plan = replace(plan, repositories=[repository_of(spec) for spec in options.repo])
    if options.seeds:
        plan = replace(plan, seeds=parse_seeds(options.seeds))
    settings = {**plan.settings, **(_yaml(options.config) if options.config else {})}
    llm = {
        name: getattr(options, name)
        for name in ("provider", "model", "base_url", "code_model")
        if getattr(options, name) is not None
    }
    if llm:
        settings["llm"] = {**settings.get("llm", {}), **llm}
    budget = replace(
        plan.budget,
        **{
            name: getattr(options, name)
            for name in ("max_tokens", "max_budget_usd", "max_minutes")
            if getattr(options, name) is not None
        },
    )
    assert isinstance(budget, Budget)
    unsandboxed = plan.allow_unsandboxed or options.allow_unsandboxed
    plan = replace(plan, settings=settings, budget=budget, allow_unsandboxed=unsandboxed)
    if not plan.repositories:
        raise PlanError("no repository is given: name one with --repo, or a --plan")
    if not plan.seeds:
        raise PlanError("no seeds are given: name at least five, such as --seeds 1-5")
    return plan


def _yaml(path: Path) -> dict[str, Any]:
    import yaml

    from baselines.campaigns.plan import PlanError

    try:
        values = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise PlanError(f"{path}: can't be read: {' '.join(str(error).split())}") from None
    if not isinstance(values, dict):
        raise PlanError(f"{path}: expected keys and values")
    return values


def _dry_run(folder: CampaignFolder, plan: Plan) -> int:
    from baselines.campaigns.plan import extended

    for warning in plan.check():
        print(f"campaign: warning: {warning}", file=sys.stderr)
    known = folder.known()
    plan = extended(known, plan) if known else plan
    finished = folder.finished(plan)
    cells = plan.cells()
    for cell in cells:
        print(f"{'done' if cell in finished else 'to do':6} {cell.path}")
    print(f"{len(cells)} cells, {len(cells) - len(finished)} to do")
    return 0


def _closing(folder: CampaignFolder, plan: Plan, stopped: bool) -> int:
    from baselines.campaigns.cell import DONE

    words = folder.verdicts(plan)
    cells = plan.cells()
    open_cells = [cell for cell in cells if cell not in words]
    bad = {cell: word for cell, word in words.items() if word["state"] != DONE}
    print(f"{len(cells) - len(open_cells) - len(bad)} of {len(cells)} cells are done")
    for cell, word in bad.items():
        print(f"  {word['state']}: {cell.path}: {word['reason']}")
    if open_cells:
        print(f"  {len(open_cells)} not begun or cut off")
    if bad or open_cells:
        print(f"go on with: python baselines/campaign.py --output {folder.root}")
    if stopped:
        return 130
    print(f"compare:    python metrics/comparison.py --input {folder.root}")
    print(f"draw:       python metrics/pareto.py --input {folder.root} --output pareto.png")
    return 1 if bad or open_cells else 0


if __name__ == "__main__":
    sys.exit(main())
