"""The protocol of a code model: how a text is rewritten, whoever does it (rules, a language model, a replay).

One request, one proposal. A proposal is one *group*: all its texts are locked, tested and committed together.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from environment.traces import Change, Issue, Observation, OpenSite, Opinion, PatternSite, Trial
from migration.repository.index import RepositoryIndex


@dataclass(frozen=True, slots=True)
class Example:
    """A validated migration that shares patterns with the file at hand: its key and its unified diff."""

    key: str
    diff: str


@dataclass(frozen=True, slots=True)
class Usage:
    """What a proposal cost. Rules cost nothing."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float = 0.0
    calls: int = 0
    seconds: float = 0.0

    @property
    def total_tokens(self) -> int:
        """Prompt and completion tokens together."""
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cost_usd + other.cost_usd,
            self.calls + other.calls,
            self.seconds + other.seconds,
        )


@dataclass(frozen=True, slots=True)
class Request:
    """Everything a code model may know when it rewrites one file.

    `source` is the *original* Python 2 text; `current` the best candidate so far (None at first); `attempt`
    counts candidates asked for, from 0; `issues` are what tests of earlier candidates deposited on this file.

    For repairs: `failures` are all issues that are known of `current` (`issues` are only the first of the latest),
    `trials` what earlier candidates tried and what came of it, and `present` shows the other files as they are now.
    `opinions` are what a model made of ambiguous places when the file was scouted.
    """

    key: str
    source: str
    index: RepositoryIndex
    current: str | None = None
    patterns: tuple[PatternSite, ...] = ()
    observations: tuple[Observation, ...] = ()
    issues: tuple[Issue, ...] = ()
    examples: tuple[Example, ...] = ()
    target: tuple[int, int] = (3, 11)
    attempt: int = 0
    seed: int = 0
    hint: str = ""
    failures: tuple[Issue, ...] = ()
    trials: tuple[Trial, ...] = ()
    present: RepositoryIndex | None = None
    opinions: tuple[Opinion, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """New texts by file key, and what is known about them.

    `candidates_left` says how many further, different candidates the model could offer for this file (0: asking
    again gives nothing new). `new_files` are files the migration needs (a helper module); `requirements` are
    requirement lines to add to the target. `refusal` is set when no text is offered, with the reason.

    `candidates_on_failure` is how many more there could be, should a test of this one fail. `trials` are all trials
    so far, those that this text carries included (outcome ""); None: as they were.
    """

    texts: dict[str, str]
    changes: dict[str, tuple[Change, ...]] = field(default_factory=dict)
    open_sites: dict[str, tuple[OpenSite, ...]] = field(default_factory=dict)
    new_files: dict[str, str] = field(default_factory=dict)
    requirements: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)
    author: str = "rules"
    candidates_left: int = 0
    refusal: str = ""
    notes: tuple[str, ...] = ()
    candidates_on_failure: int = 0
    trials: tuple[Trial, ...] | None = None


@runtime_checkable
class CodeModel(Protocol):
    """Whoever can turn a request into a proposal. `free` models cost no tokens and no money."""

    name: str
    free: bool

    def propose(self, request: Request) -> Proposal:
        """A candidate for `request.key`. Never raises for a strange source: a refusal says why instead."""
        ...
