"""Which code model a run uses: from provider, key and settings to something that proposes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from environment.workspace import Workspace

from metrics.tick_row import Usage
from migration.code_model import CodeModel
from stigmergy.crafts import embedded_model, resolve_code_model, resolve_provider
from stigmergy.settings import Settings


@dataclass(frozen=True)
class ChosenModel:
    """The code model of a run, how to name it, and how to ask what it has cost."""

    model: CodeModel
    provider: str
    name: str
    description: str
    model_name: str = ""
    simulated: bool = False
    prompts_hash: str = ""
    exhausted: Callable[[], bool] = lambda: False
    seconds: Callable[[], float] = lambda: 0.0
    spending: Callable[[], Mapping[str, Any]] = dict
    usage: Callable[[], Usage | None] = lambda: None


def choose_model(settings: Settings, workspace: Workspace, seed: int) -> ChosenModel:
    """The code model that settings and environment ask for. Raises SettingsError when they contradict each other."""
    provider = resolve_provider(settings)
    name = resolve_code_model(settings, provider)
    rules = embedded_model(settings)
    if provider == "embedded":
        return ChosenModel(rules, provider, name, "the embedded rules (no key, no network)")
    raise NotImplementedError(provider)
