"""The conditions of a run: what may not change unnoticed between its start and its resumption."""

from __future__ import annotations

import getpass
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from environment.anchor import Anchor
from environment.signing import Signer, SigningError
from environment.target_record import TargetRecord
from stigmergy import __version__
from stigmergy.harness_code import harness_code
from stigmergy.settings import Settings, SettingsError


def anchor_of(settings: Settings) -> Anchor:
    """What is to be written into commits. Raises SettingsError when they are to be signed and can't be."""
    audit = settings.audit
    if not audit.sign:
        return Anchor(audit.anchor)
    if not audit.anchor:
        raise SettingsError("audit.sign: there is nothing to sign with audit.anchor: false")
    try:
        return Anchor(True, Signer.find(audit.key))
    except SigningError as error:
        raise SettingsError(str(error)) from error


def changed_conditions(manifest: Mapping[str, Any], settings: Settings, target: Path) -> list[str]:
    """One line for each way in which now differs from when the run with this manifest began.

    Compared are the settings, the harness, and the commit that the working copy at `target` starts from. Raises
    TargetError when there is no working copy.
    """
    now = {
        "harness": (manifest.get("harness_version"), __version__),
        "code of the harness": (manifest.get("harness_code"), harness_code()),
        "target commit": (manifest.get("target_commit"), TargetRecord.load(target).base_commit),
    }
    lines = settings.differences(manifest["settings"])
    return lines + [
        f"{name}: was {_short(was)}, now {_short(present)}"
        for name, (was, present) in now.items()
        if was is not None and was != present
    ]


def user_name() -> str:
    """Who is at the keyboard, for records of decisions."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return f"uid {os.getuid()}"


def _short(value: object) -> str:
    text = str(value)
    return f"{text[:12]}…" if len(text) > 24 and text.isalnum() else text
