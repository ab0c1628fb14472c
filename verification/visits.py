"""Has functions called that no test calls, on what the tests use, and holds both Pythons against each other."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from environment.traces import Issue
from verification.differential import ILL_TYPED, Answer, contradicted_calls, lines_the_same, read_answers
from verification.results import Lines
from verification.runners import TestPlan
from verification.test_runs import SuiteRunner

Answers = dict[str, dict[str, Answer]]
#: How the guest marks calls with values that the tests do not give: objects that have what is asked for, binary data
#: for text, values of another kind.
OF_A_CLASS_ALIKE, OF_OCTETS, OF_ANOTHER_KIND = " of a class alike", " of octets", " of another kind"
#: Names that messages of Python 2 have, and the ones of Python 3.
_OLD_NAMES = re.compile(r"\b(?:(unicode|basestring|bytes)|(long)|(?:iter|view)(items|keys|values))\b")


class Visits:
    """Asks the migrated tree and the original. What the original answered is kept: it does not change."""

    def __init__(self, original: Path, target: SuiteRunner, python2: SuiteRunner) -> None:
        self._original = original
        self._target = target
        self._python2 = python2
        self._known: dict[tuple[object, ...], Answers] = {}

    def compare(
        self,
        tree: Path,
        plan: TestPlan,
        missing: Mapping[str, Collection[int]],
        assumed: Mapping[str, Collection[int]],
        seconds: float,
    ) -> tuple[dict[str, Lines], dict[str, tuple[Issue, ...]]]:
        """By file, the lines that came out the same in visits of the functions around the lines `missing`, and what
        surely came out otherwise in visits that ran no line rewritten on assumptions (`assumed`).

        The tests of `plan` lend their objects; `seconds` is the limit of a run.
        """
        trees = {key: _parsed((tree / key).read_bytes()) for key in missing}
        wanted = {key: tuple(holding(trees[key], lines)) for key, lines in sorted(missing.items())}
        wanted = {key: names for key, names in wanted.items() if names}
        if not wanted:
            return {}, {}
        asked = (plan.targets, tuple(wanted.items()))
        if asked not in self._known:
            told = self._python2.visit(self._original, plan, wanted, seconds=seconds)
            self._known[asked] = read_answers(told)
        old, new = self._known[asked], read_answers(self._target.visit(tree, plan, wanted, seconds=seconds))
        same, otherwise = {}, {}
        for key in wanted:
            before, after = old.get(key, {}), new.get(key, {})
            same[key] = _shown(before, after, frozenset(_raising(trees[key])))
            sure = {
                name: told
                for name, told in after.items()
                if not (name.endswith((OF_A_CLASS_ALIKE, OF_ANOTHER_KIND)) or told.lines & set(assumed[key]))
            }
            if issues := contradicted_calls(key, before, sure):
                otherwise[key] = issues
        return same, otherwise


def _shown(before: Mapping[str, Answer], after: Mapping[str, Answer], raising: frozenset[int]) -> Lines:
    """The lines that did the same. What the tests do not give counts for lines, and against, that nothing else gets
    to: objects that answer to what is asked first, then octets in place of text, then values of another kind.
    """
    marks = ("", OF_A_CLASS_ALIKE, OF_OCTETS, OF_ANOTHER_KIND)
    groups: dict[str, dict[str, Answer]] = {mark: {} for mark in marks}
    for name, told in after.items():
        groups[next((mark for mark in marks[1:] if name.endswith(mark)), "")][name] = told
    same: Lines = 0
    reached: Lines = 0
    for mark in marks:
        same |= lines_the_same(before, groups[mark], raising) & ~reached
        for name, told in groups[mark].items():
            if name in before and _is_ill_typed(before[name], told, raising):
                continue
            for line in told.lines:
                reached |= 1 << line
    return same


def _is_ill_typed(before: Answer, after: Answer, raising: frozenset[int]) -> bool:
    """Whether a call was given what the function can do nothing with: it shows nothing of the lines that it got to.

    The same error on both sides, which no statement of the program raises: what it checks itself, it knows.
    """
    kind, said = before.outcome[:2], after.outcome[:2]
    if kind != said or kind[0] != "raised" or kind[1] not in ILL_TYPED or after.outcome[3] in raising:
        return False
    return _in_terms_of_python3(before.outcome[2]) == _in_terms_of_python3(after.outcome[2])


def _in_terms_of_python3(message: str) -> str:
    return _OLD_NAMES.sub(lambda found: found[3] or ("int" if found[2] else "str"), message)


def _parsed(source: bytes) -> ast.Module:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return ast.Module([], [])


def holding(module: ast.Module, lines: Collection[int]) -> Iterator[str]:
    """The functions of a module, and methods of its classes, that hold any of `lines`: `function`, `Class.method`."""
    for node in module.body:
        owned = node.body if isinstance(node, ast.ClassDef) else [node]
        before = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        for one in owned:
            if isinstance(one, ast.FunctionDef) and any(
                one.lineno <= line <= (one.end_lineno or one.lineno) for line in lines
            ):
                yield before + one.name


def _raising(module: ast.Module) -> Iterator[int]:
    """The lines of the module's `raise` statements."""
    for node in ast.walk(module):
        if isinstance(node, ast.Raise):
            yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)
