"""Writes documentation/results.md from the experiment's two campaigns: tables, plots, and what may be concluded.

Only repositories on which every configuration has been run with every seed are counted; what is missing is said.
"""

from __future__ import annotations

import csv
import io
import math
import os
import platform
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path

from baselines.campaigns.folder import CampaignFolder
from baselines.campaigns.plan import Plan
from benchmarks.scaling import per_file, table
from metrics.comparison import Comparison, compare, estimates, number
from metrics.emergence import Effect, averages, effects, per_run, read_all
from metrics.estimates import Estimate
from metrics.manifest import alarms
from metrics.pareto import NothingToDraw, analyse
from metrics.pareto_plot import draw
from metrics.run_files import Run, write_text
from stigmergy.models.simulated import SIMULATED_PRICE, ErrorRates

METRICS = {
    "success_rate": "files validated",
    "files_verified_rate": "validated on executed behaviour",
    "suite_retention": "tests kept, delivered branch",
    "suite_retention_candidates": "tests kept, candidates branch",
    "human_escalation_rate": "files left to a person",
    "total_tokens": "tokens a run",
    "total_cost_usd": "USD a run, simulated price",
    "wall_s": "seconds a run, without the model's",
}
#: What is tested, and what the conclusion speaks of: few, so that correcting for their number leaves them power.
CLAIMS = ("success_rate", "suite_retention_candidates", "total_tokens")
_MECHANISM = {
    "import_order": "imported file rewritten before its importer (0.5: no order)",
    "import_order_decided": "imported file decided before its importer",
    "waiting_mean": "ticks from found to first candidate, mean",
    "waiting_max": "the same, longest",
    "settling_mean": "ticks from found to last decision",
    "starved_most": "files untouched for more than 12 ticks, most at once",
    "informed_share": "candidates written after tests had left issues",
    "retries_resolved": "retried files that were validated",
    "reads_to_writes": "looks for each deposit",
}
_RUNS = (
    *("repo_name", "configuration", "seed", "provider", "model", "stop_reason", "files_total", *METRICS),
    *("total_ticks", "starvation_count", "retry_resolution_rate", "target_commit", "harness_code", "run_id"),
)


def complete(folder: CampaignFolder, plan: Plan) -> tuple[list[Run], dict[str, tuple[int, int]]]:
    """The runs on repositories that are complete, and by repository how many cells are done, of how many."""
    runs = folder.runs(plan)
    done: dict[str, tuple[int, int]] = {}
    each = len(plan.configurations) * len(plan.seeds)
    for repository in plan.repositories:
        done[repository.name] = sum(cell.repository == repository.name for cell, _ in runs), each
    whole = {name for name, (have, need) in done.items() if have == need}
    return [run for cell, run in runs if cell.repository in whole], done


def write(coordination: Path, mechanism: Path, document: Path) -> None:
    """Write `document`, and beside it a folder of its plots and the runs it rests on. Raises OSError."""
    figures = document.with_suffix("")
    lines = [
        "# Results",
        "",
        f"Written by `make experiment` on {datetime.now(UTC):%Y-%m-%d}, {_machine()}. Do not edit: run it again.",
        "",
        "**Every run of the first part was made with a simulated model**: the embedded rules' answer, spoilt by a "
        "seeded error process. It stands in for a model's variability; it does not read its prompt, so it cannot "
        "profit from examples, issues, advice or criticism, and its rates are assumptions. The planner and the "
        "reviewer of `hierarchical` and the steps of `react` come from scripts. What follows tells ways of "
        "coordinating apart, and mostly what they cost, under such a model, on four small repositories. It tells "
        "nothing about any real model.",
        "",
    ]
    lines += _coordination(CampaignFolder(coordination), figures)
    lines += _mechanism(CampaignFolder(mechanism))
    write_text(document, "\n".join(lines).rstrip() + "\n")


# -- coordination ------------------------------------------------------------------------------------------------


def _coordination(folder: CampaignFolder, figures: Path) -> list[str]:
    plan = folder.known()
    lines = ["## Five ways to coordinate (RQ2)", ""]
    if plan is None:
        return [*lines, "Not run yet.", ""]
    runs, done = complete(folder, plan)
    lines += _conditions(plan) + _status(done)
    if not runs:
        return lines
    lines += [f"**ALARM**: {alarm}" for alarm in alarms(runs)]
    found = estimates(runs, list(METRICS))
    pairs = compare(runs, list(CLAIMS), "stigmergic") if len({run.label for run in runs}) > 1 else []
    lines += _means(found) + _by_repository(runs) + _differences(pairs) + _plots(runs, figures)
    return lines + _conclusion(runs, pairs) + _at_scale(runs)


def _conditions(plan: Plan) -> list[str]:
    rates = ", ".join(f"{field.name} {getattr(ErrorRates(), field.name):g}" for field in fields(ErrorRates))
    llm = plan.settings.get("llm", {})
    most = plan.budget.max_tokens or llm.get("max_tokens_total")
    budget = f"at most {most:,} tokens" if most else "the usual budget"
    return [
        f"{', '.join(plan.configurations)}, each on {', '.join(one.name for one in plan.repositories)}, seeds "
        f"{', '.join(map(str, plan.seeds))}; provider {llm.get('provider')}, code model "
        f"{llm.get('code_model')}; the same settings and {budget} for every run. Chances of a fault in each answer: "
        f"{rates}; {SIMULATED_PRICE.prompt} and {SIMULATED_PRICE.completion} USD a million prompt and completion "
        "tokens.",
        "",
    ]


def _status(done: Mapping[str, tuple[int, int]]) -> list[str]:
    have, need = (sum(column) for column in zip(*done.values(), strict=True))
    if have == need:
        return [f"All {need} runs are done.", ""]
    missing = [f"{name} ({have} of {need})" for name, (have, need) in done.items() if have < need]
    counted = [name for name, (have, need) in done.items() if have == need]
    return [
        f"**Not complete: {have} of {need} runs are done.** Missing: {', '.join(missing)}. "
        + (
            f"The numbers below are those of {', '.join(counted)} alone. "
            if counted
            else "No number is published. "
        )
        + "`make experiment` makes the rest, and goes on where it was stopped.",
        "",
    ]


def _means(found: Mapping[str, Mapping[str, Estimate]]) -> list[str]:
    labels = sorted({label for by in found.values() for label in by})
    methods = sorted({one.method for by in found.values() for one in by.values()})
    lines = [
        "Means over repositories, 95 % intervals:",
        "",
        f"| | {' | '.join(labels)} |",
        f"|---|{'---|' * len(labels)}",
    ]
    for metric, by in found.items():
        cells = [_cell(by.get(label)) for label in labels]
        if by:
            lines.append(f"| {METRICS[metric]} | {' | '.join(cells)} |")
    return [*lines, "", f"Intervals: {'; '.join(methods)}.", ""]


def _cell(one: Estimate | None) -> str:
    if one is None:
        return "–"
    return (
        f"{number(one.mean)}"
        if one.low is None
        else f"{number(one.mean)} [{number(one.low)}, {number(one.high)}]"
    )


def _by_repository(runs: Sequence[Run]) -> list[str]:
    lines = ["Files validated, and tokens, by repository (mean over seeds, Student's t):", ""]
    labels = sorted({run.label for run in runs})
    lines += [f"| | {' | '.join(labels)} |", f"|---|{'---|' * len(labels)}"]
    for name in sorted({run.repository for run in runs}):
        mine = [run for run in runs if run.repository == name]
        for metric in ("success_rate", "total_tokens"):
            by = estimates(mine, [metric])[metric]
            lines.append(
                f"| {name}: {METRICS[metric]} | {' | '.join(_cell(by.get(label)) for label in labels)} |"
            )
    return [*lines, ""]


def _differences(pairs: Sequence[Comparison]) -> list[str]:
    if not pairs:
        return []
    lines = [
        "Against stigmergic. A12: chance that a run of stigmergic has the larger value (0.5: no difference). p: "
        f"two-sided, Holm's correction over all {len(pairs)} tests of the table. Runs needed: of each on a "
        "repository, to show an effect of this size.",
        "",
        "| | against | A12 | test | p | p (Holm) | runs needed |",
        "|---|---|---|---|---|---|---|",
    ]
    for pair in pairs:
        effect = "–" if pair.a12 is None else f"{pair.a12:.2f} {pair.magnitude}"
        lines.append(
            f"| {METRICS[pair.metric]} | {pair.second} | {effect} | {pair.test}, {pair.scope} | {number(pair.p)} | "
            f"{number(pair.p_holm)} | {pair.runs_needed or '–'} |"
        )
    return [*lines, ""]


def _plots(runs: Sequence[Run], figures: Path) -> list[str]:
    figures.mkdir(parents=True, exist_ok=True)
    lines = []
    for x, y in (("total_tokens", "success_rate"), ("wall_s", "suite_retention_candidates")):
        name = f"pareto_{x}.png"
        try:
            analysis = analyse(runs, x, y)
        except NothingToDraw as error:
            lines += [f"No plot of {y} against {x}: {error}.", ""]
            continue
        draw(analysis.picture, figures / name)
        shares = ", ".join(f"{label} {share:.3f}" for label, share in analysis.hypervolume.items())
        lines += [
            f"![{y} against {x}]({figures.name}/{name})",
            "",
            f"Hypervolume, as a share up to {number(analysis.reference[0])}: {shares}.",
            "",
        ]
    write_text(figures / "runs.csv", _csv(runs))
    return [*lines, f"Every run: [{figures.name}/runs.csv]({figures.name}/runs.csv).", ""]


def _csv(runs: Iterable[Run]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_RUNS)
    for run in runs:
        writer.writerow([run.setting(name) for name in _RUNS])
    return text.getvalue()


def _conclusion(runs: Sequence[Run], pairs: Sequence[Comparison]) -> list[str]:
    repositories = {run.repository for run in runs}
    lines = ["### What may be concluded", ""]
    for metric in CLAIMS:
        mine = [pair for pair in pairs if pair.metric == metric]
        lines += [f"- {METRICS[metric]}, {claim}" for claim in _claims(mine)]
    least = _least_p(runs) * len([pair for pair in pairs if pair.p is not None])
    if len(repositories) == 1 and least >= 0.05:
        lines.append(
            f"- With so few runs of one repository no p of this table can fall below {number(least)} after Holm: it "
            "could not have shown a difference."
        )
    return [
        *lines,
        f"- Repositories: {len(repositories)}. The tests speak of these and of no others.",
        "- Seconds are those of verification and coordination on this machine, whatever else it did; the simulated "
        "model answers at once (its virtual time is in the summaries as wall_model_s).",
        "",
    ]


def _at_scale(runs: Sequence[Run]) -> list[str]:
    return [
        "### What very many packages would take",
        "",
        "Per file as above, multiplied (`benchmarks/scaling.py`, documentation/scaling.md): "
        + table(per_file(runs)),
        "",
    ]


def _least_p(runs: Sequence[Run]) -> float:
    """The smallest two-sided p of a rank-sum test between two configurations of so many runs each."""
    counts = Counter(run.label for run in runs)
    fewest = min(counts.values(), default=0)
    return 2 / math.comb(2 * fewest, fewest)


def _claims(pairs: Sequence[Comparison]) -> list[str]:
    shown = [pair for pair in pairs if pair.p_holm is not None and pair.p_holm < 0.05]
    claims = []
    for pair in shown:
        assert pair.a12 is not None
        claims.append(
            f"against {pair.second}: stigmergic has {'more' if pair.a12 > 0.5 else 'less'} (A12 {pair.a12:.2f}, "
            f"{pair.magnitude}, p {number(pair.p_holm)} after Holm)."
        )
    rest = [pair.second for pair in pairs if pair not in shown]
    if rest:
        claims.append(
            f"against {', '.join(rest)}: no difference is shown, which is no proof that there is none."
        )
    return claims


# -- mechanism ---------------------------------------------------------------------------------------------------


def _mechanism(folder: CampaignFolder) -> list[str]:
    plan = folder.known()
    lines = ["## How the colony coordinates (RQ1)", ""]
    if plan is None:
        return [*lines, "Not run yet.", ""]
    runs, done = complete(folder, plan)
    lines += [
        "The colony with the embedded rules and repairs, which answer the same whatever the seed: one run each says "
        "all, and a difference is the mechanism's. Nothing here is simulated.",
        "",
        *_status(done),
    ]
    told, problems = read_all(runs)
    lines += [f"**Not read**: {problem}" for problem in problems]
    lines += [f"**ALARM**: {alarm}" for alarm in alarms(runs)]
    if not told:
        return lines
    means = averages(per_run(told))
    labels = list(means)
    lines += [f"| | {' | '.join(labels)} |", f"|---|{'---|' * len(labels)}"]
    for name, title in _MECHANISM.items():
        lines.append(f"| {title} | {' | '.join(_cell(means[label].get(name)) for label in labels)} |")
    return [*lines, "", *_effects(effects(told))]


def _effects(found: Sequence[Effect]) -> list[str]:
    lines = [
        "What changes without a mechanism, on the same repository: of all candidates those whose text differs, of all "
        "files those that end otherwise, of all pairs of files those taken in another order; then outcomes, without "
        "less with.",
        "",
        "| without | texts | outcomes | order | files validated | tests kept (candidates) | ticks |",
        "|---|---|---|---|---|---|---|",
    ]
    for effect in found:
        name = effect.without.removeprefix("stigmergic-no-")
        cells = [_cell(effect.shares[share]) for share in ("texts", "outcomes", "order")]
        cells += [
            _signed(effect.outcomes[metric])
            for metric in ("success_rate", "suite_retention_candidates", "total_ticks")
        ]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    unchanged = [
        effect.without.removeprefix("stigmergic-no-")
        for effect in found
        if all(not one or one.mean == 0 for one in (*effect.shares.values(), *effect.outcomes.values()))
    ]
    if unchanged:
        lines += [
            "",
            f"Without {', '.join(unchanged)} nothing was another: with the rules, on these repositories, "
            "the mechanism did not matter. Examples are shown to language models only.",
        ]
    return [*lines, ""]


def _signed(one: Estimate | None) -> str:
    return _cell(one) if one is None or one.mean <= 0 else f"+{_cell(one)}"


def _machine() -> str:
    return f"Python {platform.python_version()}, {os.cpu_count()} cores"
