"""The report: a run's workspace, or a campaign's folder, as one HTML file that needs nothing else.

python metrics/report.py WORKSPACE|CAMPAIGN [-o report.html]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from metrics.report_parts.run_data import log_in, read_run
from metrics.report_parts.run_page import run_page
from metrics.run_files import RunFileError, write_text

DEFAULT_OUTPUT = Path("report.html")


def build_report(folder: Path, output_dir: Path | None = None) -> str:
    """The report of what is in `folder`, as HTML.

    A folder with an audit log is a run (a workspace, or one of its archive/); any other is a campaign: all finished
    runs below it, compared. `output_dir` is where a run's metrics are, if not in its metrics/output.

    Raises:
        RunFileError: there is neither, or the log is broken.
    """
    if not folder.is_dir():
        raise RunFileError(f"{folder}: no such folder")
    if log_in(folder) is not None and not (folder / "campaign.json").is_file():
        return run_page(read_run(folder, output_dir))
    from metrics.report_parts.campaign_data import read_campaign
    from metrics.report_parts.campaign_page import campaign_page

    return campaign_page(read_campaign(folder))


def build_parser() -> argparse.ArgumentParser:
    """The parser of the command."""
    parser = argparse.ArgumentParser(
        prog="report.py",
        description="Write a run or a campaign as one self-contained HTML file: no network, no other file.",
        epilog="examples: python metrics/report.py . -o report.html    python metrics/report.py campaigns/pilot",
    )
    parser.add_argument("folder", type=Path, metavar="WORKSPACE|CAMPAIGN", help="what to report on")
    parser.add_argument(
        "-o", "--output", type=Path, default=DEFAULT_OUTPUT, metavar="FILE", help=f"default: {DEFAULT_OUTPUT}"
    )
    parser.add_argument(
        "--output-dir",
        type=Path,
        metavar="DIR",
        help="where the run's metrics are, when not in metrics/output",
    )
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Write the report. Returns 0, or 2 when there is nothing to report on or no place for it."""
    options = build_parser().parse_args(argv)
    try:
        page = build_report(options.folder, options.output_dir)
        write_text(options.output, page)
    except (RunFileError, OSError) as error:
        print(f"report: {error}", file=sys.stderr)
        return 2
    print(f"{options.output}: {len(page.encode()) / 1e6:.2f} MB; open it in a browser")
    return 0


if __name__ == "__main__":
    sys.exit(main())
