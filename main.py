"""The front door: flags → settings → run, resume or review. No logic of its own."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    from stigmergy.cli import build_parser

    parser = build_parser()
    options = parser.parse_args(argv)
    if not (options.repo or options.resume or options.review):
        parser.error("--repo URL_OR_PATH is needed (or --resume, or --review)")
    if options.repo and options.resume:
        parser.error("--resume goes on with the workspace's own run: leave --repo away")
    from stigmergy.run import dispatch

    return dispatch(options)


if __name__ == "__main__":
    sys.exit(main())
