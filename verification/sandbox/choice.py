"""Chooses the strongest sandbox that keeps its promise on this machine."""

from __future__ import annotations

from verification.sandbox.model import Backend, SandboxUnavailable

LIMITS = Backend(
    "limits",
    "own session, scrubbed environment, limits on time, memory, processes and output; no walls",
    (),
    ("code can use the network, read and write all files of this user, and signal its processes",),
)


def choose_backend(preference: str = "auto", *, allow_unsandboxed: bool = False) -> Backend:
    """The backend `preference` asks for (auto, bubblewrap, landlock, limits).

    Raises ValueError for an unknown name, SandboxUnavailable when it can't be had.
    """
    if preference not in ("auto", "bubblewrap", "landlock", "limits"):
        raise ValueError(f"unknown sandbox {preference!r}: use auto, bubblewrap, landlock or limits")
    if preference == "limits" or allow_unsandboxed:
        return LIMITS
    raise SandboxUnavailable("install the package bubblewrap, or use --allow-unsandboxed to do without")
