"""The experiment of documentation/results.md: five ways to coordinate, and the colony without each of its mechanisms.

    python benchmarks/experiment.py [--output runs/experiment] [--workers N] [--report-only]

Two campaigns over the bundled sample and three small packages of the corpus, without any network once these are in the
cache. `coordination`: five configurations × five seeds with a SIMULATED model. `mechanism`: the colony with the
embedded rules, whole and without each of its mechanisms; rules answer the same whatever the seed, so one run says
all. Both go on where they were stopped. Then tables, plots and the text are made anew.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

import yaml

from baselines.campaign import main as campaign
from baselines.campaigns.plan import SCRIPTS
from benchmarks.corpus_sources import CorpusError, packages, unpacked
from benchmarks.experiment_report import write
from benchmarks.migrate_in_place import settings_of
from metrics.manifest import repository_name
from stigmergy.ablation import ABLATIONS, configuration_name

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "tests" / "fixtures" / "synthetic_py2_repo"
#: Of the corpus: at most 25 files, a suite of under three seconds, and no file too large for one prompt.
PACKAGES = {"IPy", "parsedatetime", "rsa"}
SEEDS = [1, 2, 3, 4, 5]
TOLD = ("runner", "args", "workdir", "pythonpath", "deps2", "deps3", "prepare", "env")
MAX_TOKENS = 200_000


def repositories() -> list[dict[str, Any]]:
    """What is migrated, and what a user would have to say of each. Raises CorpusError when a package can't be had."""
    found = [{"name": repository_name(str(SAMPLE)), "repo": str(SAMPLE), "settings": {}}]
    for package in packages(PACKAGES):
        tree = unpacked(package)
        spec = {key: package[key] for key in TOLD if key in package}
        found.append({"name": tree.name, "repo": str(tree), "settings": settings_of(spec, tree)})
    return found


def plans() -> dict[str, dict[str, Any]]:
    """The two campaigns, by the name of their folder."""
    common = {"repositories": repositories(), "budget": {"max_tokens": MAX_TOKENS}}
    without = [configuration_name("stigmergic", (one,)) for one in ABLATIONS]
    return {
        "mechanism": {
            **common,
            "configurations": ["stigmergic", *without],
            "seeds": SEEDS[:1],
            "settings": {"llm": {"provider": "embedded", "code_model": "rules"}},
        },
        "coordination": {
            **common,
            "configurations": list(SCRIPTS),
            "seeds": SEEDS,
            "settings": {"llm": {"provider": "simulated", "code_model": "llm"}},
        },
    }


def main(argv: list[str] | None = None) -> int:
    """Run what is left of both campaigns, then write the results. Returns the worst exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--output", type=Path, default=ROOT / "runs" / "experiment", metavar="DIR")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--only", metavar="A,B", help="these configurations only")
    parser.add_argument(
        "--document", type=Path, default=ROOT / "documentation" / "results.md", metavar="FILE"
    )
    parser.add_argument("--report-only", action="store_true", help="run nothing, write what is there")
    options = parser.parse_args(argv)
    code = 0
    if not options.report_only:
        try:
            wanted = plans()
        except CorpusError as error:
            print(f"experiment: {error}", file=sys.stderr)
            return 2
        only = options.only.split(",") if options.only else None
        for name, plan in wanted.items():
            if only is not None:
                plan["configurations"] = [one for one in plan["configurations"] if one in only]
            if not plan["configurations"]:
                continue
            folder = options.output / name
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / "plan.yaml"
            path.write_text(yaml.safe_dump(plan, sort_keys=False))
            flags = ["--plan", str(path), "--output", str(folder), "--workers", str(options.workers)]
            code = max(code, campaign(flags))
            if code >= 2:
                return code
    write(options.output / "coordination", options.output / "mechanism", options.document)
    print(options.document)
    return code


if __name__ == "__main__":
    sys.exit(main())
