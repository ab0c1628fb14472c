"""What the code models cost and what it buys: rules, hybrid and llm on the sample and on real packages, whole runs.

    python benchmarks/tokens.py [--only sample,IPy] [--models hybrid,llm] [--fresh] [--max-minutes N]

The model is a stand-in behind HTTP on loopback that answers as 2to3 would (`benchmarks/tokens_models.py`), at an
assumed price; tokens are the harness's estimates of what a provider would count. On the repository of open sites it is
one that knows the right text of the places it is asked about. Prints a table and writes benchmarks/results/tokens.json
after each run; what was measured before with the same code is not measured again, unless --fresh.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "tests" / "fixtures"
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import yaml  # noqa: E402
from loopback_model import LoopbackModel, Reply, json_reply  # noqa: E402

from benchmarks.corpus import TOLD  # noqa: E402
from benchmarks.corpus_sources import packages, unpacked  # noqa: E402
from benchmarks.measured import RESULTS, machine, write_result  # noqa: E402
from benchmarks.migrate_in_place import settings_of  # noqa: E402
from benchmarks.tokens_models import Asked, Reference, Rewriter, answer, as_2to3, asked, completion  # noqa: E402
from stigmergy.harness_code import harness_code  # noqa: E402

KINDS = ("rules", "hybrid", "llm")
THREE = ("IPy", "demjson", "rsa")
SAMPLE, OPEN_SITES = "sample", "open sites"
#: High enough for no run to be short of tokens: what is measured is what they would spend.
CEILING = 50_000_000


@dataclass(frozen=True)
class Target:
    """A repository to migrate: where it is, what the harness is told about it, and who answers."""

    name: str
    tree: Path
    rewrite: Rewriter
    model: str
    spec: Mapping[str, Any] = field(default_factory=dict)


def targets(only: set[str] | None) -> list[Target]:
    """The repositories asked for. Raises CorpusError for a package that is not known, or can't be fetched."""
    found = [Target(SAMPLE, FIXTURES / "synthetic_py2_repo", as_2to3, "2to3")]
    named = set(THREE) if only is None else only - {SAMPLE, OPEN_SITES}
    for package in packages(named, None) if named else ():
        spec = {key: package[key] for key in TOLD if key in package}
        found.append(Target(package["name"], unpacked(package), as_2to3, "2to3", spec))
    reference = FIXTURES / "open_sites_py3_reference"
    texts = {p.relative_to(reference).as_posix(): p.read_text() for p in sorted(reference.rglob("*.py"))}
    found.append(Target(OPEN_SITES, FIXTURES / "open_sites_py2_repo", Reference(texts), "reference"))
    return [target for target in found if only is None or target.name in only]


def measure(target: Target, kind: str, max_minutes: float, folder: Path) -> dict[str, Any]:
    """One whole run in a process of its own; `error` when it left no summary."""
    questions: list[Asked] = []

    def reply(body: dict[str, Any]) -> Reply:
        questions.append(asked(body))
        return json_reply(completion(body, answer(body, target.rewrite)))

    tree, workspace, config = folder / "tree", folder / "workspace", folder / "config.yaml"
    shutil.copytree(target.tree, tree, symlinks=True)
    began = time.monotonic()
    with LoopbackModel(reply) as server:
        told = settings_of(dict(target.spec), tree) if target.spec else {}
        config.write_text(yaml.safe_dump({**told, "llm": {"base_url": server.url, "model": target.model}}))
        flags = ["--repo", str(tree), "--workspace", str(workspace), "--config", str(config), "--quiet"]
        flags += ["--max-minutes", str(max_minutes), "--max-tokens", str(CEILING)]
        flags += ["--provider", "embedded" if kind == "rules" else "openai", "--code-model", kind]
        done = subprocess.run(
            [sys.executable, str(ROOT / "main.py"), *flags],
            cwd=ROOT, env={**os.environ, "OPENAI_API_KEY": ""}, capture_output=True, text=True,
        )  # fmt: skip
    summaries = sorted(workspace.glob("metrics/output/run_*_summary.json"))
    if not summaries:
        return {"error": (done.stderr.strip().splitlines() or ["no summary"])[-1]}
    summary = json.loads(summaries[-1].read_text())
    status = json.loads((workspace / "pheromones" / "status.json").read_text())
    return {
        "files": summary["files_total"],
        "calls": len(questions),
        "tokens": summary["total_tokens"],
        "usd": round(summary["total_cost_usd"], 6),
        "validated": summary["files_validated"],
        "verified": summary["files_verified"],
        "retention": summary["suite_retention"],
        "retention_candidates": summary["suite_retention_candidates"],
        "stop_reason": summary["stop_reason"],
        "ticks": summary["total_ticks"],
        "seconds": round(time.monotonic() - began, 1),
        "asked_about": sorted({f"{q.file}: {site}" for q in questions for site in q.sites}),
        "left_open": sorted(
            f"{key}: line {site['line']}: {site['pattern']}"
            for key, entry in status.items()
            for site in entry["metadata"].get("open_sites", ())
        ),
    }


def table(rows: list[dict[str, Any]]) -> str:
    """The rows as a Markdown table, and for each target what share of llm's tokens hybrid took."""
    lines = [
        "| target | code model | calls | tokens | USD | validated | verified | files | delivered | candidates | s |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        if "error" in row:
            lines.append(f"| {row['target']} | {row['code_model']} | {row['error']} |")
            continue
        lines.append(
            f"| {row['target']} | {row['code_model']} | {row['calls']} | {row['tokens']} | {row['usd']:.4f} "
            f"| {row['validated']} | {row['verified']} | {row['files']} | {_share(row['retention'])} "
            f"| {_share(row['retention_candidates'])} | {row['seconds']} |"
        )
    by = {(row["target"], row["code_model"]): row for row in rows if "error" not in row}
    for name in dict.fromkeys(row["target"] for row in rows):
        hybrid, llm = by.get((name, "hybrid")), by.get((name, "llm"))
        if hybrid and llm and llm["tokens"]:
            share = hybrid["tokens"] / llm["tokens"]
            lines.append(f"\n{name}: hybrid takes {share:.1%} of the tokens of llm")
    return "\n".join(lines)


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.1%}"


def known_rows() -> dict[tuple[str, str], dict[str, Any]]:
    """What was measured before, by target and code model."""
    path = RESULTS / "tokens.json"
    rows = json.loads(path.read_text())["rows"] if path.is_file() else []
    return {(row["target"], row["code_model"]): row for row in rows}


def main(argv: list[str] | None = None) -> int:
    """Measure what is asked for and write the results. 0; 2 when a package can't be had."""
    from benchmarks.corpus_sources import CorpusError

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", help="targets, separated by commas")
    parser.add_argument("--models", default=",".join(KINDS), help="code models, separated by commas")
    parser.add_argument("--fresh", action="store_true", help="measure again what is known")
    parser.add_argument("--max-minutes", type=float, default=15, help="for each run")
    options = parser.parse_args(argv)
    kinds = [kind for kind in KINDS if kind in options.models.split(",")]
    stamp = harness_code()[:16]
    known = known_rows()
    rows: list[dict[str, Any]] = []
    try:
        wanted = targets(set(options.only.split(",")) if options.only else None)
    except CorpusError as error:
        print(f"tokens: {error}", file=sys.stderr)
        return 2
    for target in wanted:
        for kind in kinds:
            key = target.name, kind
            if key not in known or known[key]["stamp"] != stamp or "error" in known[key] or options.fresh:
                known[key] = {
                    "target": target.name,
                    "code_model": kind,
                    "model": target.model,
                    "stamp": stamp,
                }
                with tempfile.TemporaryDirectory(prefix="stigmergy-tokens-") as folder:
                    known[key] |= measure(target, kind, options.max_minutes, Path(folder))
                known[key]["machine"] = machine()
                write_result("tokens", {"rows": list(known.values())})
            rows.append(known[key])
            print(table(rows[-1:]).splitlines()[2], file=sys.stderr, flush=True)
    print(table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
