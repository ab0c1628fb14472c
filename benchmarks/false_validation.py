"""How many behavioural faults the Tester lets through as validated, by operator and by evidence.

    python benchmarks/false_validation.py [--only sample,reference,IPy] [--faults N] [--seed N] [--journal FOLDER]
        [--rules-left-out]

Plants one fault a run in a correctly migrated product file and has the real colony decide about it, all other files
being settled (benchmarks/faults/colony.py). Repositories:
- reference: the bundled sample migrated by hand; each repair of its faults.json is taken back once;
- sample: the bundled sample migrated by the harness; faults of the operators in benchmarks/faults/operators.py;
- five packages of the corpus, migrated by the harness, the same operators.
Sites are drawn by seed, as evenly over the operators as there are sites. A file is eligible when the harness rewrote
and validated it; a fault that compiles to the same code is none.

With --rules-left-out each file is migrated again by all rules but one, for each rule that wrote in it: what the rules
would deliver if they had that gap.

"Visible" is what any test or probe could see: the whole suite by test id, or all probes of the file, whatever its
evidence was. Each fault is decided about as if its author had not recorded the line (a rule that is wrong about being
exact); what is let through is decided about again with the line recorded as rewritten, as models' lines are.
Writes benchmarks/results/false_validation.json. Needs a Python 2.7, and the package index or a filled cache.
Rows are kept in a journal by the state of the code: the same command goes on where it was interrupted, and with
--known it counts what is there and tries nothing.
"""

from __future__ import annotations

import argparse
import logging
import shutil
import sys
from pathlib import Path

from benchmarks.corpus_sources import CACHE, CorpusError, packages
from benchmarks.faults.left_out import left_out
from benchmarks.faults.migrated import Migrated, NotMigrated, migrated, reference, scratch
from benchmarks.faults.sampling import draw, missed_repairs
from benchmarks.faults.table import (
    Row,
    by_evidence,
    by_operator,
    by_package,
    described,
    markdown,
    summary,
    survivors,
)
from benchmarks.faults.trial import Bench, Journal, judged_by, trials
from benchmarks.measured import write_result

PACKAGES = ("IPy", "python-dateutil", "parsedatetime", "testtools", "Mako")
ALL = ("reference", "sample", *PACKAGES)
#: Faults planted: in the sample, and in each package.
COUNTS = {"sample": 80}
COUNT = 28


def measure(name: str, count: int, seed: int, journals: Path, again: bool, rules: bool) -> list[Row]:
    """The rows of one repository; `rules`: of faults that a rule which is left out makes. Raises CorpusError or
    NotMigrated when there is nothing to plant faults in.
    """
    folder = scratch()
    try:
        bench = Bench(_source(name, folder, again), folder)
        if bench.baseline.python2 == "none":
            raise NotMigrated("needs a Python 2.7; set STIGMERGY_PYTHON2")
        texts = bench.texts()
        if rules:
            chosen = left_out(bench.migrated.original, texts)
        elif name == "reference":
            chosen = missed_repairs(texts)
        else:
            chosen = draw(texts, count, f"{seed}:{name}")
        return list(trials(bench, chosen, _journal(journals, name)))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _journal(folder: Path, name: str) -> Journal:
    return Journal(folder / f"{name}-{judged_by()}.jsonl")


def _source(name: str, folder: Path, again: bool) -> Migrated:
    if name == "reference":
        return reference(folder)
    return migrated(name, None if name == "sample" else packages({name})[0], again=again)


def report(rows: list[Row]) -> str:
    """All tables, the goals and the survivors, as Markdown."""
    parts = [
        markdown("evidence", by_evidence(rows)),
        markdown("operator", by_operator(rows)),
        markdown("repository", by_package(rows)),
        "\n".join(f"{name}: {value}" for name, value in summary(rows).items()),
        "Survivors:\n" + ("\n".join(f"- {described(row)}" for row in survivors(rows)) or "none"),
    ]
    return "\n\n".join(parts)


def main(argv: list[str] | None = None) -> int:
    """Measure what was asked for, print the tables, write the results. 1 when a repository can't be measured."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", help=f"some of {','.join(ALL)}, or other packages of the corpus")
    parser.add_argument("--faults", type=int, default=0, help="faults a repository (default: 80 and 28)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--journal", type=Path, default=CACHE / "faults", help="where rows are kept")
    parser.add_argument("--again", action="store_true", help="migrate anew instead of using the cache")
    parser.add_argument("--known", action="store_true", help="only count the rows that the journal has")
    parser.add_argument(
        "--rules-left-out", action="store_true", help="plant what the rules make when one of them is missing"
    )
    parser.add_argument("--no-write", action="store_true", help="leave the results file as it is")
    options = parser.parse_args(argv)
    logging.basicConfig(level=logging.ERROR, format="%(asctime)s %(message)s")
    logging.getLogger("benchmarks.faults").setLevel(logging.INFO)
    names = options.only.split(",") if options.only else list(ALL)
    rows: list[Row] = []
    failed: dict[str, str] = {}
    for name in names:
        count = options.faults or COUNTS.get(name, COUNT)
        if options.known:
            rows += _journal(options.journal, name).rows().values()
            continue
        try:
            rows += measure(name, count, options.seed, options.journal, options.again, options.rules_left_out)
        except (CorpusError, NotMigrated) as error:
            failed[name] = str(error)
            print(f"false_validation: {name}: {error}", file=sys.stderr)
    if not options.no_write:
        values = {
            "seed": options.seed,
            "judged_by": judged_by(),
            "known_rows_only": options.known,
            **summary(rows),
            "not_measured": failed,
            "by_evidence": by_evidence(rows),
            "by_operator": by_operator(rows),
            "by_repository": by_package(rows),
            "survivors": survivors(rows),
        }
        write_result("false_validation", values)
    print(report(rows))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
