"""Settings of the baselines: the section `baselines` of the configuration."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Positive = Annotated[int, Field(ge=1)]
Seconds = Annotated[float, Field(gt=0)]


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class React(_Section):
    max_calls: Literal["auto"] | Positive = "auto"
    observation_chars: Annotated[int, Field(ge=200)] = 4000
    window_tokens: Annotated[int, Field(ge=2000)] = 24_000
    python_seconds: Seconds = 30


class Mcp(_Section):
    command: str = "codex mcp-server"
    tool: str = "codex"
    reply_tool: str = "codex-reply"
    arguments: dict[str, str] = Field(
        default_factory=lambda: {"sandbox": "workspace-write", "approval-policy": "on-request"}
    )
    env: list[str] = Field(default_factory=list)
    start_seconds: Seconds = 30
    turn_seconds: Seconds = 1800


class Hierarchical(_Section):
    max_review_rounds: Literal["auto"] | Positive = "auto"
    coder: Literal["own", "mcp"] = "own"
    base_on_working_tree: bool = False
    test_command: str = "auto"
    sweep_command: str = ""
    sweep_seconds: Seconds = 3600
    results_csv: str = "results.csv"
    baseline_csv: str = ""
    metric: str = ""
    higher_is_better: bool = True
    key_columns: list[str] = Field(default_factory=list)
    diff_chars: Annotated[int, Field(ge=1000)] = 60_000
    mcp: Mcp = Mcp()


class Baselines(_Section):
    """What the baselines do otherwise than the colony; see `baselines/`."""

    react: React = React()
    hierarchical: Hierarchical = Hierarchical()
