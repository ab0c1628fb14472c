"""The crafts as a baseline uses them: look, ask, write, judge, commit, under the walls that hold for everyone."""

from __future__ import annotations

import ast
import time
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from baselines.memory import Memory
from environment.guardrails import GuardrailViolation, safe_key
from environment.refusals import CommitConflict
from environment.target_repo import TargetRepo
from environment.test_integrity import lost_from
from environment.traces import Change, Issue, Judgement, Observation, Status, Trial
from environment.tree_files import read_file, write_file
from migration.code_model import CodeModel, Example, Proposal, Request
from migration.engine.documents import decode_file
from migration.engine.outcome import Scan
from migration.models.observed import patterns_seen
from migration.repository.index import RepositoryIndex
from migration.source.source_text import SourceText, UndecodableError
from stigmergy.crafts import compile_error, is_test, scan_all, target_version
from stigmergy.models.parallel import propose_all
from stigmergy.observing import see
from stigmergy.providers import ChosenModel
from stigmergy.settings import Settings
from verification.evidence import Subject, Verifier


@dataclass(frozen=True)
class Candidate:
    """New text for a file that may be written: it compiles and loses no test. `companions` are new files."""

    key: str
    data: bytes
    proposal: Proposal
    companions: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def changes(self) -> tuple[Change, ...]:
        """Which lines who rewrote."""
        return self.proposal.changes.get(self.key, ())

    @property
    def open_sites(self) -> int:
        """How many places were left as they are."""
        return len(self.proposal.open_sites.get(self.key, ()))


class Workbench:
    """What a baseline works with. It decides nothing; everything it does is noted in the memory."""

    def __init__(
        self,
        target: TargetRepo,
        verifier: Verifier,
        chosen: ChosenModel,
        settings: Settings,
        memory: Memory,
        seed: int = 0,
    ) -> None:
        self.target = target
        self.verifier = verifier
        self.chosen = chosen
        self.settings = settings
        self.memory = memory
        self.seed = seed
        #: Where candidates stand and are judged: the working copy, unless a baseline works in a tree of its own.
        self.tree = target.root
        self.findings: dict[str, Scan] = {}
        self.tests_seconds = 0.0
        self._sources: dict[str, SourceText] = {}
        self._observations: Mapping[str, Sequence[Observation]] = {}

    # -- looking -------------------------------------------------------------------------------------------------

    def survey(self, agent: str) -> Mapping[str, Scan]:
        """Scan every file and note its first state. Returns the findings of those that can be read."""
        unreadable = dict(self.target.oddities())
        data: dict[str, bytes] = {}
        for key in self.target.files():
            if key in unreadable:
                continue
            try:
                data[key] = self.target.read(key)
            except OSError as error:
                unreadable[key] = f"can't be read: {error.strerror or error}"
        for key, finding in scan_all(data).items():
            if isinstance(finding, str):
                unreadable[key] = finding
            else:
                self.findings[key] = finding
        self._observe()
        for key in sorted(unreadable):
            self.memory.note(agent, key, Status.SKIPPED, reason=unreadable[key])
        for key in sorted(self.findings):
            finding = self.findings[key]
            self._sources[key] = decode_file(key, data[key])
            if finding.compiles and not finding.patterns:
                self.memory.note(agent, key, Status.TRANSFORMED, unchanged=True)
            else:
                found = _names(finding)
                self.memory.note(agent, key, Status.PENDING, patterns_found=found)
        self._index = RepositoryIndex(self._sources, lambda key: self._sources[key].text)
        return self.findings

    def _observe(self) -> None:
        """See what the original does when it runs, and add to the findings what only that shows."""
        if self.settings.migration.observe == "never":
            return
        began = time.monotonic()
        keys = sorted(self.findings)
        self._observations = see(self.verifier, keys, self.settings).by_file(keys)
        self.tests_seconds += time.monotonic() - began
        for key, seen in self._observations.items():
            finding = self.findings[key]
            shown = patterns_seen(seen, finding.patterns)
            self.findings[key] = replace(finding, patterns=(*finding.patterns, *shown))

    def examples(self, key: str) -> tuple[Example, ...]:
        """Diffs of files done before that share most patterns with this one; none where a model costs nothing."""
        if self.chosen.model.free:
            return ()
        mine = set(_names(self.findings[key]))
        shared = []
        for other in self.memory.in_state(Status.VALIDATED):
            common = len(mine & set(_names(self.findings[other])))
            if common and not self.memory.fact(other, "unchanged"):
                shared.append((-common, other))
        best = sorted(shared)[: self.settings.transformer.max_examples]
        return tuple(Example(other, self.target.diff(other)) for _, other in best)

    # -- asking --------------------------------------------------------------------------------------------------

    def affordable(self) -> bool:
        """Whether the code model can be asked once more."""
        return not self.chosen.exhausted()

    def request(
        self,
        key: str,
        attempt: int,
        *,
        current: str | None = None,
        issues: Sequence[Issue] = (),
        examples: tuple[Example, ...] = (),
        failures: tuple[Issue, ...] = (),
        trials: tuple[Trial, ...] = (),
        hint: str = "",
    ) -> Request:
        """The question for a candidate. `current` is the text to go on from, None to begin with the original.

        `failures` are all issues known of `current`, `trials` what was tried before: what repairs go by. They, and
        `issues` and `examples`, belong to a feedback loop; a way of coordinating without one gives none of them.
        """
        return Request(
            key=key,
            source=self._sources[key].text,
            index=self._index,
            current=current,
            patterns=self.findings[key].patterns,
            observations=tuple(self._observations.get(key, ())),
            issues=tuple(issues[: self.settings.transformer.max_issues]),
            examples=examples,
            target=target_version(self.settings),
            attempt=attempt,
            seed=self.seed,
            hint=hint,
            failures=failures,
            trials=trials,
            present=self._present() if failures else None,
        )

    def _present(self) -> RepositoryIndex:
        """The files as they stand."""
        return RepositoryIndex(self._sources, lambda key: decode_file(key, self.read(key)).text)

    def ask(self, agent: str, requests: Sequence[Request], model: CodeModel | None = None) -> list[Proposal]:
        """A proposal for each request, in order, and what it cost on the file's account.

        `model` is the run's code model unless another one is given.
        """
        proposals = propose_all(model or self.chosen.model, requests, self.settings.llm.concurrency)
        for request, proposal in zip(requests, proposals, strict=True):
            key, usage = request.key, proposal.usage
            self.memory.note(
                agent,
                key,
                attempts=int(self.memory.fact(key, "attempts", 0)) + 1,
                tokens=int(self.memory.fact(key, "tokens", 0)) + usage.total_tokens,
                cost_usd=float(self.memory.fact(key, "cost_usd", 0.0)) + usage.cost_usd,
                candidates_left=proposal.candidates_left,
                candidates_on_failure=proposal.candidates_on_failure,
            )
        return proposals

    def check(self, key: str, proposal: Proposal) -> Candidate | str:
        """The candidate that a proposal makes, or why it makes none."""
        text = proposal.texts.get(key)
        if text is None:
            return proposal.refusal or "the code model offered no text"
        try:
            data = self._sources[key].encode(text)
        except UndecodableError as error:
            return str(error)
        companions = {name: new.encode() for name, new in proposal.new_files.items()}
        others = sorted(proposal.texts.keys() - {key})
        if others:
            return f"it would change {', '.join(others)} too, which is a file of its own"
        taken = sorted(companions.keys() & self.memory.status.keys())
        if taken:
            return f"it would overwrite {', '.join(taken)}"
        try:
            for name, new in {key: data, **companions}.items():
                self._check_text(safe_key(name), new)
        except GuardrailViolation as refusal:
            return f"refused: {refusal}"
        return Candidate(key, data, proposal, companions)

    def _check_text(self, name: str, data: bytes) -> None:
        error = compile_error(name, data)
        if error:
            raise GuardrailViolation(f"{name} does not compile: {error}")
        if name in self.memory.status:
            lost = lost_from(name, self.target.read_original(name), data)
            if lost:
                raise GuardrailViolation(
                    f"{name}: a migrated test file keeps its tests: {'; '.join(lost[:5])}"
                )

    # -- writing -------------------------------------------------------------------------------------------------

    def put(self, agent: str, candidate: Candidate, status: Status | None = Status.TRANSFORMED) -> None:
        """Write a candidate into the working copy, and note what it is. `status` None leaves the state as it is."""
        key = candidate.key
        for name, data in {**candidate.companions, key: candidate.data}.items():
            self.write(name, data)
        sites = candidate.proposal.open_sites.get(key, ())
        blob = self.target.keep(candidate.data)
        self.memory.note(
            agent,
            key,
            status,
            candidate=blob,
            first=self.memory.fact(key, "first", blob),
            group=sorted({key, *candidate.companions}),
            author=candidate.proposal.author,
            rules=sorted({change.author for change in candidate.changes}),
            changes=[change.as_dict() for change in candidate.changes],
            lines_changed=sum(change.end_line - change.line + 1 for change in candidate.changes),
            open_sites=[site.as_dict() for site in sites],
            requirements=list(candidate.proposal.requirements),
            notes=list(candidate.proposal.notes),
            unchanged=candidate.data == self.target.read_original(key) or None,
        )

    def restore(self, agent: str, key: str) -> None:
        """Put a file's original text back; its state stays."""
        self.write(key, self.target.read_original(key))
        compiles = not compile_error(key, self.target.read_original(key)) or None
        gone = dict.fromkeys(
            ("candidate", "group", "author", "rules", "changes", "open_sites", "lines_changed")
        )
        self.memory.note(agent, key, None, unchanged=compiles, **gone)

    def write(self, key: str, data: bytes) -> None:
        """Put `data` into a file of the tree, all or nothing. Raises GuardrailViolation for a key that leaves it."""
        if self.tree == self.target.root:
            self.target.write(key, data)
        else:
            write_file(self.tree, key, data, self.target.root / ".git" / "stigmergy-unfinished")

    def read(self, key: str) -> bytes:
        """A file as it stands in the tree. Raises OSError; a symbolic link is not followed."""
        return read_file(self.tree, key)

    def source(self, key: str) -> str:
        """The original text of a file."""
        return self._sources[key].text

    def encode(self, key: str, text: str) -> bytes:
        """`text` in the encoding of the file `key`."""
        return self._sources[key].encode(text)

    def text(self, candidate: Candidate) -> str:
        """A candidate's text, decoded."""
        return decode_file(candidate.key, candidate.data).text

    # -- judging -------------------------------------------------------------------------------------------------

    def judge(self, agent: str, keys: Sequence[str]) -> dict[str, Judgement]:
        """Run what exercises these files as they now stand, and note what it showed: state `tested`."""
        if not keys:
            return {}
        began = time.monotonic()
        try:
            judgements = self.verifier.judge(self.tree, [self._subject(key) for key in keys])
        finally:
            self.tests_seconds += time.monotonic() - began
        for key in keys:
            self.memory.judged(agent, key, judgements[key])
            self.memory.note(agent, key, Status.TESTED)
        return judgements

    def _subject(self, key: str) -> Subject:
        return Subject(
            key=key,
            changes=tuple(Change.from_dict(change) for change in self.memory.fact(key, "changes", ())),
            unchanged=bool(self.memory.fact(key, "unchanged")),
            is_test=is_test(key),
            depends_on=self.findings[key].imports,
            left_open=tuple(int(site["line"]) for site in self.memory.fact(key, "open_sites", ())),
        )

    # -- deciding is the baseline's; carrying out is done here --------------------------------------------------

    def conclude(self, agent: str, key: str, status: Status, reason: str) -> Status:
        """Carry a decision out: `validated` commits the file, a failure for good is `skipped`. Returns the state."""
        commit: str | None = None
        if status == Status.VALIDATED and not self.memory.fact(key, "unchanged"):
            try:
                commit = self._commit(agent, key)
            except (CommitConflict, GuardrailViolation) as error:
                status, reason = Status.FAILED, f"Git conflict: {error}"
        if status == Status.FAILED:
            self.memory.note(agent, key, Status.FAILED, reason=reason)
            status = Status.SKIPPED
        self.memory.note(agent, key, status, reason=reason, commit=commit)
        return status

    def _commit(self, agent: str, key: str) -> str:
        quality = self.memory.quality[key]
        confidence = float(quality["confidence"])
        trailers = {
            "Agent": agent,
            "Run-Id": self.target.run_id,
            "Confidence": f"{confidence:.2f}",
            "Evidence": str(quality["evidence"]["kind"]),
            "Patterns": ", ".join(self.memory.fact(key, "patterns_found", ())) or "none",
            "Tokens": str(self.memory.fact(key, "tokens", 0)),
        }
        group = self.memory.fact(key, "group") or [key]
        message = f"migrate({key}): Python 3, confidence {confidence:.2f}"
        sha = self.target.commit(group, message, trailers, self.memory.trace.tick)
        self.memory.trace.write(agent, "commit", key, "committed", {"commit": sha, "group": group}, {})
        return sha


def _names(finding: Scan) -> list[str]:
    return sorted({site.pattern for site in finding.patterns})


def normal_form(text: str) -> str:
    """A text without what does not matter to Python: equal for texts that differ in layout and comments only."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.dump(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return text
