"""Where the prompts of planner, coder and reviewer are."""

from __future__ import annotations

from pathlib import Path

TEMPLATES = Path(__file__).with_name("prompts")
