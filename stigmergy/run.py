"""What the flags ask for: a run, a resumed one, a dry run, a review. Errors become one line and an exit code."""

from __future__ import annotations

import argparse
import errno
import os
import sys

from environment.audit_log import DiskFull, UnrecoverableState
from environment.target_repo import TargetError
from environment.workspace import WorkspaceError
from stigmergy.cli import overrides
from stigmergy.crafts import read_dotenv
from stigmergy.expedition import PROJECT_ROOT, Expedition
from stigmergy.llm_errors import FatalModelError
from stigmergy.loop import FatalError, StopReason, exit_code
from stigmergy.settings import SettingsError, load


def dispatch(options: argparse.Namespace) -> int:
    """Do what the flags say. Returns the exit code; what is wrong is printed in one line that says what to do."""
    for name, value in read_dotenv(PROJECT_ROOT / ".env").items():
        os.environ.setdefault(name, value)
    try:
        settings = load(options.config, overrides(options))
        if options.dry_run or options.estimate:
            from stigmergy.dry_run import dry_run

            return dry_run(options, settings)
        if options.review:
            from stigmergy.review import review

            return review(options, settings)
        return Expedition(options, settings).run()
    except (SettingsError, TargetError, WorkspaceError) as error:
        return _complain(str(error), 2)
    except (FatalError, FatalModelError, UnrecoverableState, DiskFull) as error:
        return _complain(str(error), exit_code(StopReason.FATAL))
    except BrokenPipeError:
        # Whoever read the output has gone (`| head`). Python would complain once more when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        return _complain(
            f"the disk is full: {error}; free some space, then --resume", exit_code(StopReason.FATAL)
        )
    except KeyboardInterrupt:
        return _complain("interrupted", exit_code(StopReason.INTERRUPTED))


def _complain(message: str, code: int) -> int:
    for line in message.splitlines() or [""]:
        print(f"stigmergy: {line}", file=sys.stderr)
    return code
