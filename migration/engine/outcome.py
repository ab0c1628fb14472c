"""What migrating or scanning one text gives."""

from __future__ import annotations

from dataclasses import dataclass, field

from environment.traces import Change, OpenSite, PatternSite
from migration.view.draft import Dialect


@dataclass(frozen=True, slots=True)
class Outcome:
    """The migrated text and what is known about it.

    `changes` and `open_sites` give lines of the new text (`before_line` of the original), `found` lines of
    the original. `compiles`: the new text is valid for the Python running this. `new_files` are stand-ins (file
    key → text) that the new text imports. `verdicts`: what was decided by observations, each with its evidence.
    """

    text: str
    changes: tuple[Change, ...] = ()
    found: tuple[PatternSite, ...] = ()
    open_sites: tuple[OpenSite, ...] = ()
    dialect: Dialect = Dialect.AMBIGUOUS
    compiles: bool = True
    read_by: str = "syntax"
    notes: tuple[str, ...] = ()
    verdicts: tuple[str, ...] = ()
    new_files: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scan:
    """What a file holds before anything is done to it.

    `imports` are the file keys it imports (by Python 2's rules); `read_by` is syntax, tokens or regex: how it
    was read; `warning` says why when it was not by syntax.
    """

    patterns: tuple[PatternSite, ...] = ()
    imports: tuple[str, ...] = ()
    dialect: Dialect = Dialect.AMBIGUOUS
    compiles: bool = False
    read_by: str = "syntax"
    warning: str = ""
    open_sites: tuple[OpenSite, ...] = field(default=())
