"""A language model as code model: it writes the whole file at first, and edits where tests point later."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from migration.code_model import Proposal, Request, Usage
from migration.source.line_changes import changes_between
from stigmergy.llm_tokens import SAFETY, estimate_tokens, room_for
from stigmergy.models.answer_gate import SyntaxCheck, compiles_here, problems
from stigmergy.models.answer_parsing import AnswerError, apply_edits, edits_in, file_in
from stigmergy.models.dialogue import Dialogue, Outcome
from stigmergy.models.newlines import newline_of, with_newlines
from stigmergy.models.prompting import Prompt, blamed_lines

#: Makes the syntax check for a target version; None compiles by the running Python.
CheckMaker = Callable[[tuple[int, int]], SyntaxCheck]


@dataclass(frozen=True, slots=True)
class Author:
    """What a language model can be asked to write, checked by the answer gate."""

    dialogue: Dialogue
    check_for: CheckMaker = compiles_here

    @property
    def name(self) -> str:
        """How this author signs changes."""
        return f"model:{self.dialogue.settings.model}"

    def whole_file(self, request: Request) -> Outcome:
        """A complete new text for the file."""
        source = with_newlines(request.source, "\n")
        check = self.check_for(request.target)
        room = room_for(source, self.dialogue.settings)
        if not room:
            return Outcome(None, Usage(), "the file is too large for a whole-file answer")

        def accept(answer: str, prompt: Prompt) -> str:
            return self._passed(request, file_in(answer, check), check)

        return self.dialogue.ask(
            request, "whole_file", lambda shrink: self.dialogue.prompts.whole_file(request, source, shrink),
            accept, room, max(512, math.ceil(SAFETY * estimate_tokens(source))),
        )  # fmt: skip

    def edits(self, request: Request, text: str, lines: Mapping[int, str]) -> Outcome:
        """`text` with edits around `lines` (1-based, each with its reason)."""
        base = with_newlines(text, "\n")
        check = self.check_for(request.target)
        settings = self.dialogue.settings

        def accept(answer: str, prompt: Prompt) -> str:
            edited = apply_edits(base, prompt.regions, edits_in(answer))
            # What rules left behind is not the model's fault, unless it touched it.
            return self._passed(request, edited, check) if edited != base else text

        return self.dialogue.ask(
            request, "edits", lambda shrink: self.dialogue.prompts.edits(request, base, lines, shrink),
            accept, min(settings.estimated_completion_tokens, settings.max_completion_tokens),
        )  # fmt: skip

    @staticmethod
    def _passed(request: Request, text: str, check: SyntaxCheck) -> str:
        found = problems(request.source, text, check)
        if found:
            raise AnswerError("; ".join(found))
        return with_newlines(text, newline_of(request.source))


#: How often one file is asked for.
CANDIDATES = 4


class LlmModel:
    """Asks a language model for everything. `candidates` bounds how often one file is asked for.

    Never raises but for FatalModelError (nothing can be asked any more); a spent budget, a time-out or an
    answer that can't be used is a refusal, with what it cost.
    """

    free = False

    def __init__(self, author: Author, candidates: int = CANDIDATES) -> None:
        self.author = author
        self.candidates = candidates
        self.name = f"llm:{author.dialogue.settings.model}"

    def propose(self, request: Request) -> Proposal:
        """A whole file; where a candidate exists and failed at known lines, edits of it."""
        left = max(0, self.candidates - request.attempt - 1)
        if request.attempt >= self.candidates:
            tried = stand(request, "every candidate the model may be asked for has been tried")
            changes = {
                key: changes_between(request.source, text, self.author.name)
                for key, text in tried.texts.items()
            }
            return replace(tried, changes=changes)
        lines = blamed_lines(request.key, request.issues)
        if request.current is not None and lines:
            outcome = self.author.edits(request, request.current, lines)
            if outcome.text == request.current:
                outcome = replace(outcome, text=None, refusal="the model sees nothing to change")
        else:
            outcome = self.author.whole_file(request)
        if outcome.text is None:
            return Proposal(
                {},
                usage=outcome.usage,
                author=self.author.name,
                candidates_left=left,
                refusal=outcome.refusal,
            )
        return Proposal(
            {request.key: outcome.text},
            {request.key: changes_between(request.source, outcome.text, self.author.name)},
            usage=outcome.usage,
            author=self.author.name,
            candidates_left=left,
            notes=(f"{outcome.repairs} repairs",) if outcome.repairs else (),
        )


def stand(request: Request, why: str, usage: Usage | None = None) -> Proposal:
    """Nothing new to offer: the best candidate stands, or a refusal where there is none."""
    usage = usage or Usage()
    if request.current is None:
        return Proposal({}, usage=usage, refusal=why)
    return Proposal({request.key: request.current}, usage=usage, author="unchanged", notes=(why,))
