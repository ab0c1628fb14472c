"""What a run would cost at most, before a token is spent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from migration.code_model import CodeModel, Request
from stigmergy.llm_prices import Price
from stigmergy.llm_tokens import estimate_prompt, room_for
from stigmergy.llm_types import LlmSettings
from stigmergy.models.newlines import with_newlines
from stigmergy.models.prompting import Prompts, site_lines

#: About what a request for repair says.
_REPAIR_TOKENS = 500


@dataclass(frozen=True, slots=True)
class FileEstimate:
    """One file: by whom it would be handled at first, and the worst case of its first candidate.

    `by_rules` says that rules leave nothing open in it. `tokens` is prompt and completion limit together, for the
    first answer; `tokens_with_repairs` also counts every repair that may follow, though no answer that is lost
    on the way. `usd` belongs to the latter.
    """

    key: str
    by_rules: bool
    tokens: int
    tokens_with_repairs: int
    usd: float
    too_large: bool = False


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
        if self.kind == "rules" or (self.kind == "hybrid" and settled):
            return FileEstimate(request.key, settled, 0, 0, 0.0)
        text = with_newlines(offered.texts.get(request.key, request.source), "\n")
        if self.kind == "hybrid" and sites:
            prompt = self.prompts.edits(request, text, site_lines(sites))
            room = min(self.settings.estimated_completion_tokens, self.settings.max_completion_tokens)
        else:
            source = with_newlines(request.source, "\n")
            prompt = self.prompts.whole_file(request, source)
            room = room_for(source, self.settings)
        if prompt is None or not room:
            return FileEstimate(request.key, settled, 0, 0, 0.0, too_large=True)
        asked = estimate_prompt(prompt.messages)
        # A repair repeats the question, with the answer before it; after a truncated answer the room doubles.
        cap = self.settings.max_completion_tokens
        rooms = [min(room * 2**n, cap) for n in range(self.repairs + 1)]
        prompts = asked + sum(asked + before + _REPAIR_TOKENS for before in rooms[:-1])
        answers = sum(rooms)
        usd = self.price.cost(prompts, answers) if self.price else 0.0
        return FileEstimate(request.key, settled, asked + room, prompts + answers, usd)
