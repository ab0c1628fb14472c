"""What a run would cost at most, before a token is spent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from environment.traces import is_document
from migration.code_model import CodeModel, Request
from stigmergy.llm_prices import Price
from stigmergy.llm_tokens import estimate_prompt, room_for
from stigmergy.llm_types import LlmSettings
from stigmergy.models.hybrid import Schedule
from stigmergy.models.llm import CANDIDATES
from stigmergy.models.newlines import with_newlines
from stigmergy.models.prompting import Prompt, Prompts, site_lines

#: About what a request for repair says.
_REPAIR_TOKENS = 500
#: About what issues and examples add to a prompt of a later candidate.
_TRACES_TOKENS = 5000


@dataclass(frozen=True, slots=True)
class FileEstimate:
    """One file: by whom it would be handled at first, and the worst case of its first candidate.

    `by_rules` says that rules leave nothing open in it. `tokens` is prompt and completion limit together, for the
    first answer; `tokens_with_repairs` also counts every repair that may follow, though no answer that is lost
    on the way. `run_tokens` is for a whole run: every candidate the model may be asked for, each repaired as often
    as allowed, each answer lost as often as it may be tried again. `usd` belongs to `tokens_with_repairs`, `run_usd`
    to `run_tokens`.
    """

    key: str
    by_rules: bool
    tokens: int
    tokens_with_repairs: int
    usd: float
    too_large: bool = False
    run_tokens: int = 0
    run_usd: float = 0.0


@dataclass(frozen=True, slots=True)
class Estimate:
    """All files of a run. Money is None where no price is known."""

    files: tuple[FileEstimate, ...]
    priced: bool

    @property
    def tokens(self) -> int:
        """Tokens at most, every answer usable at once."""
        return sum(f.tokens for f in self.files)

    @property
    def tokens_with_repairs(self) -> int:
        """Tokens at most, every answer repaired as often as allowed."""
        return sum(f.tokens_with_repairs for f in self.files)

    @property
    def run_tokens(self) -> int:
        """Tokens at most for a whole run in which nothing goes well."""
        return sum(f.run_tokens for f in self.files)

    @property
    def run_usd(self) -> float | None:
        """USD at most for a whole run in which nothing goes well."""
        return sum(f.run_usd for f in self.files) if self.priced else None

    @property
    def usd(self) -> float | None:
        """USD at most, repairs included."""
        return sum(f.usd for f in self.files) if self.priced else None

    @property
    def by_rules(self) -> float:
        """Share of files that rules alone handle, from 0 to 1; 1 without files."""
        return sum(f.by_rules for f in self.files) / len(self.files) if self.files else 1.0


@dataclass(frozen=True, slots=True)
class Estimator:
    """Estimates first candidates for code model `kind` (rules, llm or hybrid)."""

    kind: str
    pure: CodeModel
    settings: LlmSettings
    prompts: Prompts
    price: Price | None = None
    repairs: int = 2

    def estimate(self, requests: Iterable[Request]) -> Estimate:
        """What the first candidate of every file would take. Later ticks add to it for files that fail tests."""
        return Estimate(tuple(map(self._file, requests)), self.price is not None)

    def _file(self, request: Request) -> FileEstimate:
        offered = self.pure.propose(request)
        sites = offered.open_sites.get(request.key, ())
        settled = request.key in offered.texts and not sites
        if self.kind == "rules" or is_document(request.key):
            return FileEstimate(request.key, settled, 0, 0, 0.0)
        text = with_newlines(offered.texts.get(request.key, request.source), "\n")
        source = with_newlines(request.source, "\n")
        edits_room = min(self.settings.estimated_completion_tokens, self.settings.max_completion_tokens)
        whole = self.prompts.whole_file(request, source), room_for(source, self.settings)
        edits = self.prompts.edits(request, text, site_lines(sites)), edits_room
        later = (
            [whole] * CANDIDATES
            if self.kind == "llm"
            else [edits] * Schedule().edits + [whole] * Schedule().whole
        )
        if self.kind == "hybrid" and settled:
            run = self._whole_run(later)
            return FileEstimate(request.key, settled, 0, 0, 0.0, run_tokens=sum(run), run_usd=self._usd(*run))
        prompt, room = edits if self.kind == "hybrid" and sites else whole
        if prompt is None or not room:
            return FileEstimate(request.key, settled, 0, 0, 0.0, too_large=True)
        asked = estimate_prompt(prompt.messages)
        prompts, answers = self._candidate(asked, room)
        run = self._whole_run(later if self.kind == "llm" else [edits, *later])
        return FileEstimate(
            request.key,
            settled,
            asked + room,
            prompts + answers,
            self._usd(prompts, answers),
            run_tokens=sum(run),
            run_usd=self._usd(*run),
        )

    def _candidate(self, asked: int, room: int) -> tuple[int, int]:
        """Prompt and completion tokens of one candidate, repaired as often as allowed.

        A repair repeats the question, with the answer before it; after a truncated answer the room doubles.
        """
        cap = self.settings.max_completion_tokens
        rooms = [min(room * 2**n, cap) for n in range(self.repairs + 1)]
        return asked + sum(asked + before + _REPAIR_TOKENS for before in rooms[:-1]), sum(rooms)

    def _whole_run(self, candidates: Iterable[tuple[Prompt | None, int]]) -> tuple[int, int]:
        """Prompt and completion tokens when all `candidates`, given by prompt and room, are used up."""
        prompts = answers = 0
        for prompt, room in candidates:
            if prompt is not None and room:
                asked = min(
                    estimate_prompt(prompt.messages) + _TRACES_TOKENS, self.prompts.limits.prompt_tokens
                )
                more = self._candidate(asked, room)
                prompts += more[0] * self.settings.retry_attempts
                answers += more[1] * self.settings.retry_attempts
        return prompts, answers

    def _usd(self, prompts: int, answers: int) -> float:
        return self.price.cost(prompts, answers) if self.price else 0.0
