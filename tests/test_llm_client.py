"""The client through the real SDK over real HTTP on loopback: retries, deadlines, budget, odd answers."""

from __future__ import annotations

import json
import logging
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from loopback_model import (
    COMPLETION_TOKENS,
    COST,
    PROMPT_TOKENS,
    LoopbackModel,
    Reply,
    error,
    json_reply,
    says,
)

from environment.budget import Budget
from stigmergy.llm_answer import reported_usage
from stigmergy.llm_client import LlmClient, connect
from stigmergy.llm_errors import (
    BudgetExhausted,
    ContextTooLong,
    FatalModelError,
    ModelRefused,
    ModelUnavailable,
    RequestRejected,
    redact,
)
from stigmergy.llm_prices import Price, listed_price
from stigmergy.llm_sdk import is_loopback
from stigmergy.llm_tokens import estimate_tokens
from stigmergy.llm_types import ChatRequest, LlmSettings, Message
from stigmergy.settings import load

KEY = "sk-or-v1-0123456789abcdef"


class Purse:
    """A budget that remembers what was asked of it."""

    def __init__(self, tokens: int = 10**9) -> None:
        self.left, self.open, self.worst, self.spent_tokens, self.spent_usd = tokens, 0, 0, 0, 0.0
        self.lock = threading.Lock()

    def reserve(self, tokens: int, usd: float, file: str) -> Any:
        with self.lock:
            if tokens > self.left:
                return None
            self.left -= tokens
            self.open += 1
            self.worst = max(self.worst, tokens)
            return (tokens, usd)

    def short_of(self, tokens: int, usd: float, file: str) -> str:
        return f"more than the {self.left} tokens left"

    def settle(self, reservation: Any, tokens: int, usd: float) -> None:
        with self.lock:
            self.left += reservation[0] - tokens
            self.open -= 1
            self.spent_tokens += tokens
            self.spent_usd += usd


class StillClock:
    """A clock that remembers how long it was asked to wait."""

    def __init__(self) -> None:
        self.slept: list[float] = []

    def now(self) -> float:
        return sum(self.slept)

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


def ask(text: str = "hello", max_tokens: int = 1000) -> ChatRequest:
    return ChatRequest((Message("user", text),), "m", 0.2, max_tokens, "v1", file="a.py", purpose="test")


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("OPENROUTER_API_KEY", "OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    yield


def client_of(
    server: LoopbackModel, purse: Purse | None = None, **settings: Any
) -> tuple[LlmClient, Purse, StillClock]:
    purse, clock = purse or Purse(), StillClock()
    values = {
        "provider": "openrouter",
        "base_url": server.url,
        "model": "m",
        "request_deadline_seconds": 5.0,
    } | settings
    return connect(LlmSettings(**values), purse, {"OPENROUTER_API_KEY": KEY}, clock), purse, clock


def test_a_call_reaches_the_server_as_openrouter_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_ORG_ID", "org-private")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    with LoopbackModel([says("hi")]) as server:
        client, purse, _ = client_of(server, routing={"order": ["x"]})
        answer = client.complete(ask())
    assert (answer.text, answer.finish_reason, answer.model) == ("hi", "stop", "scripted")
    assert server.paths == ["/v1/chat/completions"]
    headers = server.headers[0]
    assert headers["authorization"] == f"Bearer {KEY}"
    assert headers["http-referer"] and headers["x-title"]
    assert "openai-organization" not in headers
    body = server.requests[0]
    assert body["provider"] == {"order": ["x"]}
    assert (body["model"], body["max_tokens"], body["temperature"]) == ("m", 1000, 0.2)
    assert body["messages"] == [{"role": "user", "content": "hello"}]
    assert answer.usage.prompt_tokens == PROMPT_TOKENS and answer.usage.cost_usd == COST
    assert (purse.spent_tokens, purse.open) == (PROMPT_TOKENS + COMPLETION_TOKENS, 0)


def test_another_server_needs_no_key_and_gets_no_unknown_fields() -> None:
    with LoopbackModel([says("hi")]) as server:
        settings = LlmSettings(provider="openai", base_url=server.url, routing={"order": ["x"]})
        assert connect(settings, Purse(), {}).complete(ask()).text == "hi"
    assert "provider" not in server.requests[0]
    assert "http-referer" not in server.headers[0]


@pytest.mark.parametrize(
    ("provider", "variable"), [("openrouter", "OPENROUTER_API_KEY"), ("openai", "OPENAI_API_KEY")]
)
def test_without_a_key_the_provider_is_not_even_called(provider: str, variable: str) -> None:
    with pytest.raises(FatalModelError, match=variable):
        connect(LlmSettings(provider=provider), Purse(), {})


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_is_fatal_at_once_and_names_the_variable_not_the_key(
    status: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with LoopbackModel([error(status, f"Incorrect API key provided: {KEY}")]) as server:
        client, purse, clock = client_of(server)
        with pytest.raises(FatalModelError, match="OPENROUTER_API_KEY") as caught:
            client.complete(ask())
        with pytest.raises(FatalModelError):
            client.complete(ask())
    assert len(server.requests) == 1
    assert clock.slept == [] and purse.open == 0
    assert KEY not in str(caught.value) and KEY not in caplog.text


def test_an_input_flagged_by_moderation_concerns_one_file_only() -> None:
    flagged = {"error": {"code": 403, "message": "flagged", "metadata": {"reasons": ["violence"]}}}
    with LoopbackModel([json_reply(flagged, 403), says("hi")]) as server:
        client, _, _ = client_of(server)
        with pytest.raises(ModelRefused):
            client.complete(ask())
        assert client.complete(ask()).text == "hi"


@pytest.mark.parametrize("reply", [error(402, "no credits"), error(429, "quota", code="insufficient_quota")])
def test_an_empty_account_ends_all_calls(reply: Reply) -> None:
    with LoopbackModel([reply]) as server:
        client, _, _ = client_of(server)
        for _ in range(2):
            with pytest.raises(BudgetExhausted):
                client.complete(ask())
    assert client.exhausted and len(server.requests) == 1


@pytest.mark.parametrize(
    "reply",
    [
        error(400, "This model's maximum context length is 8192 tokens", code="context_length_exceeded"),
        error(400, "the request exceeds the available context size"),
        error(413, "payload too large"),
    ],
)
def test_a_prompt_that_is_too_long_is_told_apart(reply: Reply) -> None:
    with LoopbackModel([reply]) as server, pytest.raises(ContextTooLong):
        client_of(server)[0].complete(ask())
    assert len(server.requests) == 1


def test_a_malformed_request_is_not_sent_again_and_stops_nobody_else() -> None:
    with LoopbackModel([error(400, "temperature must be a number"), says("hi")]) as server:
        client, _, _ = client_of(server)
        with pytest.raises(RequestRejected, match="temperature"):
            client.complete(ask())
        assert client.complete(ask()).text == "hi"


@pytest.mark.parametrize("reply", [error(404, "no such model"), Reply(307, b"", {"Location": "/elsewhere"})])
def test_a_wrong_address_or_model_is_fatal_and_redirects_are_not_followed(reply: Reply) -> None:
    with LoopbackModel([reply]) as server, pytest.raises(FatalModelError, match=r"llm\.model"):
        client_of(server)[0].complete(ask())
    assert len(server.requests) == 1


GARBLED = [
    Reply(200, b"<html><body>maintenance</body></html>", {"Content-Type": "text/html"}),
    Reply(200, b'{"choices": [', {"Content-Type": "application/json"}),
    Reply(200, b"", {"Content-Type": "application/json"}),
    Reply(200, b"[" * 100_000, {"Content-Type": "application/json"}),
    json_reply({"error": {"code": 502, "message": "upstream"}}),
    json_reply({"error": "upstream"}),
    json_reply([1, 2]),
    json_reply({"choices": []}),
    json_reply({"choices": [None]}),
    json_reply({"choices": [{"message": None}]}),
    json_reply({"choices": [{"finish_reason": "stop", "error": {"code": 500, "message": "cut"}}]}),
    says(None),
    says(""),
    error(429),
    error(500),
    error(503),
    error(408),
    Reply(drop=True),
    Reply(520, b"<html>", {"Content-Type": "text/html"}),
]


@pytest.mark.parametrize("reply", GARBLED)
def test_passing_faults_are_tried_again(reply: Reply) -> None:
    with LoopbackModel([reply, reply, says("hi")]) as server:
        client, purse, clock = client_of(server)
        assert client.complete(ask()).text == "hi"
    assert len(server.requests) == 3
    assert 1.0 <= clock.slept[0] <= 1.25 and any(2.0 <= pause <= 2.25 for pause in clock.slept[1:])
    assert purse.open == 0 and len(client.ledger) == 3


@pytest.mark.parametrize("reply", [*GARBLED[:3], error(500)])
def test_three_attempts_and_no_more(reply: Reply) -> None:
    with LoopbackModel([reply]) as server:
        client, purse, _ = client_of(server)
        with pytest.raises(ModelUnavailable, match="3 attempts"):
            client.complete(ask())
    assert len(server.requests) == 3 and purse.open == 0


def test_nobody_listening() -> None:
    with LoopbackModel([says("x")]) as server:
        pass
    client, purse, _ = client_of(server)
    with pytest.raises(ModelUnavailable, match="connection"):
        client.complete(ask())
    assert purse.spent_tokens == 0


def test_unusable_answers_are_paid_for() -> None:
    with LoopbackModel([says(None), says(""), says("hi")]) as server:
        client, purse, _ = client_of(server)
        answer = client.complete(ask())
    assert answer.usage.calls == 3
    assert answer.usage.total_tokens == purse.spent_tokens == 3 * (PROMPT_TOKENS + COMPLETION_TOKENS)
    assert purse.spent_usd == pytest.approx(3 * COST)


def test_an_answer_without_usage_is_counted_by_estimate() -> None:
    with LoopbackModel([says("word " * 400, usage={})]) as server:
        client, purse, _ = client_of(server)
        client.complete(ask("question " * 100))
    assert 100 <= purse.spent_tokens - 400 <= 600


def test_a_truncated_answer_says_so() -> None:
    with LoopbackModel([says("half", finish="length")]) as server:
        assert client_of(server)[0].complete(ask()).truncated


@pytest.mark.parametrize(
    ("header", "least", "most"),
    [
        ({"Retry-After": "7"}, 7, 7.25),
        ({"Retry-After": "120"}, 10, 10.25),
        ({"retry-after-ms": "5000"}, 5, 5.25),
        ({"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}, 1, 1.25),
        ({"Retry-After": "soon"}, 1, 1.25),
    ],
)
def test_retry_after_is_honoured_but_capped(header: dict[str, str], least: float, most: float) -> None:
    with LoopbackModel([error(503, headers=header), says("hi")]) as server:
        client, _, clock = client_of(server, retry_after_cap_seconds=10.0)
        client.complete(ask())
    assert len(clock.slept) == 1 and least <= clock.slept[0] <= most


def test_a_dripping_body_ends_at_the_wall_clock_and_is_assumed_paid() -> None:
    drip = Reply(200, says("x" * 500).body, {"Content-Type": "application/json"}, drip=0.05)
    with LoopbackModel([drip]) as server:
        client, purse, _ = client_of(server, request_deadline_seconds=0.4, retry_attempts=1)
        began = time.monotonic()
        with pytest.raises(ModelUnavailable, match="within"):
            client.complete(ask())
        assert time.monotonic() - began < 2.5
    assert purse.spent_tokens == purse.worst and purse.open == 0


def test_dripping_headers_end_at_the_wall_clock_too() -> None:
    with LoopbackModel([Reply(drip_head=0.05)]) as server:
        client, _, _ = client_of(server, request_deadline_seconds=0.4, retry_attempts=1)
        began = time.monotonic()
        with pytest.raises(ModelUnavailable, match="within"):
            client.complete(ask())
        assert time.monotonic() - began < 2.5


def test_a_lost_connection_may_have_been_paid_and_a_refused_one_not() -> None:
    with LoopbackModel([Reply(drop=True)]) as server:
        client, purse, _ = client_of(server, retry_attempts=1)
        with pytest.raises(ModelUnavailable):
            client.complete(ask())
        assert purse.spent_tokens == purse.worst
    client, purse, _ = client_of(server, retry_attempts=1)
    with pytest.raises(ModelUnavailable):
        client.complete(ask())
    assert purse.spent_tokens == 0


def test_two_hundred_faults_over_http_and_the_books_agree_with_the_server() -> None:
    dice = random.Random(5)
    reported = 0
    lock = threading.Lock()

    def answer(body: dict[str, Any]) -> Reply:
        nonlocal reported
        with lock:
            reply = dice.choice(GARBLED) if dice.random() < 0.7 else says("hi")
            try:
                body = json.loads(reply.body)
            except (ValueError, RecursionError):
                body = {}
            usage = body.get("usage", {}) if isinstance(body, dict) and not reply.drop else {}
            reported += usage.get("prompt_tokens", 0) + usage.get("completion_tokens", 0)
        return reply

    with LoopbackModel(answer) as server:
        budget = Budget(10**6)
        values = {"base_url": server.url, "model": "m", "request_deadline_seconds": 5.0}
        client = connect(LlmSettings(**values), budget, {"OPENROUTER_API_KEY": KEY}, StillClock())
        outcomes: Counter[str] = Counter()
        for _ in range(150):
            try:
                outcomes[client.complete(ask()).text] += 1
            except ModelUnavailable:
                outcomes["unavailable"] += 1
    ledger = client.ledger
    assert sum(record.outcome != "stop" for record in ledger) >= 200
    assert len(ledger) == len(server.requests) and outcomes["hi"] > 50 and outcomes["unavailable"] > 10
    guessed = sum(r.usage.total_tokens for r in ledger if r.usage.total_tokens not in (0, 150))
    assert budget.spent_tokens == reported + guessed == sum(r.usage.total_tokens for r in ledger)


def test_a_silent_server_times_out() -> None:
    with LoopbackModel([Reply(hang=3.0)]) as server:
        client, _, _ = client_of(server, request_deadline_seconds=0.3, retry_attempts=2)
        began = time.monotonic()
        with pytest.raises(ModelUnavailable):
            client.complete(ask())
        assert time.monotonic() - began < 3.0
    assert len(server.requests) == 2


def test_a_call_that_does_not_fit_is_not_made() -> None:
    with LoopbackModel([says("hi")]) as server:
        client, purse, _ = client_of(server, Purse(1000))
        with pytest.raises(BudgetExhausted, match="tokens"):
            client.complete(ask(max_tokens=1000))
        assert server.requests == [] and not client.exhausted
        client.complete(ask(max_tokens=500))
    assert purse.left == 1000 - PROMPT_TOKENS - COMPLETION_TOKENS


def test_a_provider_that_counts_more_than_estimated_is_believed() -> None:
    """A tokenizer that knows no words: every byte is a token."""
    text = "word " * 200
    usage = {"prompt_tokens": len(text), "completion_tokens": 10}
    with LoopbackModel([says("hi", usage=usage)]) as server:
        client, purse, _ = client_of(server, Purse(2500))
        first = client.worst_case(ask(text))[0]
        client.complete(ask(text))
        assert first - 1000 < len(text) <= client.worst_case(ask(text))[0] - 1000
        with pytest.raises(BudgetExhausted):
            client.complete(ask(text))
    assert purse.spent_tokens == 1010


def test_a_retry_that_no_longer_fits_ends_the_call_with_what_it_cost() -> None:
    with LoopbackModel([says(None)]) as server:
        client, purse, _ = client_of(server, Purse(600))
        with pytest.raises(BudgetExhausted) as caught:
            client.complete(ask(max_tokens=500))
    assert len(server.requests) == 1
    assert caught.value.usage.total_tokens == purse.spent_tokens == PROMPT_TOKENS + COMPLETION_TOKENS


def test_parallel_calls_never_pass_the_budget_and_totals_are_exact() -> None:
    with LoopbackModel([says("hi")]) as server:
        client, purse, _ = client_of(server, Purse(2000))
        outcomes: list[str] = []

        def call() -> None:
            try:
                outcomes.append(client.complete(ask(max_tokens=400)).text)
            except BudgetExhausted:
                outcomes.append("no budget")

        threads = [threading.Thread(target=call) for _ in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert purse.open == 0 and purse.left >= 0
    assert purse.spent_tokens == outcomes.count("hi") * (PROMPT_TOKENS + COMPLETION_TOKENS)
    assert purse.spent_tokens == sum(r.usage.total_tokens for r in client.ledger)
    assert len(outcomes) == 12 and "hi" in outcomes


def test_one_rate_limit_slows_every_call() -> None:
    with LoopbackModel([error(429, headers={"Retry-After": "9"}), says("hi")]) as server:
        first, _, clock = client_of(server)
        clock.sleep = lambda seconds: None  # type: ignore[method-assign]
        first.complete(ask())
        waits: list[float] = []
        clock.sleep = waits.append  # type: ignore[method-assign]
        first.complete(ask())
    assert len(waits) == 1 and 9 <= waits[0] <= 9.25


PRICING = {"prompt": "0.000001", "completion": "0.000002"}
MODELS = [{"id": "m", "object": "model", "created": 1, "owned_by": "x", "pricing": PRICING}]


USED = {"prompt_tokens": 1000, "completion_tokens": 1000}


def test_a_money_ceiling_takes_its_price_from_the_providers_list() -> None:
    with LoopbackModel([says("hi", usage=USED)], MODELS) as server:
        client, purse, _ = client_of(server, max_budget_usd=1.0)
        client.complete(ask())
    assert server.paths[0] == "/v1/models"
    assert purse.spent_usd == pytest.approx(0.003)


def test_a_money_ceiling_without_a_price_refuses_to_start() -> None:
    with LoopbackModel([says("hi")], []) as server, pytest.raises(FatalModelError, match=r"llm\.prices"):
        client_of(server, max_budget_usd=1.0)


def test_a_set_price_comes_first() -> None:
    with LoopbackModel(
        [says("hi", usage={"prompt_tokens": 10**6, "completion_tokens": 0})], MODELS
    ) as server:
        client, purse, _ = client_of(server, max_budget_usd=9.0, prices={"m": (5.0, 1.0)})
        client.complete(ask())
    assert server.paths == ["/v1/chat/completions"]
    assert purse.spent_usd == pytest.approx(5.0)


@pytest.mark.parametrize(
    "pricing", [{"prompt": "-1", "completion": "-1"}, {"prompt": "x", "completion": "1"}, {}, None]
)
def test_an_odd_price_is_no_price(pricing: Any) -> None:
    assert listed_price("m", [{"id": "other"}, {"id": "m", "pricing": pricing}]) is None


def test_price_of_a_million() -> None:
    assert Price(2.0, 3.0).cost(1_000_000, 500_000) == 3.5


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(st.sampled_from(["usage", "cost", "prompt_tokens", "completion_tokens"]), inner)
        ),
        max_leaves=10,
    )
)
def test_usage_of_any_body_is_never_negative(body: Any) -> None:
    usage = reported_usage(body)
    assert usage.prompt_tokens >= 0 and usage.completion_tokens >= 0
    assert usage.cost_usd is None or 0 <= usage.cost_usd < float("inf")


@given(st.text(), st.text())
@example(":", "\x80\x80´\U00018cd6{")
def test_estimates_never_shrink_by_more_than_a_seam(one: str, other: str) -> None:
    whole = estimate_tokens(one + other)
    assert max(0, estimate_tokens(one) + estimate_tokens(other) - 3) <= whole or one + other == ""


def test_the_estimate_is_about_a_token_in_four_bytes_of_source() -> None:
    source = "".join(
        f"def compute_{n}(self, value):\n    return value * {n} + self.offset\n\n\n" for n in range(50)
    )
    assert 2.5 < len(source) / estimate_tokens(source) < 5.5


def test_keys_are_taken_out_of_any_message() -> None:
    assert "secret" not in redact("key secret-value here", ["secret-value"])
    assert "abcdef" not in redact("Authorization: Bearer abcdef123456 and sk-abcdef123")


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:1/v1", "http://localhost/v1", "http://[::1]:80/", "http://a.localhost"]
)
def test_loopback(url: str) -> None:
    assert is_loopback(url)


@pytest.mark.parametrize(
    "url", ["https://openrouter.ai/api/v1", "http://127.example.com", "http://10.0.0.1", "nonsense"]
)
def test_not_loopback(url: str) -> None:
    assert not is_loopback(url)


def test_the_defaults_are_those_of_the_configuration() -> None:
    assert LlmSettings.of(load().llm, provider="openrouter") == LlmSettings()


@pytest.mark.parametrize("wrong", [{"retry_attempts": 0}, {"request_deadline_seconds": 0.0}])
def test_settings_that_could_never_work_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        LlmSettings(**wrong)


def test_the_sdk_is_only_imported_when_a_client_is_made() -> None:
    code = "import sys, stigmergy.llm_client as c; sys.exit('openai' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], timeout=30).returncode == 0
