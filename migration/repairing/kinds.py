"""Whether a repair made bytes of what a test then wants as text."""

from __future__ import annotations

import re

from environment.traces import Trial
from migration.repairing.repair import Failure

#: What makes bytes, as repairs write it.
_MADE = re.compile(r"(?<![\w'\"])[bB][rR]?['\"]|\.encode\(|\bas_bytes\(|\bbytes\(|BytesIO")
#: The two sides of a comparison, on the first line of what an assertion says.
_SIDES = re.compile(r"^(?:assert )?(?:\w+ differ: )?(?P<got>.*?) [!=]= (?P<wanted>.*)")
_BYTES = re.compile(r"(?<![\w'\"])b['\"]")
_TEXT = re.compile(r"(?<![\w'\"])['\"]")


def made_bytes(trial: Trial) -> bool:
    """Whether more is bytes in the text that a trial wrote than was before."""
    return any(len(_MADE.findall(new)) > len(_MADE.findall(old)) for old, new in trial.hunks)


def wanted_text(failure: Failure) -> bool:
    """Whether a test got bytes where it wanted text."""
    sides = _SIDES.match(failure.message) if failure.exception == "AssertionError" else None
    if sides is None or not _BYTES.search(sides["got"]):
        return False
    return not _BYTES.search(sides["wanted"]) and bool(_TEXT.search(sides["wanted"]))


__all__ = ["made_bytes", "wanted_text"]
