"""Names the file that a failing test speaks against, by its frames and the spectrum of executed lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt

from environment.traces import Frame, Issue
from verification.results import DEADLY, Lines, TestOutcome, executed
from verification.sites import Statement

#: Raised by a test file itself, these speak of its own text and not of what the product returned.
OWN_FAULTS = frozenset(
    {
        "NameError",
        "UnboundLocalError",
        "SyntaxError",
        "IndentationError",
        "TabError",
        "ImportError",
        "ModuleNotFoundError",
    }
)
#: Raised by a line of the test itself, these speak of what it does with a value as much as of the value.
_OWN_VALUES = frozenset({"TypeError", "AttributeError"})
#: Messages of failures in which bytes met text. Where no product file raised them, the literal may be the test's own.
_KINDS = re.compile(
    r"bytes-like object is required|can't concat|can only concatenate (?:str|bytes)|pattern on a (?:bytes|string)-like"
    r"|must be str, not bytes|must be bytes|(?:^|[\s\[(])b(?:'.*'|\".*\") [!=]= \[?['\"]|['\"] [!=]= \[?b['\"]"
    r"|requires string as left operand"
)
#: Files whose score is at least this share of the highest are charged together: the spectrum can't tell
#: them apart.
NEAR = 0.9


@dataclass(frozen=True)
class Spectrum:
    """Which tests failed and passed, and which lines each of them executed: what suspicion is computed
    from."""

    touched: Mapping[str, Mapping[str, Lines]]
    failing: frozenset[str]
    passing: frozenset[str]
    sites: Mapping[str, Sequence[Statement]] = field(default_factory=dict)
    is_test: Callable[[str], bool] = lambda key: False
    #: The weak link: by product file being judged, the tests whose own file imports it, directly or not.
    imported: Mapping[str, Collection[str]] = field(default_factory=dict)
    #: By file, the lines that ran outside of any test.
    at_import: Mapping[str, Lines] = field(default_factory=dict)

    def score(self, key: str, test: str) -> float:
        """Ochiai's coefficient of the most suspicious rewritten statement of `key` that `test` executed,
        else 0.

        ef / sqrt(F · (ef + ep)), with ef and ep the failing and passing tests that executed the statement
        and F all failing ones (Abreu, Zoeteweij, van Gemund 2007).
        """
        own = self.touched.get(test, {}).get(key, 0)
        spans = [site.body or (site.first, site.last) for site in self.sites.get(key, ())]
        return max((self._ochiai(key, span) for span in spans if executed(own, *span)), default=0.0)

    def file_score(self, key: str) -> float:
        """The same for the file as a whole."""
        return self._ochiai(key, None)

    def import_scores(self, test: str, rewritten: bool) -> dict[str, float]:
        """The same for the files whose import ran before `test` began, which no test is seen to execute.

        With `rewritten` only for files of which a rewritten statement outside functions ran.
        """
        scores = {}
        for key, importing in self.imported.items():
            ran = self.at_import.get(key, 0)
            own = (s for s in self.sites.get(key, ()) if not s.inside and executed(ran, s.first, s.last))
            if test in importing and (not rewritten or any(own)):
                failing, passing = (
                    len(tests.intersection(importing)) for tests in (self.failing, self.passing)
                )
                scores[key] = failing / sqrt(len(self.failing) * (failing + passing)) if failing else 0.0
        return scores

    def _ochiai(self, key: str, span: tuple[int, int] | None) -> float:
        def hits(tests: Iterable[str]) -> int:
            masks = (self.touched.get(test, {}).get(key) for test in tests)
            return sum(mask is not None and (span is None or executed(mask, *span)) for mask in masks)

        failing, passing = hits(self.failing), hits(self.passing)
        return failing / sqrt(len(self.failing) * (failing + passing)) if failing else 0.0


def blame(test: TestOutcome, spectrum: Spectrum, test_id: str = "") -> tuple[str, ...]:
    """File keys that the failing `test` is charged to, the most suspicious first; never empty if a file is
    known.

    An exception blames the deepest frame in a product file, unless it is an assertion made there (a package that tests
    itself, or checks what it is given): what was rewritten and ran is suspected first then. Any other assertion
    (or a death without frames) has its frame in the test: there the touched files are ranked by how much more failing
    than passing tests execute their rewritten statements, then by the files as a whole. What ran at import no test is
    seen to execute: where no rewritten statement was executed by the test, the files that its own file imports are
    charged too, those with rewritten statements that ran at import, or, where it touches nothing, all that are being
    judged.
    `test_id` is the id under which lines were recorded.
    """
    products = [frame.file for frame in test.frames if not spectrum.is_test(frame.file)]
    if products and test.asserted and (accused := _accused(spectrum, test_id or test.id)):
        return accused
    if products:
        deeper = test.frames[-1].file
        own = (deeper,) if test.exception in _OWN_VALUES and deeper != products[-1] else ()
        return (products[-1], *own)
    if test.frames and test.exception in OWN_FAULTS:
        return (test.frames[-1].file,)
    charged = _suspects(spectrum, test_id or test.id)
    if not charged:
        charged = _highest(spectrum.import_scores(test_id or test.id, rewritten=False), spectrum)
    elif test.exception not in _OWN_VALUES and not _KINDS.search(test.message):
        return charged
    if test.frames:
        charged = (*charged, test.frames[-1].file)
    elif test.file and not charged:
        charged = (test.file,)
    return tuple(dict.fromkeys(charged))


def _suspects(spectrum: Spectrum, test: str) -> tuple[str, ...]:
    """The files that the failing `test` executed or that ran before it, as far as anything speaks against them."""
    touched = spectrum.touched.get(test, {})
    if rewritten := _highest({key: spectrum.score(key, test) for key in touched}, spectrum):
        return rewritten
    whole = {key: spectrum.file_score(key) for key in touched if not spectrum.is_test(key)}
    at_import = spectrum.import_scores(test, rewritten=True)
    return tuple(dict.fromkeys((*_highest(whole, spectrum), *_highest(at_import, spectrum))))


def _accused(spectrum: Spectrum, test: str) -> tuple[str, ...]:
    """The product files with rewritten statements that the failing `test` executed and speaks against most."""
    touched = (key for key in spectrum.touched.get(test, {}) if not spectrum.is_test(key))
    return _highest({key: spectrum.score(key, test) for key in touched}, spectrum)


def _highest(scores: Mapping[str, float], spectrum: Spectrum) -> tuple[str, ...]:
    """The files near the highest score, the highest first; none when no score is above 0."""
    top = max(scores.values(), default=0.0)
    near = [key for key, score in scores.items() if score > 0 and score >= NEAR * top]
    return tuple(sorted(near, key=lambda key: (-scores[key], spectrum.is_test(key), key)))


def issue_for(test: TestOutcome, key: str) -> Issue:
    """The issue that `test` deposits on file `key`: its line is the deepest frame there, else 0."""
    line = next((frame.line for frame in reversed(test.frames) if frame.file == key), 0)
    exception = test.exception or (test.outcome.capitalize() if test.outcome in DEADLY else "")
    return Issue(test.id, key, line, exception, test.message[:500], _own(test.frames))


def telling(issues: Iterable[Issue]) -> list[Issue]:
    """The issues, one of each kind and place first: what is cut off later then tells nothing new."""
    seen: dict[tuple[str, str, int, tuple[Frame, ...]], int] = {}
    ranked = []
    for number, issue in enumerate(issues):
        kind = (issue.exception, issue.message, issue.line, issue.frames[-1:])
        seen[kind] = seen.get(kind, 0) + 1
        ranked.append((seen[kind], number, issue))
    return [issue for _, _, issue in sorted(ranked, key=lambda one: one[:2])]


def _own(frames: Sequence[Frame]) -> tuple[Frame, ...]:
    return tuple(frames[-10:])
