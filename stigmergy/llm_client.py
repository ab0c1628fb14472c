"""Model calls: budget before and after, retries in between, one seam (`Transport`) to whoever answers."""

from __future__ import annotations

import json
import logging
import math
import os
import random
import re
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Protocol

from migration.code_model import Usage
from stigmergy.llm_answer import Reported, reported_usage, shape
from stigmergy.llm_books import Books, CallRecord
from stigmergy.llm_errors import (
    BudgetExhausted,
    ContextTooLong,
    FatalModelError,
    ModelError,
    ModelRefused,
    ModelUnavailable,
    RequestRejected,
    TransportFailure,
    redact,
)
from stigmergy.llm_prices import Price, configured_price, listed_price
from stigmergy.llm_rounds import in_turn
from stigmergy.llm_sdk import SdkTransport, find_key
from stigmergy.llm_tokens import estimate_request, estimate_tokens
from stigmergy.llm_types import (
    ChatRequest,
    Clock,
    Completion,
    LlmSettings,
    RawAnswer,
    Transport,
    WallClock,
)

log = logging.getLogger("stigmergy.llm")

_TOO_LONG = re.compile(r"context|too (?:long|large|many tok)|maximum.{0,40}tokens|prompt.{0,20}exceed", re.I)
_TRANSIENT = frozenset({0, 408, 409, 425, 429})
#: In shorter prompts a provider's own words around the messages count for too much to learn from.
_TELLING = 256
_NO_MONEY = frozenset({"insufficient_quota", "insufficient_credits", "billing_hard_limit_reached"})


class Purse(Protocol):
    """A budget of tokens and money, shared by all calls of a run."""

    def reserve(self, tokens: int, usd: float, file: str) -> Any:
        """Set the worst case of a call for `file` aside. Returns a reservation, or None when it does not fit."""
        ...

    def short_of(self, tokens: int, usd: float, file: str) -> str:
        """What such a call is too much for, in words."""
        ...

    def settle(self, reservation: Any, tokens: int, usd: float) -> None:
        """Give the reservation back and count what was really used."""
        ...


class LlmClient:
    """Asks a model, within a budget. Safe to use from several threads.

    `exhausted` turns true when the provider's account is empty (402); a fatal error is raised again by every
    later call, so that parallel calls end too.
    """

    def __init__(
        self,
        settings: LlmSettings,
        transport: Transport,
        budget: Purse,
        price: Price | None = None,
        clock: Clock | None = None,
    ) -> None:
        if settings.money_ceiling and price is None:
            raise FatalModelError(
                f"a money ceiling of ${settings.money_ceiling:g} is set, but no price is known for "
                f"{settings.model}: set llm.prices, or llm.max_budget_usd and llm.max_usd_per_file to 0"
            )
        self.settings = settings
        self.transport = transport
        self.budget = budget
        self.price = price
        self.clock = clock or WallClock()
        self.exhausted = False
        self._fatal: FatalModelError | None = None
        self._not_before = 0.0
        self._lock = threading.Lock()
        self.books = Books()
        #: By how much the worst of the estimates was too low; 1 while none was.
        self._underestimated = 1.0
        self._under_way = 0
        self._since = self._busy = 0.0

    @property
    def ledger(self) -> tuple[CallRecord, ...]:
        """Every attempt so far, ordered by file and purpose (the order of parallel calls means nothing)."""
        return self.books.records

    @property
    def seconds(self) -> float:
        """Seconds by the wall clock in which at least one call was under way, or waiting to be tried again."""
        with self._lock:
            return self._busy + (time.monotonic() - self._since if self._under_way else 0.0)

    def worst_case(self, request: ChatRequest) -> tuple[int, float]:
        """The most that one attempt can cost: tokens and USD (0 where no price is known).

        Where the provider was seen to count more tokens in a prompt than estimated, so will the next estimates.
        """
        with self._lock:
            prompt = math.ceil(estimate_request(request) * self._underestimated)
        usd = self.price.cost(prompt, request.max_tokens) if self.price else 0.0
        return prompt + request.max_tokens, usd

    def complete(self, request: ChatRequest) -> Completion:
        """The model's answer. A truncated one is returned too, and says so.

        Raises FatalModelError, BudgetExhausted, ContextTooLong, ModelRefused, RequestRejected, or
        ModelUnavailable when no attempt brought an answer of good shape. Each carries what was spent.
        """
        with self._timed():
            return self._complete(request)

    def _complete(self, request: ChatRequest) -> Completion:
        spent, failure = Usage(), TransportFailure("not tried")
        for attempt in range(self.settings.retry_attempts):
            result, usage = self._attempt(request, attempt, spent)
            spent += usage
            if isinstance(result, Completion):
                log.debug("%s: answered, request id %s", request.file or "call", result.request_id or "-")
                return replace(result, usage=spent)
            failure = result
            error = self._final(request, failure, spent)
            if error:
                raise error
            if attempt + 1 < self.settings.retry_attempts:
                self._wait(request, attempt, failure)
        raise ModelUnavailable(f"{failure.message} (after {self.settings.retry_attempts} attempts)", spent)

    # -- one attempt --------------------

    def _attempt(
        self, request: ChatRequest, attempt: int, spent: Usage
    ) -> tuple[Completion | TransportFailure, Usage]:
        """One attempt, paid for: the completion or the failure, and what it cost. `spent` is for the error only."""
        paid = self.books.paid(request.key(), attempt)
        if paid:
            self._check_open(spent)
        planned, reservation = (self.worst_case(request), None) if paid else self._reserve(request, spent)
        usage, outcome, request_id = Usage(), "interrupted", ""
        raw: RawAnswer | None = None
        began = self.clock.now()
        try:
            self._pace()
            began = self.clock.now()
            raw = self.transport.send(request, attempt, self.settings.request_deadline_seconds)
            usage = self._usage(request, raw, self.clock.now() - began)
            shaped = shape(raw)
            outcome, request_id = shaped.finish_reason, raw.request_id
            return Completion(shaped.text, outcome, usage, shaped.model, request_id, shaped.tool_calls), usage
        except TransportFailure as failure:
            if raw is None:
                usage = self._usage_of_failure(failure, *planned, self.clock.now() - began)
            outcome, request_id = str(failure.status or "failed"), failure.request_id
            return failure, usage
        finally:
            if not paid:
                self.budget.settle(reservation, usage.total_tokens, usage.cost_usd)
                self.books.add(
                    CallRecord(
                        request.file,
                        request.purpose,
                        *planned,
                        usage,
                        outcome,
                        request.key(),
                        attempt,
                        request_id,
                    )
                )

    def _reserve(self, request: ChatRequest, spent: Usage) -> tuple[tuple[int, float], Any]:
        """Set the worst case of an attempt aside: tokens and USD, and the reservation.

        Raises BudgetExhausted, or what has ended all calls.
        """

        def claim() -> tuple[tuple[int, float], Any] | None:
            self._check_open(spent)
            # Estimated in turn, too: what earlier answers have taught must not depend on when they came.
            planned = self.worst_case(request)
            reservation = self.budget.reserve(*planned, request.file)
            return None if reservation is None else (planned, reservation)

        claimed = in_turn(claim)
        if claimed is None:
            tokens, usd = self.worst_case(request)
            why = self.budget.short_of(tokens, usd, request.file) or "more than was left"
            money = f" and ${usd:.4f}" if usd else ""
            raise BudgetExhausted(f"the next call needs up to {tokens} tokens{money}, which is {why}", spent)
        return claimed

    def _usage(self, request: ChatRequest, raw: RawAnswer, seconds: float) -> Usage:
        """What the provider reports; an estimate where it reports nothing but sent an answer."""
        reported = reported_usage(raw.body)
        if not reported.known and not _is_error(raw.body):
            # In one order of keys: a recorded answer must count for as much as it did when it came.
            text = raw.body if isinstance(raw.body, str) else json.dumps(raw.body, sort_keys=True)
            reported = Reported(estimate_request(request), estimate_tokens(text), reported.cost_usd)
        elif reported.prompt_tokens >= _TELLING:
            with self._lock:
                ratio = reported.prompt_tokens / max(1, estimate_request(request))
                self._underestimated = max(self._underestimated, ratio)
        cost = reported.cost_usd
        if cost is None:
            cost = self.price.cost(reported.prompt_tokens, reported.completion_tokens) if self.price else 0.0
        return Usage(reported.prompt_tokens, reported.completion_tokens, cost, 1, seconds)

    @staticmethod
    def _usage_of_failure(failure: TransportFailure, tokens: int, usd: float, seconds: float) -> Usage:
        # Nobody says what an aborted answer cost; a ceiling that is a promise must assume the worst.
        return Usage(tokens, 0, usd, 1, seconds) if failure.maybe_billed else Usage(calls=1, seconds=seconds)

    @contextmanager
    def _timed(self) -> Iterator[None]:
        with self._lock:
            if not self._under_way:
                self._since = time.monotonic()
            self._under_way += 1
        try:
            yield
        finally:
            with self._lock:
                self._under_way -= 1
                if not self._under_way:
                    self._busy += time.monotonic() - self._since

    # -- between attempts --------------------

    def _check_open(self, spent: Usage) -> None:
        if self._fatal:
            raise FatalModelError(str(self._fatal), spent)
        if self.exhausted:
            raise BudgetExhausted("the provider's account is empty", spent)

    def _pace(self) -> None:
        """Wait while a rate limit that any call met is in force."""
        with self._lock:
            wait = self._not_before - self.clock.now()
        if wait > 0:
            self.clock.sleep(wait)

    def _wait(self, request: ChatRequest, attempt: int, failure: TransportFailure) -> None:
        settings = self.settings
        steps = settings.retry_backoff or (0.0,)
        backoff = steps[min(attempt, len(steps) - 1)]
        # Seeded by the request: spread over requests, yet the same in every repetition of a run.
        jitter = random.Random(f"{request.key()}:{attempt}").uniform(0, settings.retry_jitter_seconds)
        asked = min(failure.retry_after or 0.0, settings.retry_after_cap_seconds)
        delay = max(backoff, asked) + jitter
        log.warning(
            "%s: attempt %d failed (%s, request id %s); waiting %.1f s",
            request.file or "call",
            attempt + 1,
            failure.message,
            failure.request_id or "-",
            delay,
        )
        if failure.status == 429:
            with self._lock:
                self._not_before = max(self._not_before, self.clock.now() + delay)
        self.clock.sleep(delay)

    def _final(self, request: ChatRequest, failure: TransportFailure, spent: Usage) -> ModelError | None:
        """The error that ends the call, or None when another attempt may help."""
        where, status, text = self.settings.url, failure.status, failure.message
        if failure.code == "refusal":
            return ModelRefused(text, spent)
        if status == 402 or failure.code in _NO_MONEY:
            self.exhausted = True
            return BudgetExhausted(f"the account at {where} is empty: {text}", spent)
        if status in (401, 403):
            self._fatal = FatalModelError(
                f"{where} refuses the key ({status}: {text}): check the environment variable "
                f"{self.settings.key_variable}",
                spent,
            )
            return self._fatal
        if status == 413 or (status in (400, 422) and _TOO_LONG.search(f"{failure.code} {text}")):
            return ContextTooLong(text, spent)
        if request.tools and status in (400, 404, 422) and "tool" in f"{failure.code} {text}".lower():
            return RequestRejected(f"{status}: {text}", spent)
        if 300 <= status < 400 or status in (404, 405):
            self._fatal = FatalModelError(
                f"{where} does not serve model {self.settings.model} ({status}: {text}): check llm.model and "
                "llm.base_url",
                spent,
            )
            return self._fatal
        if status < 500 and status not in _TRANSIENT:
            return RequestRejected(f"{status}: {text}", spent)
        return None


def connect(
    settings: LlmSettings,
    budget: Purse,
    environ: Mapping[str, str] | None = None,
    clock: Clock | None = None,
) -> LlmClient:
    """A client for a server on the network, with its price looked up where a money ceiling needs one.

    Raises FatalModelError for a missing key, an unreadable price list, or a ceiling without a price.
    """
    key = find_key(settings, os.environ if environ is None else environ)
    transport = SdkTransport(settings, key)
    price = configured_price(settings.model, settings.prices)
    if price is None and settings.money_ceiling:
        try:
            price = listed_price(settings.model, transport.list_models())
        except TransportFailure as failure:
            reason = redact(failure.message, [key])
            raise FatalModelError(
                f"the price list of {settings.url} can't be read ({reason}): set llm.prices, or check "
                f"{settings.key_variable}"
            ) from failure
    return LlmClient(settings, transport, budget, price, clock)


def _is_error(body: Any) -> bool:
    return isinstance(body, Mapping) and bool(body.get("error"))
