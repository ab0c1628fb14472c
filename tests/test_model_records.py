"""Recorded, replayed and simulated models: equal runs, exact books, no secret on disk, and errors that explain."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loopback_model import COST, LoopbackModel, Reply, error, says

from environment.budget import Budget
from environment.traces import Change, Exactness, Issue, OpenSite
from migration.code_model import Proposal, Request
from migration.repository.index import RepositoryIndex
from migration.source.line_changes import carried, changes_between, sites_left
from stigmergy.llm_errors import FatalModelError, TransportFailure
from stigmergy.llm_types import ChatRequest, LlmSettings, Message, VirtualClock
from stigmergy.models.answer_gate import compiles_here, problems
from stigmergy.models.answer_parsing import AnswerError, apply_edits, edits_in, file_in
from stigmergy.models.definitions import definitions, missing
from stigmergy.models.estimate import Estimator
from stigmergy.models.factory import ExamplesByRules, ModelPlan, build_model, resolve_provider
from stigmergy.models.hybrid import HybridModel
from stigmergy.models.llm import LlmModel
from stigmergy.models.parallel import propose_all
from stigmergy.models.prompting import Prompts, blamed_lines
from stigmergy.models.recording import CallStore
from stigmergy.models.regions import regions_around
from stigmergy.models.replay import UnknownRequest
from stigmergy.models.simulated import SIMULATED_PRICE, ErrorRates, SimulatedTransport

KEY = "sk-or-v1-0123456789abcdef"
CHECK = compiles_here((3, 11))


class PrintRule:
    """A pure code model that knows one rule."""

    name, free = "rules", True

    def propose(self, request: Request) -> Proposal:
        if request.attempt:
            return Proposal({}, refusal="one candidate only")
        lines = [
            line.replace("print ", "print(", 1) + ")" if line.lstrip().startswith("print ") else line
            for line in request.source.split("\n")
        ]
        sites = tuple(OpenSite("p", n, "why") for n, line in enumerate(lines, 1) if "==" in line)
        return Proposal({request.key: "\n".join(lines)}, open_sites={request.key: sites})


def source(number: int) -> str:
    body = "".join(
        f"def f{n}(x):\n    print x + {n}\n    return x == {n}\n\n\n" for n in range(number % 5 + 1)
    )
    return f"N = {number}\n\n\n{body}"


def requests(count: int) -> list[Request]:
    return [Request(f"f{n}.py", source(n), RepositoryIndex([])) for n in range(count)]


def run(
    plan: ModelPlan, count: int = 12, environ: dict[str, str] | None = None
) -> tuple[list[Any], Budget, Any]:
    budget = Budget(10**8)
    model, client = build_model(plan, PrintRule(), budget, environ or {})
    shown = [
        (p.texts, p.changes, p.refusal, p.usage.total_tokens, p.usage.cost_usd, p.usage.calls, p.notes)
        for p in propose_all(model, requests(count), plan.settings.concurrency)
    ]
    return shown, budget, client


def simulated(calls: Path | None = None, provider: str = "simulated", **more: Any) -> ModelPlan:
    values = {"kind": "llm", "rates": ErrorRates(0.2, 0.2, 0.1, 0.2, 0.2, 0.1, 0.1, 0.2)} | more
    return ModelPlan(LlmSettings(provider=provider, model="m"), calls=calls, **values)


# -- simulated --------------------


def test_equal_seeds_give_equal_runs_and_other_seeds_others() -> None:
    assert run(simulated(seed=1))[0] == run(simulated(seed=1))[0]
    assert run(simulated(seed=1))[0] != run(simulated(seed=2))[0]


def test_without_errors_it_is_as_good_as_the_pure_model_and_costs_what_a_model_costs() -> None:
    shown, budget, _ = run(simulated(rates=ErrorRates(0, 0, 0, 0, 0, 0, 0, 0)))
    for wanted, (texts, *_) in zip(requests(12), shown, strict=True):
        assert texts == PrintRule().propose(wanted).texts
    assert budget.spent_usd == pytest.approx(sum(s[4] for s in shown)) and budget.spent_usd > 0


def test_it_is_labelled_wherever_its_name_shows() -> None:
    model, client = build_model(simulated(rates=ErrorRates(*[0.0] * 8)), PrintRule(), Budget())
    proposal = model.propose(requests(1)[0])
    assert client and client.settings.model == "simulated:m"
    assert "simulated" in model.name and "simulated" in proposal.author
    assert all("simulated" in change.author for change in proposal.changes["f0.py"])


FAULTS = {
    "syntax_error": lambda answer: bool(CHECK(file_in(answer, lambda text: "")) if "```" in answer else True),
    "prose": lambda answer: "Here is" in answer,
    "refusal": lambda answer: "sorry" in answer,
    "wrong_fix": lambda answer: not CHECK(file_in(answer, CHECK)),
    "fix_left_out": lambda answer: "print x" in answer or "print(" in answer,
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_of_the_text_shows(fault: str) -> None:
    answer = simulated_answer(ErrorRates(**{n: float(n == fault) for n in ErrorRates.__dataclass_fields__}))
    assert FAULTS[fault](answer["choices"][0]["message"]["content"])
    clean = simulated_answer(ErrorRates(*[0.0] * 8))["choices"][0]["message"]["content"]
    assert answer["choices"][0]["message"]["content"] != clean


def simulated_answer(rates: ErrorRates, attempt: int = 0) -> Any:
    subject = Request("a.py", source(3), RepositoryIndex([]))
    chat = ChatRequest((Message("system", "s"), Message("user", "u")), "m", 0.0, 4096, "v", subject=subject)
    return SimulatedTransport(PrintRule(), VirtualClock(), rates).send(chat, attempt, 300.0).body


def test_faults_of_the_line() -> None:
    nothing = dict.fromkeys(ErrorRates.__dataclass_fields__, 0.0)
    assert (
        simulated_answer(ErrorRates(**nothing | {"truncated": 1.0}))["choices"][0]["finish_reason"]
        == "length"
    )
    with pytest.raises(TransportFailure) as late:
        simulated_answer(ErrorRates(**nothing | {"time_out": 1.0}))
    assert late.value.maybe_billed
    with pytest.raises(TransportFailure) as limited:
        simulated_answer(ErrorRates(**nothing | {"rate_limited": 1.0}))
    assert limited.value.status == 429


def test_two_hundred_faults_no_crash_and_exact_books() -> None:
    budget = Budget(400_000)
    model, client = build_model(simulated(), PrintRule(), budget)
    assert client
    proposals = propose_all(model, requests(120), 4)
    outcomes = Counter(record.outcome for record in client.ledger)
    spoilt = len(client.ledger) - sum(bool(p.texts) and not p.notes and p.usage.calls == 1 for p in proposals)
    assert spoilt >= 100 and len(proposals) == 120
    assert {"429", "stop", "length", "failed"} <= set(outcomes)
    assert budget.spent_tokens == sum(p.usage.total_tokens for p in proposals) <= 400_000
    assert budget.spent_tokens == sum(r.usage.total_tokens for r in client.ledger)
    assert budget.spent_usd == pytest.approx(sum(r.usage.cost_usd for r in client.ledger))
    for wanted, proposal in zip(requests(120), proposals, strict=True):
        assert set(proposal.texts) <= {wanted.key}
        assert not proposal.texts or problems(wanted.source, proposal.texts[wanted.key], CHECK) == []


@pytest.mark.parametrize("rate", [-0.1, 1.1])
def test_a_rate_is_from_0_to_1(rate: float) -> None:
    with pytest.raises(ValueError, match="prose"):
        ErrorRates(prose=rate)


@pytest.mark.parametrize("kind", ["rules", "llm", "hybrid"])
def test_an_estimate_is_never_passed_and_rules_cost_nothing(kind: str) -> None:
    plan = simulated(kind=kind, seed=3, rates=ErrorRates(0.4, 0.3, 0.4, 0.3, 0.3, 0.2, 0, 0))
    estimator = Estimator(kind, PrintRule(), plan.settings, plan.prompts, SIMULATED_PRICE, plan.repairs)
    estimate = estimator.estimate(requests(12))
    shown, budget, _ = run(plan)
    assert budget.spent_tokens <= estimate.tokens_with_repairs
    assert estimate.usd is not None and budget.spent_usd <= estimate.usd
    assert (estimate.tokens == 0) == (kind == "rules") and estimate.by_rules == 0
    for one, (_, _, _, tokens, usd, *_) in zip(estimate.files, shown, strict=True):
        assert tokens <= one.tokens_with_repairs and usd <= one.usd


def test_what_rules_settle_is_estimated_at_nothing() -> None:
    plain = [
        Request("a.py", "print 1\n", RepositoryIndex([])),
        Request("b.py", source(0), RepositoryIndex([])),
    ]
    estimate = Estimator("hybrid", PrintRule(), LlmSettings(), Prompts()).estimate(plain)
    assert [f.tokens == 0 for f in estimate.files] == [True, False]
    assert estimate.by_rules == 0.5 and estimate.usd is None


# -- record and replay --------------------


@pytest.mark.parametrize("kind", ["llm", "hybrid"])
def test_a_recorded_run_replays_to_the_same_end_without_paying(tmp_path: Path, kind: str) -> None:
    recorded, spent, _ = run(simulated(tmp_path, kind=kind, seed=7))
    replayed, counted, _ = run(simulated(tmp_path, "replay", kind=kind))
    assert replayed == recorded and spent.spent_tokens > 0
    assert (counted.spent_tokens, counted.spent_usd) == (spent.spent_tokens, spent.spent_usd)


def test_a_recording_of_real_http_replays_faults_and_holds_no_key(tmp_path: Path) -> None:
    good = says("```python\nN = 0\n\n\ndef f0(x):\n    print(x + 0)\n    return x == 0\n```")
    leak = says(f"your key is {KEY}")
    with LoopbackModel([error(429), Reply(drop=True), leak, good]) as server:
        network = LlmSettings(base_url=server.url, model="m", retry_backoff=(0.0,), retry_jitter_seconds=0.0)
        plan = ModelPlan(network, "llm", tmp_path)
        recorded, spent, _ = run(plan, 1, {"OPENROUTER_API_KEY": KEY})
    assert recorded[0][0] and spent.spent_usd == 2 * COST
    on_disk = "".join(path.read_text() for path in tmp_path.rglob("*.json"))
    assert KEY not in on_disk and "Bearer" not in on_disk and "[key]" in on_disk
    assert len(list(CallStore(tmp_path).entries())) == 4


def test_without_secrets_in_it_a_real_recording_replays_exactly(tmp_path: Path) -> None:
    good = says("```python\nN = 0\n\n\ndef f0(x):\n    print(x + 0)\n    return x == 0\n```")
    with LoopbackModel([error(429), Reply(drop=True), says("no"), good]) as server:
        network = LlmSettings(base_url=server.url, model="m", retry_backoff=(0.0,), retry_jitter_seconds=0.0)
        recorded, spent, _ = run(ModelPlan(network, "llm", tmp_path), 1, {"OPENROUTER_API_KEY": KEY})
    replay = ModelPlan(LlmSettings(provider="replay", model="m"), "llm", tmp_path)
    replayed, counted, _ = run(replay, 1)
    assert replayed == recorded and counted.spent_usd == spent.spent_usd


def test_an_unknown_request_is_fatal_and_shows_what_differs(tmp_path: Path) -> None:
    run(simulated(tmp_path), 3)
    model, _ = build_model(simulated(tmp_path, "replay"), PrintRule(), Budget())
    changed = Request("f1.py", source(1).replace("x + 1", "x + 99"), RepositoryIndex([]))
    with pytest.raises(UnknownRequest) as caught:
        model.propose(changed)
    assert "f1.py" in str(caught.value) and "+    print x + 99" in str(caught.value)
    assert isinstance(caught.value, FatalModelError)


def test_another_repetition_is_another_request(tmp_path: Path) -> None:
    run(simulated(tmp_path), 1)
    model, _ = build_model(simulated(tmp_path, "replay", repeat="2"), PrintRule(), Budget())
    with pytest.raises(UnknownRequest, match=r"repeat: recorded '0\.0\.0', asked '2\.0\.0'"):
        model.propose(requests(1)[0])


def test_nothing_recorded(tmp_path: Path) -> None:
    with pytest.raises(FatalModelError, match="no record"):
        build_model(simulated(tmp_path / "no", "replay"), PrintRule(), Budget())


def test_a_torn_record_is_named(tmp_path: Path) -> None:
    run(simulated(tmp_path, rates=ErrorRates(*[0.0] * 8)), 1)
    [path] = tmp_path.glob("??/*.json")
    path.write_text(path.read_text()[:50])
    model, _ = build_model(simulated(tmp_path, "replay"), PrintRule(), Budget())
    with pytest.raises(ValueError, match=path.name):
        model.propose(requests(1)[0])


def test_a_resumed_run_does_not_pay_twice_for_what_is_on_record(tmp_path: Path) -> None:
    good = says("```python\nN = 0\n\n\ndef f0(x):\n    print(x + 0)\n    return x == 0\n```")
    with LoopbackModel([good]) as server:
        plan = ModelPlan(LlmSettings(base_url=server.url, model="m"), "llm", tmp_path, resuming=True)
        first, *_ = run(plan, 1, {"OPENROUTER_API_KEY": KEY})
        again, *_ = run(plan, 1, {"OPENROUTER_API_KEY": KEY})
    assert first == again and len(server.requests) == 1


def test_records_are_named_by_the_whole_request(tmp_path: Path) -> None:
    one = ChatRequest((Message("user", "a"),), "m", 0.2, 10, "v")
    others = [
        ChatRequest((Message("user", "b"),), "m", 0.2, 10, "v"),
        ChatRequest((Message("system", "a"),), "m", 0.2, 10, "v"),
        ChatRequest((Message("user", "a"),), "n", 0.2, 10, "v"),
        ChatRequest((Message("user", "a"),), "m", 0.3, 10, "v"),
        ChatRequest((Message("user", "a"),), "m", 0.2, 11, "v"),
        ChatRequest((Message("user", "a"),), "m", 0.2, 10, "w"),
        ChatRequest((Message("user", "a"),), "m", 0.2, 10, "v", "1"),
    ]
    assert len({one.key(), *(other.key() for other in others)}) == 8
    assert one.key() == ChatRequest((Message("user", "a"),), "m", 0.2, 10, "v", file="x", purpose="y").key()
    assert json.loads(json.dumps(one.identity())) == one.identity()


# -- which model --------------------


def test_which_model_a_run_uses() -> None:
    assert resolve_provider("auto", {}) == "embedded"
    assert resolve_provider("auto", {"OPENROUTER_API_KEY": KEY}) == "openrouter"
    assert resolve_provider("openai", {"OPENROUTER_API_KEY": KEY}) == "openai"
    pure, keyed = PrintRule(), {"OPENROUTER_API_KEY": KEY}
    auto = ModelPlan(LlmSettings(provider="auto"))
    assert build_model(auto, pure, Budget(), {}) == (pure, None)
    for plan, author in ((auto, HybridModel), (ModelPlan(LlmSettings(), "llm"), LlmModel)):
        model = build_model(plan, pure, Budget(), keyed)[0]
        assert isinstance(model, ExamplesByRules) and isinstance(model.model, author) and model.rules is pure
    assert build_model(ModelPlan(LlmSettings(), "rules"), pure, Budget(), {}) == (pure, None)
    with pytest.raises(FatalModelError, match="OPENROUTER_API_KEY"):
        build_model(ModelPlan(LlmSettings(provider="auto"), "hybrid"), pure, Budget(), {})
    with pytest.raises(ValueError, match="code model"):
        build_model(ModelPlan(LlmSettings(), "magic"), pure, Budget(), keyed)
    with pytest.raises(ValueError, match="provider"):
        build_model(ModelPlan(LlmSettings(provider="magic"), "llm"), pure, Budget(), keyed)


# -- definitions, regions, lines --------------------


def test_definitions_are_found_in_python_2_as_in_3() -> None:
    text = '''
X = 1
if X:
    def f((a, b)):
        def inner(): pass
        print a
else:
    f = None
s = """
def not_this():
"""
t = (
1)
class A:
    y = 2
    def m(self):
        class Hidden: pass
        return "def g(): \'\'\'"  # def h():
    class B(object):
\tdef tabbed(self): pass
try:
    import a
except ImportError, e:
    def fallback(): pass
async def co(): pass
'''
    expected = {"X", "f", "s", "t", "A", "A.m", "A.B", "A.B.tabbed", "fallback", "co"}
    assert definitions(text) == expected


@pytest.mark.parametrize(
    ("before", "after", "lost"),
    [
        ("class A:\n def next(self): pass\n", "class A:\n def __next__(self): pass\n", []),
        ("class A:\n def __cmp__(self, o): pass\n", "class A:\n def __lt__(self, o): pass\n", []),
        ("class A:\n def __coerce__(self, o): pass\n", "class A:\n pass\n", []),
        ("def next(self): pass\n", "def __next__(self): pass\n", ["next"]),
        ("range = xrange\nunicode = str\n", "", []),
        ("VERSION = '1'\n", "", ["VERSION"]),
        ("class A:\n def m(self): pass\n", "class A: pass\ndef m(self): pass\n", ["A.m"]),
    ],
)
def test_what_may_go_missing(before: str, after: str, lost: list[str]) -> None:
    assert missing(before, after) == lost


@given(st.text(alphabet="abdefclsnrtu '\"#\\()\n\t:=", max_size=200))
@settings(max_examples=200, deadline=None)
def test_definitions_of_any_text_are_found_without_failing(text: str) -> None:
    assert missing(text, text) == []


@pytest.mark.parametrize("text", ["x = 1\0", "(" * 5000, "return 1\n", "match x:\n", "\ud800 = 1", "1 +"])
def test_no_text_breaks_the_check(text: str) -> None:
    assert CHECK(text)


def test_the_check_holds_to_the_grammar_of_an_older_target() -> None:
    modern = "match x:\n    case 1:\n        pass\n"
    assert compiles_here((3, 8))(modern) and not compiles_here((3, 11))(modern)


LINES = st.lists(
    st.sampled_from(["a = 1", "b = 2", "", "def f():", "    return 1", "import os"]), max_size=30
)


@given(LINES, st.sets(st.integers(-3, 40)))
def test_regions_are_disjoint_and_cover_what_is_wanted(lines: list[str], wanted: set[int]) -> None:
    text = "\n".join(lines)
    regions = regions_around(text, wanted).values()
    covered = [line for region in regions for line in range(region.start, region.end + 1)]
    assert len(covered) == len(set(covered))
    count = len(text.split("\n"))
    assert {line for line in wanted if 1 <= line <= count} <= set(covered) <= set(range(1, count + 1))
    assert "R0" in {region.id for region in regions}


@given(LINES, LINES)
def test_every_line_is_either_carried_over_or_charged_to_the_new_author(
    old: list[str], new: list[str]
) -> None:
    before, after = "\n".join(old), "\n".join(new)
    count = len(before.split("\n"))
    ruled = [Change("rule", Exactness.EXACT, n, n) for n in range(1, count + 1)]
    kept = {change.line for change in carried(ruled, before, after)}
    own = {n for c in changes_between(before, after, "model") for n in range(c.line, c.end_line + 1)}
    assert kept | own == set(range(1, len(after.split("\n")) + 1))
    sites = sites_left([OpenSite("p", n, "r") for n in range(1, count + 1)], before, after)
    assert {site.line for site in sites} == kept


@given(LINES.filter(lambda lines: len(set(lines)) == len(lines) and len(lines) > 2), st.data())
def test_an_edit_changes_its_lines_and_no_others(lines: list[str], data: st.DataObject) -> None:
    text = "\n".join(lines)
    target = data.draw(st.sampled_from([n for n, line in enumerate(lines) if line]))
    regions = regions_around(text, [target + 1])
    region = next(r for r in regions.values() if r.start <= target + 1 <= r.end)
    answer = f"REGION {region.id}\n<<<<<<< SEARCH\n{lines[target]}\n=======\nnew\nlines\n>>>>>>> REPLACE"
    expected = "\n".join([*lines[:target], "new", "lines", *lines[target + 1 :]])
    assert apply_edits(text, regions, edits_in(answer)) == expected


@given(st.text(max_size=300))
def test_any_answer_is_understood_or_refused(answer: str) -> None:
    for read in (lambda: file_in(answer, CHECK), lambda: edits_in(answer)):
        try:
            read()
        except AnswerError as problem:
            assert str(problem)


def test_an_edit_may_delete_lines() -> None:
    regions = regions_around("a\nb\nc", [2])
    assert (
        apply_edits("a\nb\nc", regions, edits_in("R0\n<<<<<<< SEARCH\nb\n=======\n>>>>>>> REPLACE")) == "a\nc"
    )


def test_issues_outside_the_file_point_nowhere() -> None:
    assert blamed_lines("a.py", [Issue("t", "b.py", 3, "E", "m")]) == {}
    assert blamed_lines("a.py", [Issue("t", "a.py", 3, "E", "m")]) == {3: "E: m"}
    assert blamed_lines("a.py", [Issue("t", "a.py", 0, "E", "m")]) == {}
