"""Reads test outcomes from what a test command printed: pytest's or unittest's lines, else it is one test."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from environment.traces import Frame
from verification.results import Lines, SuiteRun, TestOutcome

if TYPE_CHECKING:
    from verification.sandbox import ContainedResult

_PYTEST = re.compile(r"(?m)^(\S+?::.+?) (PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS|xfail)\b")
_UNITTEST = re.compile(
    r"(?m)^(\w+) \(([\w.]+)\)(?:\n(?!\w+ \([\w.]+\)).*?)? \.\.\. (?:.*\n)??.*?"
    r"(ok|FAIL|ERROR|skipped\b.*|expected failure|unexpected success)$"
)
_SECTION = re.compile(r"(?m)^(?:FAIL|ERROR): (\w+) \(([\w.]+)\)$")
_FRAME = re.compile(r'(?m)^  File "([^"\n]+)", line (\d+)(?:, in (.+))?$')
_EXCEPTION = re.compile(r"(?m)^([A-Za-z_][\w.]*)(?:: (.*))?$")
_NOTHING_RAN = re.compile(r"(?m)^Ran 0 tests\b|\bno tests ran\b|^collected 0 items")
_OUTCOMES = {
    "PASSED": "passed", "FAILED": "failed", "ERROR": "error", "SKIPPED": "skipped", "XFAIL": "xfailed",
    "xfail": "xfailed", "XPASS": "xpassed", "ok": "passed", "FAIL": "failed", "expected failure": "xfailed",
    "unexpected success": "xpassed",
}  # fmt: skip


def read_output(command: str, result: ContainedResult, tree: Path) -> SuiteRun:
    """The run that the output of `command` describes.

    A command that says it ran no test has no tests: an exit status of 0 alone is believed only where nothing
    is said about tests at all.
    """
    text = (result.stdout + b"\n" + result.stderr).decode("utf-8", "replace")
    tests = _by_pytest(text) or _by_unittest(text, tree)
    finished = not result.reason and result.returncode is not None
    if not tests and not _NOTHING_RAN.search(text):
        outcome = "passed" if result.returncode == 0 and finished else "failed"
        if not finished:
            outcome = "timeout" if result.reason == "timeout" else "crashed"
        only = TestOutcome(command, outcome)
        if outcome != "passed":
            only = _explained(only, text, tree)
            only = replace(only, message=result.reason or only.message)
        tests = {command: only}
    return SuiteRun(tests=tests, complete=finished)


def share_touched(run: SuiteRun, touched: Mapping[str, Mapping[str, Lines]]) -> dict[str, dict[str, Lines]]:
    """Lines that a command executed, given to each of its tests: which test ran which line is not known."""
    union: dict[str, Lines] = {}
    for files in touched.values():
        for key, lines in files.items():
            union[key] = union.get(key, 0) | lines
    return {name: dict(union) for name in run.tests} if union else {}


def _by_pytest(text: str) -> dict[str, TestOutcome]:
    return {
        name: TestOutcome(name, _OUTCOMES[word], name.split("::")[0]) for name, word in _PYTEST.findall(text)
    }


def _by_unittest(text: str, tree: Path) -> dict[str, TestOutcome]:
    tests = {}
    for method, owner, word in _UNITTEST.findall(text):
        name = _unittest_id(method, owner)
        tests[name] = TestOutcome(name, _OUTCOMES.get(word, "skipped"))
    sections = list(_SECTION.finditer(text))
    for section, following in zip(sections, [*sections[1:], None], strict=False):
        name = _unittest_id(*section.groups())
        if name in tests:
            body = text[section.end() : following.start() if following else len(text)]
            tests[name] = _explained(tests[name], body, tree)
    return tests


def _unittest_id(method: str, owner: str) -> str:
    # From 3.11 on the method is part of what stands in the brackets.
    return owner if owner.endswith(f".{method}") else f"{owner}.{method}"


def _explained(test: TestOutcome, text: str, tree: Path) -> TestOutcome:
    """`test` with exception, message and frames of the last traceback in `text`."""
    start = text.rfind("Traceback (most recent call last)")
    part = text[start:] if start >= 0 else text
    frames = []
    last = 0
    for found in _FRAME.finditer(part):
        last = found.end()
        path = Path(found[1])
        path = path if path.is_absolute() else tree / path
        if path.is_relative_to(tree):
            frames.append(Frame(path.relative_to(tree).as_posix(), int(found[2]), found[3] or "<module>"))
    named = _EXCEPTION.search(part, last) if start >= 0 or frames else None
    exception, message = (named[1], named[2] or "") if named else ("", text.strip()[-500:])
    return replace(test, exception=exception.split(".")[-1], message=message, frames=tuple(frames))
