"""The whole path against a real OpenAI-compatible server that talks garbage: it must end in good order."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from front_door import call, states_of, status_of, summary_of, verify
from test_llm_runs import books_of, small_repo

from environment.budget import Budget
from migration.code_model import Proposal, Request
from migration.repository.index import RepositoryIndex
from stigmergy.llm_client import connect
from stigmergy.llm_errors import ContextTooLong, FatalModelError
from stigmergy.llm_types import ChatRequest, LlmSettings, Message
from stigmergy.models.factory import ModelPlan, build_model
from stigmergy.models.parallel import propose_all

pytestmark = pytest.mark.slow
pytest.importorskip("xllamacpp", reason="llama.cpp's server is not installed: pip install xllamacpp gguf")
pytest.importorskip("gguf", reason="pip install xllamacpp gguf")

KEY = {"OPENAI_API_KEY": "local-secret-key"}
PEER = Path(__file__).with_name("llama_peer.py")


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("peer")
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, str(PEER), str(folder)], stdout=subprocess.PIPE, stderr=log, text=True
        )
        try:
            assert process.stdout
            line = process.stdout.readline()
            assert line.startswith("serving "), (folder / "log").read_text()[-2000:]
            yield f"{line.split()[1]}/v1"
        finally:
            process.kill()
            process.wait(10)
            process.stdout and process.stdout.close()


def settings(url: str) -> LlmSettings:
    return LlmSettings(
        provider="openai",
        base_url=url,
        model="tiny",
        estimated_completion_tokens=200,
        max_completion_tokens=400,
    )


class Nothing:
    """A pure code model that changes nothing."""

    name, free = "rules", True

    def propose(self, request: Request) -> Proposal:
        return Proposal({}, refusal="nothing known")


def test_an_answer_and_its_usage(url: str) -> None:
    budget = Budget(10_000)
    client = connect(settings(url), budget, KEY)
    answer = client.complete(ChatRequest((Message("user", "hello"),), "tiny", 0.0, 32, "v"))
    assert answer.text and answer.usage.prompt_tokens > 5 and answer.usage.completion_tokens <= 32
    assert budget.spent_tokens == answer.usage.total_tokens


def test_a_wrong_key_is_fatal_and_names_the_variable(url: str) -> None:
    client = connect(settings(url), Budget(), {"OPENAI_API_KEY": "wrong-key"})
    with pytest.raises(FatalModelError, match="OPENAI_API_KEY"):
        client.complete(ChatRequest((Message("user", "hello"),), "tiny", 0.0, 8, "v"))


def test_its_own_words_for_a_context_too_long_are_understood(url: str) -> None:
    client = connect(settings(url), Budget(), KEY)
    with pytest.raises(ContextTooLong):
        client.complete(ChatRequest((Message("user", "word " * 9000),), "tiny", 0.0, 8, "v"))


@pytest.mark.parametrize("kind", ["llm", "hybrid"])
def test_garbage_ends_as_refusals_with_exact_books(url: str, kind: str, tmp_path: Path) -> None:
    budget = Budget(60_000)
    model, client = build_model(ModelPlan(settings(url), kind, tmp_path), Nothing(), budget, KEY)
    assert client
    requests = [Request(f"f{n}.py", f"print {n}\n", RepositoryIndex([])) for n in range(6)]
    proposals = propose_all(model, requests, 2)
    assert all(p.refusal and not p.texts for p in proposals)
    assert budget.spent_tokens == sum(p.usage.total_tokens for p in proposals) <= 60_000
    assert budget.spent_tokens == sum(r.usage.total_tokens for r in client.ledger) > 0


@pytest.mark.parametrize("kind", ["llm", "hybrid"])
def test_a_whole_run_ends_in_good_order_with_nothing_believed(url: str, kind: str, tmp_path: Path) -> None:
    repo = small_repo(tmp_path / "old", 3)
    config = tmp_path / "w.yaml"
    llm = {
        "base_url": url, "model": "tiny", "max_tokens_total": 90_000, "estimated_completion_tokens": 200,
        "max_completion_tokens": 400, "retry_backoff": [0.0], "concurrency": 2,
    }  # fmt: skip
    config.write_text(yaml.safe_dump({"llm": llm}))
    ran = call(
        "--repo", repo, "--workspace", tmp_path / "w", "--config", config, "--provider", "openai",
        "--code-model", kind, **KEY,
    )  # fmt: skip
    assert ran.code in (0, 1) and "Traceback" not in ran.err, ran.err
    verify(tmp_path / "w")
    books, summary = books_of(tmp_path / "w"), summary_of(tmp_path / "w")
    spent = sum(b["usage"]["prompt_tokens"] + b["usage"]["completion_tokens"] for b in books)
    assert 0 < spent == summary["total_tokens"] <= 90_000
    assert spent == sum(entry["metadata"].get("tokens", 0) for entry in status_of(tmp_path / "w").values())
    assert set(states_of(tmp_path / "w").values()) <= {"skipped", "needs_review", "pending"}
    assert not any(
        "model:" in c["author"]
        for e in status_of(tmp_path / "w").values()
        for c in e["metadata"].get("changes", ())
    )
