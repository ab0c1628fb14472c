"""What the flags ask for: a run, a resumed one, a dry run, a review. Errors become one line and an exit code."""

from __future__ import annotations

import argparse
import os

from stigmergy.cli import overrides
from stigmergy.crafts import read_dotenv
from stigmergy.expedition import Expedition
from stigmergy.preparation import RUNS_ROOT
from stigmergy.settings import load
from stigmergy.stopping import explained


def dispatch(options: argparse.Namespace) -> int:
    """Do what the flags say. Returns the exit code; what is wrong is printed in one line that says what to do."""
    for name, value in read_dotenv(RUNS_ROOT / ".env").items():
        os.environ.setdefault(name, value)
    return explained(lambda: _dispatch(options))


def _dispatch(options: argparse.Namespace) -> int:
    settings = load(options.config, overrides(options))
    if options.dry_run or options.estimate:
        from stigmergy.dry_run import dry_run

        return dry_run(options, settings)
    if options.review:
        from stigmergy.review import review

        return review(options, settings)
    return Expedition(options, settings).run()
