"""What identifies the code of the harness itself, whatever its version number says."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

_CODE = ("agents", "environment", "metrics", "migration", "stigmergy", "verification")
_ROOT = Path(__file__).resolve().parent.parent


@lru_cache(maxsize=1)
def harness_code() -> str:
    """One SHA-256 over the harness's own modules and prompts."""
    digest = hashlib.sha256()
    for package in _CODE:
        for path in sorted((_ROOT / package).rglob("*")):
            if path.suffix in (".py", ".md") and path.is_file():
                name = path.relative_to(_ROOT).as_posix()
                digest.update(f"{name}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
