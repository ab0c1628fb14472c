"""Runs code that is not to be trusted behind walls: network, files, secrets, processes, memory, time.

The names are loaded on first use: the supervisor process imports this package too and has to start in
milliseconds.
"""

from __future__ import annotations

#: Importing `typing` takes longer than starting the supervisor: its modules do without it at run time.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from verification.sandbox.choice import choose_backend
    from verification.sandbox.model import Backend, ContainedResult, GivenUp, Limits, SandboxUnavailable
    from verification.sandbox.run import run_contained

_HOMES = {
    "Backend": "model",
    "ContainedResult": "model",
    "GivenUp": "model",
    "Limits": "model",
    "SandboxUnavailable": "model",
    "choose_backend": "choice",
    "run_contained": "run",
}

__all__ = [
    "Backend",
    "ContainedResult",
    "GivenUp",
    "Limits",
    "SandboxUnavailable",
    "choose_backend",
    "run_contained",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
