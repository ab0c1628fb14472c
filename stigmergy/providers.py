"""Which code model a run uses: from provider, key and settings to something that proposes, and its books."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from environment.budget import Budget
from metrics.summary import Spending
from metrics.tick_row import Usage
from migration.code_model import CodeModel
from stigmergy.crafts import embedded_model
from stigmergy.settings import Settings, SettingsError

if TYPE_CHECKING:
    from stigmergy.llm_client import LlmClient
    from stigmergy.models.opinions import Opinions


@dataclass(frozen=True)
class ChosenModel:
    """The code model of a run, how to name it, and how to ask what it has cost."""

    model: CodeModel
    provider: str
    kind: str
    description: str
    model_name: str = ""
    prompts_hash: str = ""
    budget: Budget = field(default_factory=Budget)
    client: LlmClient | None = None
    #: Asks the model about ambiguous places for the Scout, where the settings say so.
    opine: Opinions | None = None

    @property
    def simulated(self) -> bool:
        """Whether the answers come from an error process and not from a model."""
        return self.provider == "simulated"

    def exhausted(self) -> bool:
        """Whether no further call can be paid."""
        return not self.model.free and (self.budget.exhausted or bool(self.client and self.client.exhausted))

    def usage(self) -> Usage | None:
        """What was spent so far, over resumes; None where no model is called."""
        if self.client is None:
            return None
        state = self.budget.state()
        return Usage(int(state["tokens"]), float(state["usd"]), int(state["calls"]))

    def seconds(self) -> float:
        """Seconds in which at least one call was under way."""
        return self.client.seconds if self.client else 0.0

    def affordable(self) -> bool:
        """Whether asking for candidates still makes sense: rules cost nothing, whatever is left for a model."""
        return self.kind == "hybrid" or not self.exhausted()

    def keep_books(self, calls: Path, run_id: str, resuming: bool, status: Mapping[str, Any]) -> None:
        """Keep what calls cost in `calls`; a resumed run goes on with what it has spent.

        `status` tells what was spent where an earlier version kept no books.
        Raises FatalModelError for books that can't be read.
        """
        if self.client is None:
            return
        from stigmergy.models.recording import CallStore

        store = CallStore(calls)
        known = self.client.books.keep(
            calls / f"books_{run_id}.jsonl", resuming, lambda key, attempt: store.path(key, attempt).exists()
        )
        if known:
            self.budget.restore(self.client.books.state())
        elif resuming:
            self.budget.restore(_spent_by(status))

    def spending(self) -> dict[str, Any]:
        """Planned against spent, by file: tokens and USD, all attempts together."""
        books: dict[str, dict[str, float]] = defaultdict(lambda: dict.fromkeys(_COLUMNS, 0.0))
        for record in self.client.ledger if self.client else ():
            row = books[record.file]
            for name, value in zip(
                _COLUMNS,
                (
                    record.planned_tokens,
                    record.usage.total_tokens,
                    record.planned_usd,
                    record.usage.cost_usd,
                    1,
                ),
                strict=True,
            ):
                row[name] += value
        return {key: books[key] for key in sorted(books)}

    def spent(self) -> list[Spending]:
        """Planned against spent, one entry an attempt, with the agent on whose behalf it was made."""
        priced = bool(self.client and self.client.price)
        return [
            Spending(
                "scout" if record.purpose.startswith("scout") else "transformer",
                record.file,
                record.usage.total_tokens,
                record.usage.cost_usd,
                record.planned_tokens,
                record.planned_usd if priced else None,
            )
            for record in (self.client.ledger if self.client else ())
        ]


_COLUMNS = ("planned_tokens", "tokens", "planned_usd", "usd", "calls")


def _spent_by(status: Mapping[str, Any]) -> dict[str, Any]:
    notes = {key: entry.get("metadata", {}) for key, entry in status.items()}
    files = {
        key: {"tokens": int(note.get("tokens") or 0), "usd": float(note.get("cost_usd") or 0.0)}
        for key, note in notes.items()
    }
    total = Usage.from_status(status)
    return {"tokens": total.tokens, "usd": total.cost_usd, "files": files}


def choose_model(
    settings: Settings,
    calls: Path | None,
    seed: int,
    *,
    target: tuple[int, int],
    resuming: bool = False,
    spent: Mapping[str, Any] | None = None,
) -> ChosenModel:
    """The code model that settings and environment ask for.

    `calls` is the folder of recorded calls; `spent` what an earlier part of this run has used (a `Budget.state`).
    Raises SettingsError when the settings contradict each other, FatalModelError when no call could succeed.
    """
    from stigmergy.models.factory import resolve_provider

    rules = embedded_model(settings)
    provider = resolve_provider(settings.llm.provider)
    kind = settings.llm.code_model
    if kind == "auto":
        kind = "rules" if provider == "embedded" else "hybrid"
    if kind == "rules":
        return ChosenModel(rules, provider, kind, "the embedded rules (no key, no network)")
    if provider == "embedded":
        raise SettingsError(
            f"llm.code_model: {kind!r} needs a language model: set OPENROUTER_API_KEY, name a --provider, "
            "or use --code-model rules"
        )
    from stigmergy.llm_types import LlmSettings
    from stigmergy.models.factory import ModelPlan, build_model
    from stigmergy.models.prompting import Prompts
    from stigmergy.models.simulated import ErrorRates

    llm = settings.llm
    budget = Budget(
        llm.max_tokens_total or None,
        llm.max_budget_usd or None,
        file_tokens=llm.max_tokens_per_file or None,
        file_usd=llm.max_usd_per_file or None,
    )
    if spent:
        budget.restore(dict(spent))
    prompts = Prompts(preamble=settings.prompts.stigmergic_preamble)
    plan = ModelPlan(
        LlmSettings.of(settings.llm, provider=provider),
        kind=kind,
        calls=calls,
        resuming=resuming,
        repeat=str(seed),
        seed=seed,
        repairs=settings.transformer.syntax_repair_attempts,
        prompts=prompts,
        rates=ErrorRates(**settings.llm.simulated_rates.model_dump()),
    )
    model, client = build_model(plan, rules, budget)
    opine = None
    if client and settings.llm.scout_opinions:
        from stigmergy.models.dialogue import Dialogue
        from stigmergy.models.opinions import Opinions

        opine = Opinions(rules, Dialogue(client, prompts, plan.repairs, plan.repeat), target)
    name = client.settings.model if client else ""
    described = f"{kind} with {name} by {provider}" + (
        " (SIMULATED answers)" if provider == "simulated" else ""
    )
    return ChosenModel(model, provider, kind, described, name, prompts.version, budget, client, opine)
