"""The reviewer: looks at the whole change and answers VERDICT: APPROVE or VERDICT: REJECT, with issues."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass

from baselines.planning.artefacts import Artefacts
from baselines.planning.planner import NO_ANSWER, Plan, as_text
from baselines.planning.worktrees import Difference
from baselines.toolloop.compression import compressed
from baselines.voice import Templates, Voice, Words
from stigmergy.llm_types import Message
from stigmergy.models.prompting import quoted

_VERDICT = re.compile(
    r"^[#>*_`\s-]*VERDICT[*_`\s]*:[*_`\s]*(APPROVED?|REJECT(?:ED)?)\b", re.MULTILINE | re.IGNORECASE
)
_ISSUE = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+(.+)$", re.MULTILINE)
_PLACE = re.compile(r"^[`*]*([^\s:`*]+\.\w+)[`*]*(?::(\d+))?[`*]*\s*:?\s*")


@dataclass(frozen=True)
class ReviewIssue:
    """What is wrong, at a place where one was named (`file` "" and `line` 0 otherwise)."""

    text: str
    file: str = ""
    line: int = 0


@dataclass(frozen=True)
class Review:
    """The verdict on one round. `text` is the whole answer; `given` False: no verdict could be had."""

    approved: bool
    issues: tuple[ReviewIssue, ...]
    text: str
    given: bool = True

    def about(self, key: str) -> str:
        """The issues of one file, and those that name no file."""
        return "\n".join(f"- {issue.text}" for issue in self.issues if issue.file in (key, ""))


def review_in(text: str, files: Collection[str] = ()) -> Review:
    """The review in an answer. Raises ValueError when there is no verdict, or two that differ.

    An approval with a rejection beside it is no approval. `files` are the files an issue may name.
    """
    verdicts = {found.group(1).upper()[:6] for found in _VERDICT.finditer(text)}
    if not verdicts:
        raise ValueError("there is no line VERDICT: APPROVE or VERDICT: REJECT")
    if len(verdicts) > 1:
        raise ValueError("there are two verdicts that differ")
    approved = verdicts == {"APPROV"}
    issues = (
        () if approved else tuple(_issue(found.group(1).strip(), files) for found in _ISSUE.finditer(text))
    )
    return Review(approved, issues, text.strip())


def _issue(text: str, files: Collection[str]) -> ReviewIssue:
    place = _PLACE.match(text)
    if place and (not files or place.group(1) in files):
        return ReviewIssue(text, place.group(1), int(place.group(2) or 0))
    named = next((key for key in sorted(files, key=len, reverse=True) if key in text), "")
    return ReviewIssue(text, named)


class Reviewer:
    """Asks for a verdict; once more where the answer has none."""

    def __init__(self, voice: Voice, templates: Templates, artefacts: Artefacts, diff_chars: int) -> None:
        self.voice = voice
        self.templates = templates
        self.artefacts = artefacts
        self.diff_chars = diff_chars

    def review(
        self,
        number: int,
        idea: str,
        plan: Plan,
        difference: Difference,
        report: str,
        stand_in: Callable[[], str],
    ) -> Review:
        """The verdict on round `number`, with `reviewer_prompt_round_<n>.txt` and `review_round_<n>.md` written.

        `report` is what running code showed. No answer, or one without a verdict, approves nothing. Raises
        FatalModelError and BudgetExhausted.
        """
        shown = compressed(difference.text, self.diff_chars)
        if difference.ignored:
            listed = ", ".join(difference.ignored[:20])
            shown += f"\n[new files that the ignore rules keep out of the change: {listed}]"
        fields = {
            "idea": quoted("idea", idea.strip()),
            "plan": quoted("plan", plan.text),
            "diff": quoted("diff", shown),
            "report": quoted("report", report or "nothing was run"),
            "files": ", ".join(difference.files[:200]) or "none",
        }
        messages = [
            Message("system", self.templates.fill("reviewer_system")),
            Message("user", self.templates.fill("reviewer", **fields)),
        ]
        self.artefacts.write(f"reviewer_prompt_round_{number}.txt", as_text(messages))
        review = self._asked(messages, difference.files, stand_in)
        self.artefacts.write(f"review_round_{number}.md", review.text + "\n")
        self.artefacts.event(
            "reviewer",
            "approved" if review.approved else "rejected",
            number,
            issues=[issue.text for issue in review.issues],
            given=review.given,
        )
        return review

    def _asked(self, messages: list[Message], files: Collection[str], stand_in: Callable[[], str]) -> Review:
        said, why = "", ""
        for _ in range(2):
            try:
                said = self.voice.say("reviewer", messages, lambda: Words(stand_in())).text
                return review_in(said, files)
            except ValueError as error:
                why = str(error)
                messages = [
                    *messages[:2],
                    Message("assistant", said),
                    Message("user", f"That can't be used: {why}. Answer again with one verdict."),
                ]
            except NO_ANSWER as error:
                why = str(error)
        text = f"{said.strip()}\n\nVERDICT: REJECT (no verdict could be had: {why})"
        return Review(False, (), text.strip(), given=False)
