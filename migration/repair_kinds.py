"""Whether a repair made bytes of what a test then wants as text."""

from __future__ import annotations

import re

from environment.traces import Trial
from migration.repair import Failure

#: What makes bytes, as repairs write it.
_MADE = re.compile(r"(?<![\w'\"])[bB][rR]?['\"]|\.encode\(|\bas_bytes\(|\bbytes\(|BytesIO")
#: The first of what differs is spelled as bytes, the second is not; as it is, or in a list or tuple.
_INSTEAD = re.compile(
    r"^(?:assert )?(?:(?:Lists|Tuples|Sequences) differ: )?[\[(]*(?:b['\"])(?P<got>.*?)"
    r" [!=]= [\[(]*(?P<wanted>b?['\"])",
    re.DOTALL,
)


def made_bytes(trial: Trial) -> bool:
    """Whether more is bytes in the text that a trial wrote than was before."""
    return any(len(_MADE.findall(new)) > len(_MADE.findall(old)) for old, new in trial.hunks)


def wanted_text(failure: Failure) -> bool:
    """Whether a test got bytes where it wanted text."""
    found = _INSTEAD.search(failure.message) if failure.exception == "AssertionError" else None
    return found is not None and not found["wanted"].startswith("b")


__all__ = ["made_bytes", "wanted_text"]
