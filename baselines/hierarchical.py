"""Baseline: a planner, a coder and a reviewer, one above the other, in the manner of planner-coder-reviewer teams.

A planner writes PLAN and RISKS from the repository's facts. A coder edits in a Git worktree of its own. Everything it
has changed so far, untracked files included, goes to a reviewer that answers VERDICT: APPROVE or VERDICT: REJECT with
issues; after a rejection the coder gets them, up to `max_review_rounds` (a round that gains tests is not counted, as a
gain costs no retry anywhere). Then the test command has to end with exit status 0, and the sweep command runs, whose
results are scored against those of a baseline. In a migration (without --ideas) files are then accepted one by one, by
the same thresholds as everywhere: a gate on the whole would throw away every file for one that fails. A file that the
last review rejects goes to a person. Everything is kept in <workspace>/run_<i>/hierarchical/.

With --ideas DIR the same team works on any repository: one file of DIR is one idea, each in a worktree of its own.
The coder is the project's own, or an external agent behind an MCP server (--coder mcp).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from baselines.planning.flags import NAME, asked
from baselines.runs import build_parser, run_baseline
from stigmergy.cli import positive_int

if TYPE_CHECKING:
    from stigmergy.settings import Settings


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options that only this baseline has."""
    group = parser.add_argument_group(
        "planner, coder, reviewer (defaults: baselines.hierarchical in the settings)"
    )
    group.add_argument(
        "--ideas",
        metavar="DIR",
        type=Path,
        help="work on the ideas in this folder, one a file, instead of a migration",
    )
    group.add_argument("--max-review-rounds", metavar="N", type=positive_int, help="reviews, at most")
    group.add_argument("--coder", choices=["own", "mcp"], help="who writes the code")
    group.add_argument("--mcp-command", metavar="CMD", help="how the MCP server of the coder is started")
    group.add_argument("--keep-worktrees", action="store_true", help="leave the worktrees where they are")
    group.add_argument(
        "--base-on-working-tree", action="store_true", help="start from the uncommitted work in --repo"
    )
    group.add_argument("--sweep-command", metavar="CMD", help="what is run after the tests, without a shell")
    group.add_argument(
        "--results-csv", metavar="FILE", help="what the sweep leaves, from the repository's root"
    )
    group.add_argument("--baseline-csv", metavar="FILE", help="results to compare with")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    about = __doc__ or ""
    parser = build_parser(NAME, about)
    add_options(parser)
    options = parser.parse_args(argv)
    if options.ideas is not None:
        if not options.repo:
            parser.error("--ideas needs --repo URL_OR_PATH, the repository that they are about")
        from baselines.planning.ideas import run_ideas
        from stigmergy.stopping import explained

        return explained(
            lambda: run_ideas(options, lambda settings: asked(options, settings)), "then run it again"
        )

    def strategy(trial: Any) -> None:
        from baselines.planning.migration_run import MigrationRun

        MigrationRun(trial).work()

    def more(options: argparse.Namespace, settings: Settings) -> dict[str, Any]:
        from baselines.planning.migration_run import described

        return {NAME: described(asked(options, settings))}

    return run_baseline(NAME, about, strategy, argv, add_options, more)


if __name__ == "__main__":
    sys.exit(main())
