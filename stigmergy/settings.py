"""Settings: `config.yaml`, overridden by flags, resolved once into an immutable object.

Unknown keys and wrong types are errors that name the key, the value and what was expected, before anything is
touched. `fingerprint` is the hash that goes into the manifest: a run is only resumed under the same one.
"""

from __future__ import annotations

import difflib
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator

from stigmergy.ablation import as_settings
from stigmergy.baseline_settings import Baselines

DEFAULT_CONFIG = Path(__file__).with_name("config.yaml")

Share = Annotated[float, Field(ge=0.0, le=1.0)]
Positive = Annotated[int, Field(ge=1)]
NotNegative = Annotated[float, Field(ge=0.0)]


class SettingsError(ValueError):
    """The configuration is wrong. The message names the key, the value and what was expected."""


class Section(BaseModel):
    """A frozen group of settings that knows no other keys than its own."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class IntensityWeights(Section):
    pattern_count: NotNegative = 0.6
    dep_count: NotNegative = 0.4


class Pheromones(Section):
    task_intensity_weights: IntensityWeights = IntensityWeights()
    task_intensity_clamp: tuple[Share, Share] = (0.1, 1.0)
    decay_type: Literal["exponential", "linear"] = "exponential"
    decay_rate: NotNegative = 0.05
    inhibition_decay_rate: NotNegative = 0.4
    inhibition_threshold: NotNegative = 0.1
    ablate: list[Literal["decay", "inhibition", "examples", "issues", "priority"]] = Field(
        default_factory=list
    )

    @field_validator("task_intensity_clamp", mode="before")
    @classmethod
    def _pair(cls, value: Any) -> Any:
        return tuple(value) if isinstance(value, list) else value

    @field_validator("task_intensity_clamp")
    @classmethod
    def _in_order(cls, value: tuple[float, float]) -> tuple[float, float]:
        if value[0] > value[1]:
            raise ValueError("expected the lower bound first, such as [0.1, 1.0]")
        return value


class Thresholds(Section):
    transformer_intensity_min: Share = 0.2
    validator_confidence_high: Share = 0.8
    validator_confidence_low: Share = 0.5
    max_retry_count: Annotated[int, Field(ge=0)] = 3
    max_failed_tests: Annotated[int, Field(ge=0)] = 5
    scope_lock_ttl: Positive = 3

    @field_validator("validator_confidence_low")
    @classmethod
    def _below_high(cls, value: float, info: ValidationInfo) -> float:
        high = info.data.get("validator_confidence_high", 1.0)
        if value > high:
            raise ValueError(f"expected at most validator_confidence_high, which is {high}")
        return value


class SimulatedRates(Section):
    syntax_error: Share = 0.05
    prose: Share = 0.10
    truncated: Share = 0.03
    fix_left_out: Share = 0.10
    wrong_fix: Share = 0.05
    refusal: Share = 0.02
    time_out: Share = 0.02
    rate_limited: Share = 0.05


class Llm(Section):
    provider: Literal["auto", "embedded", "openrouter", "openai", "simulated", "replay"] = "auto"
    code_model: Literal["auto", "rules", "llm", "hybrid"] = "auto"
    model: str = "qwen/qwen3-235b-a22b-2507"
    base_url: str | None = None
    temperature: Annotated[float, Field(ge=0.0, le=2.0)] = 0.2
    max_tokens_total: Annotated[int, Field(ge=0)] = 200_000
    max_budget_usd: NotNegative = 0
    max_tokens_per_file: Annotated[int, Field(ge=0)] = 0
    max_usd_per_file: NotNegative = 0
    estimated_completion_tokens: Positive = 4096
    max_completion_tokens: Positive = 32_768
    files_per_step: Positive = 16
    request_deadline_seconds: Annotated[float, Field(gt=0)] = 300
    retry_attempts: Positive = 3
    retry_backoff: tuple[float, ...] = (1, 2, 4)
    retry_jitter_seconds: NotNegative = 0.25
    retry_after_cap_seconds: NotNegative = 60
    concurrency: Positive = 4
    scout_opinions: bool = False
    simulated_rates: SimulatedRates = SimulatedRates()
    prices: dict[str, tuple[float, float]] = Field(default_factory=dict)

    @field_validator("retry_backoff", mode="before")
    @classmethod
    def _sequence(cls, value: Any) -> Any:
        return tuple(value) if isinstance(value, list) else value

    @field_validator("prices", mode="before")
    @classmethod
    def _price_pairs(cls, value: Any) -> Any:
        if isinstance(value, dict):
            return {k: tuple(v) if isinstance(v, list) else v for k, v in value.items()}
        return value


class Loop(Section):
    max_ticks: Positive = 50
    idle_cycles_to_stop: Positive = 2
    max_minutes: NotNegative = 0
    files_per_step: Annotated[int, Field(ge=0)] = 0


class Transformer(Section):
    syntax_repair_attempts: Annotated[int, Field(ge=0)] = 2
    max_examples: Annotated[int, Field(ge=0)] = 3
    max_issues: Annotated[int, Field(ge=0)] = 5
    max_candidates: Positive = 32


class FallbackQuality(Section):
    compile_import_fail: Share = 0.4
    related_regression: Share = 0.6
    pass_or_inconclusive: Share = 0.8


class Tester(Section):
    fallback_quality: FallbackQuality = FallbackQuality()
    require_evidence: bool = True
    timeout_seconds: Literal["auto"] | Annotated[float, Field(gt=0)] = "auto"
    test_timeout_seconds: Annotated[float, Field(gt=0)] = 30
    memory_mb: Positive = 2048
    max_processes: Positive = 64
    max_output_mb: Annotated[float, Field(gt=0)] = 8


class Dependencies(Section):
    python2: list[str] = Field(default_factory=list)
    python3: list[str] = Field(default_factory=list)


class Verification(Section):
    python2: str = "auto"
    target_python: str = "auto"
    runner: Literal["auto", "pytest", "unittest", "script"] = "auto"
    args: list[str] = Field(default_factory=list)
    test_command: str = "auto"
    workdir: str = "."
    pythonpath: list[str] = Field(default_factory=lambda: ["."])
    env: dict[str, str] = Field(default_factory=dict)
    prepare: list[str] = Field(default_factory=list)
    dependencies: Dependencies = Dependencies()
    sandbox: Literal["auto", "bubblewrap", "landlock", "limits"] = "auto"

    @field_validator("target_python", mode="before")
    @classmethod
    def _version_text(cls, value: Any) -> Any:
        # YAML reads 3.11 as a number; as a number 3.10 would be 3.1, so only exact forms are taken back.
        return f"{value:.2f}" if isinstance(value, float) else value

    @field_validator("target_python")
    @classmethod
    def _known_version(cls, value: str) -> str:
        major, _, minor = value.partition(".")
        if value != "auto" and not (major == "3" and minor.isdigit() and int(minor) >= 8):
            raise ValueError("expected auto or a version from 3.8 on, such as 3.11")
        return value


class Migration(Section):
    disabled_rules: list[str] = Field(default_factory=list)
    observe: Literal["auto", "always", "never"] = "auto"


class Git(Section):
    shallow_clone: bool = True
    branch_prefix: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._/-]*$")] = "stigmergic-migration"

    @field_validator("branch_prefix")
    @classmethod
    def _branch_name(cls, value: str) -> str:
        if any(bad in value for bad in ("..", "//", "/.", ".lock/")):
            raise ValueError("expected the beginning of a Git branch's name")
        return value


class Prompts(Section):
    stigmergic_preamble: str = "default"


class Metrics(Section):
    output_dir: str = "metrics/output"


class Audit(Section):
    anchor: bool = True
    sign: bool = False
    key: str = ""


class Settings(Section):
    """All settings of a run. Immutable."""

    pheromones: Pheromones = Pheromones()
    thresholds: Thresholds = Thresholds()
    llm: Llm = Llm()
    loop: Loop = Loop()
    transformer: Transformer = Transformer()
    tester: Tester = Tester()
    verification: Verification = Verification()
    migration: Migration = Migration()
    git: Git = Git()
    prompts: Prompts = Prompts()
    metrics: Metrics = Metrics()
    audit: Audit = Audit()
    baselines: Baselines = Baselines()

    def fingerprint(self) -> str:
        """SHA-256 of the resolved settings in canonical JSON, hexadecimal."""
        text = json.dumps(self.model_dump(mode="json"), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def differences(self, other: Mapping[str, Any]) -> list[str]:
        """One line for each setting that differs from `other`, a `model_dump` of an earlier run."""
        mine, theirs = _flatten(self.model_dump(mode="json")), _flatten(dict(other))
        return [
            f"{key}: was {theirs.get(key)!r}, now {mine.get(key)!r}"
            for key in sorted(mine.keys() | theirs.keys())
            if mine.get(key) != theirs.get(key)
        ]


def load(path: Path | None = None, overrides: Mapping[str, Any] | None = None) -> Settings:
    """The settings in `path` (default: the shipped file) with `overrides`, dotted keys, applied on top.

    Raises SettingsError when the file can't be read or is not YAML, a key is unknown, or a value is wrong.
    """
    where = path or DEFAULT_CONFIG
    try:
        values = yaml.safe_load(where.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"{where}: can't be read: {error.strerror or error}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise SettingsError(f"{where}: not valid YAML: {' '.join(str(error).split())}") from error
    if values is None:
        values = {}
    if not isinstance(values, dict):
        raise SettingsError(f"{where}: expected sections such as 'loop:', found {type(values).__name__}")
    for dotted, value in (overrides or {}).items():
        node = values
        *parents, last = dotted.split(".")
        for name in parents:
            node = node.setdefault(name, {})
            if not isinstance(node, dict):
                raise SettingsError(f"{where}: {name}: expected a section, found {node!r}")
        node[last] = value
    try:
        return _without_ablated(Settings.model_validate(values))
    except ValidationError as error:
        raise SettingsError("\n".join(f"{where}: {_explain(e)}" for e in error.errors())) from error


def _without_ablated(settings: Settings) -> Settings:
    """The settings that remain when the mechanisms named in `pheromones.ablate` are switched off."""
    for section, name, value in as_settings(settings.pheromones.ablate):
        changed = getattr(settings, section).model_copy(update={name: value})
        settings = settings.model_copy(update={section: changed})
    return settings


def _explain(error: Any) -> str:
    location = [str(part) for part in error["loc"] if part not in ("float", "literal['auto']")]
    key = ".".join(location)
    if error["type"] == "extra_forbidden":
        near = difflib.get_close_matches(location[-1], _names(location[:-1]), n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        return f"{key}: unknown setting{hint}"
    expected = error["msg"].removeprefix("Value error, ")
    return f"{key}: {error['input']!r} is not allowed: {expected}"


def _names(path: list[str]) -> list[str]:
    model: Any = Settings
    for name in path:
        field = model.model_fields.get(name)
        if (
            field is None
            or not isinstance(field.annotation, type)
            or not issubclass(field.annotation, BaseModel)
        ):
            return []
        model = field.annotation
    return list(model.model_fields)


def _flatten(values: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in values.items():
        if isinstance(value, Mapping) and value:
            flat.update(_flatten(value, f"{prefix}{key}."))
        else:
            flat[f"{prefix}{key}"] = value
    return flat
