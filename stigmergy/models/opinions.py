"""What a language model makes of places that rules can't tell: asked when files are scouted, deposited as advice."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from environment.traces import Observation, OpenSite, Opinion
from migration.code_model import CodeModel, Request
from migration.repository.index import RepositoryIndex
from migration.source.source_text import UndecodableError, decode
from stigmergy.models.answer_parsing import AnswerError
from stigmergy.models.dialogue import SCOUTING, Dialogue
from stigmergy.models.newlines import with_newlines
from stigmergy.models.parallel import side_by_side
from stigmergy.models.prompting import Prompt, site_lines

log = logging.getLogger("stigmergy.llm")

_LINE = re.compile(r"^[-* ]*line (\d+): *(change|keep|unsure)\b[: ]*(.*)$", re.IGNORECASE)
_MAX_SITES = 40
_MAX_WHY = 200
#: Tokens for one line of the answer, and for the least of answers.
_TOKENS_PER_SITE, _LEAST = 60, 128


@dataclass(frozen=True)
class Opinions:
    """Asks about the sites that `pure` leaves open when it knows all that was observed; about no others."""

    pure: CodeModel
    dialogue: Dialogue
    target: tuple[int, int] = (3, 11)

    def __call__(
        self,
        sources: Mapping[str, bytes],
        keys: Sequence[str],
        observations: Mapping[str, Sequence[Observation]],
    ) -> dict[str, tuple[Opinion, ...]]:
        """Opinions by file key, for those of `keys` about which something useful was said.

        Raises FatalModelError; without a budget, or an answer that can be used, there is no opinion.
        """
        texts = {}
        for key, data in sources.items():
            try:
                texts[key] = decode(data).text
            except UndecodableError:
                log.debug("%s: not text, so nobody is asked about it", key)
        index = RepositoryIndex(texts, texts.__getitem__)
        requests = [
            Request(key, texts[key], index, observations=tuple(observations.get(key, ())), target=self.target)
            for key in keys
            if key in texts
        ]
        answers = side_by_side(self._of, requests, self.dialogue.settings.concurrency)
        return {request.key: found for request, found in zip(requests, answers, strict=True) if found}

    def _of(self, request: Request) -> tuple[Opinion, ...]:
        offered = self.pure.propose(request)
        sites = offered.open_sites.get(request.key, ())[:_MAX_SITES]
        if not sites or request.key not in offered.texts:
            return ()
        text = with_newlines(offered.texts[request.key], "\n")
        lines = site_lines(sites)

        def accept(answer: str, prompt: Prompt) -> str:
            missed = lines.keys() - _said(answer).keys()
            if missed:
                raise AnswerError(f"it says nothing about line {', '.join(map(str, sorted(missed)))}")
            return answer

        room = min(_LEAST + _TOKENS_PER_SITE * len(lines), self.dialogue.settings.max_completion_tokens)
        outcome = self.dialogue.ask(
            request,
            SCOUTING,
            lambda shrink: self.dialogue.prompts.scout(request, text, lines, shrink),
            accept,
            room,
            _LEAST,
        )
        if outcome.text is None:
            log.info("%s: no opinion: %s", request.key, outcome.refusal)
            return ()
        return tuple(self._opinion(site, text, _said(outcome.text)[site.line]) for site in sites)

    def _opinion(self, site: OpenSite, text: str, said: tuple[str, str]) -> Opinion:
        code = text.split("\n")[site.line - 1].strip()[:120]
        return Opinion(site.pattern, site.line, code, *said, f"model:{self.dialogue.settings.model}")


def _said(answer: str) -> dict[int, tuple[str, str]]:
    """Verdict and reason by line, as far as `answer` keeps to the form; the first word on a line counts."""
    found: dict[int, tuple[str, str]] = {}
    for line in answer.splitlines():
        match = _LINE.match(line.strip())
        if match:
            found.setdefault(int(match.group(1)), (match.group(2).lower(), match.group(3).strip()[:_MAX_WHY]))
    return found
