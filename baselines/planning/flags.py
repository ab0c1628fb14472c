"""The settings of the hierarchical baseline, with what its flags say."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stigmergy.settings import Settings

NAME = "hierarchical"


def asked(options: argparse.Namespace, settings: Settings) -> Settings:
    """The settings with what the flags of this baseline say."""
    section = settings.baselines.hierarchical
    flags = {
        "max_review_rounds": options.max_review_rounds,
        "coder": options.coder,
        "base_on_working_tree": options.base_on_working_tree or None,
        "sweep_command": options.sweep_command,
        "results_csv": options.results_csv,
        "baseline_csv": options.baseline_csv,
        "mcp": section.mcp.model_copy(update={"command": options.mcp_command})
        if options.mcp_command
        else None,
    }
    given = {name: value for name, value in flags.items() if value is not None}
    if not given:
        return settings
    changed = section.model_copy(update=given)
    baselines = settings.baselines.model_copy(update={"hierarchical": changed})
    return settings.model_copy(update={"baselines": baselines})
