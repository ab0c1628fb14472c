"""Compares what files without tests do under Python 2.7 and under the target: names, calls, scripts, doctests."""

from __future__ import annotations

import codecs
import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from environment.traces import Issue
from verification.definitions import other_value, strings, torn
from verification.probes import Probe
from verification.results import Lines, read_events
from verification.test_runs import SuiteRunner

#: Wall seconds for one file's calls, scripts and doctests together.
FILE_SECONDS = 120.0
#: Of these, those in which calls of a file's functions may begin.
CALL_SECONDS = 60.0

#: Of so many octets at most a description tells.
_MOST_OCTETS = 5000

#: Exceptions that an argument of an unsuitable kind is answered with; which of them, languages decide.
ILL_TYPED = frozenset({"TypeError", "AttributeError"})
ABOUT_TYPES = ILL_TYPED | {
    "UnicodeDecodeError",
    "UnicodeEncodeError",
    "RuntimeError",
    "OverflowError",
    "MemoryError",
}
#: What 2.7 says to octets that are no text, and to text that is no ASCII: a program that stops there does not work.
_REFUSED = (["raised", "UnicodeDecodeError"], ["raised", "UnicodeEncodeError"])
_SCRIPT = re.compile(
    rb"(?m)^#!.*python|__name__\s*==\s*['\"]__main__['\"]|^\s*[^#\n]*\b(?:raw_input\s*\(|sys\.(?:argv|stdin)\b)"
)
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}\b")
_USAGE = re.compile(r"(?m)^optional arguments:$")
#: Where an interpreter keeps what is its own: `site.USER_SITE`, `sysconfig` paths.
_INTERPRETER = re.compile(r"\b(python|lib-python/)[23](?:\.\d+)?\b")
#: How Python 2 spells a builtin type, and those that have another name now.
_TYPE = re.compile(r"<type '(?:exceptions\.)?([\w.]+)'>")
_TYPES = {"unicode": "str", "long": "int"}
_LINE_SHOWN = 200


@dataclass(frozen=True)
class Answer:
    """What one question showed: `outcome` as the guest recorded it, `lines` of the file that ran."""

    outcome: list[Any]
    lines: frozenset[int]

    @property
    def promised(self) -> bool:
        """Whether the author said what comes out: an example."""
        return bool(self.outcome[0] == "doctest")


@dataclass
class Differential:
    """The comparison of one file. `equal` counts executed behaviour that is the same, `lines` are the file's lines
    that ran in it; `names_equal` counts names that are the same; `accepted` counts, by kind, differences that every
    migration has."""

    equal: int = 0
    names_equal: int = 0
    values_equal: int = 0
    issues: list[Issue] = field(default_factory=list)
    name_issues: list[Issue] = field(default_factory=list)
    accepted: Counter[str] = field(default_factory=Counter)
    lines: Lines = 0

    @property
    def executed(self) -> bool:
        """Whether any behaviour was executed and the same."""
        return self.equal + self.values_equal > 0

    @property
    def share(self) -> float:
        """Share of what was compared that is the same, in [0, 1]."""
        same = self.equal + self.names_equal
        total = same + len(self.issues) + len(self.name_issues)
        return same / total if total else 1.0


def is_script(source: bytes) -> bool:
    """Whether a file does something when it is run: a shebang, a main guard, reading of arguments or input."""
    return bool(_SCRIPT.search(source))


def observe(
    runner: SuiteRunner,
    tree: Path,
    scripts: Collection[str],
    modules: Collection[str],
    documents: Collection[str] = (),
    *,
    seconds: float = CALL_SECONDS,
) -> dict[str, dict[str, Answer]]:
    """Answers by file key and question: `scripts` are run, the functions of `modules` called, and their doctests
    run, as are the examples of `documents`. After `seconds` no other function of a module is begun.
    """
    keys = sorted({*scripts, *modules, *documents})
    if not keys:
        return {}
    orders: dict[str, object] = {"args": keys, "scripts": sorted(scripts), "modules": sorted(modules)}
    orders |= {"documents": sorted(documents), "seconds": seconds}
    text = runner.guest(tree, "stigmergy_differential.py", orders, FILE_SECONDS * len(keys))
    return read_answers(read_events(text).behaviour)


def read_answers(told: Mapping[str, Sequence[Any]]) -> dict[str, dict[str, Answer]]:
    """By file and question, what a guest recorded."""
    return {
        key: {name: Answer(outcome, frozenset(lines)) for name, outcome, lines in answers}
        for key, answers in told.items()
    }


def compare_names(key: str, old: Probe, new: Probe, into: Differential) -> None:
    """Hold public names, signatures and plain values of both imports against each other."""
    for name, before in old.names.items():
        after = new.names.get(name)
        if after is None:
            into.name_issues.append(_issue(key, f"name {name}", "MissingName", f"{name} is gone"))
        elif _same_name(before, after):
            into.names_equal += 1
            into.values_equal += before[0] == "value" and before[1][0] not in ("object", "function", "type")
        elif before[0] == after[0] == "value" and _accepted_value(before[1], after[1]):
            into.accepted["order"] += 1
        elif before[0] == after[0] == "value" and _same_place(before[1], after[1]):
            into.accepted["place of the interpreter"] += 1
        elif before[0] == after[0] == "value" and before[1][0] == after[1][0] == "object":
            # An object whose state can't be seen: the name of its class is the implementation's affair.
            into.accepted["object"] += 1
        else:
            said = f"{name}: Python 2.7 {_shown(before)}, target {_shown(after)}"
            into.name_issues.append(_issue(key, f"name {name}", "Difference", said))
    for line in new.lines:
        into.lines |= 1 << line


def compare_answers(
    key: str, old: Mapping[str, Answer], new: Mapping[str, Answer], into: Differential
) -> None:
    """Hold what both executed against each other; questions that only one side answered are a difference."""
    for name, before, after in _answered(old, new):
        if after is None:
            into.accepted["not answered"] += 1
            continue
        verdict = _verdict(before.outcome, after.outcome)
        if verdict == "equal":
            into.equal += 1
            for line in after.lines:
                into.lines |= 1 << line
        elif verdict == "":
            kind, line = _place(after.outcome)
            said = f"Python 2.7 {_shown(before.outcome)}, target {_shown(after.outcome)}"
            into.issues.append(Issue(name, key, line, kind, said))
        else:
            into.accepted[verdict] += 1


def contradicted_calls(key: str, old: Mapping[str, Answer], new: Mapping[str, Answer]) -> tuple[Issue, ...]:
    """Calls of a tested file's functions whose results are surely others than under Python 2.7, one a function; and
    docstrings whose examples hold under 2.7 alone.

    Arguments of any kind were tried, so only what can't be the language's doing counts: a plain value of the same
    kind and another content, and an exception in place of a result, or the reverse, that is not about types.
    """
    found: dict[str, Issue] = {}
    for name, before, after in _answered(old, new):
        function = name.partition("(")[0]
        if after is not None and function not in found and _contradicts(before.outcome, after.outcome):
            kind, line = _place(after.outcome)
            said = f"Python 2.7 {_shown(before.outcome)}, target {_shown(after.outcome)}"
            test = name if before.promised else f"call of {name}"
            found[function] = Issue(test, key, line, kind, said)
    return tuple(found.values())


def lines_the_same(
    old: Mapping[str, Answer], new: Mapping[str, Answer], raising: Collection[int] = ()
) -> Lines:
    """The lines that ran in examples of docstrings which hold under both, or in calls that gave the same under both,
    and not always one and the same thing; none that ran in anything that came out otherwise.

    An exception of a `raise` statement (`raising` are their lines) that is of the same kind and says the same comes
    out like a result, and shows that line. Octets that Python 2.7 could not take for text show nothing.
    """
    given: dict[int, set[str]] = {}
    shown: set[int] = set()
    otherwise: set[int] = set()
    for _name, before, after in _answered(old, new):
        if after is None or before.outcome[:2] in _REFUSED:
            continue
        verdict = _verdict(before.outcome, after.outcome)
        raised = before.outcome[0] == "raised" and verdict == "equal" and after.outcome[3] in raising
        if verdict not in ("equal", ""):
            continue
        if not verdict or (raised and _said(before.outcome) != _said(after.outcome)):
            otherwise |= after.lines
        elif before.promised:
            shown |= after.lines
        elif raised or before.outcome[0] == "returned":
            came_out = [before.outcome[1], _said(before.outcome) if raised else before.outcome[3]]
            for line in after.lines:
                given.setdefault(line, set()).add(json.dumps(came_out))
            shown |= {after.outcome[3]} if raised else set()
    shown |= {line for line, results in given.items() if len(results) > 1}
    same: Lines = 0
    for line in shown - otherwise:
        same |= 1 << line
    return same


def _said(raised: list[Any]) -> str:
    """What an exception says: its arguments, where they are recorded, or else its message; types as Python 3 spells
    them.
    """
    said = json.dumps(raised[4] if len(raised) > 4 else raised[2])
    return _TYPE.sub(lambda found: f"<class '{_TYPES.get(found[1], found[1])}'>", said)


def _answered(
    old: Mapping[str, Answer], new: Mapping[str, Answer]
) -> Iterator[tuple[str, Answer, Answer | None]]:
    """The questions that the original answered, with both answers: what hangs or dies there can't be held against
    anything. Its octets are characters where the other side has these and no octets: of both kinds, they are no longer
    equal to each other.
    """
    for name, before in old.items():
        if before.outcome[0] in ("hung", "died"):
            continue
        after = new.get(name)
        if (
            after is not None
            and before.outcome[0] == after.outcome[0] == "returned"
            and not any(kind == "bytes" for kind, _ in strings(after.outcome))
        ):
            before = replace(before, outcome=_as_characters(before.outcome, after.outcome))
        yield name, before, after


def _as_characters(before: Any, after: Any) -> Any:
    """What Python 2.7 gave, with octets as the characters of the same numbers (Latin-1) where the target has those: a
    native string that is no text in UTF-8 holds octets, or is Latin-1's text, and both are these characters.
    """
    if not (isinstance(before, list) and isinstance(after, list)) or len(before) != len(after):
        return before
    kinds = [before[0], after[0]] if len(before) == 2 else []
    if kinds == ["bytes", "text"] and isinstance(before[1], str) and isinstance(after[1], str):
        octets = bytes.fromhex(before[1])
        return after if not _is_utf8(octets) and octets.decode("latin-1") == after[1] else before
    return [_as_characters(one, other) for one, other in zip(before, after, strict=True)]


def _is_utf8(octets: bytes) -> bool:
    try:
        # Described octets are cut, perhaps within a character.
        codecs.getincrementaldecoder("utf-8")().decode(octets, final=len(octets) < _MOST_OCTETS)
    except UnicodeDecodeError:
        return False
    return True


def _contradicts(before: list[Any], after: list[Any]) -> bool:
    if _verdict(before, after):
        return False
    if before[0] == after[0] == "returned":
        results, arguments = zip(before[1:3], after[1:3], strict=True)
        return other_value(*results) or torn(*results) or other_value(*arguments)
    if before[0] == after[0] == "doctest":
        return True
    raised = [outcome[1] for outcome in (before, after) if outcome[0] == "raised"]
    executed = {before[0], after[0]} <= {"returned", "raised"}
    return executed and bool(raised) and not ABOUT_TYPES & set(raised)


def _verdict(before: list[Any], after: list[Any]) -> str:
    """`equal`, the name of an accepted difference, or "" for a real one."""
    if before[0] == "doctest":
        if before[2] or not before[1]:
            return "doctest that fails on Python 2.7"
        return "equal" if after[0] == "doctest" and after[1] == before[1] and not after[2] else ""
    if before[0] == "script":
        same = after[0] == "script" and after[1] == before[1] and _clean(after[2]) == _clean(before[2])
        return "equal" if same else ""
    if before[0] == "raised":
        if after[0] == "raised":
            if before[1] == after[1]:
                return "equal"
            return "exception" if {before[1], after[1]} & ILL_TYPED or _misshapen(before, after) else ""
        return ""
    if after[0] == "raised" and after[1] == "TypeError" and "not supported between" in after[2]:
        return "ordering of unlike types"
    if before[1:3] == after[1:3] and _clean(before[3]) == _clean(after[3]):
        return "equal"
    if before[0] == after[0] == "returned" and _accepted_value(before[1], after[1]) and before[2] == after[2]:
        return "order"
    return ""


def _misshapen(before: list[Any], after: list[Any]) -> bool:
    """Whether an argument of too few items was refused by unpacking it, and is now by a subscript."""
    return before[1] == "ValueError" and after[1] == "IndexError" and "to unpack" in str(before[2])


def _accepted_value(before: Any, after: Any) -> bool:
    """Lists with the same members in another order: hash order, which no program may rely on."""
    if not (isinstance(before, list) and isinstance(after, list) and before[:1] == after[:1] == ["list"]):
        return False
    return sorted(map(json.dumps, before[1])) == sorted(map(json.dumps, after[1]))


def _same_place(before: Any, after: Any) -> bool:
    """Whether two texts differ in the version that a path of the interpreter names, and in nothing else."""
    if not (isinstance(before, list) and isinstance(after, list) and before[:1] == after[:1] == ["text"]):
        return False
    places = [_INTERPRETER.sub(r"\1", str(value[1])) for value in (before, after)]
    return "/" in places[0] and places[0] == places[1]


def _same_name(before: list[Any], after: list[Any]) -> bool:
    if before[0] == after[0] == "class":
        return set(before[1]) - set(after[1]) <= {"next"}
    if before[0] == after[0] == "function" and "(tuple)" in before[1][0]:
        return len(before[1][0]) == len(after[1][0])
    return before == after


def _clean(text: str) -> str:
    return _USAGE.sub("options:", _ADDRESS.sub("0x", text)).replace("\r\n", "\n").rstrip()


def _place(outcome: list[Any]) -> tuple[str, int]:
    if outcome[0] == "raised":
        return str(outcome[1]), int(outcome[3])
    if outcome[0] == "script" and isinstance(outcome[1], str):
        return outcome[1], int(outcome[4])
    if outcome[0] == "doctest":
        return "DoctestFailure", int(outcome[4])
    return {"hung": "Timeout", "died": "Crash"}.get(outcome[0], "Difference"), 0


def _shown(outcome: Sequence[Any]) -> str:
    text = json.dumps(outcome, ensure_ascii=False)
    return text if len(text) <= _LINE_SHOWN else text[: _LINE_SHOWN - 1] + "…"


def _issue(key: str, test: str, exception: str, message: str) -> Issue:
    return Issue(test, key, 0, exception, message)
