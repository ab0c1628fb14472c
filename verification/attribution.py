"""Names the file that a failing test speaks against, by its frames and the spectrum of executed lines."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from environment.traces import Frame, Issue
from verification.results import DEADLY, TestOutcome
from verification.suspicion import Spectrum

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
    # what a test hands over to see it refused may be a native string that is none any more
    r"|^\w+ not raised\b|DID NOT RAISE"
    # the name of a class that a test defines
    r"|<locals>\.\w"
    # UTF-8 that was read as Latin-1, as it is or as `repr` shows it
    r"|[\u00c2-\u00f4](?:[\u0080-\u00bf]|\\x[89ab][0-9a-f])"
)
#: These are raised at the place where something is wrong, or near it.
_TELLING_THEIR_PLACE = OWN_FAULTS | {"TypeError", "AttributeError", "RecursionError", "UnicodeDecodeError"}
#: Modules that only Python 2 has, in quotes: no statement asks for one any more, so something was given its name.
_OLD_MODULES = re.compile(
    r"(?<=['\"])(?:cPickle|cStringIO|StringIO|ConfigParser|Queue|SocketServer|BaseHTTPServer|SimpleHTTPServer|Cookie"
    r"|HTMLParser|Tkinter|cookielib|copy_reg|httplib|urllib2|urlparse|xmlrpclib|__builtin__|anydbm|whichdb)(?=['\".])"
)
#: What Python 2's `repr` writes in front of text.
_PREFIX = re.compile(r"(?<![\w'])u(?=')|(?<![\w\"])u(?=\")")
#: Files whose score is at least this share of the highest are charged together: the spectrum can't tell
#: them apart.
NEAR = 0.9
#: The same share where one test alone crashes in generated code: what wrote that code may have run in others too.
NEAR_ALONE = 0.5
#: A rewritten statement is likelier to be wrong than a line that was kept; below this share of the latter's score it is
#: not.
PALE = 0.5


def may_have_mixed(test: TestOutcome) -> bool:
    """Whether a test fails in a way that does not show where text and binary data were mixed up, if they were."""
    return test.exception not in _TELLING_THEIR_PLACE and test.outcome not in DEADLY


def blame(test: TestOutcome, spectrum: Spectrum, test_id: str = "") -> tuple[str, ...]:
    """File keys that the failing `test` is charged to, the most suspicious first; never empty if a file is
    known.

    A test that pins how Python 2 spells text has its own literal to blame. Else
    an exception blames the deepest frame in a product file, and beside it files with lines that stand out among what
    the test executed where none of that file does. An assertion made in a product file (a package that tests
    itself, or checks what it is given), or code from nowhere that a program has generated, says nothing against the
    file of its frame: what was rewritten and ran is suspected first then. Any other assertion
    (or a death without frames) has its frame in the test: there the touched files are ranked by how much more failing
    than passing tests execute their rewritten statements, and their lines. What ran at import no test is
    seen to execute: where no rewritten statement was executed by the test, the files that its own file imports are
    charged too, those with rewritten statements that ran at import, or, where it touches nothing, all that are being
    judged.
    What another thread or process met meanwhile speaks against the files of its own deepest frames as well.
    `test_id` is the id under which lines were recorded.
    """
    known = [f.file for f in test.beside.frames if spectrum.known(f.file)] if test.beside else []
    products = [file for file in known if not spectrum.is_test(file)]
    beside = (*products[-1:], *known[-1:])
    return tuple(dict.fromkeys((*_blame(test, spectrum, test_id or test.id), *beside)))


def _blame(test: TestOutcome, spectrum: Spectrum, name: str) -> tuple[str, ...]:
    """As `blame`, by what ended the test."""
    frames = [frame.file for frame in _within(test)]
    known = [file for file in frames if spectrum.known(file)]
    products = [file for file in known if not spectrum.is_test(file)]
    if not products and known and (test.exception in OWN_FAULTS or pins_spelling(test.message)):
        return (known[-1],)
    by_line = _line_scores(spectrum, name)
    generated = bool(known) and known[-1] != frames[-1]
    if products and (test.asserted or generated):
        near = NEAR_ALONE if generated and len(spectrum.alike(name)) == 1 else NEAR
        rewritten = _executed(spectrum, name, by_line, by_line, near)
        return rewritten or _highest(by_line, spectrum, near) or (products[-1],)
    if products:
        own: tuple[str, ...] = (
            (known[-1],) if test.exception in _OWN_VALUES and known[-1] != products[-1] else ()
        )
        standing_out = _highest(by_line, spectrum)
        others = () if products[-1] in standing_out else standing_out
        own = (*own, *_naming(test, products))
        return tuple(dict.fromkeys((products[-1], *own, *others)))
    charged = _suspects(spectrum, name, by_line)
    if not charged:
        charged = _highest(spectrum.import_scores(name, rewritten=False), spectrum)
    elif test.exception not in _OWN_VALUES and not _KINDS.search(test.message):
        return charged
    if known:
        charged = (*charged, known[-1])
    elif test.file and not charged:
        charged = (test.file,)
    return tuple(dict.fromkeys(charged))


def pins_spelling(message: str) -> bool:
    """Whether all that a comparison of texts found is how `repr` spells text: its own literal says `u'…'`, as only
    Python 2 does, where the program's text has `'…'`.
    """
    first, _, rest = message.partition("\n")
    sides = [side.strip() for side in first.removeprefix("AssertionError: ").split(" != ")]
    lines = rest.split("\n")
    removed = [line[2:] for line in lines if line.startswith("- ")]
    added = [line[2:] for line in lines if line.startswith("+ ")]
    if removed and added and "Diff is" not in message:
        got, expected = "\n".join(removed), "\n".join(added)
    elif len(sides) == 2 and "[..." not in first and " chars]" not in first:
        got, expected = sides
    else:
        return False
    plain = _PREFIX.sub("", expected)
    return not _PREFIX.search(got) and plain != expected and _same_text(got, plain)


def _same_text(one: str, other: str) -> bool:
    """Whether two texts have the same lines, but for the quotes around a text with quotes in it, and for what is at
    the ends of a collection's items: without the `u` they are sorted otherwise.
    """
    items = [sorted(line.replace('"', "'").strip(" [](){},") for line in t.split("\n")) for t in (one, other)]
    return items[0] == items[1]


def _naming(test: TestOutcome, products: Sequence[str]) -> tuple[str, ...]:
    """The product file that handed the name of a module to a function of another one, which found no such module."""
    by_name = test.exception in ("ImportError", "ModuleNotFoundError") and _OLD_MODULES.search(test.message)
    deepest = next((f.function for f in reversed(test.frames) if f.file == products[-1]), "")
    if not by_name or deepest in ("", "<module>"):
        return ()
    return tuple([file for file in products if file != products[-1]][-1:])


def _within(test: TestOutcome) -> Sequence[Frame]:
    """The frames from the test's own file on: what called that is a runner, and has done nothing yet."""
    own = next((n for n, frame in enumerate(test.frames) if frame.file == test.file), 0)
    return test.frames[own:]


def _suspects(spectrum: Spectrum, test: str, by_line: Mapping[str, float]) -> tuple[str, ...]:
    """The files that the failing `test` executed or that ran before it, as far as anything speaks against them."""
    touched = spectrum.touched.get(test, {})
    if rewritten := _executed(spectrum, test, touched, by_line):
        return rewritten
    charged = _highest(by_line, spectrum)
    if not charged:
        whole = {key: spectrum.file_score(key) for key in by_line}
        charged = _highest(whole, spectrum)
    # What every test imports ran in those that pass as well: beside a line that stands out it says nothing.
    top = PALE * max(by_line.values(), default=0.0)
    at_import = {k: s for k, s in spectrum.import_scores(test, rewritten=True).items() if s >= top}
    return tuple(dict.fromkeys((*charged, *_highest(at_import, spectrum))))


def _executed(
    spectrum: Spectrum, test: str, among: Collection[str], by_line: Mapping[str, float], near: float = NEAR
) -> tuple[str, ...]:
    """The files `among` with rewritten statements that the failing `test` executed and speaks against most.

    And those of which other lines stand out more than any rewritten statement of a product file does; these alone
    where the rewritten ones pale beside them.
    """
    rewritten = {key: spectrum.score(key, test) for key in among}
    top = max(by_line.values(), default=0.0)
    charged = _highest(
        {key: score for key, score in rewritten.items() if score >= PALE * top}, spectrum, near
    )
    products = (score for key, score in rewritten.items() if not spectrum.is_test(key))
    if any(rewritten.values()) and max(products, default=0.0) < near * top:
        charged = tuple(dict.fromkeys((*charged, *_highest(by_line, spectrum, near))))
    return charged


def _line_scores(spectrum: Spectrum, test: str) -> dict[str, float]:
    """By product file that the failing `test` touched, how suspicious its most suspicious line is."""
    touched = spectrum.touched.get(test, {})
    return {key: spectrum.line_score(key, test) for key in touched if not spectrum.is_test(key)}


def _highest(scores: Mapping[str, float], spectrum: Spectrum, near: float = NEAR) -> tuple[str, ...]:
    """The files near the highest score, the highest first; none when no score is above 0."""
    top = max(scores.values(), default=0.0)
    found = [key for key, score in scores.items() if score > 0 and score >= near * top]
    return tuple(sorted(found, key=lambda key: (-scores[key], spectrum.is_test(key), key)))


def issue_for(test: TestOutcome, key: str) -> Issue:
    """The issue that `test` deposits on file `key`: its line is the deepest frame there, else 0. What test frameworks
    call an assertion that does not hold is an AssertionError.
    """
    line = next((frame.line for frame in reversed(test.frames) if frame.file == key), 0)
    exception = test.exception or (test.outcome.capitalize() if test.outcome in DEADLY else "")
    exception = "AssertionError" if test.asserted else exception
    return Issue(test.id, key, line, exception, test.message[:500], _own(test.frames))


def issues_for(tests: Iterable[TestOutcome], key: str) -> Iterator[Issue]:
    """The issues that failing tests deposit on file `key`: of what ended each, and, where a line of the file raised it,
    of what was handled on the way there, or met beside it.
    """
    for test in tests:
        for told in (test.beside, test.cause):
            if told is not None and any(frame.file == key for frame in told.frames):
                yield issue_for(told, key)
        yield issue_for(test, key)


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
