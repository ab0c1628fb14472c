"""The stand-ins of the tokens benchmark; and hybrid asks one about what rules leave open, and about nothing else."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from loopback_model import LoopbackModel, Reply, json_reply

from benchmarks.tokens_models import Asked, Reference, answer, as_2to3, asked, completion
from environment.budget import Budget
from migration.code_model import Request
from migration.models.rule_engine import RuleEngine
from migration.repository.index import RepositoryIndex
from stigmergy.llm_client import connect
from stigmergy.llm_types import LlmSettings
from stigmergy.models.dialogue import Dialogue
from stigmergy.models.hybrid import HybridModel
from stigmergy.models.llm import Author
from stigmergy.models.prompting import Prompts, site_lines

FIXTURES = Path(__file__).parent / "fixtures"
REPO, REFERENCE = FIXTURES / "open_sites_py2_repo", FIXTURES / "open_sites_py3_reference"


def texts_in(folder: Path) -> dict[str, str]:
    return {p.relative_to(folder).as_posix(): p.read_text() for p in sorted(folder.rglob("*.py"))}


def body_of(prompt: Any) -> dict[str, Any]:
    messages = [{"role": m.role, "content": m.content} for m in prompt.messages]
    return {"model": "m", "max_tokens": 4096, "messages": messages}


def request(source: str) -> Request:
    return Request("pkg/a.py", source, RepositoryIndex([]))


def test_hybrid_asks_about_open_sites_only_and_the_reference_settles_them() -> None:
    texts = texts_in(REPO)
    index, rules, wanted = RepositoryIndex(texts, texts.__getitem__), RuleEngine(), texts_in(REFERENCE)
    questions: list[Asked] = []

    def reply(body: dict[str, Any]) -> Reply:
        questions.append(asked(body))
        return json_reply(completion(body, answer(body, Reference(wanted))))

    with LoopbackModel(reply) as server:
        settings = LlmSettings(provider="openai", base_url=server.url, model="reference")
        hybrid = HybridModel(rules, Author(Dialogue(connect(settings, Budget(), {}), Prompts())))
        open_sites: dict[str, set[int]] = {}
        for key, text in texts.items():
            sites = rules.propose(Request(key, text, index)).open_sites.get(key, ())
            if sites:
                open_sites[key] = set(site_lines(sites))
            proposal = hybrid.propose(Request(key, text, index))
            if sites:
                assert proposal.texts[key] == wanted[key]
                assert proposal.open_sites[key] == (), "settled, also where the cure is not in the line named"
            else:
                assert proposal.usage.calls == 0
    assert {q.file: {int(site.split()[1].rstrip(":")) for site in q.sites} for q in questions} == open_sites
    assert len(questions) == len(open_sites) == len(wanted), "one call a file that has any"


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.skipif(sys.version_info >= (3, 13), reason="lib2to3 left the standard library")
def test_it_answers_as_2to3_would() -> None:
    source = "import urllib\nprint urllib.quote('a b'), 3 / 2\n"
    prompt = Prompts().whole_file(request(source), source)
    said = answer(body_of(prompt), as_2to3)
    assert "print(urllib.parse.quote('a b'), 3 / 2)" in said and said.startswith("```python\n")
    assert as_2to3("a.py", "def f(:\n", True) is None


def test_regions_are_answered_with_edits_and_an_unknown_file_with_none() -> None:
    text = "def f(a):\n    return a / 2\n\n\ndef g(a):\n    return a\n"
    prompt = Prompts().edits(request(text), text, {2: "old_division, may divide integers"})
    said = answer(body_of(prompt), Reference({"pkg/a.py": text.replace("/", "//")}))
    assert said.count("<<<<<<< SEARCH") == 1 and "return a // 2" in said
    assert answer(body_of(prompt), Reference({})) == "NO CHANGE"


def test_an_answer_is_charged_and_cut_at_the_limit_like_a_models() -> None:
    body = {
        "model": "m",
        "max_tokens": 10,
        "messages": [{"role": "user", "content": "a question of some words"}],
    }
    whole, cut = completion({**body, "max_tokens": 1000}, "word " * 100), completion(body, "word " * 100)
    assert whole["choices"][0]["finish_reason"] == "stop" and cut["choices"][0]["finish_reason"] == "length"
    assert cut["usage"]["completion_tokens"] == 10 < whole["usage"]["completion_tokens"]
    assert 0 < cut["usage"]["cost"] < whole["usage"]["cost"]


def test_a_prompt_of_an_unknown_form_is_named() -> None:
    with pytest.raises(ValueError, match="names no file"):
        asked({"messages": [{"content": ""}, {"content": "hello"}]})
