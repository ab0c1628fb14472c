"""How a run ends: the reasons, their exit codes, signals that ask for it, and errors told in one line each."""

from __future__ import annotations

import errno
import logging
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from types import FrameType

log = logging.getLogger("stigmergy.loop")


class StopReason(StrEnum):
    """Why a run ended."""

    ALL_TERMINAL = "all_terminal"
    BUDGET_EXHAUSTED = "budget_exhausted"
    MAX_TICKS = "max_ticks"
    IDLE_CYCLES = "idle_cycles"
    MAX_MINUTES = "max_minutes"
    INTERRUPTED = "interrupted"
    FATAL = "fatal"


#: Exit codes of a run that stopped for this reason.
EXIT_CODES = {StopReason.ALL_TERMINAL: 0, StopReason.FATAL: 3, StopReason.INTERRUPTED: 130}


def exit_code(reason: StopReason) -> int:
    """0 all terminal, 1 stopped before that, 3 fatal, 130 interrupted."""
    return EXIT_CODES.get(reason, 1)


class FatalError(Exception):
    """Nothing sensible can be done any more: the message says what happened and what to do."""


class Patience:
    """How long a run goes on: until somebody asks it to stop (`asked`), or until a moment of its clock."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.asked = threading.Event()
        self._clock = clock
        self._ends: float | None = None

    def lasts_until(self, moment: float) -> None:
        """Set the moment, in seconds of the clock."""
        self._ends = moment

    @property
    def left(self) -> float | None:
        """Seconds that are left, at least 0; None: as many as it takes."""
        return None if self._ends is None else max(0.0, self._ends - self._clock())

    def is_over(self) -> bool:
        """Whether target code that runs now is to be given up."""
        return self.asked.is_set() or self.is_late()

    def is_late(self) -> bool:
        """Whether the moment has come."""
        return self.left == 0.0


@contextmanager
def stop_requests(requested: threading.Event) -> Iterator[None]:
    """SIGINT and SIGTERM set `requested`: what runs target code gives it up then, all else finishes the step in hand.
    A second one is not waited for.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def request_stop(number: int, frame: FrameType | None) -> None:
        if requested.is_set():
            raise KeyboardInterrupt
        log.warning("%s: giving up the tests in hand, then stopping", signal.Signals(number).name)
        requested.set()

    previous = {s: signal.signal(s, request_stop) for s in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


def explained(work: Callable[[], int], remedy: str = "then --resume") -> int:
    """What `work` returns; an error that the user can do something about becomes lines on stderr and an exit code.

    `remedy` is how to go on, once a full disk has room again or a defect is gone.
    """
    from environment.audit_log import DiskFull, UnrecoverableState
    from environment.git_commands import TargetError
    from environment.refusals import StoreError
    from environment.signing import SigningError
    from environment.workspace import WorkspaceError
    from metrics.run_files import RunFileError
    from stigmergy.llm_errors import FatalModelError
    from stigmergy.settings import SettingsError

    try:
        return work()
    except (SettingsError, TargetError, WorkspaceError, RunFileError) as error:
        return complain(str(error), 2)
    except (FatalError, FatalModelError, UnrecoverableState, DiskFull, StoreError, SigningError) as error:
        return complain(str(error), exit_code(StopReason.FATAL))
    except BrokenPipeError:
        # Whoever read the output has gone (`| head`). Python would complain once more when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            return _defect(error, remedy)
        return complain(f"the disk is full: {error}; free some space, {remedy}", exit_code(StopReason.FATAL))
    except KeyboardInterrupt:
        return complain("interrupted", exit_code(StopReason.INTERRUPTED))
    except Exception as error:
        return _defect(error, remedy)


def _defect(error: Exception, remedy: str) -> int:
    """An error that nobody foresaw: one line for the user, the traceback for the log where there is one."""
    where = ""
    if logging.getLogger("stigmergy").handlers:
        # INFO: it belongs into the log file, and on the terminal only of those who ask for more.
        log.info("a defect", exc_info=error)
        where = f"; the log tells where; what was done is kept, {remedy}"
    else:
        traceback.print_exception(error)
    return complain(
        f"a defect in this program: {type(error).__name__}: {error}{where}", exit_code(StopReason.FATAL)
    )


def complain(message: str, code: int) -> int:
    """Print `message` to stderr, each line signed, and return `code`."""
    for line in message.splitlines() or [""]:
        print(f"stigmergy: {line}", file=sys.stderr)
    return code
