"""Which code model a run uses, put together from its settings."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from environment.traces import is_document
from migration.code_model import CodeModel, Proposal, Request
from stigmergy.llm_client import LlmClient, Purse, connect
from stigmergy.llm_errors import FatalModelError
from stigmergy.llm_prices import Price, configured_price
from stigmergy.llm_types import LlmSettings, VirtualClock
from stigmergy.models.answer_gate import compiles_here
from stigmergy.models.dialogue import Dialogue
from stigmergy.models.hybrid import HybridModel, Schedule
from stigmergy.models.llm import Author, CheckMaker, LlmModel
from stigmergy.models.prompting import Prompts
from stigmergy.models.recording import CallStore, RecordingTransport, Terms
from stigmergy.models.replay import ReplayTransport
from stigmergy.models.simulated import SIMULATED_PRICE, ErrorRates, SimulatedTransport

NETWORK = ("openrouter", "openai")
#: Before the model's name in everything that a simulated model leaves behind.
SIMULATED = "simulated:"


@dataclass(frozen=True)
class ModelPlan:
    """What a code model is made of.

    `kind` is rules, llm, hybrid or auto (rules where the provider is embedded, else hybrid); `calls` the
    folder of recorded calls (read by replay, written otherwise; None: no record); `repeat` names this run
    among its repetitions; `repairs` is `transformer.syntax_repair_attempts`.
    """

    settings: LlmSettings
    kind: str = "auto"
    calls: Path | None = None
    resuming: bool = False
    repeat: str = "0"
    seed: int = 0
    repairs: int = 2
    prompts: Prompts = field(default_factory=Prompts)
    rates: ErrorRates = field(default_factory=ErrorRates)
    schedule: Schedule = field(default_factory=Schedule)
    check_for: CheckMaker = compiles_here


class ExamplesByRules:
    """A code model that leaves text files to the rules: what is to be rewritten in one, among prose that must stay, is
    the lines of its examples (decision 0017).
    """

    def __init__(self, model: CodeModel, rules: CodeModel) -> None:
        self.model = model
        self.rules = rules
        self.name = model.name
        self.free = model.free

    def propose(self, request: Request) -> Proposal:
        """A candidate for `request.key`, by whoever it falls to."""
        return (self.rules if is_document(request.key) else self.model).propose(request)


def resolve_provider(provider: str, environ: Mapping[str, str] | None = None) -> str:
    """`provider`, with auto decided: openrouter where its key is set, else embedded."""
    environ = os.environ if environ is None else environ
    if provider != "auto":
        return provider
    return "openrouter" if environ.get("OPENROUTER_API_KEY", "").strip() else "embedded"


def build_model(
    plan: ModelPlan, pure: CodeModel, budget: Purse, environ: Mapping[str, str] | None = None
) -> tuple[CodeModel, LlmClient | None]:
    """The code model of a run, and its client (None where no model is called).

    Raises FatalModelError when no call could succeed, ValueError for an unknown kind or provider.
    """
    provider = resolve_provider(plan.settings.provider, environ)
    kind = ("rules" if provider == "embedded" else "hybrid") if plan.kind == "auto" else plan.kind
    if kind not in ("rules", "llm", "hybrid"):
        raise ValueError(f"code model {kind!r} is not known: expected auto, rules, llm or hybrid")
    if kind == "rules":
        return pure, None
    if provider == "embedded":
        raise FatalModelError(
            f"the code model {kind} needs a language model: set OPENROUTER_API_KEY, or choose --provider"
        )
    client = _client(replace(plan, settings=replace(plan.settings, provider=provider)), pure, budget, environ)
    author = Author(Dialogue(client, plan.prompts, plan.repairs, plan.repeat), plan.check_for)
    model = LlmModel(author) if kind == "llm" else HybridModel(pure, author, plan.schedule)
    return ExamplesByRules(model, pure), client


def _client(plan: ModelPlan, pure: CodeModel, budget: Purse, environ: Mapping[str, str] | None) -> LlmClient:
    settings = plan.settings
    if settings.provider in NETWORK:
        client = connect(settings, budget, environ)
        secret = (os.environ if environ is None else environ).get(settings.key_variable, "")
        return _recorded(client, plan, [secret])
    clock = VirtualClock()
    if settings.provider == "simulated":
        price = configured_price(settings.model, settings.prices) or SIMULATED_PRICE
        transport = SimulatedTransport(pure, clock, plan.rates, plan.seed, price)
        named = replace(settings, model=f"{SIMULATED}{settings.model.removeprefix(SIMULATED)}")
        return _recorded(LlmClient(named, transport, budget, price, clock), plan)
    if settings.provider == "replay":
        return _replaying(plan, budget, clock)
    raise ValueError(
        f"provider {settings.provider!r} is not known: expected auto, embedded, openrouter, openai, "
        "simulated or replay"
    )


def _replaying(plan: ModelPlan, budget: Purse, clock: VirtualClock) -> LlmClient:
    store = CallStore(plan.calls) if plan.calls else None
    terms = store.terms() if store else None
    if store is None or terms is None:
        raise FatalModelError(f"nothing to replay: there is no record of calls at {plan.calls}")
    settings = plan.settings
    if terms.model == f"{SIMULATED}{settings.model}":
        settings = replace(settings, model=terms.model)
    price = Price(*terms.price) if terms.price else None
    return LlmClient(settings, ReplayTransport(store, clock), budget, price, clock)


def _recorded(client: LlmClient, plan: ModelPlan, secrets: Sequence[str] = ()) -> LlmClient:
    if plan.calls is not None:
        store = CallStore(plan.calls, secrets)
        price = (client.price.prompt, client.price.completion) if client.price else None
        store.put_terms(Terms(client.settings.model, price))
        client.transport = RecordingTransport(client.transport, store, plan.resuming, client.clock)
    return client
