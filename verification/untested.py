"""Judges files that no counting test speaks about: by compiling, importing, and executing them on both sides."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from environment.traces import Evidence, EvidenceKind, Issue, Judgement, is_document
from verification.attribution import issue_for
from verification.definitions import contradicted_definitions, rewritten_definitions
from verification.differential import (
    Answer,
    Differential,
    compare_answers,
    compare_names,
    contradicted_calls,
    is_script,
    lines_the_same,
    observe,
)
from verification.judging import CONFIDENCE, REGRESSED_CEILING, OwnTests, Subject, by_kind, excuses
from verification.probes import Probe, Prober
from verification.results import Lines, TestOutcome
from verification.settings import VerificationSettings
from verification.sites import rewritten, unexecuted
from verification.test_runs import SuiteRunner

#: Seconds in which calls of one tested file's functions may begin: tests speak for it already.
TESTED_SECONDS = 10.0
#: Scripts of packaging: what they print belongs to the tools of the interpreter.
PACKAGING = frozenset({"setup.py", "ez_setup.py", "distribute_setup.py", "bootstrap.py"})


class Untested:
    """Asks the migrated tree and, where there is a Python 2.7, the original the same questions.

    Answers about the original are kept: it does not change.
    """

    def __init__(
        self,
        original: Path,
        settings: VerificationSettings,
        target: SuiteRunner,
        python2: SuiteRunner | None,
        log: logging.Logger,
        later: SuiteRunner | None = None,
    ) -> None:
        self._original = original
        self._settings = settings
        self._target = target
        self._python2 = python2
        #: Asks the original a second time: what comes out otherwise then, the clock decides, or the order of hashes.
        self._later = later or python2
        self._prober = Prober(target, log)
        self._old_prober = Prober(python2, log) if python2 else None
        self._late_prober = Prober(self._later, log) if self._later else None
        self._old_probes: dict[str, Probe] = {}
        self._second_probes: dict[str, Probe] = {}
        self._old_answers: dict[str, dict[str, Answer]] = {}
        self._asked_again: set[str] = set()
        self._old_calls: dict[str, dict[str, Answer]] = {}
        #: Tested files whose original was asked for its calls twice.
        self._steady: set[str] = set()

    def judge(
        self, tree: Path, subjects: Mapping[str, Subject], own: Mapping[str, OwnTests], seal: Evidence
    ) -> dict[str, Judgement]:
        """Judgements of the subjects that do not compile, and of those without counting tests."""
        documents = [s for s in subjects.values() if is_document(s.key) and not own[s.key].total]
        judged = self._judge_documents(tree, documents, own, seal) if documents else {}
        subjects = {key: subject for key, subject in subjects.items() if not is_document(key)}
        open_keys = sorted(key for key in subjects if not own[key].total)
        probes = self._prober.ask(tree, sorted(subjects), open_keys)
        failing = {key for key, probe in probes.items() if probe.syntax is not None}
        before = self._probe_original(sorted(failing.union(open_keys)))
        wanted = [
            k for k in open_keys if k not in failing and k in probes and k in before and not own[k].excused
        ]
        compared = self._compare(tree, [subjects[key] for key in wanted], before, probes)
        for key in sorted(failing.union(open_keys)):
            probe, old = probes.get(key), before.get(key)
            if probe is not None and probe.syntax is not None:
                judged[key] = self._not_compiling(probe, old, seal)
            else:
                found = compared.get(key)
                judged[key] = self._without_tests(tree, subjects[key], own[key], probe, old, found, seal)
        return judged

    def _judge_documents(
        self, tree: Path, subjects: Sequence[Subject], own: Mapping[str, OwnTests], seal: Evidence
    ) -> dict[str, Judgement]:
        """Judgements of text files that no counting test runs, by what their examples do under both interpreters."""
        keys = sorted(
            s.key for s in subjects if not own[s.key].excused and (self._original / s.key).is_file()
        )
        if self._python2 is not None:
            unknown = set(keys) - self._old_answers.keys()
            self._old_answers.update(observe(self._python2, self._original, (), (), unknown))
        answers = observe(self._target, tree, (), (), keys)

        def held(key: str) -> Differential:
            made = Differential()
            compare_answers(key, self._old_answers.get(key, {}), answers.get(key, {}), made)
            return made

        found = {key: held(key) for key in keys}
        doubtful = {key for key in keys if found[key].issues} - self._asked_again
        if doubtful and self._python2 is not None:
            self._asked_again |= doubtful
            for key, later in observe(self._python2, self._original, (), (), doubtful).items():
                self._old_answers[key] = _the_same_later(self._old_answers.get(key, {}), later)
            found |= {key: held(key) for key in doubtful}
        # Without a 2.7, what an author said an example shows is all there is to hold it against.
        sure = {k for k, told in answers.items() if told and not any(a.outcome[2] for a in told.values())}
        sure = sure if self._python2 is None else set()
        return {
            s.key: self._of_document(
                tree, s, own[s.key], found.get(s.key, Differential()), s.key in sure, seal
            )
            for s in subjects
        }

    def _of_document(
        self, tree: Path, subject: Subject, own: OwnTests, found: Differential, held: bool, seal: Evidence
    ) -> Judgement:
        """The judgement of one of them; `held` says that its examples hold, though nobody knows whether they did."""
        said = excuses(own)
        if found.issues:
            return self._different(found, seal, said)
        missed = unexecuted(rewritten((tree / subject.key).read_bytes(), subject.changes), found.lines, 0)
        if found.executed and not missed:
            said.insert(0, f"the same under both: {found.equal} examples")
            return by_kind(EvidenceKind.DIFFERENTIAL, seal, self._settings, notes=said)
        if missed:
            said.append(f"rewritten lines that nothing executed: {', '.join(map(str, missed))}")
        # Examples that never held may be anything, a quotation say: that they were rewritten rightly nobody knows.
        known = subject.unchanged or (held and subject.exact)
        kind = EvidenceKind.CONSTRUCTION if known and not own.excused else EvidenceKind.PROBE
        return by_kind(kind, seal, self._settings, notes=said)

    def contradictions(
        self, tree: Path, subjects: Sequence[Subject]
    ) -> tuple[dict[str, tuple[Issue, ...]], dict[str, Lines]]:
        """What tested files surely do otherwise than the original, though no test minds; and the lines of theirs that
        did the same.

        Asked of files that were changed: what their rewritten definitions amount to, the examples in their docstrings,
        and calls of their functions. Of those that run a line rewritten on assumptions none speaks against a file:
        what such a line does with unusual arguments was not promised.
        """
        by_key = {subject.key: subject for subject in subjects}
        changed = [
            key
            for key in sorted(by_key)
            if (self._original / key).is_file()
            and (self._original / key).read_bytes() != (tree / key).read_bytes()
        ]
        if self._python2 is None or not changed:
            return {}, {}
        same: dict[str, Lines] = {}
        found = self._contradicted_definitions(tree, changed)
        unknown = set(changed) - self._old_calls.keys()
        self._old_calls.update(self._calls(self._python2, self._original, unknown))
        calls = self._calls(self._target, tree, changed)

        def contradicted(key: str) -> tuple[Issue, ...]:
            assumed = by_key[key].assumed
            sure = {n: a for n, a in calls[key].items() if a.promised or not assumed & a.lines}
            return contradicted_calls(key, self._old_calls.get(key, {}), sure)

        if doubtful := {key for key in calls if key not in self._steady and contradicted(key)}:
            assert self._later is not None
            for key, later in self._calls(self._later, self._original, doubtful).items():
                self._old_calls[key] = _the_same_later(self._old_calls.get(key, {}), later)
            self._steady |= doubtful
        for key, answers in calls.items():
            found[key] = found.get(key, ()) + contradicted(key)
            same[key] = lines_the_same(self._old_calls.get(key, {}), answers)
        return {key: issues for key, issues in found.items() if issues}, same

    @staticmethod
    def _calls(runner: SuiteRunner, tree: Path, keys: Collection[str]) -> dict[str, dict[str, Answer]]:
        return observe(runner, tree, (), keys, seconds=TESTED_SECONDS)

    def _contradicted_definitions(self, tree: Path, keys: Sequence[str]) -> dict[str, tuple[Issue, ...]]:
        texts = {key: ((self._original / key).read_bytes(), (tree / key).read_bytes()) for key in keys}
        asked = [key for key in keys if rewritten_definitions(*texts[key])]
        if self._late_prober is None or not asked:
            return {}
        probes = self._prober.ask(tree, asked, asked)
        first = self._probe_original(asked)
        unknown = [key for key in asked if key not in self._second_probes]
        # A second time, in another folder: what does not come out the same twice says nothing.
        self._second_probes.update(self._late_prober.ask(self._original, unknown, unknown))
        found = {}
        for key in asked:
            old = [both[key] for both in (first, self._second_probes) if key in both]
            if len(old) == 2 and key in probes:
                found[key] = contradicted_definitions(key, *texts[key], old, probes[key])
        return found

    # --- questions -----------------------------------------------------------------------------------------

    def _probe_original(self, keys: Sequence[str]) -> dict[str, Probe]:
        if self._old_prober is None:
            return {}
        unknown = [key for key in keys if key not in self._old_probes and (self._original / key).is_file()]
        self._old_probes.update(self._old_prober.ask(self._original, unknown, unknown))
        return {key: self._old_probes[key] for key in keys if key in self._old_probes}

    def _compare(
        self,
        tree: Path,
        subjects: Sequence[Subject],
        before: Mapping[str, Probe],
        probes: Mapping[str, Probe],
    ) -> dict[str, Differential]:
        if self._python2 is None:
            return {}
        both = [s.key for s in subjects if before[s.key].imports and probes[s.key].imports]
        modules = {s.key for s in subjects if s.key in both and not s.is_test}
        scripts = {
            s.key
            for s in subjects
            if not s.is_test
            and PurePosixPath(s.key).name not in PACKAGING
            and is_script((self._original / s.key).read_bytes())
        }
        asked = scripts | modules
        unknown = asked - self._old_answers.keys()
        self._old_answers.update(observe(self._python2, self._original, scripts & unknown, modules & unknown))
        answers = observe(self._target, tree, scripts, modules)

        def held(key: str) -> Differential:
            made = Differential()
            if key in both:
                compare_names(key, before[key], probes[key], made)
            compare_answers(key, self._old_answers.get(key, {}), answers.get(key, {}), made)
            return made

        found = {subject.key: held(subject.key) for subject in subjects}
        doubtful = {key for key, made in found.items() if made.issues or made.name_issues} - self._asked_again
        if doubtful:
            before = {**before, **self._steadied(sorted(doubtful), scripts & doubtful, modules & doubtful)}
            found |= {key: held(key) for key in doubtful}
        return found

    def _steadied(
        self, keys: Sequence[str], scripts: Collection[str], modules: Collection[str]
    ) -> dict[str, Probe]:
        """The original's probes of `keys` without what comes out otherwise a while later (a time, a path, the order of
        hashes); the same goes for its answers.
        """
        assert self._late_prober is not None and self._later is not None
        names = self._late_prober.ask(self._original, keys, keys)
        answers = observe(self._later, self._original, scripts, modules)
        for key in keys:
            self._asked_again.add(key)
            if key in names and names[key].imports:
                old = self._old_probes[key]
                kept = {name: told for name, told in old.names.items() if names[key].names.get(name) == told}
                self._old_probes[key] = replace(old, names=kept)
            if key in answers:
                self._old_answers[key] = _the_same_later(self._old_answers.get(key, {}), answers[key])
        return {key: self._old_probes[key] for key in keys}

    # --- verdicts ------------------------------------------------------------------------------------------

    def _not_compiling(self, probe: Probe, old: Probe | None, seal: Evidence) -> Judgement:
        assert probe.syntax is not None
        issues = [issue_for(probe.syntax, probe.key)]
        if old is not None and old.syntax is not None:
            said = ["does not compile under Python 2.7 either"]
            return by_kind(EvidenceKind.NONE, seal, self._settings, issues, said)
        return by_kind(EvidenceKind.BROKEN, seal, self._settings, issues)

    def _without_tests(
        self,
        tree: Path,
        subject: Subject,
        own: OwnTests,
        probe: Probe | None,
        old: Probe | None,
        found: Differential | None,
        seal: Evidence,
    ) -> Judgement:
        said = excuses(own)
        if probe is None:
            return by_kind(EvidenceKind.NONE, seal, self._settings, notes=[*said, "the probe gave no answer"])
        # A script that can't be imported under Python 2.7 either is judged by what it does when it is run.
        runs = old is not None and not old.imports and found is not None and found.equal > 0
        if not probe.imports and not runs and (old is None or not old.same_import(probe)):
            return self._not_importing(probe, old, seal, said)
        if old is None:
            why = "no Python 2.7" if self._python2 is None else "no original, or no answer about it"
            said.append(f"{why}: its import is not held against the original's")
            kind = EvidenceKind.CONSTRUCTION if subject.exact and probe.imports else EvidenceKind.PROBE
            return by_kind(kind, seal, self._settings, notes=said)
        said.extend(_accepted(found) if found is not None else ())
        if found is not None and (found.issues or found.name_issues):
            return self._different(found, seal, said)
        if found is not None and found.executed:
            sites = rewritten((tree / subject.key).read_bytes(), subject.changes)
            missed = unexecuted(sites, found.lines, found.lines)
            if not missed:
                said.insert(0, f"the same under both: {found.equal} executions, {found.values_equal} values")
                return by_kind(EvidenceKind.DIFFERENTIAL, seal, self._settings, notes=said)
            said.append(f"rewritten lines that nothing executed: {', '.join(map(str, missed))}")
        if subject.exact and not own.excused:
            return by_kind(EvidenceKind.CONSTRUCTION, seal, self._settings, notes=said)
        return by_kind(EvidenceKind.PROBE, seal, self._settings, notes=said)

    def _different(self, found: Differential, seal: Evidence, said: list[str]) -> Judgement:
        """Behaviour that was executed and differs weighs as regressed tests do; names alone as a poor probe."""
        said = [
            *said,
            f"the same under both: {found.equal} executions, {found.names_equal} names",
            *_accepted(found),
        ]
        issues = [*found.issues, *found.name_issues]
        if found.issues:
            confidence = min(found.share, REGRESSED_CEILING)
            return by_kind(EvidenceKind.DIFFERENTIAL, seal, self._settings, issues, said, confidence)
        confidence = CONFIDENCE[EvidenceKind.PROBE] * found.share
        return by_kind(EvidenceKind.PROBE, seal, self._settings, issues, said, confidence)

    def _not_importing(self, probe: Probe, old: Probe | None, seal: Evidence, said: list[str]) -> Judgement:
        error = probe.error or TestOutcome(f"import of {probe.key}", "error", probe.key)
        culprit = error.frames[-1].file if error.frames else probe.key
        issue = issue_for(error, culprit)
        if culprit != probe.key:
            said = [*said, f"its import fails in {culprit}"]
            return by_kind(EvidenceKind.NONE, seal, self._settings, [issue], said)
        if probe.outcome in ("died", "hung") and (old is None or old.imports):
            said = [*said, f"its import {probe.outcome}"]
            return by_kind(EvidenceKind.BROKEN, seal, self._settings, [issue], said, 0.0)
        if old is not None and not old.imports:
            said = [*said, f"its import fails otherwise than under Python 2.7 ({old.raised or old.outcome})"]
        return by_kind(EvidenceKind.BROKEN, seal, self._settings, [issue], said)


def _the_same_later(told: Mapping[str, Answer], later: Mapping[str, Answer]) -> dict[str, Answer]:
    """The answers that came out the same a while later: the clock decides about others, or a path."""
    return {n: answer for n, answer in told.items() if n in later and later[n].outcome == answer.outcome}


def _accepted(found: Differential) -> list[str]:
    if not found.accepted:
        return []
    counted = ", ".join(f"{kind} {count}" for kind, count in sorted(found.accepted.items()))
    return [f"differences that every migration has: {counted}"]
