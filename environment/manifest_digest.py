"""What identifies a run's manifest: all of it but what changes as the run goes on, and how long things took."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

#: Fields, dotted, that are not part of the digest.
PASSING = frozenset(
    {"status", "time", "started_at", "ended_at", "stop_reason", "resumed"}
    | {"verification.seconds", "verification.cached"}
)


def manifest_digest(manifest: Mapping[str, Any]) -> str:
    """SHA-256 (hexadecimal) of the manifest's lasting fields in canonical JSON."""
    lasting: dict[str, Any] = {}
    for name, value in manifest.items():
        if name in PASSING:
            continue
        if isinstance(value, Mapping):
            value = {k: v for k, v in value.items() if f"{name}.{k}" not in PASSING}
        lasting[name] = value
    text = json.dumps(lasting, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
