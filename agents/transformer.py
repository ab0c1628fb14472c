"""Transformer: takes the strongest pending files, asks its code model for a candidate, writes it for all to see."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from agents.base_agent import BaseAgent
from environment.guardrails import GuardrailViolation
from environment.medium import Seat
from environment.seat import SeatTransaction
from environment.traces import Change, Exactness, Issue, Kind, Observation, Opinion, PatternSite, Status
from migration.code_model import CodeModel, Example, Proposal, Request
from migration.engine.documents import decode_file
from migration.repairing.trial_memory import recalled, remembered
from migration.repository.index import RepositoryIndex
from migration.source.source_text import SourceText, UndecodableError


@dataclass(frozen=True)
class Appetite:
    """When a file attracts the Transformer, and how many it takes in a step (0: all eligible)."""

    intensity_min: float = 0.2
    inhibition_threshold: float = 0.1
    files_per_step: int = 0
    max_examples: int = 3
    max_issues: int = 5
    max_candidates: int = 32


@dataclass(frozen=True)
class Work:
    """One file being transformed: what was claimed, the request, what came back."""

    key: str
    source: SourceText
    request: Request
    status: dict[str, Any]
    proposal: Proposal | None = None

    @property
    def given(self) -> dict[str, Any] | None:
        """The text that a person deposited to be tried, with who it was; the code model is then not asked."""
        return self.status.get("metadata", {}).get("given") or None


#: Asks the code model for several files; the answers come back in the order of the requests.
ProposeAll = Callable[[Sequence[Request]], Sequence[Proposal]]
#: Whether a text compiles on the target Python: "" or the error.
CompileCheck = Callable[[str, bytes], str]


class Transformer(BaseAgent[dict[str, float], list[str], list[Work]]):
    """Rewrites. What it knows of earlier attempts is what tests deposited on the file."""

    name = "transformer"

    def __init__(
        self,
        seat: Seat,
        model: CodeModel,
        compile_error: CompileCheck,
        appetite: Appetite | None = None,
        propose_all: ProposeAll | None = None,
        affordable: Callable[[], bool] = lambda: True,
        target: tuple[int, int] = (3, 11),
        seed: int = 0,
    ) -> None:
        super().__init__(seat)
        self.model = model
        self.compile_error = compile_error
        self.appetite = appetite or Appetite()
        self.propose_all = propose_all or (lambda requests: [model.propose(r) for r in requests])
        self.affordable = affordable
        self.target = target
        self.seed = seed

    def perceive(self) -> dict[str, float]:
        """Intensity of each pending file whose inhibition has faded; nothing when no call can be paid."""
        pending = self.seat.query(
            Kind.STATUS, status__eq=Status.PENDING, inhibition__lt=self.appetite.inhibition_threshold
        )
        if not self.affordable():
            # What a person wrote costs no call.
            pending = {key: entry for key, entry in pending.items() if entry["metadata"].get("given")}
        tasks = {key: self.seat.read_one(Kind.TASKS, key) for key in pending}
        return {key: float(task["intensity"]) for key, task in tasks.items() if task}

    def should_act(self, sensed: dict[str, float]) -> bool:
        """Whether anything attracts."""
        return bool(sensed)

    def decide(self, sensed: dict[str, float]) -> list[str]:
        """The strongest first. Weak files are served in a step in which no stronger one is eligible.

        Normalisation gives the weakest file 0.1 and evaporation lowers all: a bare threshold would starve them.
        """
        ranked = sorted(sensed, key=lambda key: (-sensed[key], key))
        strong = [key for key in ranked if sensed[key] >= self.appetite.intensity_min]
        chosen = strong or ranked
        limit = self.appetite.files_per_step
        return chosen[:limit] if limit else chosen

    def execute(self, choice: list[str]) -> list[Work]:
        """Claim the files, then ask the model for all of them. Nothing is locked while it answers."""
        originals, present = self._indexes()
        prepared = (self._prepare(key, originals, present) for key in choice)
        works = [work for work in prepared if work is not None]
        with self.seat.transaction() as tx:
            for work in works:
                tx.write(Kind.STATUS, work.key, {"status": Status.IN_PROGRESS})
        proposals = iter(self.propose_all([work.request for work in works if not work.given]))
        return [replace(work, proposal=_as_given(work) if work.given else next(proposals)) for work in works]

    def deposit(self, outcome: list[Work]) -> bool:
        """Write the candidates that compile; report the others as failed, with the reason."""
        taken = {work.key for work in outcome}
        alone = [work for work in outcome if work.proposal and len(_written(work.proposal)) <= 1]
        with self.seat.transaction() as tx:
            for work in alone:
                self._leave(tx, work, taken)
        # A proposal of several files is all or nothing: a refusal of one must undo the texts of the others.
        for work in (w for w in outcome if w not in alone):
            try:
                with self.seat.transaction() as tx:
                    tx.write(Kind.STATUS, work.key, self._write_candidate(tx, work, taken))
            except GuardrailViolation as refusal:
                with self.seat.transaction() as tx:
                    tx.write(
                        Kind.STATUS, work.key, self._failure(work, f"refused by the environment: {refusal}")
                    )
        return bool(outcome)

    def _leave(self, tx: SeatTransaction, work: Work, taken: set[str]) -> None:
        try:
            fields = self._write_candidate(tx, work, taken)
        except GuardrailViolation as refusal:
            fields = self._failure(work, f"refused by the environment: {refusal}")
        tx.write(Kind.STATUS, work.key, fields)

    # -- preparing a request -------------------------------------------------------------------------------------

    def _prepare(self, key: str, originals: RepositoryIndex, present: RepositoryIndex) -> Work | None:
        status = self.seat.read_one(Kind.STATUS, key) or {}
        metadata = status.get("metadata", {})
        try:
            source = decode_file(key, self.seat.original(key))
            current = decode_file(key, self.seat.source(key)).text if metadata.get("best") else None
        except (OSError, UndecodableError) as error:
            self.log.warning("%s: can't be read any more: %s", key, error)
            return None
        task = self.seat.read_one(Kind.TASKS, key) or {}
        quality = self.seat.read_one(Kind.QUALITY, key) or {}
        issues = [Issue.from_dict(i) for i in quality.get("issues", ())]
        trials, failures = recalled(metadata, [issue for issue in issues if issue.file == key])
        request = Request(
            key=key,
            source=source.text,
            index=originals,
            current=current,
            patterns=tuple(PatternSite.from_dict(p) for p in task.get("pattern_details", ())),
            observations=tuple(Observation.from_dict(o) for o in task.get("observations", ())),
            issues=tuple(issues[: self.appetite.max_issues]),
            examples=() if self.model.free else self._examples(key, set(task.get("patterns_found", ()))),
            target=self.target,
            attempt=int(metadata.get("attempts", 0)),
            seed=self.seed,
            hint=str(metadata.get("hint", "")),
            failures=failures,
            trials=trials,
            present=present,
            opinions=tuple(Opinion.from_dict(o) for o in task.get("opinions", ())),
        )
        return Work(key, source, request, status)

    def _indexes(self) -> tuple[RepositoryIndex, RepositoryIndex]:
        """The originals, and the texts as they stand, for all files of a step: what one of them read serves all."""
        keys = self.seat.files()
        return (
            RepositoryIndex(keys, lambda key: decode_file(key, self.seat.original(key)).text),
            RepositoryIndex(keys, lambda key: decode_file(key, self.seat.source(key)).text),
        )

    def _examples(self, key: str, patterns: set[str]) -> tuple[Example, ...]:
        """Diffs of validated files that share most patterns with this one (cognitive stigmergy)."""
        shared = []
        for other in self.seat.query(Kind.STATUS, status__eq=Status.VALIDATED):
            task = self.seat.read_one(Kind.TASKS, other) or {}
            common = len(patterns & set(task.get("patterns_found", ())))
            if other != key and common:
                shared.append((-common, other))
        chosen = [other for _, other in sorted(shared)[: self.appetite.max_examples]]
        return tuple(Example(other, self.seat.diff(other)) for other in chosen)

    # -- depositing a candidate ----------------------------------------------------------------------------------

    def _write_candidate(self, tx: SeatTransaction, work: Work, taken: set[str]) -> dict[str, Any]:
        proposal = work.proposal
        assert proposal is not None
        text = proposal.texts.get(work.key)
        if work.request.current is not None and text in (None, work.request.current):
            return self._best_again(work, proposal)
        if text is None:
            return self._failure(work, _after(work, proposal.refusal or "the code model offered no text"))
        try:
            data = work.source.encode(text)
        except UndecodableError as refusal:
            return self._failure(work, f"the candidate can't be written: {refusal}")
        error = self.compile_error(work.key, data)
        if error:
            return self._failure(work, f"the candidate does not compile: {error}")
        others = self._companions(work, proposal, taken)
        for key, companion in others.items():
            tx.write_text(key, companion)
        changes = proposal.changes.get(work.key, ())
        blob = tx.write_text(work.key, data)
        room = self.appetite.max_candidates - work.request.attempt - 1
        metadata = {
            "attempts": work.request.attempt + 1,
            "candidate": blob,
            "group": sorted({work.key, *others, *self._brought_before(work)}),
            "author": proposal.author,
            "rules": sorted({change.author for change in changes}),
            "changes": [change.as_dict() for change in changes],
            "lines_changed": sum(change.end_line - change.line + 1 for change in changes),
            "open_sites": [site.as_dict() for site in proposal.open_sites.get(work.key, ())],
            "requirements": list(proposal.requirements),
            "candidates_left": min(proposal.candidates_left, room),
            "candidates_on_failure": min(proposal.candidates_on_failure, room),
            "notes": list(proposal.notes),
            "unchanged": data == self.seat.original(work.key) or None,
            "given": None,
            **({} if work.request.attempt else {"first": blob}),
            **remembered(work.request, proposal, blob),
            **self._spent(work),
        }
        return {"status": Status.TRANSFORMED, "metadata": metadata}

    def _best_again(self, work: Work, proposal: Proposal) -> dict[str, Any]:
        """The best candidate once more: nothing new is left to try, but the files around it may have changed.

        A person who asks for another attempt has it judged again in any case, and then decides again. So is one that
        had promised further candidates: it was sent back for them, and not because it is bad.
        """
        before = work.status.get("metadata", {})
        promised = before.get("candidates_left") or before.get("candidates_on_failure")
        unmoved = before.get("judged_tree") == self.seat.tree_hash()
        if unmoved and not before.get("decided_by") and not promised:
            return self._failure(work, "nothing new to try, and nothing around it has changed")
        # An answer that could not be used has cost a turn: those that are left may still bring something.
        left = 0 if work.key in proposal.texts else proposal.candidates_left
        metadata = {
            "attempts": work.request.attempt + 1,
            "candidates_left": min(left, self.appetite.max_candidates - work.request.attempt - 1),
            "given": None,
            # What failed may fail otherwise now that others have changed.
            "candidates_on_failure": 0 if unmoved else before.get("candidates_on_failure", 0),
            "notes": [note for note in (proposal.refusal, *proposal.notes) if note],
            **remembered(work.request, proposal, None),
            "tried": before.get("best"),
        }
        return {"status": Status.TRANSFORMED, "metadata": {**metadata, **self._spent(work)}}

    def _companions(self, work: Work, proposal: Proposal, taken: set[str]) -> dict[str, bytes]:
        """Texts of further files of the same proposal: new ones, or files nobody else is working on."""
        companions = {key: text.encode() for key, text in proposal.new_files.items()}
        for key, text in proposal.texts.items():
            if key == work.key:
                continue
            if key in taken:
                raise GuardrailViolation(f"{key} is being worked on, so {work.key} can't change it too")
            companions[key] = decode_file(key, self.seat.original(key)).encode(text)
        return companions

    def _brought_before(self, work: Work) -> set[str]:
        """New files that an earlier candidate came with: a repair of that one needs them as well."""
        found = set()
        for key in set(work.status.get("metadata", {}).get("group", ())) - {work.key}:
            try:
                self.seat.original(key)
            except OSError:
                found.add(key)
        return found

    def _failure(self, work: Work, reason: str) -> dict[str, Any]:
        self.log.warning("%s: no usable candidate: %s", work.key, reason)
        left = work.proposal.candidates_left if work.proposal else 0
        metadata = {
            "attempts": work.request.attempt + 1,
            "reason": reason,
            "no_budget": True if reason.startswith("no budget") else None,
            "candidates_left": left,
            "given": None,
            **(remembered(work.request, work.proposal, None) if work.proposal else {}),
            **self._spent(work),
        }
        return {"status": Status.FAILED, "metadata": metadata}

    def _spent(self, work: Work) -> dict[str, Any]:
        usage = work.proposal.usage if work.proposal else None
        before = work.status.get("metadata", {})
        return {
            "tokens": int(before.get("tokens", 0)) + (usage.total_tokens if usage else 0),
            "cost_usd": float(before.get("cost_usd", 0.0)) + (usage.cost_usd if usage else 0.0),
        }


def _after(work: Work, reason: str) -> str:
    """`reason`, behind what made the file fail before: that there is nothing else to try explains nothing."""
    earlier = str(work.status.get("metadata", {}).get("reason") or "")
    if not earlier or earlier.startswith("no budget"):
        return reason
    return earlier if reason in earlier else f"{earlier}; then: {reason}"


def _written(proposal: Proposal) -> set[str]:
    return proposal.texts.keys() | proposal.new_files.keys()


def _as_given(work: Work) -> Proposal:
    """A person's text as a proposal: what they left of the best candidate keeps its author, what they wrote is theirs.

    On what their lines rest nobody knows, so each depends on being run.
    """
    assert work.given is not None
    text, author = str(work.given["text"]), f"person:{work.given['who']}"
    known = work.status["metadata"].get("best_changes") or () if work.request.current is not None else ()
    before = (work.request.current or work.source.text).splitlines()
    changes = []
    for tag, start, end, place, until in difflib.SequenceMatcher(
        None, before, text.splitlines(), autojunk=False
    ).get_opcodes():
        if tag != "equal":
            changes.append(Change(author, Exactness.SEMANTIC, place + 1, max(place + 1, until), start + 1))
            continue
        inside = (c for c in map(Change.from_dict, known) if start < c.line and c.end_line <= end)
        changes += [
            replace(c, line=c.line - start + place, end_line=c.end_line - start + place) for c in inside
        ]
    return Proposal({work.key: text}, {work.key: tuple(changes)}, author=author)
