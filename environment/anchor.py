"""The anchor: each commit carries the head of the audit log, so that the log can't be rewritten unnoticed."""

from __future__ import annotations

import re
from dataclasses import dataclass

from environment.signing import Signer

HEAD, SIGNATURE = "Audit-Head", "Audit-Signature"
_HEAD = re.compile(r"([1-9][0-9]*) ([A-Za-z0-9_-]{43})")


@dataclass(frozen=True)
class Anchor:
    """What is written into commits: the log's head, and with a `signer` its signature. `enabled` False: nothing."""

    enabled: bool = True
    signer: Signer | None = None

    def trailers(self, run_id: str, seq: int, head: str) -> dict[str, str]:
        """The trailers for a commit made when record `seq` with hash `head` was the last. Raises SigningError."""
        if not self.enabled or not seq:
            return {}
        trailers = {HEAD: f"{seq} {head}"}
        if self.signer is not None:
            trailers[SIGNATURE] = self.signer.sign(statement(run_id, seq, head))
        return trailers


def statement(run_id: str, seq: int, head: str) -> bytes:
    """What is signed: that record `seq` of the run's log has this hash."""
    return f"{run_id} {seq} {head}\n".encode()


def parse_head(value: str) -> tuple[int, str] | None:
    """Number and hash of the record that a commit's trailer names; None when it names none."""
    found = _HEAD.fullmatch(value.strip())
    return (int(found[1]), found[2]) if found else None
