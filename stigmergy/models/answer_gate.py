"""The gate every text of a language model passes before anyone else sees it."""

from __future__ import annotations

import ast
import sys
import warnings
from collections.abc import Callable

from migration.dialects.dialect import BUILDING_TREES, compile_failure
from stigmergy.models.definitions import assertions, definitions, missing, skips

#: Says why a text does not compile on the target Python, or "".
SyntaxCheck = Callable[[str], str]
_SHOWN = 8


def compiles_here(target: tuple[int, int]) -> SyntaxCheck:
    """A check by the running Python, held to the grammar of `target` where that is older."""
    older = target if target < sys.version_info[:2] else None

    def check(text: str) -> str:
        try:
            with BUILDING_TREES, warnings.catch_warnings():
                warnings.simplefilter("ignore")
                ast.parse(text, feature_version=older)
            failure = compile_failure(text, "<answer>")
        except (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError) as error:
            failure = error
        if isinstance(failure, SyntaxError):
            return f"line {failure.lineno or 1}: {failure.msg}"
        return f"it can't be compiled: {failure or type(failure).__name__}" if failure is not None else ""

    return check


def problems(source: str, text: str, check: SyntaxCheck) -> list[str]:
    """What is wrong with `text` as a migration of `source`; an empty list lets it pass.

    It must compile on the target, keep every top-level and class-level definition, and, in a test file, every
    assertion, with no test newly skipped.
    """
    error = check(text)
    if error:
        return [f"the file does not compile: {error}"]
    found = []
    lost = missing(source, text)
    if lost:
        more = f" and {len(lost) - _SHOWN} more" if len(lost) > _SHOWN else ""
        found.append(f"these definitions of the original are missing: {', '.join(lost[:_SHOWN])}{more}")
    if is_test(source):
        before, after = assertions(source), assertions(text)
        if after < before:
            found.append(
                f"a test file must keep its assertions: the original has {before}, the answer {after}"
            )
        if skips(text) > skips(source):
            found.append("a test file must not skip tests, or expect failures, that the original did not")
    return found


def is_test(source: str) -> bool:
    """Whether a file defines tests."""
    return any(name.rpartition(".")[2].lower().startswith("test") for name in definitions(source))
