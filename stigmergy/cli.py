"""The command line: flags, no sub-commands. Parsing only; importing this loads nothing slow."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from stigmergy import __version__
from stigmergy.ablation import ABLATIONS

EXAMPLES = """\
examples:
  python main.py --repo https://example.org/team/old.git --repo-ref v1.2
      migrate a Git repository at a tag, with the embedded rules, no key needed
  python main.py --repo ../old-project --dry-run
      show what would be done to a folder; nothing is left behind
  python main.py --repo ../old-project --workspace ~/runs/old --review
      decide about the files that need a person
  python main.py --resume --workspace ~/runs/old
      go on with a run that was stopped

exit codes: 0 every file decided · 1 stopped before that · 2 wrong use or input · 3 fatal · 130 interrupted
"""


def build_parser() -> argparse.ArgumentParser:
    """The parser of `main.py`; the baselines add to it."""
    parser = argparse.ArgumentParser(
        prog="main.py",
        description="Migrate a Python 2 repository to Python 3 and show, file by file, that it behaves the same.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add_target_options(parser)
    parser.add_argument(
        "--ablate",
        action="append",
        choices=ABLATIONS,
        metavar="MECHANISM",
        help=f"switch a mechanism off, for experiments; may be repeated: {', '.join(ABLATIONS)}",
    )
    group = parser.add_argument_group("what to do")
    what = group.add_mutually_exclusive_group()
    what.add_argument(
        "--dry-run", action="store_true", help="show what would be done and what it could cost; leave nothing"
    )
    what.add_argument(
        "--estimate",
        action="store_true",
        help="print files, tokens and money a run would need at most, and stop",
    )
    what.add_argument("--resume", action="store_true", help="go on with the run in the workspace")
    what.add_argument("--review", action="store_true", help="decide about the files that need a person")
    group.add_argument(
        "--accept-changes", action="store_true", help="resume although configuration or code have changed"
    )
    return parser


def add_target_options(parser: argparse.ArgumentParser) -> None:
    """The options that every way of coordinating the work shares."""
    target = parser.add_argument_group("target")
    target.add_argument("--repo", metavar="URL_OR_PATH", help="Git URL, local repository, or plain folder")
    target.add_argument("--repo-ref", metavar="REF", help="tag, branch or commit to start from")
    target.add_argument("--target-python", metavar="V", help="Python version to migrate to, such as 3.11")
    target.add_argument(
        "--test-command", metavar="CMD", help="how the target's tests are run (found by itself otherwise)"
    )
    model = parser.add_argument_group("code model")
    model.add_argument(
        "--provider",
        choices=["auto", "embedded", "openrouter", "openai", "simulated", "replay"],
        help="where rewriting comes from; auto: openrouter with a key, else the embedded rules",
    )
    model.add_argument("--model", metavar="M", help="name of the language model")
    model.add_argument("--base-url", metavar="U", help="an OpenAI-compatible server")
    model.add_argument(
        "--code-model", choices=["rules", "llm", "hybrid"], help="who rewrites: rules, a model, or both"
    )
    limits = parser.add_argument_group("limits")
    limits.add_argument("--max-ticks", metavar="N", type=positive_int, help="stop after so many rounds")
    limits.add_argument(
        "--max-tokens", metavar="N", type=positive_int, help="ceiling on tokens for the whole run"
    )
    limits.add_argument(
        "--max-budget-usd", metavar="X", type=float, help="ceiling on money for the whole run"
    )
    limits.add_argument(
        "--max-minutes", metavar="N", type=float, help="end in good order after so many minutes"
    )
    run = parser.add_argument_group("run")
    run.add_argument("--config", metavar="FILE", type=Path, help="settings (default: stigmergy/config.yaml)")
    run.add_argument("--seed", metavar="N", type=int, default=0, help="for repeats that differ (default: 0)")
    run.add_argument(
        "--workspace", metavar="DIR", type=Path, help="where the run lives (default: the project's root)"
    )
    run.add_argument(
        "--output-dir",
        metavar="DIR",
        type=Path,
        help="where metrics go (default: metrics/output in the workspace)",
    )
    run.add_argument(
        "--allow-unsandboxed",
        action="store_true",
        help="run the target's code although it can't be contained",
    )
    run.add_argument(
        "--configuration", metavar="NAME", help="what the run is compared as (default: by its settings)"
    )
    run.add_argument("--quiet", action="store_true", help="print only warnings and the summary")
    run.add_argument("--verbose", action="store_true", help="log at DEBUG")
    run.add_argument("--version", action="version", version=f"stigmergy {__version__}")


def positive_int(text: str) -> int:
    """An int of at least 1. Raises argparse.ArgumentTypeError otherwise."""
    try:
        value = int(text)
    except ValueError:
        value = 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of at least 1")
    return value


#: Which setting each flag overrides.
FLAG_SETTINGS = {
    "target_python": "verification.target_python",
    "test_command": "verification.test_command",
    "provider": "llm.provider",
    "model": "llm.model",
    "base_url": "llm.base_url",
    "code_model": "llm.code_model",
    "max_ticks": "loop.max_ticks",
    "max_tokens": "llm.max_tokens_total",
    "max_budget_usd": "llm.max_budget_usd",
    "max_minutes": "loop.max_minutes",
    "ablate": "pheromones.ablate",
}


def overrides(options: argparse.Namespace) -> dict[str, Any]:
    """The settings that flags override, by dotted key."""
    given = {setting: getattr(options, flag, None) for flag, setting in FLAG_SETTINGS.items()}
    return {setting: value for setting, value in given.items() if value is not None}
